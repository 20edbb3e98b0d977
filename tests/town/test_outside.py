"""The effects of outside inputs. Rules: W1, W2, T3 of the design."""

import pytest

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.acts import (
    OUTSIDE,
    Announce,
    Arrive,
    Change,
    Enter,
    Exit,
    Remind,
    Remove,
    Tell,
    Touch,
    Whisper,
)
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.intents import Do, Intent, Join, TalkTo
from milkwood.town.outside import resolve_outside
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules, resolve
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import load
from milkwood.towns.shelf import find
from tests.town.conftest import STOVE, make_map

MAP = make_map()
RULES = Rules(Paths(MAP), seed=7, view_radius=8)
ADA, BEN, CAT = (PersonId(name) for name in ("ada", "ben", "cat"))


def town_with(**tiles: Tile) -> Town:
    return Town(MAP).fold(
        Happening(BEFORE_TIME, PersonId(name), 0, happened.Entered(tile)) for name, tile in tiles.items()
    )


def live(town: Town, tick: int, **intents: Intent) -> list[Happening]:
    happenings = resolve(town, tick, {PersonId(name): intent for name, intent in intents.items()}, RULES)
    town.fold(happenings)
    return happenings


def touch(town: Town, tick: int, *touches: Touch, told: dict[PersonId, int] | None = None) -> list[Happening]:
    """The effects of inputs, one after the other, applied in order."""
    counts, happenings = {} if told is None else told, list[Happening]()
    for each in touches:
        came = resolve_outside(town, tick, each, counts)
        town.fold(came)
        happenings += came
    return happenings


def test_a_whisper_comes_after_the_hearers_own_events() -> None:
    town = town_with(ada=Tile(0, 0))
    assert touch(town, 3, Whisper(ADA, "go"), told={ADA: 2}) == [Happening(3, ADA, 2, happened.Whispered("go"))]
    assert touch(town, 3, Remind(ADA, ("I sing.",))) == [Happening(3, ADA, 0, happened.Reminded(("I sing.",)))]


def test_a_visitor_is_heard_only_by_people_awake() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(3, 3))
    asleep = Happening(2, BEN, 0, happened.DeedBegan(Deed("sleeping", asleep=True), Tile(3, 3)))
    town.fold([asleep])
    assert touch(town, 3, Tell(ADA, "Sam", "hi")) == [Happening(3, ADA, 0, happened.Told("hi", "Sam"))]
    assert touch(town, 3, Tell(BEN, "Sam", "hi")) == []


def test_an_announcement_reaches_everyone_awake_and_is_recorded_once() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(3, 3))
    room = RoomId("green:green")
    assert touch(town, 3, Announce("A dance", room, 90)) == [
        Happening(3, ADA, 0, happened.Told("A dance", "", room, 90)),
        Happening(3, BEN, 0, happened.Told("A dance", "", room, 90)),
        Happening(3, OUTSIDE, 0, happened.Announced("A dance", room, 90)),
    ]


def test_a_thing_changes_without_an_actor() -> None:
    town = town_with(ada=Tile(0, 0))
    assert touch(town, 3, Change(STOVE, "burning")) == [
        Happening(3, OUTSIDE, 0, happened.ThingChanged(STOVE, "burning"))
    ]
    assert (town.state(STOVE, 3), town.state(STOVE, 4)) == ("idle", "burning")


@pytest.mark.parametrize(("said", "presses", "found"), [(None, None, False), (True, True, True), (False, False, False)])
def test_the_user_says_whether_free_words_press(said: bool | None, presses: bool | None, found: bool) -> None:
    town = town_with(ada=Tile(0, 0))
    touch(town, 3, Change(STOVE, "full of pages", said))
    state = town.thing_state(STOVE, 4)
    assert (state.words, state.presses, state.since) == ("full of pages", found, 4)
    assert touch(town, 4, Change(STOVE, "full of pages", presses)) == []


