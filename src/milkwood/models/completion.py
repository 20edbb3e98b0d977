"""What a language model is to us: a prompt goes in, text comes out. Providers implement it, wrappers wrap it.

Knows no vendor and no question. Invariants: whatever goes wrong on the way is raised, never returned as text; a Failure
says in one word what it was, so that it can be counted, and in a sentence what to do about it, never with a key or a
word the model wrote; usage that nobody knows is None, never a guess.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

from milkwood.errors import PurseError, VendorError
from milkwood.models.port import QuestionId, Usage
from milkwood.models.prompt import Prompt
from milkwood.plain import JsonObject

Schema: TypeAlias = JsonObject
"""What an answer must be like: a JSON schema."""

Category: TypeAlias = Literal[
    "schema",
    "auth",
    "payment",
    "forbidden",
    "missing",
    "timeout",
    "conflict",
    "too_large",
    "rate",
    "server",
    "connection",
    "cut_off",
    "filter",
    "content_type",
    "empty",
    "budget",
    "network_off",
    "other",
]
"""In one word what went wrong on the way to an answer."""

RETRYABLE: Final[frozenset[Category]] = frozenset(
    {"timeout", "conflict", "rate", "server", "connection", "content_type", "empty"}
)
"""What may succeed when it is tried again as it was."""
LASTING: Final[frozenset[Category]] = frozenset({"auth", "payment", "forbidden", "missing"})
"""What stays so until somebody changes something: whoever is asked next fails alike."""
UNPAID: Final[frozenset[Category]] = frozenset(
    {"schema", "auth", "payment", "forbidden", "missing", "conflict", "too_large", "rate", "budget", "network_off"}
)
"""What is refused before any work is done, and so costs nothing."""


@dataclass(frozen=True, slots=True)
class Call:
    """For whom and the how-manieth time something is asked: what priority, purse and record go by."""

    question: QuestionId
    attempt: int = 0
    """0 for the first prompt; 1 when it is asked again with what was wrong, and so on."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, and what it took."""

    text: str
    usage: Usage | None = field(default_factory=Usage)
    """None when the endpoint does not say."""
    cut_off: bool = False
    """Whether it ran into the most tokens it may write."""
    cached_tokens: int = 0
    """How many of the prompt's tokens the endpoint knew from before."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What an endpoint takes for a million tokens, at most; None when nobody knows."""

    prompt: float | None = None
    answer: float | None = None
    keeps_limit: bool = True
    """Whether it writes no more tokens than it is allowed."""
    thinking_tokens: int = 0
    """How many tokens it may write, and charge for, beyond those of the answer."""

    @property
    def known(self) -> bool:
        """Whether a price can be told at all."""
        return self.prompt is not None and self.answer is not None

    def price(self, prompt_tokens: int, answer_tokens: int) -> float:
        """What so many tokens cost; nothing when nobody knows."""
        return ((self.prompt or 0.0) * prompt_tokens + (self.answer or 0.0) * answer_tokens) / 1_000_000


class TextModel(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """Who answers, as the record and the screens say it."""
        ...

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text in answer to a prompt; the schema is for those that can be held to one."""
        ...


class Endpoint(TextModel, Protocol):
    """A language model at its source: the innermost of every stack, and what providers are."""

    @property
    def tariff(self) -> Tariff:
        """What it takes."""
        ...

    async def close(self) -> None:
        """Let go of connections or weights."""
        ...


class Failure(VendorError):
    """A model could not be had; `category` is one word for the count."""

    def __init__(
        self,
        category: Category,
        what: str,
        *,
        where: str = "",
        remedy: str = "",
        usage: Usage | None = None,
        retry_after_seconds: float | None = None,
        retryable: bool | None = None,
    ) -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.category: Category = category
        self.usage = Usage() if usage is None and category in UNPAID else usage
        """What it took all the same; None when nobody knows, and then it counts in full."""
        self.retry_after_seconds = retry_after_seconds
        """How long the endpoint asks to be left alone."""
        self.retryable = category in RETRYABLE if retryable is None else retryable
        """Whether the same call may succeed later."""

    def anew(self) -> "Failure":
        """The same failure for somebody else, who was not even sent."""
        return Failure(
            self.category,
            self.what,
            where=self.where,
            remedy=self.remedy,
            usage=Usage(),
            retry_after_seconds=self.retry_after_seconds,
            retryable=self.retryable,
        )


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
