"""The effects of people's intents. Rules: W1, W2, E2, E3, T1, T2 of the design."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.acts import OUTSIDE
from milkwood.town.body import Deed
from milkwood.town.events import Event, Happening
from milkwood.town.intents import Do, Finish, GoTo, Halt, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules, resolve
from milkwood.town.talk import MAX_LINES, MAX_MEMBERS
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.town.conftest import BATH, BED, GARDEN, SHELF, STOVE, make_map

MAP = make_map()
RULES = Rules(Paths(MAP), seed=7, view_radius=8)
ADA, BEN, CAT, DAN, EVE = (PersonId(name) for name in ("ada", "ben", "cat", "dan", "eve"))


def town_with(**tiles: Tile) -> Town:
    entered = [Happening(BEFORE_TIME, PersonId(name), 0, happened.Entered(tile)) for name, tile in tiles.items()]
    return Town(MAP).fold(entered)


def live(town: Town, tick: int, **intents: Intent) -> list[Event]:
    """One tick; its events are applied and returned."""
    history = resolve(town, tick, {PersonId(name): intent for name, intent in intents.items()}, RULES)
    town.fold(history)
    return [happening.event for happening in history]


def test_going_somewhere_is_a_walk_of_one_tile_a_tick() -> None:
    town = town_with(ada=Tile(0, 0))
    (event,) = live(town, 0, ada=GoTo(BED))
    assert isinstance(event, happened.SetOff)
    assert [town.tile(ADA, tick) for tick in (0, 1, event.route.steps, 99)] == [
        Tile(0, 0),
        event.route.tiles[1],
        Tile(2, 2),
        Tile(2, 2),
    ]


def test_a_place_that_cannot_be_reached_or_is_unknown_is_refused_with_the_reason() -> None:
    town = town_with(ada=Tile(0, 0))
    assert live(town, 0, ada=GoTo(Tile(1, 1))) == [happened.Refused("GoTo", "there is no such place")]
    assert live(town, 1, ada=GoTo(RoomId("castle:hall"))) == [happened.Refused("GoTo", "there is no such place")]
    walled = make_map().walkable.copy()
    walled[3, 5] = False
    shut = type(MAP)("shut", walled, MAP.sectors.values(), MAP.rooms.values(), MAP.things.values(), ())
    prisoner = Town(shut).fold([Happening(BEFORE_TIME, ADA, 0, happened.Entered(Tile(0, 0)))])
    (refused,) = resolve(prisoner, 0, {ADA: GoTo(BED)}, Rules(Paths(shut), 7, 8))
    assert refused.event == happened.Refused("GoTo", "there is no way there")


def test_halting_on_the_way_stays_where_they_are() -> None:
    town = town_with(ada=Tile(0, 0))
    live(town, 0, ada=GoTo(Tile(9, 0)))
    assert live(town, 4, ada=Halt()) == [happened.Halted(Tile(4, 0))]
    assert town.tile(ADA, 50) == Tile(4, 0)
    assert live(town, 51, ada=Halt()) == []


def test_a_deed_uses_its_thing_and_leaves_it_idle_again() -> None:
    town = town_with(ada=Tile(4, 3))
    cook = Deed("cooking", "🍳", thing=STOVE, effect="hot")
    assert live(town, 0, ada=Do(cook)) == [
        happened.DeedBegan(cook, Tile(4, 3)),
        happened.ThingChanged(STOVE, "hot"),
    ]
    assert (town.state(STOVE, 0), town.state(STOVE, 1)) == ("idle", "hot")
    assert town.users(STOVE, 1) == (ADA,)
    assert live(town, 5, ada=Finish()) == [happened.DeedEnded(cook), happened.ThingChanged(STOVE, "idle")]
    assert town.users(STOVE, 6) == ()


def test_a_state_caused_by_others_is_left_unchanged() -> None:
    town = town_with(ada=Tile(4, 3))
    live(town, 0, ada=Do(Deed("cooking", thing=STOVE, effect="hot")))
    town.apply(Happening(1, ADA, 0, happened.ThingChanged(STOVE, "burning")))
    live(town, 2, ada=Finish())
    assert town.state(STOVE, 3) == "burning"


def test_no_person_reaches_further_than_one_tile_rule_t1() -> None:
    town = town_with(ada=Tile(2, 4), ben=Tile(6, 3))
    assert live(town, 0, ada=Do(Deed("cooking", thing=STOVE))) == [happened.Refused("Do", "it is out of reach")]
    assert live(town, 1, ben=SetThing(STOVE, "hot")) == [happened.Refused("SetThing", "it is out of reach")]
    assert live(town, 2, ben=Do(Deed("x", thing=ThingId("no:such:thing")))) == [
        happened.Refused("Do", "there is no such thing")
    ]


def test_a_bath_for_one_goes_to_the_lowest_id_rule_e2() -> None:
    town = town_with(ada=Tile(8, 3), ben=Tile(9, 2))
    bathe = Do(Deed("bathing", thing=BATH))
    assert live(town, 0, ben=bathe, ada=bathe) == [
        happened.DeedBegan(bathe.deed, Tile(8, 2)),
        happened.Refused("Do", "somebody is using it"),
    ]
    assert live(town, 1, ben=bathe) == [happened.Refused("Do", "somebody is using it")]


def test_a_thing_left_in_a_tick_is_free_for_those_who_come_later_in_that_tick() -> None:
    town = town_with(ada=Tile(8, 3), ben=Tile(9, 2))
    bathe = Do(Deed("bathing", thing=BATH, effect="full"))
    live(town, 0, ada=bathe)
    events = live(town, 1, ada=GoTo(Tile(0, 0)), ben=bathe)
    assert happened.DeedBegan(bathe.deed, Tile(8, 2)) in events
    assert town.users(BATH, 2) == (BEN,)


def test_two_at_a_shelf_stand_on_different_tiles() -> None:
    town = town_with(ada=Tile(10, 3), ben=Tile(10, 3), cat=Tile(9, 4))
    look = Do(Deed("looking for a book", thing=SHELF))
    live(town, 0, ada=look, ben=look, cat=look)
    assert town.tile(ADA, 1) == Tile(10, 3)
    assert town.body(BEN, 1).deed is None, "the only other spot is two steps away"
    assert town.tile(CAT, 1) == Tile(9, 4)


def test_talk_begins_with_a_person_in_view_awake_and_free_rule_t2() -> None:
    town = town_with(ada=Tile(2, 2), ben=Tile(4, 2), cat=Tile(6, 3))
    assert live(town, 0, ada=TalkTo(CAT)) == [happened.Refused("TalkTo", "they are out of view")]
    live(town, 1, ben=Do(Deed("sleeping", asleep=True)))
    assert live(town, 2, ada=TalkTo(BEN)) == [happened.Refused("TalkTo", "they are asleep")]
    live(town, 3, ben=Finish())
    assert live(town, 4, ada=TalkTo(BEN)) == [happened.TalkBegan(TalkId("4-ada"), BEN)]
    assert town.body(BEN, 5).talk == "4-ada"
    assert live(town, 5, ada=TalkTo(ADA)) == [happened.Refused("TalkTo", "they are not here")]


def test_the_lowest_id_gets_a_contested_partner_rule_t2() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0), cat=Tile(2, 0))
    assert live(town, 0, ada=TalkTo(CAT), ben=TalkTo(CAT), cat=GoTo(BED)) == [
        happened.TalkBegan(TalkId("0-ada"), CAT),
        happened.Refused("TalkTo", "they are talking"),
        happened.Refused("GoTo", "somebody began to talk to them"),
    ]


def test_a_person_spoken_to_stops_walking() -> None:
    town = town_with(ada=Tile(5, 0), ben=Tile(2, 0))
    live(town, 0, ben=GoTo(Tile(9, 0)))
    live(town, 2, ada=TalkTo(BEN))
    assert town.tile(BEN, 3) == town.tile(BEN, 99) == Tile(4, 0)


def test_one_line_a_tick_in_a_fixed_order_rule_t2() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0))
    live(town, 0, ada=TalkTo(BEN))
    assert live(town, 1, ada=Say("Hello."), ben=Say("Me first!")) == [
        happened.Said(TalkId("0-ada"), "Hello."),
        happened.Refused("Say", "somebody else is speaking"),
    ]
    assert live(town, 2, ben=Say("Good morning.", last=True)) == [
        happened.Said(TalkId("0-ada"), "Good morning."),
        happened.TalkEnded(TalkId("0-ada"), "said all"),
    ]
    assert town.body(ADA, 3).free
    assert live(town, 3, ada=Say("Wait")) == [happened.Refused("Say", "the talk is over")]


def test_a_talk_ends_at_sixteen_lines_rule_t2() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0))
    live(town, 0, ada=TalkTo(BEN))
    events: list[Event] = []
    for tick in range(1, 40):
        events += live(town, tick, ada=Say(f"line {tick}"), ben=Say(f"line {tick}"))
    assert sum(isinstance(event, happened.Said) for event in events) == MAX_LINES
    assert happened.TalkEnded(TalkId("0-ada"), "long enough") in events


def test_up_to_four_may_talk_rule_t2() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0), cat=Tile(2, 0), dan=Tile(3, 0), eve=Tile(4, 0))
    talk = TalkId("0-ada")
    live(town, 0, ada=TalkTo(BEN))
    assert live(town, 1, cat=Join(talk), dan=Join(talk), eve=Join(talk)) == [
        happened.Joined(talk),
        happened.Joined(talk),
        happened.Refused("Join", "enough people are talking"),
    ]
    found = town.find_talk(talk, 2)
    assert found is not None
    assert found.members == (ADA, BEN, CAT, DAN)
    assert len(found.members) == MAX_MEMBERS
    for tick, speaker in enumerate((ADA, BEN, CAT, DAN, ADA), start=2):
        found = town.find_talk(talk, tick)
        assert found is not None
        assert found.turn == speaker
        live(town, tick, **{speaker: Say("…")})


def test_leaving_passes_the_turn_and_a_talk_of_one_ends() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0), cat=Tile(2, 0))
    talk = TalkId("0-ada")
    live(town, 0, ada=TalkTo(BEN))
    live(town, 1, cat=Join(talk))
    assert live(town, 2, ada=Leave()) == [happened.Left(talk)]
    found = town.find_talk(talk, 3)
    assert found is not None
    assert found.turn == BEN
    events = live(town, 3, ben=GoTo(Tile(9, 0)))
    assert events[:2] == [happened.Left(talk), happened.TalkEnded(talk, "left")]
    assert town.body(CAT, 4).free


def test_a_silent_line_leaves_the_talk() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0))
    live(town, 0, ada=TalkTo(BEN))
    assert happened.TalkEnded(TalkId("0-ada"), "fell silent") in live(town, 1, ada=Say("  "))


def test_a_person_who_left_the_town_is_not_there_any_more() -> None:
    town = town_with(ada=Tile(4, 3), ben=Tile(0, 0))
    live(town, 0, ada=Do(Deed("cooking", thing=STOVE)))
    town.apply(Happening(1, OUTSIDE, 0, happened.Departed(ADA)))
    assert town.people(1) == [ADA, BEN]
    assert town.people(2) == [BEN]
    assert town.users(STOVE, 2) == ()
    town.apply(Happening(5, ADA, 0, happened.Entered(Tile(0, 0))))
    assert town.people(6) == [ADA, BEN]


NAMES = (ADA, BEN, CAT, DAN)
ROOMS = tuple(MAP.rooms)
deeds = st.builds(
    Deed,
    what=st.sampled_from(["resting", "cooking"]),
    thing=st.sampled_from([None, BED, STOVE, BATH, SHELF, GARDEN, ThingId("no:such:thing")]),
    effect=st.sampled_from(["", "hot"]),
    asleep=st.booleans(),
)
intents = st.one_of(
    st.builds(Stay),
    st.builds(
        GoTo, st.sampled_from([*MAP.things, *ROOMS, Tile(0, 0), Tile(1, 1), Tile(-3, 99), RoomId("castle:hall")])
    ),
    st.builds(Halt),
    st.builds(Do, deeds),
    st.builds(Finish),
    st.builds(SetThing, st.sampled_from([STOVE, BATH, ThingId("x:y:z")]), st.sampled_from(["hot", "idle"])),
    st.builds(TalkTo, st.sampled_from([*NAMES, PersonId("nobody")])),
    st.builds(Join, st.sampled_from([TalkId("0-ada"), TalkId("1-ben"), TalkId("2-ada"), TalkId("none")])),
    st.builds(Say, st.sampled_from(["Hello", "", "Bye"]), st.booleans()),
    st.builds(Leave),
)
lives = st.lists(st.dictionaries(st.sampled_from(NAMES), intents), max_size=14)


def start() -> list[Happening]:
    tiles = (Tile(2, 2), Tile(4, 3), Tile(8, 2), Tile(6, 0))
    return [Happening(BEFORE_TIME, name, 0, happened.Entered(tile)) for name, tile in zip(NAMES, tiles, strict=True)]


@given(lives)
def test_any_list_of_intents_resolves_and_the_town_stays_sound(life: list[dict[PersonId, Intent]]) -> None:
    town = Town(MAP).fold(history := start())
    for tick, tried in enumerate(life):
        happenings = resolve(town, tick, tried, RULES)
        assert happenings == resolve(town, tick, dict(reversed(tried.items())), RULES), "order of asking matters (E2)"
        assert [each.order for each in happenings] == sorted(each.order for each in happenings)
        town.fold(happenings)
        history += happenings
        check_sound(town, tick)
    again = Town(MAP).fold(history)
    for tick in range(len(life) + 8):
        assert again.scene(tick) == town.scene(tick), "replay differs (W1)"
        assert all(MAP.is_walkable(tile) for tile in again.scene(tick).tiles.values())


def check_sound(town: Town, tick: int) -> None:
    now, then = town.scene(tick), town.scene(tick + 1)
    for person, tile in then.tiles.items():
        before = now.tiles[person]
        assert abs(tile.x - before.x) + abs(tile.y - before.y) <= 1, "no person moves more than a tile a tick"
        talking = then.bodies[person].talk
        if talking is not None:
            assert person in then.talks[talking].members
    for talk in then.talks.values():
        assert 2 <= len(talk.members) <= MAX_MEMBERS
        assert talk.turn in talk.members
        assert all(then.bodies[member].talk == talk.id for member in talk.members)
    for thing in MAP.things.values():
        users = town.users(thing.id, tick + 1)
        assert not thing.seats or len(users) <= thing.seats
        spots = [then.tiles[user] for user in users]
        assert len(set(spots)) == len(spots), "two on one spot"


@given(lives, lives)
def test_a_town_restored_from_a_scene_lives_on_the_same(
    past: list[dict[PersonId, Intent]], future: list[dict[PersonId, Intent]]
) -> None:
    town = Town(MAP).fold(start())
    for tick, tried in enumerate(past):
        town.fold(resolve(town, tick, tried, RULES))
    again = Town.restored(MAP, town.scene(len(past)))
    for tick, tried in enumerate(future, start=len(past)):
        happenings = resolve(town, tick, tried, RULES)
        assert happenings == resolve(again, tick, tried, RULES)
        town.fold(happenings)
        again.fold(happenings)
        assert town.scene(tick + 1) == again.scene(tick + 1)


@pytest.mark.parametrize("tick", [0, 3])
def test_only_the_past_is_forgotten(tick: int) -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0))
    live(town, 0, ada=TalkTo(BEN))
    live(town, 1, ada=Say("Hello", last=True))
    live(town, 2, ada=GoTo(Tile(9, 0)))
    before = [town.scene(later) for later in range(tick, 12)]
    town.forget_before(tick)
    assert [town.scene(later) for later in range(tick, 12)] == before


# --- states of things


def test_a_state_that_a_deed_brings_about_ends_with_the_last_user() -> None:
    cook, watch = Deed("cooking", thing=GARDEN, effect="hot"), Deed("watching", thing=GARDEN)
    first, second = MAP.spots(GARDEN)[:2]
    town = town_with(ada=first, ben=second)
    live(town, 0, ada=Do(cook), ben=Do(watch))
    assert not town.thing_state(GARDEN, 1).lasts
    live(town, 1, ada=Finish())
    assert town.state(GARDEN, 2) == "hot"
    assert happened.ThingChanged(GARDEN, "idle") in live(town, 2, ben=Finish())


def test_a_lasting_state_stays_through_deeds_until_it_is_set_right() -> None:
    town = town_with(ada=MAP.spots(STOVE)[0])
    town.apply(Happening(0, OUTSIDE, 0, happened.ThingChanged(STOVE, "burning", presses=True)))
    state = town.thing_state(STOVE, 1)
    assert (state.words, state.presses, state.since, state.lasts) == ("burning", True, 1, True)
    cook = Deed("cooking", thing=STOVE, effect="hot")
    live(town, 1, ada=Do(cook))
    live(town, 2, ada=Finish())
    assert town.thing_state(STOVE, 3) == state
    live(town, 3, ada=SetThing(STOVE, "idle"))
    assert (town.state(STOVE, 4), town.thing_state(STOVE, 4).presses) == ("idle", False)
