"""The recorded why of an answer, in words.

A why has the attempts before the answer, joined by "; ". An attempt is `failed: CATEGORY` (no text came), faults of a
text (`echo: deeds.0.what, form: deeds.1.minutes`), or one of the codes of the model on this machine.

Invariant: an unknown code stays as it is, so that a why of another version can be shown.
"""

from collections.abc import Mapping
from typing import Final

from milkwood.i18n import join, t, tn

FAILED: Final = "failed"
_SEMICOLON, _COMMA = t("; ", context="why"), t(", ", context="why")
_PROVENANCE: Final = frozenset({"choices", "lines", "not_carried", "no_choice"})
"""Codes that say who wrote which part of an answer."""
_CALLS: Final[Mapping[str, str]] = {
    "schema": t("the form of the request was refused", context="why"),
    "auth": t("the key was refused", context="why"),
    "payment": t("payment is required", context="why"),
    "forbidden": t("access was forbidden", context="why"),
    "missing": t("there is no such model", context="why"),
    "timeout": t("no answer in time", context="why"),
    "conflict": t("the server was busy", context="why"),
    "too_large": t("the prompt was too long", context="why"),
    "rate": t("rate limit", context="why"),
    "server": t("the server failed", context="why"),
    "connection": t("no connection", context="why"),
    "cut_off": t("the answer was cut off", context="why"),
    "filter": t("content filter", context="why"),
    "content_type": t("the reply was not a model's", context="why"),
    "empty": t("the answer was empty", context="why"),
    "budget": t("no budget left", context="why"),
    "network_off": t("the network is turned off", context="why"),
    "vendor": t("the model failed", context="why"),
    "other": t("the request was refused", context="why"),
}
_FAULTS: Final[Mapping[str, str]] = {
    "empty": t("empty answer", context="why"),
    "no_json": t("no JSON in the answer", context="why"),
    "cut_off": t("answer cut off", context="why"),
    "too_long": t("too long", context="why"),
    "missing": t("missing", context="why"),
    "form": t("wrong form", context="why"),
    "unknown": t("not one of the options", context="why"),
    "language": t("wrong language", context="why"),
    "debris": t("markup or error text", context="why"),
    "refusal": t("refused the role", context="why"),
    "echo": t("copied the example", context="why"),
    "person": t("not in the first person", context="why"),
    "repeat": t("said before", context="why"),
    "count": t("wrong number of entries", context="why"),
    "little": t("covers too little time", context="why"),
    "past": t("lies in the past", context="why"),
}
_UNUSED_WORDS: Final[Mapping[str, str]] = {
    "unfinished": t("not finished", context="why"),
    "language": t("wrong language", context="why"),
    "verbatim": t("the same words", context="why"),
    "own_name": t("says the speaker's own name", context="why"),
    "repeats": t("said before", context="why"),
    "aim": t("says something else", context="why"),
    "who": t("mixes up who is who", context="why"),
    "facts": t("changes the facts", context="why"),
    "invents": t("makes things up", context="why"),
    "long": t("too long", context="why"),
}
_OTHERS: Final[Mapping[str, str]] = {
    "spending is paused": t("spending is paused"),
    "not_carried": t("not a question for the model on this machine", context="why"),
    "no_choice": t("nothing for the model to choose", context="why"),
}


def attempts(why: str) -> list[str]:
    """The attempts in a why."""
    return [each for each in why.split("; ") if each]


def failures(why: str) -> list[str]:
    """The attempts that failed."""
    return [each for each in attempts(why) if each.partition(": ")[0] not in _PROVENANCE]


def in_words(why: str) -> str:
    """A why as a message."""
    return join(_SEMICOLON, [_attempt(each) for each in attempts(why)]) if why else ""


def _attempt(said: str) -> str:
    code, _, about = said.partition(": ")
    if code == FAILED:
        return _CALLS.get(about) or t("a bug of ours ({name})", context="why", name=about)
    if code == "choices" and about.isdigit():
        return tn("{count} choice by the model", "{count} choices by the model", count=int(about), context="why")
    if code == "lines" and about.isdigit():
        return tn(
            "{count} line in the model's words", "{count} lines in the model's words", count=int(about), context="why"
        )
    if code == "refused":
        reasons = join(_COMMA, [_UNUSED_WORDS.get(each, each) for each in about.split(", ")])
        return t("the model's words were not used: {why}", context="why", why=reasons)
    return _OTHERS.get(said) or join(_COMMA, [_fault(each) for each in said.split(", ")])


def _fault(said: str) -> str:
    code, _, field = said.partition(": ")
    if code not in _FAULTS:
        return said
    whole = not field or field == "answer"
    return _FAULTS[code] if whole else t("{fault} ({field})", context="why", fault=_FAULTS[code], field=field)
