"""One thought: a head at a moment, with its asker, new memories and the reason of its decision.

Invariant: all memories of a thought leave with its decision; the reason names question ids, so that their answers can
be looked up. Writes `state.pending`.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import limits
from milkwood.mind.head import Head
from milkwood.mind.port import Asker, Decision
from milkwood.mind.state import AskedAhead, Pending
from milkwood.models.port import Question, QuestionId
from milkwood.plain import Json
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.town.intents import Intent
from milkwood.town.percepts import Moment, SeesPerson, SeesThing

_SEEN = (SeesPerson, SeesThing)


class Thought:
    """The working state of a head at one tick."""

    __slots__ = ("_asked", "_asker", "felt", "head", "moment", "reason", "tick")

    def __init__(self, head: Head, moment: Moment, asker: Asker) -> None:
        self.head = head
        self.moment = moment
        self.tick = moment.tick
        self.felt = [each for each in moment.percepts if type(each) not in _SEEN]
        """Percepts that are not seen but heard or felt: mostly none."""
        self.reason: dict[str, Json] = {}
        self._asker = asker
        self._asked: dict[str, int] = {}

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        """Ask and wait."""
        self.because(question=self._id(kind.name).say())
        limits.count_question(self, kind.name)
        return await self._asker.ask(kind, ask)

    def ask_ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> AskedAhead:
        """Ask now for an answer that is needed at a later tick."""
        self._id(kind.name)
        limits.count_question(self, kind.name)
        question = self._asker.ahead(kind, ask, due)
        return AskedAhead(kind.name, question.id.tick, question.id.n, question.content)

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
        """Ask for an invisible answer; it is taken in some minutes later, whenever it came."""
        due = self.tick + self.head.hours.ticks(minutes)
        asked = self.ask_ahead(kind, ask, due)
        self.head.state.pending.entries.append(Pending(due, asked, tuple(about), talk, tuple(partners)))

    async def collect(self, kind: Kind[AskT, ReplyT], asked: AskedAhead) -> ReplyT:
        """The reply to a question asked before."""
        question = Question(QuestionId(self.head.id, asked.tick, asked.kind, asked.n), asked.content)
        self.because(question=question.id.say())
        return await self._asker.collect(kind, question)

    def take_due(self, kinds: Sequence[str] = ()) -> list[Pending]:
        """Remove and return the pending answers that are due, and all of some kinds."""
        own = self.head.state.pending
        due = [each for each in own.entries if self.is_due(each, kinds)]
        own.entries = [each for each in own.entries if not self.is_due(each, kinds)]
        return due

    def is_due(self, pending: Pending, kinds: Sequence[str]) -> bool:
        """Whether a pending answer is due, or of a wanted kind."""
        return pending.due <= self.tick or pending.asked.kind in kinds

    def _id(self, kind: str) -> QuestionId:
        n = self._asked.get(kind, 0)
        self._asked[kind] = n + 1
        return QuestionId(self.head.id, self.tick, kind, n)

    def because(self, **reason: Json) -> None:
        """Add to the reason."""
        self.reason.update(reason)

    def decide(self, intent: Intent, wake: int) -> Decision:
        """End the thought with a decision that wakes in time for pending answers."""
        head = self.head
        pending = head.state.pending.entries if head.state.day.awake else ()
        due = min((each.due for each in pending), default=wake)
        memories, head.fresh = tuple(head.fresh), []
        wake = max(min(wake, due), self.tick + 1)
        # A person who continues as before keeps the earlier reason.
        limit = self.reason.get("limit")
        told = "act" in self.reason or (isinstance(limit, str) and limits.is_news(self, limit))
        return Decision(intent, wake, memories, dict(self.reason) if told else None)
