"""The specification of a model, from settings to providers.

Invariant: it holds everything needed to reach a model, and its key cannot be shown.
"""

from dataclasses import dataclass, field

from milkwood.models.secret import Secret

TIMEOUT_SECONDS = 60.0
MAX_CONCURRENT_CALLS = 64


@dataclass(frozen=True, slots=True)
class Spec:
    """A model that was configured."""

    name: str
    """What the user calls it: `fast`, `strong`, anything."""
    provider: str
    """A preset's name; `weights` for a file of weights."""
    model: str
    """The vendor's name of the model, or the path of a file of weights."""
    address: str = field(default="", repr=False)
    """Where it is, if not where the preset says."""
    key: Secret | None = None
    temperature: float | None = None
    most_tokens: int | None = None
    """Upper limit of answer tokens for every question."""
    timeout_seconds: float = TIMEOUT_SECONDS
    at_once: int = MAX_CONCURRENT_CALLS
    """Maximum concurrent calls."""
    prompt_price: float | None = None
    """What a million prompt tokens cost, if the user knows better than we do."""
    answer_price: float | None = None
    """The same for a million answer tokens."""
    json_mode: str = ""
    """The way to ask for JSON that the provider is asked in first, if not its best one."""
    fallback: tuple[str, ...] = ()
    """Names of models to turn to when this one gives no usable answer; the understudy comes last."""
