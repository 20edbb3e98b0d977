"""No two waking people at rest share a tile. Rules: T1, T2 of the design."""

from hypothesis import given
from hypothesis import strategies as st

from milkwood.chance import stream
from milkwood.ids import PersonId, RoomId
from milkwood.town import events as happened
from milkwood.town.acts import Arrive, Enter
from milkwood.town.body import Deed
from milkwood.town.events import Event, Happening
from milkwood.town.intents import Approach, Do, GoTo, Halt, Intent, Stay, TalkTo
from milkwood.town.outside import resolve_outside
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules, resolve
from milkwood.town.tile import Tile, distance
from milkwood.town.town import BEFORE_TIME, Town
from tests.engine.village import draw
from tests.town.resting import shared_tiles

MEADOW = draw("meadow", "\n".join(["." * 12] * 5))
CLOSET = draw("closet", "\n".join(["......", ".####.", ".#..#.", ".#..+.", ".####.", "......"]))
"""A room of four tiles; the door is on the right."""
ROOM = RoomId("house 01:room")
ADA, BEN, CAT, DAN, EVE = (PersonId(name) for name in ("ada", "ben", "cat", "dan", "eve"))


def town_with(town_map: object = MEADOW, **tiles: Tile) -> Town:
    entered = [Happening(BEFORE_TIME, PersonId(name), 0, happened.Entered(tile)) for name, tile in tiles.items()]
    return Town(town_map).fold(entered)  # type: ignore[arg-type]


def live(town: Town, tick: int, **intents: Intent) -> list[Event]:
    rules = Rules(Paths(town.map), seed=7, view_radius=8)
    history = resolve(town, tick, {PersonId(name): intent for name, intent in intents.items()}, rules)
    town.fold(history)
    return [happening.event for happening in history]


def test_a_person_who_arrives_on_a_taken_tile_rests_beside_it() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(3, 2))
    live(town, 0, ben=GoTo(Tile(5, 2)))
    assert live(town, 2, ben=Stay()) == [happened.Halted(Tile(5, 1))]
    assert town.tile(BEN, 3) == Tile(5, 1)
    assert shared_tiles(town, 9) == []


def test_of_those_who_arrive_together_the_lower_id_has_the_tile() -> None:
    town = town_with(ben=Tile(7, 2), ada=Tile(3, 2), cat=Tile(5, 0))
    live(town, 0, ada=GoTo(Tile(5, 2)), ben=GoTo(Tile(5, 2)), cat=GoTo(Tile(5, 2)))
    live(town, 2, ada=Stay(), ben=Do(Deed("waiting")), cat=Stay())
    assert [town.tile(each, 3) for each in (ADA, BEN, CAT)] == [Tile(5, 2), Tile(5, 1), Tile(4, 2)]


def test_a_person_who_leaves_first_frees_the_tile_for_higher_ids_only() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(3, 2))
    live(town, 0, ben=GoTo(Tile(5, 2)))
    assert live(town, 2, ada=GoTo(Tile(9, 2)), ben=Stay())[1:] == []
    late = town_with(cat=Tile(5, 2), ben=Tile(3, 2))
    live(late, 0, ben=GoTo(Tile(5, 2)))
    assert live(late, 2, cat=GoTo(Tile(9, 2)), ben=Stay())[0] == happened.Halted(Tile(5, 1))


def test_walkers_pass_through_each_other() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(3, 2))
    (event,) = live(town, 0, ben=GoTo(Tile(8, 2)))
    assert isinstance(event, happened.SetOff)
    assert event.route.steps == 5


def test_a_person_who_stops_on_the_way_or_wakes_up_has_a_tile_of_their_own() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(3, 2), cat=Tile(5, 2))
    live(town, 0, ben=GoTo(Tile(8, 2)), cat=Do(Deed("sleeping", asleep=True)))
    assert town.tile(CAT, 1) != Tile(5, 2) or town.body(CAT, 1).asleep
    live(town, 2, ben=Halt())
    assert shared_tiles(town, 9, first=1) == []
    live(town, 3, cat=Do(Deed("yawning")))
    assert shared_tiles(town, 9, first=1) == []


def test_without_a_free_tile_beside_it_a_person_walks_on_to_the_nearest() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(1, 2), cat=Tile(4, 2), dan=Tile(6, 2), eve=Tile(5, 1), fay=Tile(5, 3))
    live(town, 0, ben=GoTo(Tile(5, 2)))
    refused, walk = live(town, 4, ben=Do(Deed("resting")))
    assert refused == happened.Refused("Do", "there is no room here")
    assert isinstance(walk, happened.SetOff)
    assert walk.route.steps == 2
    live(town, 6, ben=Do(Deed("resting")))
    assert shared_tiles(town, 20) == []


