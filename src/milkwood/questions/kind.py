"""What every question is: a name, a schema for its answer, limits, what gives way when space is short, and checks.

Knows no model and no single question. Invariant (rule M2): a Kind that exists is whole: it can be asked in every
language we ship, its answer can be checked, and it can be answered with no model at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from pydantic import BaseModel

from milkwood.chance import Stream
from milkwood.models.port import Content
from milkwood.questions.faults import Fault


class Likeness(Protocol):
    """How alike two texts are in meaning, from -1 to 1, in any language; exact and the same every time."""

    def alike(self, one: str, other: str) -> float:
        """The cosine of their vectors, rounded."""
        ...


Answerer: TypeAlias = Callable[[Any, Stream, Likeness], dict[str, Any]]
"""Answers a question's content with a reply's content; chance comes from the stream alone."""


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


def _as_it_is(_ask: Content, _reply: dict[str, Any]) -> None:
    """Most replies need no tidying of their own."""


def _no_faults(_ask: Content, _reply: Any) -> list[Fault]:
    """Most replies that are well-formed are right."""
    return []


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the questions."""

    name: str
    reply: type[BaseModel]
    most_prompt_tokens: int
    """No prompt is ever longer, however long a town has lived."""
    most_answer_tokens: int
    trims: tuple[Trim, ...] = ()
    """What gives way when a prompt is too long, in this order."""
    tidy: Callable[[Content, dict[str, Any]], None] = _as_it_is
    """Puts in order what has one right order, before the reply is checked."""
    check: Callable[[Content, Any], list[Fault]] = _no_faults
    """What is wrong with a well-formed reply to this very question."""
