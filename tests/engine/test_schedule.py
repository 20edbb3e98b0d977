"""Small scenes in which one person thinks long while others go on: the others must see the state that will result."""

from collections.abc import Callable

import pytest

from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.events import Entered, Happening, Refused, TalkBegan, ThingChanged
from milkwood.town.intents import Do, GoTo, Halt, Intent, Join, Say, SetThing, Stay, TalkTo
from milkwood.town.sight import sees
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.engine.scenes import Diary, first_difference
from tests.engine.script import Part, play
from tests.engine.village import draw

STREET = draw(
    "street",
    """
    ..............................#######
    ..............................#.....#
    ..............................+.....#
    ....................g.........#..b..#
    ..............................#######
    """,
)
GARDEN = ThingId("green:park:garden 0")
BED = ThingId("house 01:room:bed 0")
ROOM = RoomId("house 01:room")
MID = PersonId("mid")

Cast = Callable[[], dict[str, Part]]


def part(x: int, lines: dict[int, Intent], *slow: int, y: int = 2) -> Part:
    return Part(Tile(x, y), lines, frozenset(slow))


def same_everywhere(cast: Cast, until: int = 40) -> Diary:
    """Play a cast under every schedule; the sequential schedule gives the expected result."""
    truth = play(STREET, cast(), Serial(), until=until)
    for schedule in (Lockstep(), OutOfOrder(), OutOfOrder(on_foot=False)):
        told = play(STREET, cast(), schedule, until=until)
        assert not first_difference(truth, told), f"{type(schedule).__name__}: {first_difference(truth, told)}"
    return truth


def test_a_witness_of_a_talk_waits_for_a_member_out_of_view_who_may_end_it() -> None:
    def cast() -> dict[str, Part]:
        return {
            "far": part(16, {0: TalkTo(MID), 5: Say("farewell", last=True)}, 5),
            "mid": part(13, {}),
            "near": part(10, {6: Stay()}),
        }

    same_everywhere(cast)


def test_a_witness_waits_for_a_person_out_of_view_who_may_start_a_talk() -> None:
    def cast() -> dict[str, Part]:
        return {
            "far": part(16, {5: TalkTo(MID)}, 5),
            "mid": part(13, {6: Stay()}),
            "near": part(10, {6: Stay()}),
        }

    same_everywhere(cast)


WALK: dict[int, Intent] = {5: GoTo(Tile(28, 2))}
NUDGE: dict[int, Intent] = {16: Join(TalkId("no such talk"))}


@pytest.mark.parametrize(
    ("x", "lines"),
    [
        (0, {**WALK, 17: Stay()}),
        (0, {**WALK, 17: Halt()}),
        (0, {**WALK, **NUDGE, 17: Stay()}),
        (0, {**WALK, **NUDGE, 17: Halt()}),
        (12, {17: GoTo(Tile(28, 2))}),
    ],
    ids=["walks on", "halts", "walks on after a nudge", "halts after a nudge", "sets off"],
)
def test_a_thing_that_changes_ahead_wakes_only_the_people_behind_who_will_see_it(
    x: int, lines: dict[int, Intent]
) -> None:
    """The gardener lives tick 21 while the walker, five steps from seeing the garden, still thinks at tick 17."""

    def cast() -> dict[str, Part]:
        return {"gardener": part(21, {21: SetThing(GARDEN, "wet")}), "walker": part(x, lines, 17)}

    truth = same_everywhere(cast)
    assert any(isinstance(each.event, ThingChanged) and each.tick == 21 for each in truth.happenings)


@pytest.mark.parametrize("turn", [Stay(), Halt()], ids=["walks on", "halts"])
def test_a_deed_that_begins_ahead_wakes_only_the_people_behind_who_will_see_it(turn: Intent) -> None:
    def cast() -> dict[str, Part]:
        return {
            "gardener": part(24, {21: Do(Deed("dig"))}, y=0),
            "walker": part(4, {**WALK, 17: turn}, 17),
        }

    same_everywhere(cast)


