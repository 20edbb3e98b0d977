"""What every question is: a name, a schema for its answer, prompts, limits, and an understudy that answers it.

Knows no model. Invariant (rule M2): a Kind that exists is whole: it can be asked in every language we ship, its answer
can be checked, and it can be answered with no model at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from pydantic import BaseModel

from milkwood.chance import Stream
from milkwood.models.port import Content


class Likeness(Protocol):
    """How alike two texts are in meaning, from -1 to 1, in any language; exact and the same every time."""

    def alike(self, one: str, other: str) -> float:
        """The cosine of their vectors, rounded."""
        ...


Understudy: TypeAlias = Callable[[Any, Stream, Likeness], dict[str, Any]]
"""Answers a question's content with a reply's content; chance comes from the stream alone."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the questions."""

    name: str
    reply: type[BaseModel]
    understudy: Understudy
    most_answer_tokens: int
    most_prompt_tokens: int
    check: Callable[[Content, BaseModel], list[str]]
    """What is wrong with a well-formed reply to this very question (unknown ids, wrong language …), in sentences."""
