"""What a language model is to us: a prompt goes in, text comes out. Providers implement it.

Knows no vendor and no question. Invariant: whatever goes wrong on the way is raised, never returned as text; a Failure
says in one word what it was, so that it can be counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from milkwood.errors import PurseError, VendorError
from milkwood.models.port import Usage
from milkwood.questions.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, and what it took."""

    text: str
    usage: Usage = field(default_factory=Usage)


class TextModel(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """Who answers, as the record and the screens say it."""
        ...

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int) -> Completion:
        """The model's text in answer to a prompt; the schema is for those that can be held to one."""
        ...


class Failure(VendorError):
    """A model could not be had; `category` is one word for the count."""

    def __init__(
        self, category: str, what: str, *, where: str = "", remedy: str = "", usage: Usage | None = None
    ) -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.category = category
        self.usage = usage or Usage()


def category_of(error: Exception) -> str:
    """One word for what went wrong; never its message, which may quote anything."""
    if isinstance(error, Failure):
        return error.category
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, PurseError):
        return "budget"
    if isinstance(error, ConnectionError):
        return "connection"
    return "vendor" if isinstance(error, VendorError) else type(error).__name__
