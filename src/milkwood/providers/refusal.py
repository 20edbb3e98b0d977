"""The meaning of an endpoint's refusal, and the remedy.

Invariants: a refusal becomes one Failure with one category and one remedy; its sentence is ours: the vendor's text is
matched, never passed on, since it may quote a key, a prompt or a model's words; only a short code of theirs comes
through.
"""

import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from milkwood.i18n import t
from milkwood.models.completion import Category, Failure
from milkwood.models.port import Usage
from milkwood.plain import Json, JsonObject, items, table
from milkwood.providers.presets import Preset

MAX_ENDPOINT_WAIT_SECONDS: Final = 3_600.0
"""The longest wait that an endpoint is granted; it is asked again then."""
ABSURD_SECONDS: Final = 86_400.0
"""A longer wait is not believed."""
_READ_CHARACTERS: Final = 4_000
_CODE = re.compile(r"[A-Za-z0-9][\w.-]{1,39}")
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")
_BY_STATUS: Final[Mapping[int, Category]] = {
    400: "other",
    401: "auth",
    402: "payment",
    403: "forbidden",
    404: "missing",
    405: "missing",
    408: "timeout",
    409: "conflict",
    410: "missing",
    413: "too_large",
    422: "other",
    425: "conflict",
    429: "rate",
    451: "forbidden",
    498: "rate",
    499: "timeout",
    504: "timeout",
}
_WORDS: Final[tuple[tuple[set[int], Category, str], ...]] = (
    # Not `billing` with 429: some use it for a limit that ends in a minute.
    ({400, 402, 403, 429}, "payment", r"insufficient[_ ](?:quota|balance|credit|funds)|arrear|欠费|余额不足|\"1113\""),
    ({400, 402, 403}, "payment", r"credit balance|billing|payment"),
    ({400, 403, 404}, "auth", r"api[_ ]key[_ ](?:not valid|invalid)|invalid[_ ]api[_ ]?key|invalid_iam_token"),
    (
        {400, 413, 422, 500},
        "too_large",
        r"context[_ ](?:length|window|size)|maximum context|too many tokens|prompt is too long"
        r"|exceeds the (?:available )?context|reduce the length|range of input length|input (?:is )?too long",
    ),
    (
        {400, 403, 422},
        "filter",
        r"content[_ ](?:filter|management|policy)|data_inspection_failed|inappropriate content|\"1301\""
        r"|sensitive (?:content|word|information)|safety (?:system|filter|reason|setting)|responsible ?ai|敏感",
    ),
    (
        {400, 403, 422},
        "missing",
        r"model[_ ]not[_ ](?:found|exist)|(?:model|模型)\b.{0,80}(?:not found|not exist|is not available|不存在)"
        r"|invalid[_ ]model|unknown model|no such model",
    ),
    ({400}, "empty", r"json_validate_failed|failed to generate json"),
    ({400, 403, 503}, "rate", r"rate[_ ]limit|too many requests|throttl|resource_exhausted|qps"),
)
"""Words and codes of vendors; checked in this order, before the status code alone."""
_PATTERNS: Final = tuple((statuses, category, re.compile(words, re.IGNORECASE)) for statuses, category, words in _WORDS)


@dataclass(frozen=True, slots=True)
class HttpReply:
    """The response of a refusal."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case; values of a repeated header in lines."""
    body: Json
    """As JSON, if it was any; else nothing."""

    @property
    def text(self) -> str:
        """The vendor's text, for matching only."""
        return json.dumps(self.body, ensure_ascii=False)[:_READ_CHARACTERS] if self.body else ""

    @property
    def code(self) -> str:
        """The vendor's short error code, if any."""
        for found in _errors(self.body):
            for key in ("code", "type", "status"):
                value = found.get(key)
                if isinstance(value, str) and _CODE.fullmatch(value) and not value.isdigit():
                    return value
        return ""


def failure_of(said: HttpReply, one: Preset, where: str, model: str) -> Failure:
    """The failure of a refusal."""
    category = category_of(said)
    what, remedy = _sentence(category, said, one, model)
    return Failure(
        category,
        what,
        where=where,
        remedy=remedy,
        usage=Usage() if 300 <= said.status < 500 and category not in ("timeout", "empty") else None,
        retry_after_seconds=_retry_after(said) if category in ("rate", "server", "conflict", "timeout") else None,
    )


def category_of(said: HttpReply) -> Category:
    """Category of a refusal."""
    for statuses, category, words in _PATTERNS:
        if said.status in statuses and words.search(said.text):
            return category
    if said.status >= 500 or said.status < 200:
        return _BY_STATUS.get(said.status, "server")
    if 300 <= said.status < 400:
        return "missing"
    return _BY_STATUS.get(said.status, "other")


def status_in(body: Json) -> int | None:
    """The status of a refusal sent as an answer; None for an answer."""
    if not isinstance(body, dict) or (body.get("choices") or body.get("content")):
        return None
    found = next(_errors(body), None)
    if found is None:
        return None
    for key in ("code", "status", "http_status"):
        value = found.get(key)
        with suppress(ValueError):
            status = int(value) if isinstance(value, str | int | float) else 0
            if 400 <= status < 600:
                return status
    return 400 if body.get("error_code") else 500


