"""The port to language models: a prompt goes in, text comes out. Providers implement it, wrappers wrap it.

Invariants: every error is raised, never returned as text; a Failure has a category that can be counted and a sentence
that says what to do, with no key and no text of the model in it; unknown usage is None, never a guess.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

from milkwood.errors import PurseError, VendorError
from milkwood.models.port import QuestionId, Usage
from milkwood.models.prompt import Prompt
from milkwood.plain import JsonObject

Schema: TypeAlias = JsonObject
"""JSON schema of an answer."""

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
"""Categories of failed calls."""

RETRYABLE: Final[frozenset[Category]] = frozenset(
    {"timeout", "conflict", "rate", "server", "connection", "content_type", "empty"}
)
"""Transient failures: the same call may succeed later."""
LASTING: Final[frozenset[Category]] = frozenset({"auth", "payment", "forbidden", "missing"})
"""Permanent failures: every later call fails the same way until the configuration changes."""
UNPAID: Final[frozenset[Category]] = frozenset(
    {"schema", "auth", "payment", "forbidden", "missing", "conflict", "too_large", "rate", "budget", "network_off"}
)
"""Failures that cost nothing: the call is refused before any work is done."""


class CallAccount(Protocol):
    """The money of one call over all its tries."""

    async def hold(self) -> None:
        """Wait until the next try can be paid for."""
        ...

    def repeat(self, outcome: str) -> None:
        """Record a failed try; another follows, or none."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """The question a call belongs to and its attempt number; used for priority, budget and logging."""

    question: QuestionId
    attempt: int = 0
    """0 for the first prompt; 1 for the first repair prompt, and so on."""
    account: CallAccount | None = field(default=None, compare=False, repr=False)
    """Who pays for it; None where nothing is counted."""
    seconds: float | None = field(default=None, compare=False, repr=False)
    """The time it is given; None for the time-out of the endpoint."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of a model, and its usage."""

    text: str
    usage: Usage | None = field(default_factory=Usage)
    """None when the endpoint does not say."""
    cut_off: bool = False
    """Whether the text was cut off at the token limit."""
    cached_tokens: int = 0
    """Prompt tokens that the endpoint read from its cache."""
    doubted: bool = False
    """Whether the price is our own, because the endpoint's cannot be right."""
    json_mode: str = field(default="", compare=False)
    """How the form of the answer was asked for, at an endpoint that knows several ways."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """Highest price of an endpoint per million tokens; None if unknown."""

    prompt: float | None = None
    answer: float | None = None
    keeps_limit: bool = True
    """Whether it respects the token limit."""
    thinking_tokens: int = 0
    """Thinking tokens that it may write and charge beyond the answer."""

    @property
    def known(self) -> bool:
        """Whether the price is known."""
        return self.prompt is not None and self.answer is not None

    def price(self, prompt_tokens: int, answer_tokens: int) -> float:
        """Price of these tokens; 0 if unknown."""
        return ((self.prompt or 0.0) * prompt_tokens + (self.answer or 0.0) * answer_tokens) / 1_000_000


class TextModel(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """Name of the model in records and on screens."""
        ...

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text for a prompt; models that support schemas use the schema."""
        ...


class Endpoint(TextModel, Protocol):
    """A provider's model: the innermost layer of every stack."""

    @property
    def server(self) -> str:
        """Where it is: host and port, without path and key; for records."""
        ...

    @property
    def tariff(self) -> Tariff:
        """Its prices."""
        ...

    @property
    def near(self) -> bool:
        """Whether it is a server of the user's own, which may answer one call after the other."""
        ...

    async def close(self) -> None:
        """Release connections or weights."""
        ...


class Failure(VendorError):
    """A call to a model failed; `category` is for counting."""

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
        """Usage of the failed call; None if unknown, and then it is charged in full."""
        self.retry_after_seconds = retry_after_seconds
        """Delay that the endpoint asked for."""
        self.retryable = category in RETRYABLE if retryable is None else retryable
        """Whether the same call may succeed later."""

    def copy_unsent(self) -> "Failure":
        """The same failure for another call that was never sent."""
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
    """Category of an error; never its message, which may quote anything."""
    if isinstance(error, Failure):
        return error.category
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, PurseError):
        return "budget"
    if isinstance(error, ConnectionError):
        return "connection"
    return "vendor" if isinstance(error, VendorError) else type(error).__name__
