"""Usage of an answer, from the field names of all vendors.

Invariants: numbers are read, never guessed: a number that is missing or cannot be a count (negative, not finite, beyond
any answer) is None; reasoning tokens count as answered, since they are charged as such; cached tokens are part of the
prompt's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeGuard

from milkwood.plain import Json, JsonObject

_PROMPT: Final = ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count", "tokens_evaluated")
_ANSWER: Final = (
    "completion_tokens",
    "output_tokens",
    "candidatesTokenCount",
    "eval_count",
    "tokens_predicted",
    "generated_tokens",
)
_TOTAL: Final = ("total_tokens", "totalTokenCount")
_CACHED: Final = (
    "cached_tokens",
    "prompt_cache_hit_tokens",
    "num_cached_tokens",
    "cachedContentTokenCount",
    "cache_n",
    "tokens_cached",
)
_THOUGHT: Final = ("reasoning_tokens", "thoughtsTokenCount", "thinking_tokens")
_DETAILS: Final = (
    "prompt_tokens_details",
    "input_tokens_details",
    "completion_tokens_details",
    "output_tokens_details",
)
_MAX_TOKENS_OR_DOLLARS: Final = 1_000_000_000
"""More tokens, or dollars, than any call takes."""
_MAX_TOKEN_DOLLARS: Final = 0.01
"""More dollars than any vendor takes for a token."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of one call."""

    prompt: int
    answer: int
    cached: int = 0
    written: int = 0
    """Prompt tokens written to the endpoint's cache, if that costs more."""
    thought: int = 0
    """Reasoning tokens, part of the answer."""
    price: float | None = None
    """The endpoint's own charge; 0 if it is no price."""


def spent_in(reply: JsonObject) -> Spent | None:
    """The usage in a reply; None if it has none."""
    for found in _places(reply):
        spent = _read(found, reply)
        if spent is not None:
            return spent
    return None


def _places(reply: JsonObject) -> Iterable[JsonObject]:
    """Possible places of usage, the usual one first."""
    inner = reply.get("x_groq")
    wrapped = inner.get("usage") if isinstance(inner, dict) else None
    for place in (reply.get("usage"), reply.get("usageMetadata"), wrapped, reply):
        if isinstance(place, dict):
            yield place


def _read(found: JsonObject, reply: JsonObject) -> Spent | None:
    prompt, answer = _number(found, _PROMPT), _number(found, _ANSWER)
    if prompt is None or answer is None or not prompt:
        return None
    details = [found[key] for key in _DETAILS if isinstance(found.get(key), dict)]
    timings = reply.get("timings")
    inner = (found, *details, *((timings,) if isinstance(timings, dict) else ()))
    cached, thought = _first(inner, _CACHED), _first(inner, _THOUGHT)
    read, written = _number(found, ("cache_read_input_tokens",)), _number(found, ("cache_creation_input_tokens",))
    if read is not None or written is not None:  # Anthropic counts cached tokens beside the prompt, not in it
        cached = read or 0
        prompt += cached + (written or 0)
    total = _number(found, _TOTAL) or 0
    answer = max(answer, total - prompt)  # some leave reasoning out of the answer, but not out of the sum
    cost = found.get("cost")
    believed = float(cost) if _is_amount(cost) and cost <= _MAX_TOKEN_DOLLARS * (prompt + answer) else 0.0
    price = None if cost is None else believed
    return Spent(prompt, answer, min(cached, prompt), min(written or 0, prompt), min(thought, answer), price)


def _first(places: Iterable[JsonObject], names: tuple[str, ...]) -> int:
    return next((number for place in places if (number := _number(place, names))), 0)


def _number(place: JsonObject, names: tuple[str, ...]) -> int | None:
    for name in names:
        value = place.get(name)
        if _is_amount(value):
            return int(value)
    return None


def _is_amount(value: Json) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MAX_TOKENS_OR_DOLLARS
