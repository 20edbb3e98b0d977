"""The engine's interface to a mind: a Moment in, a Decision out.

Invariant: decisions depend on the moments and the answers alone; `keep` and `restore` cover the complete state, so that
a life can continue elsewhere.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from milkwood.models.port import Content, Question
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.questions.terms import Certainty
from milkwood.town.intents import Intent
from milkwood.town.percepts import Moment

Kept: TypeAlias = dict[str, Any]
"""A mind's state as JSON."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory as first written."""

    kind: str
    text: str
    about: tuple[str, ...] = ()
    """Ids of people."""
    importance: int = 1
    number: int = 0
    """Its number among this person's memories; evidence refers to it."""
    place: str = ""
    """The room it is from, if any."""
    source: str = ""
    """The person who told it; empty for what the person saw, did or thought."""
    talk: str = ""
    """The talk it was told in."""
    evidence: tuple[int, ...] = ()
    """Numbers of the memories it is based on."""
    private: bool = False
    """Not to be told."""
    secret_from: tuple[str, ...] = ()
    """Ids of people who must not hear it."""
    witnesses: tuple[str, ...] = ()
    """Ids of people who were there or know it first hand."""
    certainty: Certainty = "known"
    """How sure it is."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An intent, new memories, and the latest wake time."""

    intent: Intent
    wake: int
    memories: tuple[Memory, ...] = ()
    reason: Content | None = None
    """Why: plan item, percept, recalled memories, question; None if the person continues as before."""


class Asker(Protocol):
    """Asks questions for one person at one tick."""

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        """Ask and wait for the reply."""
        ...

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        """Ask now for an answer that is needed at tick `due`; the inputs are fixed now. Keep the question."""
        ...

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        """The reply to a question asked ahead; asks again if it was lost with an interrupted run."""
        ...


class Mind(Protocol):
    """One person's thinking."""

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """Decide: at once if nothing has to be asked, otherwise when the answers are there."""
        ...

    def keep(self) -> Kept:
        """The complete state."""
        ...

    def restore(self, kept: Kept) -> None:
        """Restore the state."""
        ...
