"""One thought: a moment, the questions it puts, and the decision it ends in, with its reason.

Knows the head it goes on in, no engine. Invariant: everything remembered in a thought leaves with its decision; a
question's id can be named in the reason, so that who answered it can be looked up.
"""

from collections import Counter
from typing import Any

from milkwood.mind.head import Head
from milkwood.mind.port import Asker, Decision
from milkwood.models.port import Content, Question, QuestionId
from milkwood.town.intents import Intent
from milkwood.town.percepts import Moment


class Thought:
    """What goes on in a head at one tick."""

    __slots__ = ("_asked", "_asker", "head", "moment", "reason", "tick")

    def __init__(self, head: Head, moment: Moment, asker: Asker) -> None:
        self.head = head
        self.moment = moment
        self.tick = moment.tick
        self.reason: dict[str, Any] = {}
        self._asker = asker
        self._asked: Counter[str] = Counter()

    async def ask(self, kind: str, content: Content) -> Content:
        """Ask and wait."""
        self.because(question=self._id(kind).say())
        return await self._asker.ask(kind, content)

    def ask_ahead(self, kind: str, content: Content, due: int) -> Question:
        """Ask for later: what is needed at a tick."""
        self._id(kind)
        return self._asker.ahead(kind, content, due)

    def ask_for_later(self, kind: str, content: Content, minutes: int, about: list[int] | None = None) -> None:
        """Ask what nobody can see the answer of; it is taken in some minutes later, whenever it came."""
        due = self.tick + self.head.hours.ticks(minutes)
        question = self.ask_ahead(kind, content, due)
        self.head.state.pending.append([due, kind, question.id.tick, question.id.n, dict(content), about or []])

    async def collect(self, kind: str, tick: int, n: int, content: Content) -> Content:
        """The answer to what was asked before."""
        question = Question(QuestionId(self.head.id, tick, kind, n), content)
        self.because(question=question.id.say())
        return await self._asker.collect(question)

    def _id(self, kind: str) -> QuestionId:
        n = self._asked[kind]
        self._asked[kind] += 1
        return QuestionId(self.head.id, self.tick, kind, n)

    def because(self, **reason: Any) -> None:
        """Part of why."""
        self.reason.update(reason)

    def decide(self, intent: Intent, wake: int) -> Decision:
        """What this thought ends in: in time for answers that are due."""
        head = self.head
        pending = head.state.pending if head.state.awake else ()
        due = min((entry[0] for entry in pending), default=wake)
        memories, head.fresh = tuple(head.fresh), []
        wake = max(min(wake, due), self.tick + 1)
        # Who goes on as before goes on for the reason they had.
        return Decision(intent, wake, memories, dict(self.reason) if "act" in self.reason else None)
