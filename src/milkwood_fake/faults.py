"""All faults of a model server, by name.

Invariant: every fault has a name, a sentence, and exactly one of four categories: refused with a status, faulty
transport, faulty text, faulty token count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from milkwood.i18n import t
from milkwood.plain import Json


@dataclass(frozen=True, slots=True)
class ApiError:
    """A status and the vendor's words for it."""

    status: int
    type: str
    code: str | None
    message: str
    param: str | None = None

    def body(self) -> dict[str, Json]:
        """The error in the vendor's shape."""
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}


_INVALID: Final = "invalid_request_error"

REFUSALS: Final[Mapping[str, ApiError]] = {
    "no_schema": ApiError(
        400,
        _INVALID,
        None,
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        "response_format",
    ),
    "no_format": ApiError(
        400,
        _INVALID,
        "unsupported_parameter",
        "Unsupported parameter: 'response_format' is not supported with this model.",
        "response_format",
    ),
    "too_long": ApiError(
        400,
        _INVALID,
        "context_length_exceeded",
        "This model's maximum context length is 512 tokens, and your messages have more.",
        "messages",
    ),
    "filter_refused": ApiError(
        400, _INVALID, "content_filter", "The prompt was stopped by the content management policy.", "prompt"
    ),
    "wrong_key": ApiError(401, _INVALID, "invalid_api_key", "Incorrect API key provided."),
    "unpaid": ApiError(402, "insufficient_balance", "invalid_request_error", "Insufficient balance."),
    "forbidden": ApiError(403, "forbidden", "unsupported_country", "Country, region, or territory not supported."),
    "no_model": ApiError(404, _INVALID, "model_not_found", "The model does not exist or you do not have access to it."),
    "timed_out": ApiError(408, "timeout", None, "The request timed out."),
    "conflict": ApiError(409, "conflict", None, "The resource was changed by another request."),
    "too_large": ApiError(413, _INVALID, "request_too_large", "The request is too large."),
    "rate": ApiError(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests."),
    "quota": ApiError(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."),
    "error": ApiError(500, "server_error", None, "The server had an error while processing your request."),
    "bad_gateway": ApiError(502, "server_error", None, "Bad gateway."),
    "unavailable": ApiError(503, "server_error", None, "The server is overloaded or not ready yet."),
    "gateway_timeout": ApiError(504, "server_error", None, "Gateway timeout."),
}
"""Refused with a status."""

BEHIND_A_GATEWAY: Final = frozenset({"bad_gateway", "gateway_timeout"})
"""Errors of a gateway, which sends HTML."""

FORMATS: Final[Mapping[str, frozenset[str]]] = {
    "no_schema": frozenset({"json_schema"}),
    "no_format": frozenset({"json_schema", "json_object"}),
}
"""Faults that affect only requests for these formats."""

WAYS: Final[Mapping[str, str]] = {
    "hang": t("No response, ever (or for `seconds`)."),
    "drip": t("The answer comes in small pieces over `seconds`."),
    "endless": t("A body without end."),
    "endless_stream": t("A stream of events without end, asked for or not."),
    "continues": t("“100 Continue” again and again, and never a reply."),
    "big": t("The answer, and 10 MB of blanks after it."),
    "bomb": t("100 MB of blanks, packed into 100 kB."),
    "reset": t("The connection is reset in the middle of the answer."),
    "closed": t("The connection is closed before the answer starts."),
    "broken": t("Half of the body, with a content-length to match."),
    "html": t("An HTML page with a success status."),
    "redirect": t("A redirect to the same address."),
    "garbage": t("Bytes that are not HTTP."),
    "flood": t("A header of 1 MB."),
    "deep": t("JSON that is nested 200,000 times."),
    "not_text": t("JSON that is not UTF-8."),
    "refused_inside": t("A rate limit error in the body, with a success status."),
}
"""Faults of transport."""

TEXTS: Final[Mapping[str, str]] = {
    "cut": t("The answer's JSON is cut off, with a normal finish reason."),
    "cut_off": t("The answer is cut off at the token limit."),
    "prose": t("Talk about the answer instead of the answer."),
    "empty": t("An empty answer."),
    "null": t("No answer: the text is null."),
    "foreign": t("The answer in another language."),
    "thinking": t("The answer after reasoning in tags."),
    "fenced": t("The answer in a code fence, with text around it."),
    "huge": t("100 kB of words, whatever the limit."),
    "greedy": t("A valid answer that talks, changes plans and fills every list and text as far as the schema allows."),
    "filter": t("An empty answer: the content was filtered."),
    "refusal": t("The model declines, in the field for that."),
}
"""Faults of the text."""

COUNTS: Final[Mapping[str, str]] = {
    "no_usage": t("The answer has no token usage."),
    "usage_renamed": t("The token usage has other field names (input_tokens, output_tokens)."),
    "usage_odd": t("The token usage has impossible numbers."),
    "usage_under": t("The token usage is 1 + 1."),
    "usage_over": t("The token usage is far above the limit."),
    "usage_zero": t("The token usage is 0."),
    "usage_negative": t("The token usage is negative."),
    "usage_nan": t("The token usage is NaN."),
    "usage_infinite": t("The token usage is Infinity."),
    "usage_text": t("The token usage is words."),
    "usage_huge": t("The token usage is larger than a database integer."),
    "usage_digits": t("The token usage is a number of 5,000 digits."),
    "usage_free": t("The reported cost is 0."),
    "usage_dear": t("The reported cost is 1e300 dollars."),
}
"""Faults of the token count."""

SENTENCES: Final[Mapping[str, str]] = {
    **{name: f"{refusal.status}: {refusal.message}" for name, refusal in REFUSALS.items()},
    **WAYS,
    **TEXTS,
    **COUNTS,
}
"""The description of every fault."""
