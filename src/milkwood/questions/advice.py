"""Why answers of models failed most, and what to try: one paragraph from recorded whys.

Knows codes of failures, no run. Invariant: every code that can be recorded has its advice (a test checks it).
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from milkwood.i18n import join, sentences, t
from milkwood.questions.why import FAILED, codes_in, in_words, outcome_remedy

MAX_REASONS: Final = 3
"""Reasons named in the paragraph."""

_WEAK: Final = t("The model does not do what is asked: try a larger one, or give these questions to another (routing).")
_FORM: Final = t(
    "The model does not keep to the form: try another JSON mode (json_mode; `milkwood exam MODEL` compares them), or a "
    "larger model."
)
_LANGUAGE: Final = t("The model leaves the language of the town: use one that writes it well.")
_SHORT: Final = t("Answers end too early: allow longer ones (most_tokens), or turn off the model's thinking mode.")
_LONG_PROMPT: Final = t("Prompts do not fit: start the server with a context of at least 8,192 tokens.")
_SLOW: Final = t("The server does not keep up: try fewer calls at once (at_once), or a longer timeout_seconds.")
_GONE: Final = t("The server was away: check whether it is running and stays up.")
_REFUSED: Final = t("The endpoint refuses: check key, address and model with `milkwood doctor`.")
_OTHERS: Final = t("Try a larger model.")
_BY_FAULT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("missing", "unknown", "echo", "person", "count", "little", "past", "too_long", "refusal"), _WEAK),
    **dict.fromkeys(("third", "pronoun", "copied", "no_deed", "marks", "prefix", "stage", "self"), _WEAK),
    **dict.fromkeys(("repeat", "parrot", "asks_back", "own_answer", "secret", "listener", "absent"), _WEAK),
    "language": _LANGUAGE,
    **dict.fromkeys(("no_json", "form", "debris"), _FORM),
    **dict.fromkeys(("cut_off", "empty"), _SHORT),
}
_BY_CALL: Final[Mapping[str, str]] = {
    "too_large": _LONG_PROMPT,
    **dict.fromkeys(("cut_off", "empty"), _SHORT),
    **dict.fromkeys(("timeout", "rate", "conflict"), _SLOW),
    **dict.fromkeys(("server", "connection"), _GONE),
    **dict.fromkeys(("auth", "forbidden", "missing", "content_type", "schema", "other", "vendor"), _REFUSED),
}
"""The rest has advice of its own where failures are listed."""


def advice(answers: int, whys: Mapping[str, int]) -> str:
    """The paragraph, from the number of answers and of each why; empty if nothing failed."""
    codes: Counter[str] = Counter()
    for why, times in whys.items():
        codes.update(dict.fromkeys(codes_in(why), times))
    if not codes:
        return ""
    tries: Counter[str] = Counter()
    for code, times in codes.items():
        tries[advice_of(code)] += times
    most = codes.most_common(MAX_REASONS)
    reasons = [t("{reason} ({count:,})", reason=in_words(code), count=times) for code, times in most]
    what = t(
        "{failed:,} attempts failed, for {answers:,} answers. Most often: {reasons}.",
        answers=answers,
        failed=codes.total(),
        reasons=join(t(", ", context="why"), reasons),
    )
    return sentences(what, tries.most_common(1)[0][0])


def advice_of(code: str) -> str:
    """What to try about one failure."""
    kind, _, about = code.partition(": ")
    if kind == FAILED:
        return _BY_CALL.get(about) or outcome_remedy(about)
    return _BY_FAULT.get(kind, _OTHERS)
