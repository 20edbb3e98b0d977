"""One thought: a head at a moment, with what it may ask, what it will remember and why it decides as it does.

Knows the head it goes on in, no engine. Invariant: everything remembered in a thought leaves with its decision; a
question's id can be named in the reason, so that who answered it can be looked up. Writes `state.pending`.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.mind.port import Asker, Decision
from milkwood.mind.state import Asked, Pending
from milkwood.models.port import Question, QuestionId
from milkwood.plain import Json
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.town.intents import Intent
from milkwood.town.percepts import Moment, SeesPerson, SeesThing

_SEEN = (SeesPerson, SeesThing)


class Thought:
    """What goes on in a head at one tick."""

    __slots__ = ("_asked", "_asker", "felt", "head", "moment", "reason", "tick")

    def __init__(self, head: Head, moment: Moment, asker: Asker) -> None:
        self.head = head
        self.moment = moment
        self.tick = moment.tick
        self.felt = [each for each in moment.percepts if type(each) not in _SEEN]
        """What is not seen but heard, felt or lived: mostly nothing."""
        self.reason: dict[str, Json] = {}
        self._asker = asker
        self._asked: dict[str, int] = {}

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        """Ask and wait."""
        self.because(question=self._id(kind.name).say())
        return await self._asker.ask(kind, ask)

    def ask_ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Asked:
        """Ask for later: what is needed at a tick."""
        self._id(kind.name)
        question = self._asker.ahead(kind, ask, due)
        return Asked(kind.name, question.id.tick, question.id.n, question.content)

    def ask_for_later(
        self,
        kind: Kind[AskT, ReplyT],
        ask: AskT,
        minutes: int,
        *,
        about: Sequence[int] = (),
        talk: str = "",
        partners: Sequence[PersonId] = (),
    ) -> None:
        """Ask what nobody can see the answer of; it is taken in some minutes later, whenever it came."""
        due = self.tick + self.head.hours.ticks(minutes)
        asked = self.ask_ahead(kind, ask, due)
        self.head.state.pending.entries.append(Pending(due, asked, tuple(about), talk, tuple(partners)))

    async def collect(self, kind: Kind[AskT, ReplyT], asked: Asked) -> ReplyT:
        """The reply to what was asked before."""
        question = Question(QuestionId(self.head.id, asked.tick, asked.kind, asked.n), asked.content)
        self.because(question=question.id.say())
        return await self._asker.collect(kind, question)

    def take_due(self, kinds: Sequence[str] = ()) -> list[Pending]:
        """What is to be taken in now: what it is time for, and all of some kinds; it is pending no more."""
        own = self.head.state.pending
        due = [each for each in own.entries if self.is_due(each, kinds)]
        own.entries = [each for each in own.entries if not self.is_due(each, kinds)]
        return due

    def is_due(self, pending: Pending, kinds: Sequence[str]) -> bool:
        """Whether it is time to take in an answer, or it is of a kind that is wanted now."""
        return pending.due <= self.tick or pending.asked.kind in kinds

    def _id(self, kind: str) -> QuestionId:
        n = self._asked.get(kind, 0)
        self._asked[kind] = n + 1
        return QuestionId(self.head.id, self.tick, kind, n)

    def because(self, **reason: Json) -> None:
        """Part of why."""
        self.reason.update(reason)

    def decide(self, intent: Intent, wake: int) -> Decision:
        """What this thought ends in: in time for answers that are due."""
        head = self.head
        pending = head.state.pending.entries if head.state.day.awake else ()
        due = min((each.due for each in pending), default=wake)
        memories, head.fresh = tuple(head.fresh), []
        wake = max(min(wake, due), self.tick + 1)
        # Who goes on as before goes on for the reason they had.
        return Decision(intent, wake, memories, dict(self.reason) if "act" in self.reason else None)
