"""Every code of a failed call or an unusable answer: what it means, and what to do.

Invariant: every code that can be recorded is here (a test checks it); docs/reference/failures.md lists them all.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from milkwood.i18n import t


class FailureWords(NamedTuple):
    """A failure in words, and the remedy."""

    words: str
    remedy: str


_LARGER = t("It is asked again. If it happens often, use a larger model; `milkwood exam MODEL` compares them.")
_LONGER = t("Allow longer answers (most_tokens), or turn off the model's thinking mode.")
_DOCTOR = t("Check model and settings with `milkwood doctor`.")
_UNUSED = t("Nothing: the understudy's own words are used. A larger model is refused less often.")

CALLS: Final[Mapping[str, FailureWords]] = {
    "schema": FailureWords(
        t("the form of the request was refused", context="why"),
        t("Simpler forms are tried. If none works, update the server or use another model."),
    ),
    "auth": FailureWords(t("the key was refused", context="why"), t("Check the key; `milkwood doctor` tests it.")),
    "payment": FailureWords(
        t("payment is required", context="why"), t("Add credit to the account, or use another model.")
    ),
    "forbidden": FailureWords(
        t("access was forbidden", context="why"),
        t("Check the permissions of the key, and whether it may use the model."),
    ),
    "missing": FailureWords(
        t("there is no such model", context="why"), t("See `milkwood models` for names, and check the address.")
    ),
    "timeout": FailureWords(
        t("no answer in time", context="why"), t("Use a faster model, or a longer timeout_seconds.")
    ),
    "conflict": FailureWords(t("the server was busy", context="why"), t("It is asked again.")),
    "too_large": FailureWords(
        t("the prompt was too long", context="why"),
        t("Use a model with a longer context, or start the server with one of at least 8,192 tokens."),
    ),
    "rate": FailureWords(t("rate limit", context="why"), t("Milkwood waits; fewer concurrent calls (at_once) help.")),
    "server": FailureWords(
        t("the server failed", context="why"), t("It is asked again; if the problem persists, see its status page.")
    ),
    "connection": FailureWords(
        t("no connection", context="why"),
        t("Check whether the server is running and the address is right; `milkwood doctor` tests it."),
    ),
    "cut_off": FailureWords(t("the answer was cut off", context="why"), _LONGER),
    "filter": FailureWords(
        t("content filter", context="why"), t("The understudy answers instead; another model may help.")
    ),
    "content_type": FailureWords(
        t("the reply was not a model's", context="why"), t("Check the address; for most servers it ends in /v1.")
    ),
    "empty": FailureWords(t("the answer was empty", context="why"), _LONGER),
    "budget": FailureWords(t("no budget left", context="why"), t("Continue with a larger --budget.")),
    "network_off": FailureWords(
        t("the network is turned off", context="why"), t("Unset MILKWOOD_NETWORK, or use a model on this machine.")
    ),
    "vendor": FailureWords(t("the model failed", context="why"), _DOCTOR),
    "other": FailureWords(t("the request was refused", context="why"), _DOCTOR),
}
"""Failed calls: outcomes in `bill`, and `failed: CODE` in a why."""
OUTCOMES: Final[Mapping[str, FailureWords]] = {
    "answered": FailureWords(t("answered", context="outcome"), ""),
    "estimated": FailureWords(
        t("answered, usage estimated", context="outcome"),
        t("The token usage is missing or cannot be right; our own estimate is charged."),
    ),
    "given_up": FailureWords(
        t("given up", context="outcome"), t("Nothing: the run was stopped, or no longer needed the answer.")
    ),
    "lost": FailureWords(
        t("no end recorded", context="outcome"),
        t("Nothing: it is under way, or was lost when the process ended. It counts in full."),
    ),
}
"""Outcomes of calls that are no failures."""
FAULTS: Final[Mapping[str, FailureWords]] = {
    "empty": FailureWords(t("empty answer", context="why"), _LONGER),
    "no_json": FailureWords(
        t("no JSON in the answer", context="why"),
        t("Use a model that supports JSON schemas; `milkwood exam MODEL` shows the format it uses."),
    ),
    "cut_off": FailureWords(t("answer cut off", context="why"), _LONGER),
    "too_long": FailureWords(t("too long", context="why"), _LARGER),
    "missing": FailureWords(t("missing", context="why"), _LARGER),
    "form": FailureWords(t("wrong form", context="why"), _LARGER),
    "unknown": FailureWords(t("not one of the options", context="why"), _LARGER),
    "language": FailureWords(
        t("wrong language", context="why"), t("Use a model that writes the language of the town well.")
    ),
    "debris": FailureWords(
        t("markup or error text", context="why"),
        t("Check the server's chat template: control words may be sent as text. Or use another model."),
    ),
    "refusal": FailureWords(
        t("refused the role", context="why"), t("Use a model that plays roles; `milkwood exam MODEL` tests it.")
    ),
    "echo": FailureWords(t("copied the example", context="why"), _LARGER),
    "copied": FailureWords(t("a memory again, not an insight", context="why"), _LARGER),
    "person": FailureWords(t("not in the first person", context="why"), _LARGER),
    "third": FailureWords(t("tells of oneself from outside", context="why"), _LARGER),
    "no_deed": FailureWords(t("nothing to do", context="why"), _LARGER),
    "pronoun": FailureWords(t("news without names", context="why"), _LARGER),
    "marks": FailureWords(t("reads marks of the question aloud", context="why"), _LARGER),
    "prefix": FailureWords(t("a name in front of the line", context="why"), _LARGER),
    "stage": FailureWords(t("gestures instead of words", context="why"), _LARGER),
    "self": FailureWords(t("speaks to oneself", context="why"), _LARGER),
    "listener": FailureWords(t("speaks of the listener as if absent", context="why"), _LARGER),
    "absent": FailureWords(t("speaks to someone who is not there", context="why"), _LARGER),
    "repeat": FailureWords(t("said before", context="why"), _LARGER),
    "parrot": FailureWords(t("says the other's words back", context="why"), _LARGER),
    "secret": FailureWords(t("gives a secret away", context="why"), _LARGER),
    "asks_back": FailureWords(t("asks the question back", context="why"), _LARGER),
    "own_answer": FailureWords(t("answers one's own question", context="why"), _LARGER),
    "count": FailureWords(t("wrong number of entries", context="why"), _LARGER),
    "little": FailureWords(t("covers too little time", context="why"), _LARGER),
    "past": FailureWords(t("lies in the past", context="why"), _LARGER),
}
"""Unusable answers: `CODE: FIELD` in a why."""
UNUSED_WORDS: Final[Mapping[str, FailureWords]] = {
    "unfinished": FailureWords(t("not finished", context="why"), _UNUSED),
    "language": FailureWords(t("wrong language", context="why"), _UNUSED),
    "verbatim": FailureWords(t("the same words", context="why"), _UNUSED),
    "own_name": FailureWords(t("says the speaker's own name", context="why"), _UNUSED),
    "repeats": FailureWords(t("said before", context="why"), _UNUSED),
    "aim": FailureWords(t("says something else", context="why"), _UNUSED),
    "who": FailureWords(t("mixes up who is who", context="why"), _UNUSED),
    "facts": FailureWords(t("changes the facts", context="why"), _UNUSED),
    "invents": FailureWords(t("makes things up", context="why"), _UNUSED),
    "long": FailureWords(t("too long", context="why"), _UNUSED),
}
"""Unused words of a model on this machine: `refused: CODE` in a why."""
OTHERS: Final[Mapping[str, FailureWords]] = {
    "spending is paused": FailureWords(t("spending is paused"), t("Let the models answer again.")),
}
PROVENANCE: Final[Mapping[str, FailureWords]] = {
    "choices": FailureWords(t("choices by the model", context="why"), ""),
    "lines": FailureWords(t("lines in the model's words", context="why"), ""),
    "not_carried": FailureWords(t("not a question for the model on this machine", context="why"), ""),
    "no_choice": FailureWords(t("nothing for the model to choose", context="why"), ""),
    "filled": FailureWords(
        t("the rest was filled by habit", context="why"),
        "",
    ),
    "routed": FailureWords(
        t("not asked, since too few of the model's answers to such questions can be used", context="why"),
        t("Use a larger model, or examine it again with `milkwood exam MODEL`; --trust-all asks it anyway."),
    ),
}
"""Codes in a why that are no failures: what a model contributed, what the mind filled, what a model was not asked."""
BUG_REMEDY: Final = t("Please report it, with what you did.")
"""For a code that is none of these: the name of an exception."""