def test_by_default_the_kind_says_whether_a_state_presses() -> None:
    quay = load(find("gull_quay").folder).town_map
    stove = next(thing.id for thing in quay.things.values() if thing.kind.id == "cooking_area")
    for words, presses in (("burning", True), ("着火了", True), ("dirty", False), ("on fire, a little", False)):
        town = Town(quay)
        town.fold(resolve_outside(town, 3, Change(stove, words), {}))
        assert (town.state(stove, 4), town.thing_state(stove, 4).presses) == (words, presses)
    town = Town(quay).fold(resolve_outside(Town(quay), 3, Change(stove, "burning", presses=False), {}))
    assert not town.thing_state(stove, 4).presses
    town.fold(resolve_outside(town, 5, Change(stove, "空闲", presses=True), {}))
    assert (town.state(stove, 6), town.thing_state(stove, 6).presses) == ("idle", False)


def test_an_outside_input_comes_last_in_its_tick() -> None:
    town = town_with(ada=Tile(4, 3))
    live(town, 0, ada=Do(Deed("cooking", thing=STOVE, effect="hot")))
    touch(town, 0, Change(STOVE, "burning"))
    assert town.state(STOVE, 1) == "burning"


def test_a_person_comes_and_goes() -> None:
    town = town_with(ada=Tile(0, 0))
    for come, go in ((Arrive(BEN, Tile(1, 0)), Remove(BEN)), (Enter(CAT, Tile(2, 0)), Exit(CAT))):
        touch(town, 3, come)
        assert come.person not in town.people(3)
        assert come.person in town.people(4)
        touch(town, 5, go)
        assert come.person in town.people(5)
        assert come.person not in town.people(6)


def test_a_departure_ends_a_talk_of_two_and_the_use_of_a_thing() -> None:
    town = town_with(ada=Tile(4, 3), ben=Tile(3, 3))
    live(town, 0, ada=Do(Deed("cooking", thing=STOVE, effect="hot")))
    live(town, 1, ben=TalkTo(ADA))
    talk = TalkId("1-ben")
    assert [each.event for each in touch(town, 1, Remove(ADA))] == [
        happened.TalkEnded(talk, "left"),
        happened.ThingChanged(STOVE, "idle"),
        happened.Departed(ADA),
    ]
    assert town.body(BEN, 2).free
    assert town.users(STOVE, 2) == ()
    found = town.find_talk(talk, 2)
    assert found is not None
    assert found.over


def test_a_departure_leaves_a_talk_of_three_to_the_others() -> None:
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0), cat=Tile(2, 0))
    live(town, 0, ada=TalkTo(BEN))
    live(town, 1, cat=Join(TalkId("0-ada")))
    assert [each.event for each in touch(town, 2, Remove(ADA))] == [happened.Departed(ADA)]
    talk = town.find_talk(TalkId("0-ada"), 3)
    assert talk is not None
    assert (talk.members, talk.turn, talk.over) == ((BEN, CAT), BEN, False)


def test_folding_in_canonical_order_gives_the_same_town() -> None:
    """A person later in the order talks to a person who leaves in the same tick: the departure still comes last."""
    town = town_with(ada=Tile(0, 0), ben=Tile(1, 0))
    history = live(town, 0, ben=TalkTo(ADA))
    history += touch(town, 0, Remove(ADA), Whisper(BEN, "gone"), told={BEN: 1})
    again = town_with(ada=Tile(0, 0), ben=Tile(1, 0)).fold(sorted(history, key=lambda each: each.order))
    assert again.scene(1) == town.scene(1)
    assert len({each.order for each in history}) == len(history)


def test_an_impossible_input_leaves_no_trace() -> None:
    town = town_with(ada=Tile(0, 0))
    acts: list[Touch] = [
        Whisper(BEN, "hello"),
        Change(STOVE, "idle"),
        Change(ThingId("no:such:thing"), "odd"),
        Arrive(ADA, Tile(1, 0)),
        Arrive(BEN, Tile(1, 1)),
        Enter(BEN, Tile(-1, 0)),
        Remove(BEN),
        Exit(BEN),
    ]
    for act in acts:
        assert touch(town, 3, act) == [], act
