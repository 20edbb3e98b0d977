"""What a mind is to the engine: it is given a Moment, it gives back a Decision.

Knows no town state, no storage, no vendor (rule M1). Invariant: what a mind decides follows from its moments and the
answers to its questions alone; `keep` and `restore` carry all of its state, so that a life can go on elsewhere.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from milkwood.models.port import Content, Question
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.town.intents import Intent
from milkwood.town.percepts import Moment

Kept: TypeAlias = dict[str, Any]
"""A mind's state as JSON can hold it."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A remembered thing, as it is first written down."""

    kind: str
    text: str
    about: tuple[str, ...] = ()
    """Ids of people."""
    importance: int = 1
    number: int = 0
    """Which of this person's memories it is; evidence refers to memories by it."""
    place: str = ""
    """The room it is from, if any."""
    source: str = ""
    """Who told it; empty for what one saw, did or thought oneself."""
    talk: str = ""
    """The talk it was told in."""
    evidence: tuple[int, ...] = ()
    """Numbers of the memories it rests on."""
    private: bool = False
    """Not for telling."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a mind wants to try now, what it will remember, and when it wants to be roused at the latest."""

    intent: Intent
    wake: int
    memories: tuple[Memory, ...] = ()
    reason: Content | None = None
    """Why: the plan item, the percept, what was recalled, which question; None when one goes on as before."""


class Asker(Protocol):
    """How a mind asks; bound to one person and one tick."""

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        """Ask and wait for the reply."""
        ...

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        """Ask now what will be needed at a later tick; its inputs are fixed at this one. Keep the question."""
        ...

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        """The reply to a question asked ahead, asked again if it was lost with an interrupted run."""
        ...


class Mind(Protocol):
    """One person's thinking."""

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """What to do now: at once when nothing has to be asked, otherwise when the answers are there."""
        ...

    def keep(self) -> Kept:
        """All of its state."""
        ...

    def restore(self, kept: Kept) -> None:
        """Be as one was."""
        ...