def test_a_full_room_is_shared_at_last() -> None:
    town = town_with(CLOSET, ada=Tile(2, 2), ben=Tile(3, 2), cat=Tile(2, 3), dan=Tile(3, 3), eve=Tile(5, 3))
    live(town, 0, eve=GoTo(Tile(3, 3), stays=99))
    events = live(town, 2, eve=Do(Deed("resting")))
    assert any(isinstance(event, happened.DeedBegan) for event in events)


def test_a_newcomer_gets_a_free_tile() -> None:
    town = town_with(ada=Tile(5, 2))
    for person, act in ((BEN, Arrive(BEN, Tile(5, 2))), (CAT, Enter(CAT, Tile(5, 2), idle_ticks=9))):
        town.fold(resolve_outside(town, 0, act, {}))
        assert distance(town.tile(person, 1), Tile(5, 2)) == 1
    assert shared_tiles(town, 5, first=1) == []


# --- talks


def test_a_talk_begins_at_two_tiles_at_most() -> None:
    town = town_with(ada=Tile(2, 2), ben=Tile(6, 2))
    assert live(town, 0, ada=TalkTo(BEN)) == [happened.Refused("TalkTo", "they are too far away")]
    (walk,) = live(town, 1, ada=Approach(BEN))
    assert isinstance(walk, happened.SetOff)
    assert distance(walk.route.end, Tile(6, 2)) == 2
    assert any(isinstance(event, happened.TalkBegan) for event in live(town, 1 + walk.route.steps, ada=TalkTo(BEN)))


def test_a_walker_is_not_stopped_on_a_taken_tile() -> None:
    town = town_with(ada=Tile(5, 3), ben=Tile(3, 2), cat=Tile(5, 2))
    live(town, 0, ben=GoTo(Tile(9, 2)))
    assert live(town, 2, ada=TalkTo(BEN)) == [happened.Refused("TalkTo", "there is no room to stop")]
    assert any(isinstance(event, happened.TalkBegan) for event in live(town, 3, ada=TalkTo(BEN)))
    assert shared_tiles(town, 9) == []


def test_a_person_out_of_view_cannot_be_approached() -> None:
    town = town_with(CLOSET, ada=Tile(0, 0), ben=Tile(2, 2))
    assert live(town, 0, ada=Approach(BEN)) == [happened.Refused("Approach", "they are out of view")]


# --- any room


@given(
    width=st.integers(3, 16),
    height=st.integers(2, 13),
    seed=st.integers(0, 2**32),
    share=st.floats(0.1, 1.0),
    at_once=st.booleans(),
)
def test_in_any_room_everyone_finds_a_tile_of_their_own(
    width: int, height: int, seed: int, share: float, at_once: bool
) -> None:
    """Up to 200 people go to one room, to tiles chosen at random; they need not all arrive together."""
    row = "#" + "." * width + "#"
    town_map = draw(
        "hall",
        "\n".join(
            [
                "." * (width + 4),
                *(
                    f".{each}."
                    for each in ["#" * (width + 2)]
                    + [row] * height
                    + ["#" * (width // 2) + "+" + "#" * (width - width // 2 + 1)]
                ),
                "." * (width + 4),
            ]
        ),
    )
    chance, rules = stream(seed, "room"), Rules(Paths(town_map), seed, 8)
    floor = list(town_map.floor(ROOM))
    people = [PersonId(f"p{number:03}") for number in range(max(1, min(200, int(share * len(floor)))))]
    streets = [
        Tile(x, y)
        for y in range(town_map.height)
        for x in range(town_map.width)
        if town_map.is_walkable(Tile(x, y)) and town_map.room_at(Tile(x, y)) is None
    ]
    starts = {person: chance.chosen(streets) for person in people}
    town = Town(town_map).fold(Happening(BEFORE_TIME, each, 0, happened.Entered(tile)) for each, tile in starts.items())
    sets_off = {person: 0 if at_once else chance.below(20) for person in people}
    for tick in range(20 + 12 * (width + height)):
        tried: dict[PersonId, Intent] = {}
        for person in people:
            if sets_off[person] == tick:
                tried[person] = GoTo(chance.chosen(floor))
            elif town.body(person, tick).arrives(tick):
                tried[person] = Do(Deed("resting")) if chance.happens(0.5) else Stay()
        town.fold(resolve(town, tick, tried, rules))
        after = [town.body(person, tick + 1) for person in people if sets_off[person] <= tick]
        resting = [body.tile(tick + 1) for body in after if not body.walking(tick + 1) and not body.arrives(tick + 1)]
        assert len(set(resting)) == len(resting)
    assert not any(town.body(person, tick + 1).walking(tick + 1) for person in people), "everybody has come to rest"
