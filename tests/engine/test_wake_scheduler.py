"""Who is woken when: scripted people record every tick they live."""

from collections.abc import Mapping

import pytest

from milkwood.engine.schedule import Serial
from milkwood.engine.wake_scheduler import WakeScheduler
from milkwood.ids import PersonId, TalkId, ThingId
from milkwood.mind.port import Asker, Decision
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.intents import Do, Finish, GoTo, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.percepts import Hears, InTalk, Moment, Prevented, SeesPerson
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
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
ANN, BEN = PersonId("ann"), PersonId("ben")


def lived(until: int = 40, **cast: Part) -> dict[str, list[int]]:
    """The ticks at which each of them was woken, after the first."""
    play(STREET, cast, Serial(), until=until)
    return {name: each.lived[1:] for name, each in cast.items()}


def part(x: int, lines: Mapping[int, Intent] | None = None, y: int = 2) -> Part:
    return Part(Tile(x, y), lines or {})


def test_no_person_is_woken_while_nothing_happens() -> None:
    assert lived(ann=part(0), ben=part(2)) == {"ann": [], "ben": []}


def test_people_are_woken_at_the_time_they_asked_for() -> None:
    assert lived(ann=part(0, {7: Stay(), 9: Stay()})) == {"ann": [7, 9]}


def test_a_walk_is_quiet_until_it_ends() -> None:
    assert lived(ann=part(0, {0: GoTo(Tile(5, 2))})) == {"ann": [5]}


def test_both_are_woken_once_when_a_person_comes_into_view() -> None:
    assert lived(ann=part(0), ben=part(10, {0: GoTo(Tile(1, 2))})) == {"ann": [7], "ben": [7, 9]}


def test_a_person_coming_back_into_view_wakes_others_again() -> None:
    there_and_back = {0: GoTo(Tile(10, 2)), 10: GoTo(Tile(0, 2))}
    assert lived(ann=part(0, y=0), ben=part(0, there_and_back)) == {"ann": [17], "ben": [10, 17, 20]}


def test_a_wall_keeps_people_from_waking_each_other() -> None:
    assert lived(ann=part(31, y=1), ben=part(20, {0: GoTo(Tile(29, 1))})) == {"ann": [], "ben": [10]}


def test_a_deed_that_begins_or_ends_in_view_wakes_only_others() -> None:
    digs: dict[int, Intent] = {4: Do(Deed("dig")), 8: Finish()}
    assert lived(ann=part(0, digs), ben=part(2), far=part(9)) == {"ann": [4, 8], "ben": [5, 9], "far": []}


def test_a_person_stepping_into_view_by_a_deed_wakes_others() -> None:
    digs: dict[int, Intent] = {4: Do(Deed("dig", thing=GARDEN))}
    assert lived(ann=part(19, digs, y=3), ben=part(23, y=3))["ben"] == [5]


def test_setting_off_in_view_wakes_no_one() -> None:
    assert lived(ann=part(0, {4: GoTo(Tile(3, 2))}), ben=part(2)) == {"ann": [4, 7], "ben": []}


def test_a_thing_in_view_changed_by_another_person_wakes() -> None:
    waters: dict[int, Intent] = {4: SetThing(GARDEN, "wet"), 8: SetThing(GARDEN, "wet")}
    assert lived(ann=part(21, waters), ben=part(18), far=part(16)) == {"ann": [4, 8], "ben": [5], "far": []}


def test_a_refusal_is_felt_once_at_the_next_tick() -> None:
    felt: list[tuple[int, int]] = []

    class Feeling(Part):
        def live(self, moment: Moment, asker: Asker) -> Decision:
            felt.append((moment.tick, sum(isinstance(each, Prevented) for each in moment.percepts)))
            return self._decide(moment)

    lived(ann=Feeling(Tile(0, 2), {4: Join(TalkId("none")), 5: Stay(), 6: Stay()}))
    assert felt == [(0, 0), (4, 0), (5, 1), (6, 0)]


def test_a_talk_wakes_its_members_at_each_line_and_others_when_it_begins_and_ends() -> None:
    ann = part(0, {3: TalkTo(BEN), 4: Say("hello"), 6: Say("farewell", last=True)})
    ben = part(2, {5: Say("good day")})
    assert lived(ann=ann, ben=ben, eve=part(1, y=4), far=part(9)) == {
        "ann": [3, 4, 5, 6, 7],
        "ben": [4, 5, 6, 7],
        "eve": [4, 7],
        "far": [],
    }


