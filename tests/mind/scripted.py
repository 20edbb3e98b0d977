"""Small scripted moments: a head of Gull Quay without embeddings, an asker with prepared replies, fixed chance.

Knows no engine and no model. Invariant: a question without a prepared reply fails with the question; nothing is drawn
by chance unless a test allows it.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Collection, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest
from pydantic import BaseModel

from milkwood.chance import Stream
from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.mind import doing
from milkwood.mind.acquaintances import Impression
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head, Switches
from milkwood.mind.plan import Block
from milkwood.mind.port import Decision, Kept
from milkwood.mind.recall import Recollection
from milkwood.mind.state import AskedAhead, DoingState
from milkwood.mind.thought import Thought
from milkwood.models.port import Content, Question, QuestionId
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.run.minds import MindFactory
from milkwood.town.body import Deed
from milkwood.town.percepts import InTalk, Moment, Percept, SeesPerson, SeesThing
from milkwood.town.tile import Tile
from milkwood.towns import load
from milkwood.towns.shelf import find
from milkwood.words import Language

PACK = load(find("gull_quay").folder)
IVO, PETRA, NELL, WEN, BRAM = map(PersonId, ("ivo_marsh", "petra_marsh", "nell_avery", "wen_zhao", "bram_okoye"))
VISITOR = PersonId("ada")
NEWCOMER = PersonId("lottie_okoye")

MINUTE = 6
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MIDNIGHT = 17 * HOUR
"""The second day of the run, a Saturday."""
NOON = MIDNIGHT + 12 * HOUR
BED = MIDNIGHT + 21 * HOUR

QUAY, INN, BAKERY = map(RoomId, ("The Quay:quay", "The Anchor Inn:taproom", "The Salt Loaf:bakery"))
BEDROOM, KITCHEN, BATHROOM, GARDEN = (
    RoomId(f"Marsh house:{room}") for room in ("bedroom", "kitchen", "bathroom", "garden")
)
MY_BED, STOVE, TABLE, SHOWER, BENCH, BOAT, RACK = map(
    ThingId,
    (
        "Marsh house:bedroom:bed",
        "Marsh house:kitchen:cooking area",
        "Marsh house:kitchen:kitchen table",
        "Marsh house:bathroom:shower",
        "The Quay:quay:quay bench",
        "The Quay:quay:fishing boat",
        "The Quay:quay:net rack",
    ),
)
TALK = TalkId("1-petra_marsh")

NETS = Step("mending nets", 10, QUAY, RACK, "🪢", "hung with nets")
SITTING = Step("sitting down", 15, QUAY, None, "🙂", "")
COOKING = Step("cooking", 10, KITCHEN, STOVE, "🥣", "boiling")
WASHING = Step("washing", 10, BATHROOM, SHOWER, "🚿", "running")
NOW = Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK)


def head_of(person: PersonId = IVO, *, language: str = "en", without: Collection[str] = ()) -> Head:
    """A head that is awake at noon of the second day, with one block of the day ahead and no memories."""
    switches = Switches(**dict.fromkeys(without, False))
    factory = MindFactory(PACK, PACK.clock, Language(language), 1, shelf=lambda _person: (), switches=switches)
    head = factory.mind(PACK.people[person]).head
    factory.introduce(VISITOR, "Ada")
    day = head.state.day
    day.number, day.midnight, day.awake, day.bed = 2, MIDNIGHT, True, BED
    day.plan, day.block = [Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK)], 0
    head.state.doing.until = NOON + 30 * MINUTE
    return head


def knows(head: Head, person: PersonId, **fields: Any) -> None:
    """Change some fields of the impression of a person."""
    known: Impression = replace(head.people.of(person), **fields)
    head.people.take_over(person, known)


def moment(
    *percepts: Percept,
    tick: int = NOON,
    room: RoomId | None = QUAY,
    deed: Deed | None = None,
    walking: bool = False,
) -> Moment:
    return Moment(tick, Tile(0, 0), room, deed, walking, percepts)


def sees(
    person: PersonId = PETRA,
    away: int = 1,
    deed: Deed | None = None,
    *,
    walking: bool = False,
    talk: TalkId | None = None,
) -> SeesPerson:
    return SeesPerson(person, Tile(1, 1), away, deed, walking, talk)


def sees_thing(thing: ThingId = STOVE, state: str = "burning") -> SeesThing:
    return SeesThing(thing, state, 1)


def in_talk(*others: PersonId, my_turn: bool = True, lines: int = 0, talk: TalkId = TALK) -> InTalk:
    return InTalk(talk, others or (PETRA,), my_turn, lines)


class Script:
    """An asker with prepared replies: each question takes the next reply of its kind, or the test fails."""

    def __init__(self, *replies: BaseModel, ahead: Collection[str] = (), tick: int = NOON) -> None:
        self._replies = list(replies)
        self._ahead = frozenset(ahead)
        self._tick = tick
        self._counted: Counter[str] = Counter()
        self.asked: list[tuple[str, Content]] = []
        """Questions asked now: kind and content."""
        self.ahead_of: list[tuple[str, Content, int]] = []
        """Questions asked ahead, with the tick at which each is needed."""
        self.collected: list[QuestionId] = []

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        self._counted[kind.name] += 1
        self.asked.append((kind.name, deepcopy(kind.content(ask))))
        return self._next(kind, ask)

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        if kind.name not in self._ahead:
            raise AssertionError(f"{kind.name} was asked ahead, which the script does not expect: {ask}")
        content = deepcopy(kind.content(ask))
        self.ahead_of.append((kind.name, content, due))
        question = Question(QuestionId(IVO, self._tick, kind.name, self._counted[kind.name]), content)
        self._counted[kind.name] += 1
        return question

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        self.collected.append(question.id)
        return self._next(kind, kind.ask_of(question.content))

    def _next(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        for reply in self._replies:
            if isinstance(reply, kind.reply):
                self._replies.remove(reply)
                return reply
        raise AssertionError(f"{kind.name} was asked and the script has no reply to it: {ask}")

    def only(self, kind: Kind[AskT, ReplyT]) -> AskT:
        """The content of the only question that was asked now."""
        ((name, content),) = self.asked
        assert name == kind.name
        return kind.ask_of(content)

    def only_ahead(self, kind: Kind[AskT, ReplyT]) -> tuple[AskT, int]:
        """The content of the only question that was asked ahead, and when it is needed."""
        ((name, content, due),) = self.ahead_of
        assert name == kind.name
        return kind.ask_of(content), due


def thought(
    head: Head,
    *percepts: Percept,
    asker: Script | None = None,
    tick: int = NOON,
    room: RoomId | None = QUAY,
    deed: Deed | None = None,
    walking: bool = False,
) -> Thought:
    """A thought at a moment; by default it may ask nothing."""
    return Thought(head, moment(*percepts, tick=tick, room=room, deed=deed, walking=walking), asker or Script())


def decided(found: Decision | Awaitable[Decision]) -> Decision:
    """The decision, awaited if necessary."""
    return found if isinstance(found, Decision) else done(found)


def done(waiting: Awaitable[Any]) -> Any:
    """The result of an awaitable."""

    async def wait() -> Any:
        return await waiting

    return asyncio.run(wait())


def kept(head: Head) -> Kept:
    """A deep copy of everything in a head."""
    return deepcopy(head.keep())


def asked(kind: str, tick: int = NOON, n: int = 0) -> AskedAhead:
    return AskedAhead(kind, tick, n, {})


def texts(head: Head, kind: str) -> list[str]:
    """The texts of all memories of a kind."""
    return [record.text for record in head.memories.all() if record.kind == kind]


class Draws:
    """Chance as a test needs it: every draw gives `unit`; draws and their probabilities are recorded."""

    def __init__(self, patch: pytest.MonkeyPatch, unit: float) -> None:
        self.unit = unit
        self.purposes: list[tuple[str | int, ...]] = []
        self.chances: list[float] = []
        draws = self

        class Loaded(Stream):
            __slots__ = ()

            def bits(self) -> int:
                return int(draws.unit * (1 << 64))

            def happens(self, probability: float) -> bool:
                draws.chances.append(probability)
                return super().happens(probability)

        def draw(_head: Head, tick: int, *purpose: str | int) -> Stream:
            self.purposes.append((tick, *purpose))
            return cast(Stream, Loaded(0))

        patch.setattr(Head, "draw", draw)


def doer(*steps: Step, plan: tuple[Block, ...] = (NOW,), block: int = 0) -> Head:
    """Ivo in a block, with deeds to come."""
    head = head_of()
    head.state.day.plan, head.state.day.block = list(plan), block
    head.state.doing = DoingState(list(steps), until=NOON)
    return head


def go_on(
    head: Head,
    *percepts: Percept,
    room: RoomId | None = QUAY,
    tick: int = NOON,
    deed: Deed | None = None,
    asker: Script | None = None,
) -> Decision:
    """The next deed of the block."""
    at = thought(head, *percepts, room=room, tick=tick, deed=deed, asker=asker)
    block = head.state.day.current
    assert block is not None
    return decided(doing.go_on(at, block))


def looked_for(patch: pytest.MonkeyPatch, head: Head) -> list[tuple[list[str], int]]:
    """The memory query, and the number of memories requested; nothing is found."""
    found: list[tuple[list[str], int]] = []

    def recall(
        _tick: int, queries: Sequence[str], _people: Sequence[str] = (), n: int = 8, *, but: Sequence[int] = ()
    ) -> list[Recollection]:
        found.append((list(queries), n))
        return []

    patch.setattr(head, "recall", recall)
    return found