def test_a_person_walking_out_of_view_may_still_be_stopped() -> None:
    """At tick 5 the walker is in the door, at 6 behind the wall; a person who sees them at 5 may talk to them."""

    def cast() -> dict[str, Part]:
        return {
            "talker": part(28, {5: TalkTo(PersonId("walker"))}, 5),
            "walker": part(25, {0: GoTo(Tile(32, 2))}),
        }

    truth = same_everywhere(cast)
    assert any(isinstance(each.event, TalkBegan) for each in truth.happenings)


def test_a_person_who_turns_back_on_a_committed_route_surprises_no_one() -> None:
    def cast() -> dict[str, Part]:
        lines: dict[int, Intent] = {0: GoTo(BED, stays=100), 5: GoTo(Tile(8, 2))}
        return {"walker": part(8, lines, 5), "watcher": part(6, {13: Stay()})}

    truth = same_everywhere(cast)
    assert any(isinstance(each.event, Refused) and each.tick == 5 for each in truth.happenings)


def test_a_person_committed_to_a_room_does_not_leave_again() -> None:
    def cast() -> dict[str, Part]:
        lines: dict[int, Intent] = {0: GoTo(ROOM, stays=100), 20: GoTo(Tile(24, 2))}
        return {"guest": part(24, lines, 20), "watcher": part(22, {28: Stay()})}

    same_everywhere(cast)


def test_a_person_committed_to_a_room_holds_no_one_outside() -> None:
    guest = part(32, {0: Do(Deed("rest", stays=35)), 1: Stay()}, 1)
    passer = part(20, {tick: Stay() for tick in range(0, 30)})
    late: list[int] = []

    class Watching(OutOfOrder):
        def ready(self, until: int, **how: bool) -> list[int]:
            if self._life.thinking:
                late.append(int(self._life.own[1]))
            return super().ready(until, **how)

    play(STREET, {"guest": guest, "passer": passer}, Watching(), until=40)
    assert max(late) >= 29


def test_a_person_who_begins_to_talk_to_a_person_who_steps_aside_in_the_same_tick_still_sees_them() -> None:
    """Rule T2: talk partners are in view; the step to the spot of a deed counts."""

    def cast() -> dict[str, Part]:
        return {
            "ann": part(19, {3: Do(Deed("dig", thing=GARDEN))}, y=3),
            "ben": part(16, {3: TalkTo(PersonId("ann"))}, y=3),
        }

    truth = same_everywhere(cast, until=5)
    start = {PersonId(name): each.tile for name, each in cast().items()}
    town = Town(STREET).fold(Happening(BEFORE_TIME, name, 0, Entered(tile)) for name, tile in start.items())
    scene = town.fold(truth.happenings).scene(4)
    for talk in scene.talks.values():
        one, other = (scene.tiles[member] for member in talk.members)
        assert sees(STREET, one, other, 3)


def test_two_people_acting_on_one_thing_in_one_tick_are_resolved_together() -> None:
    def cast() -> dict[str, Part]:
        use = Do(Deed("sleep", thing=BED, asleep=True))
        return {
            "ann": part(33, {3: use}, 3, y=2),
            "ben": part(32, {3: use}, y=3),
        }

    truth = same_everywhere(cast)
    assert [type(each.event).__name__ for each in truth.happenings if each.tick == 3] == ["DeedBegan", "Refused"]


def test_a_sleeper_continues_sleeping_while_others_think() -> None:
    def cast() -> dict[str, Part]:
        return {
            "sleeper": part(33, {0: Do(Deed("sleep", thing=BED, asleep=True)), 30: Stay()}, y=3),
            "thinker": part(32, {5: SetThing(BED, "odd"), 9: GoTo(Tile(5, 2))}, 5),
        }

    same_everywhere(cast)


def test_people_far_apart_do_not_wait_for_each_other() -> None:
    """While the thinker is busy at tick 1, the other has gone on before the answer comes."""
    other = part(20, {tick: Stay() for tick in range(0, 10)})
    thinker = part(0, {1: Stay()}, 1)
    ticks_when_answered: list[int] = []

    class Watching(OutOfOrder):
        def ready(self, until: int, **how: bool) -> list[int]:
            if self._life.thinking:
                ticks_when_answered.append(int(self._life.own[0]))
            return super().ready(until, **how)

    play(STREET, {"other": other, "thinker": thinker}, Watching(), until=40)
    assert max(ticks_when_answered) >= 9
