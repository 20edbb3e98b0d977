"""What every question is: a name, what is asked, a schema for the reply, limits, what gives way when space is short.

Knows no model and no single question. Invariant (rule M2): a Kind that exists is whole: it can be asked in every
language we ship and its reply can be checked; what is asked and what is replied keep their types from the schema to the
code that uses them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from pydantic import BaseModel

from milkwood.models.port import Content
from milkwood.questions.faults import Fault
from milkwood.questions.recorded import recorded

Draft: TypeAlias = dict[str, Any]
"""A reply as it was written, made to fit its fields but not yet validated."""

AskT = TypeVar("AskT", bound=Mapping[str, object])
ReplyT = TypeVar("ReplyT", bound=BaseModel)


class TextSimilarity(Protocol):
    """How alike two texts are in meaning, from -1 to 1, in any language; exact and the same every time."""

    def alike(self, one: str, other: str) -> float:
        """The cosine of their vectors, rounded."""
        ...


@dataclass(frozen=True, slots=True)
class Trim:
    """A list of a prompt that gives way when the prompt is too long."""

    key: str
    keep: int = 0
    """How many stay as long as something else can give way."""
    oldest: bool = False
    """Whether the first goes first; otherwise the last."""
    most: int = 0
    """How many there are at the most, whatever room there is; 0 for no such limit. A limit that does not depend on the
    moment is what keeps the beginning of a prompt the same all day."""
    shrink: bool = False
    """Whether its entries get shorter instead, since none may be missing."""


def _as_it_is(_ask: Content, _draft: Draft) -> None:
    """Most replies need no tidying of their own."""


def _no_faults(_ask: Content, _reply: BaseModel) -> list[Fault]:
    """Most replies that are well-formed are right."""
    return []


@dataclass(frozen=True, slots=True)
class Kind(Generic[AskT, ReplyT]):
    """One of the questions: its ask and its reply."""

    name: str
    reply: type[ReplyT]
    most_prompt_tokens: int
    """No prompt is ever longer, however long a town has lived."""
    most_answer_tokens: int
    trims: tuple[Trim, ...] = ()
    """What gives way when a prompt is too long, in this order."""
    tidy: Callable[[AskT, Draft], None] = _as_it_is
    """Puts in order what has one right order, before the reply is checked."""
    check: Callable[[AskT, ReplyT], list[Fault]] = _no_faults
    """What is wrong with a well-formed reply to this very question."""

    def content(self, ask: AskT) -> Content:
        """What is asked, as the tape and models see it: JSON."""
        return ask

    def ask_of(self, content: Content) -> AskT:
        """What was asked, from the JSON that models see."""
        return cast(AskT, content)

    def read_back(self, content: Content) -> ReplyT:
        """A reply from what the tape holds, never checked against today's bounds."""
        return recorded(self.reply, content)


AnyKind: TypeAlias = Kind[Any, Any]
"""A question by its name alone, for those who ask and read all of them alike."""
