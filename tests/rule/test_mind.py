"""The rule mind: invisible decisions are asked ahead and used later, so that no person has to wait for them."""

import asyncio
import json
from collections.abc import Awaitable
from datetime import datetime
from pathlib import Path

from milkwood.clock import TownClock
from milkwood.engine.asking import Desk, TickAsker
from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.mind.port import Decision
from milkwood.models.port import Answer, Question
from milkwood.town.body import Deed
from milkwood.town.intents import Approach, Do, GoTo, Say, Stay, TalkTo
from milkwood.town.percepts import InTalk, Moment, Percept, Prevented, SeesPerson
from milkwood.town.tile import Tile
from milkwood_rule.answers import RuleAnswers
from milkwood_rule.mind import EARSHOT_TILES, FUTURE_BLOCKS, MAX_APPROACH_TICKS, RuleMind
from milkwood_rule.questions import BREAK_DOWN
from milkwood_rule.routine import DayRoutine, RoutineBlock

ANN, BEN = PersonId("ann"), PersonId("ben")
CLOCK = TownClock(datetime(2023, 2, 13, 7, 0), 10)
BED, DESK = ThingId("house:room:bed"), ThingId("house:room:desk")
ROUTINE = DayRoutine(
    7 * 60,
    23 * 60,
    BED,
    "sleeping",
    tuple(RoutineBlock(hour * 60, (hour + 2) * 60, f"block {hour}", DESK) for hour in range(7, 23, 2)),
)