def test_joining_and_leaving_wakes_the_members_of_a_talk() -> None:
    ann = part(0, {3: TalkTo(BEN)})
    eve = part(1, {5: Join(TalkId("3-ann")), 9: Leave()}, y=4)
    assert lived(ann=ann, ben=part(2), eve=eve) == {"ann": [3, 4, 6, 10], "ben": [4, 6, 10], "eve": [4, 5, 6, 9, 10]}


def test_a_walker_who_is_talked_to_stops_and_is_woken() -> None:
    assert lived(ann=part(6, {5: TalkTo(BEN)}), ben=part(0, {0: GoTo(Tile(12, 2))})) == {
        "ann": [3, 5, 6],
        "ben": [3, 6],
    }


def test_a_line_is_heard_by_the_others_of_a_talk() -> None:
    heard: list[tuple[int, list[object]]] = []

    class Hearing(Part):
        def live(self, moment: Moment, asker: Asker) -> Decision:
            heard.append((moment.tick, [each for each in moment.percepts if not isinstance(each, SeesPerson)]))
            return self._decide(moment)

    lived(ann=part(0, {3: TalkTo(BEN), 4: Say("hello")}), ben=Hearing(Tile(2, 2), {}))
    talk = TalkId("3-ann")
    assert heard == [
        (0, []),
        (4, [InTalk(talk, (ANN,), my_turn=False, lines=0)]),
        (5, [Hears(talk, ANN, "hello"), InTalk(talk, (ANN,), my_turn=True, lines=1)]),
    ]


def test_a_sleeper_is_woken_only_at_the_time_they_asked_for() -> None:
    sleeper = part(33, {0: Do(Deed("sleep", thing=BED, asleep=True)), 25: Finish(), 30: Stay()}, y=3)
    restless = part(32, {5: Do(Deed("sing")), 9: SetThing(BED, "odd"), 12: GoTo(Tile(25, 2)), 20: GoTo(Tile(32, 2))})
    told = lived(sleeper=sleeper, restless=restless)
    assert told["sleeper"] == [25, 30]


def roused(asleep: bool) -> WakeScheduler:
    """Ann and ben stand side by side at tick 10; the earliest wake-up either asked for is 90."""
    deed = Deed("lie", asleep=asleep)
    town = Town(STREET).fold(
        [
            Happening(BEFORE_TIME, ANN, 0, happened.Entered(Tile(0, 2), deed)),
            Happening(BEFORE_TIME, BEN, 0, happened.Entered(Tile(2, 2))),
        ]
    )
    scheduler = WakeScheduler(town, [ANN, BEN], 3, 10)
    scheduler.wake[:] = 90
    return scheduler


@pytest.mark.parametrize("asleep", [False, True])
def test_a_voice_wakes_people_awake_or_asleep_and_is_heard_once(asleep: bool) -> None:
    scheduler = roused(asleep)
    scheduler.committed(19, {}, [Happening(19, ANN, 0, happened.Whispered("go"))])
    assert scheduler.next_of(0) == 20
    assert scheduler.felt(0, 20) == [happened.Whispered("go")]
    scheduler.committed(20, {0: 90}, [])
    assert scheduler.next_of(0) == 90
    assert scheduler.felt(0, 21) == []


def test_an_event_during_sleep_does_not_wake_later() -> None:
    scheduler = roused(asleep=True)
    scheduler.committed(50, {0: 90}, [])
    scheduler.poke(0, 40)
    assert scheduler.next_of(0) == 90


def test_a_later_reason_is_not_forgotten_over_an_earlier_one() -> None:
    scheduler = roused(asleep=False)
    for tick in (17, 22, 19):
        scheduler.poke(0, tick)
    due = []
    for _ in range(3):
        due.append(scheduler.next_of(0))
        scheduler.committed(due[-1], {0: 90}, [])
    assert [*due, scheduler.next_of(0)] == [17, 19, 22, 90]


def test_a_later_voice_is_not_forgotten_over_an_earlier_one() -> None:
    scheduler = roused(asleep=True)
    scheduler.poke(0, 17, [happened.Whispered("first")])
    scheduler.poke(0, 22, [happened.Whispered("then")])
    assert scheduler.felt(0, 17) == [happened.Whispered("first")]
    scheduler.committed(17, {0: 90}, [])
    assert scheduler.next_of(0) == 22
    assert scheduler.felt(0, 22) == [happened.Whispered("then")]


def test_the_time_asked_for_is_never_now_or_past() -> None:
    scheduler = roused(asleep=False)
    scheduler.committed(30, {0: 5}, [])
    assert scheduler.next_of(0) == 31
