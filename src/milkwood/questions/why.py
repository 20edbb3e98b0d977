"""The recorded why of an answer, in words.

A why has the attempts before the answer, joined by "; ". An attempt is `failed: CATEGORY` (no text came), faults of a
text (`echo: deeds.0.what, form: deeds.1.minutes`), or one of the codes of the model on this machine.

Invariant: an unknown code stays as it is, so that a why of another version can be shown.
"""

from typing import Final

from milkwood.i18n import join, sentences, t, tn
from milkwood.questions.failures import BUG_REMEDY, CALLS, FAULTS, OTHERS, OUTCOMES, PROVENANCE, UNUSED_WORDS

FAILED: Final = "failed"
FILLED: Final = "filled"
"""A usable answer that covers too little: the mind fills the field by habit."""
_SPARED: Final = frozenset({"not_carried", "no_choice"})
_SEMICOLON, _COMMA = t("; ", context="why"), t(", ", context="why")


def attempts(why: str) -> list[str]:
    """The attempts in a why."""
    return [each for each in why.split("; ") if each]


def failures(why: str) -> list[str]:
    """The attempts that failed."""
    return [each for each in attempts(why) if each.partition(": ")[0] not in PROVENANCE]


def was_spared(why: str) -> bool:
    """Whether the model on this machine was not asked: it does not answer such questions, or there was no choice."""
    return bool(_SPARED.intersection(attempts(why)))


def faults_in(why: str) -> list[str]:
    """The failures of a why one by one, with their fields."""
    split = ([each] if each.startswith(("refused", FAILED)) else each.split(", ") for each in failures(why))
    return [fault for each in split for fault in each]


def filled_in(why: str) -> str:
    """The field of the answer that the mind filled by habit; empty for none."""
    parts = (each.partition(": ") for each in attempts(why))
    return next((field for code, _, field in parts if code == FILLED), "")


def in_words(why: str) -> str:
    """A why as a message."""
    return join(_SEMICOLON, [_attempt(each) for each in attempts(why)]) if why else ""


def outcome_in_words(outcome: str) -> str:
    """The outcome of a call as a message."""
    known = OUTCOMES.get(outcome) or CALLS.get(outcome)
    return known.words if known else _bug(outcome)


def outcome_remedy(outcome: str) -> str:
    """What to do about the outcome of a call; empty for an answer."""
    known = OUTCOMES.get(outcome) or CALLS.get(outcome)
    return known.remedy if known else BUG_REMEDY


def codes_in(why: str) -> list[str]:
    """The failures of a why one by one, without their fields."""
    return [each if each.startswith(("refused", FAILED)) else each.partition(": ")[0] for each in faults_in(why)]


def remedy_of(why: str) -> str:
    """What to do about the failures of a why, each remedy once; empty if there is none."""
    told = [PROVENANCE[each].remedy for each in attempts(why) if each in PROVENANCE]
    return sentences(*dict.fromkeys([*told, *(_remedy(each) for each in faults_in(why))]))


def _remedy(fault: str) -> str:
    code, _, about = fault.partition(": ")
    if code == FAILED:
        return outcome_remedy(about)
    known = UNUSED_WORDS.get(about.split(", ")[0]) if code == "refused" else FAULTS.get(code) or OTHERS.get(code)
    return known.remedy if known else ""


def _attempt(said: str) -> str:
    code, _, about = said.partition(": ")
    if code == FAILED:
        return CALLS[about].words if about in CALLS else _bug(about)
    if code == "choices" and about.isdigit():
        return tn("{count} choice by the model", "{count} choices by the model", count=int(about), context="why")
    if code == "lines" and about.isdigit():
        return tn(
            "{count} line in the model's words", "{count} lines in the model's words", count=int(about), context="why"
        )
    if code == "refused":
        reasons = [UNUSED_WORDS[each].words if each in UNUSED_WORDS else each for each in about.split(", ")]
        return t("the model's words were not used: {why}", context="why", why=join(_COMMA, reasons))
    if code == FILLED:
        return t("the rest was filled by habit ({field})", context="why", field=about)
    if said in OTHERS or said in PROVENANCE:
        return (OTHERS[said] if said in OTHERS else PROVENANCE[said]).words
    return join(_COMMA, [_fault(each) for each in said.split(", ")])


def _bug(name: str) -> str:
    return t("a bug of ours ({name})", context="why", name=name)


def _fault(said: str) -> str:
    code, _, field = said.partition(": ")
    if code not in FAULTS:
        return said
    words = FAULTS[code].words
    return words if not field or field == "answer" else t("{fault} ({field})", context="why", fault=words, field=field)