class Noting:
    """The rule mind's own answers, and the tick of each question."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []

    async def answer(self, question: Question) -> Answer:
        self.asked.append((question.id.tick, question.id.kind))
        return await RuleAnswers().answer(question)


class Alone:
    """A rule mind alone in a room, given moment after moment."""

    def __init__(self) -> None:
        self.mind, self.model = RuleMind(ANN, ROUTINE, CLOCK), Noting()
        self._desk = Desk(self.model)

    async def live(self, tick: int, *percepts: Percept, deed: Deed | None = None, walking: bool = False) -> Decision:
        moment = Moment(tick, Tile(1, 1), RoomId("house:room"), deed, walking, percepts)
        thought = self.mind.live(moment, TickAsker(self._desk, ANN, tick))
        decision = await thought if isinstance(thought, Awaitable) else thought
        await asyncio.sleep(0)
        return decision

    def asked(self, kind: str) -> list[int]:
        return [tick for tick, each in self.model.asked if each == kind]


def sees(away: int) -> SeesPerson:
    return SeesPerson(BEN, Tile(1 + away, 1), away, None, walking=False, talk=None)


def test_the_deeds_of_the_next_blocks_are_asked_for_when_a_day_begins() -> None:
    async def story() -> None:
        ann = Alone()
        first = await ann.live(0)
        assert isinstance(first.intent, GoTo)
        assert ann.asked("plan_day") == [0]
        assert ann.asked("break_down") == [0] * (1 + FUTURE_BLOCKS)

    asyncio.run(story())


def test_a_block_begins_without_asking_for_what_was_asked_ahead() -> None:
    async def story() -> None:
        ann = Alone()
        await ann.live(0)
        tick, deed = 1, None
        while tick < 720 + 60:
            decision = await ann.live(tick, deed=deed)
            deed = decision.intent.deed if isinstance(decision.intent, Do) else None
            tick = max(decision.wake, tick + 1)
        assert set(ann.asked("break_down")) == {0, 721}
        assert len(ann.asked("break_down")) == 1 + FUTURE_BLOCKS + 1

    asyncio.run(story())


def test_only_the_first_deed_of_a_block_says_where_they_go_afterwards() -> None:
    async def story() -> None:
        ann = Alone()
        await ann.live(0)
        first = await ann.live(1)
        assert isinstance(first.intent, Do)
        assert (first.intent.then, first.intent.then_stays) == (DESK, 1 + 4 * 360)
        tick = first.wake
        while isinstance((then := await ann.live(tick, deed=first.intent.deed)).intent, Do) is False:
            tick = then.wake
        assert isinstance(then.intent, Do)
        assert then.intent.then is None

    asyncio.run(story())


def test_a_person_walks_up_to_whom_they_greet_and_gives_up_after_a_while() -> None:
    async def story() -> None:
        ann = Alone()
        first = await ann.live(0)
        at_desk = await ann.live(first.wake)
        assert isinstance(at_desk.intent, Do)
        deed, tick = at_desk.intent.deed, first.wake + 1
        intents = []
        while Approach(BEN) not in intents:  # the model's own choice
            ann.mind.restore({**ann.mind.keep(), "talked": {}})
            intents.append((await ann.live(tick, sees(EARSHOT_TILES), deed=deed)).intent)
            tick += 1
        assert (await ann.live(tick, sees(3), walking=True)).intent == Stay()
        assert (await ann.live(tick + 1, sees(2))).intent == TalkTo(BEN)
        kept = ann.mind.keep()
        for until, percepts in (
            (tick + 2, ()),
            (tick + 2, (sees(2), Prevented("TalkTo", "they are talking"))),
            (tick + MAX_APPROACH_TICKS, (sees(4),)),
        ):
            ann.mind.restore(kept)
            assert (await ann.live(until, *percepts)).intent == Stay()
            assert ann.mind.keep()["whom"] is None

    asyncio.run(story())


def test_tomorrow_is_planned_on_falling_asleep_and_known_on_waking() -> None:
    async def story() -> None:
        ann = Alone()
        await ann.live(0)
        night = CLOCK.parse("day 1 23:00")
        asleep = await ann.live(night)
        assert isinstance(asleep.intent, Do)
        assert asleep.intent.deed.asleep
        assert ann.asked("plan_day") == [0, night]
        morning = CLOCK.parse("day 2 07:00")
        waking = await ann.live(morning, deed=asleep.intent.deed)
        assert isinstance(waking.intent, GoTo)
        assert ann.asked("plan_day") == [0, night]

    asyncio.run(story())


def test_a_mind_that_continues_elsewhere_is_as_it_was() -> None:
    async def story() -> None:
        ann, other = Alone(), Alone()
        await ann.live(0)
        other.mind.restore(ann.mind.keep())
        assert other.mind.keep() == ann.mind.keep()

    asyncio.run(story())


# --- the first release

FIRST = json.loads((Path(__file__).parents[1] / "fixtures" / "minds_1" / "rule.json").read_text("utf-8"))
"""A person in the middle of a talk, as the first release kept them."""


def test_a_rule_mind_of_the_first_release_comes_up_with_every_value_where_it_belongs() -> None:
    mind, old = RuleMind(ANN, ROUTINE, CLOCK), FIRST["mind"]
    mind.restore(old)
    kept = mind.keep()
    same = set(old) - {"deeds", "coming", "morrow", "pending"}
    assert {name: kept[name] for name in same} == {name: old[name] for name in same}
    assert [[*each.values()] for each in kept["deeds"]] == old["deeds"]
    coming = [[int(block), [[*each.values()] for each in deeds]] for block, deeds in kept["coming"].items()]
    assert coming == old["coming"]
    assert [[each["tick"], *each["asked"].values()] for each in kept["pending"]] == old["pending"]
    assert [each["block"] for each in kept["pending"]] == [4, 5]
    again = RuleMind(ANN, ROUTINE, CLOCK)
    again.restore(json.loads(json.dumps(kept)))
    assert again.keep() == kept


def test_pending_questions_of_a_rule_mind_of_the_first_release_are_kept() -> None:
    mind = RuleMind(ANN, ROUTINE, CLOCK)
    talked = {"person": "ann", "with": ["ben"], "lines": []}
    mind.restore({**FIRST["mind"], "morrow": [70, 1, {"day": 2}], "pending": [[90, "after_talk", 80, 0, talked]]})
    kept = mind.keep()
    assert kept["morrow"] == {"kind": "plan_day", "tick": 70, "n": 1, "content": {"day": 2}}
    assert [each["partners"] for each in kept["pending"]] == [["ben"]]


def test_a_rule_mind_of_the_first_release_talks_on() -> None:
    alone = Alone()
    alone.mind.restore(FIRST["mind"])
    talk = InTalk(TalkId(FIRST["mind"]["talk"]), (PersonId("nell_avery"),), True, 2)
    moment = Moment(FIRST["tick"], Tile(1, 1), RoomId("house:room"), None, False, (talk,))

    async def live() -> Decision:
        thought = alone.mind.live(moment, TickAsker(Desk(alone.model), ANN, moment.tick))
        return await thought if isinstance(thought, Awaitable) else thought

    assert isinstance(asyncio.run(live()).intent, Say)


def test_deeds_on_a_tape_of_the_first_release_are_read() -> None:
    deeds = [["fishing", 12], ["resting", 5]]
    assert [list(each) for each in BREAK_DOWN.read_back({"deeds": deeds}).deeds] == deeds