def _errors(body: Json) -> Iterator[JsonObject]:
    """The fields in which vendors report errors."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return
    error = body.get("error")
    if isinstance(error, dict):
        yield error
    elif isinstance(error, str) and error:
        yield {"message": error, **body}
    elif body.get("error_code") or body.get("object") == "error":
        yield {"code": body.get("error_code") or body.get("code"), **body}
    elif body.get("code") and body.get("message") and "choices" not in body:
        yield body


def _retry_after(said: HttpReply) -> float | None:
    """How long an endpoint asks us to wait; None if it does not say, or nothing that can be meant.

    None leaves it to our own back-off, which is the floor under every wait.
    """
    exact = (number / 1_000 for number in _numbers(said.headers.get("retry-after-ms", "")))
    for named in (exact, _waits(said)):
        if meant := [seconds for seconds in named if 0.0 < seconds <= ABSURD_SECONDS]:  # what is no number is neither
            return min(max(meant), MAX_ENDPOINT_WAIT_SECONDS)
    return None


def _waits(said: HttpReply) -> Iterator[float]:
    """All waits that a refusal names, in seconds."""
    given = said.headers.get("retry-after", "")
    yield from _numbers(given)
    for line in given.split("\n"):
        with suppress(ValueError, TypeError, IndexError, OverflowError, OSError):
            now = said.headers.get("date")  # by the endpoint's own clock, which may differ from ours
            began = parsedate_to_datetime(now).timestamp() if now else time.time()
            yield parsedate_to_datetime(line).timestamp() - began
    for error in _errors(said.body):
        for detail in items(error.get("details")):
            delay = table(detail).get("retryDelay")
            if isinstance(delay, str) and (found := _DELAY.fullmatch(delay)):
                yield float(found[1])


def _numbers(header: str) -> Iterator[float]:
    """The numbers in a header that may be repeated, on lines of its own or joined by commas."""
    for part in re.split(r"[\n,]", header):
        with suppress(ValueError):
            yield float(part)


def _sentence(category: Category, said: HttpReply, one: Preset, model: str) -> tuple[str, str]:
    who = one.title if one.console or one.local else t("The endpoint")
    code = f"{said.status}, {said.code}" if said.code else f"{said.status}"
    sentences: Mapping[str, tuple[str, str]] = {
        "auth": (t("{who} does not accept the key (HTTP {code}).", who=who, code=code), _check_key(one)),
        "payment": (
            t("{who} requires payment (HTTP {code}).", who=who, code=code),
            t("Add credit to the account, or use another model."),
        ),
        "forbidden": (
            t("{who} forbids this (HTTP {code}).", who=who, code=code),
            t(
                "Check the permissions of the key in {variable}, and whether it may use “{model}”.",
                variable=one.keys[0],
                model=model,
            )
            if one.keys
            else t("Check the permissions of the key, and whether it may use “{model}”.", model=model),
        ),
        "missing": (
            t("{who} has no model “{model}” at this address (HTTP {code}).", who=who, model=model, code=code),
            t("See `milkwood models` for names, and check the address or how it was started ({how}).", how=one.start)
            if one.start
            else t("See `milkwood models` for names, and check the address."),
        ),
        "timeout": (
            t("{who} took too long (HTTP {code}).", who=who, code=code),
            t("It is asked again; a smaller model or a longer timeout helps."),
        ),
        "conflict": (
            t("{who} reports a conflict (HTTP {code}).", who=who, code=code),
            t("It is asked again."),
        ),
        "too_large": (
            t("The prompt is too long for “{model}” (HTTP {code}).", model=model, code=code),
            t("Use a model with a longer context, or start the server with one of at least 8,192 tokens."),
        ),
        "rate": (
            t("{who} has reached its rate limit (HTTP {code}).", who=who, code=code),
            t("Milkwood waits; fewer concurrent calls (at_once) help."),
        ),
        "server": (
            t("{who} failed (HTTP {code}).", who=who, code=code),
            t(
                "It is asked again; if the problem persists, see its status page or how it was started ({how}).",
                how=one.start,
            )
            if one.start
            else t("It is asked again; if the problem persists, see its status page."),
        ),
        "empty": (
            t("“{model}” could not produce the required form (HTTP {code}).", model=model, code=code),
            t("It is asked again; another model may help."),
        ),
        "filter": (
            t("{who} declined the request (HTTP {code}).", who=who, code=code),
            t("The understudy answers instead; another model may help."),
        ),
    }
    return sentences.get(
        category,
        (
            t("{who} refused the request (HTTP {code}).", who=who, code=code),
            t("Check model and settings with `milkwood doctor`."),
        ),
    )


def _check_key(one: Preset) -> str:
    if one.keys and one.console:
        return t("Check the key in {variable}; keys are at {address}.", variable=one.keys[0], address=one.console)
    if one.console:
        return t("Check the key; keys are at {address}.", address=one.console)
    return t("Check the key in {variable}.", variable=one.keys[0]) if one.keys else t("Check the key.")
