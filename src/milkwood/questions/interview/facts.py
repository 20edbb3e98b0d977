"""Answers that are recollections: which of the memories that came to mind speaks of what was asked, if any does.

Knows the question alone. Invariant: a memory counts only when it shares the words that matter with the question, or
is near it in meaning and shares one; a memory that itself says that one does not know is no answer, but may be said.
"""

import re
from collections.abc import Mapping
from typing import Any

from milkwood.questions.interview.schema import Ask
from milkwood.questions.interview.wording import Wording
from milkwood.questions.kind import Likeness
from milkwood.questions.language.sentences import capital, words
from milkwood.questions.language.shift import is_own

Found = tuple[str, list[int], bool]
NEAR = 0.52
"""How alike question and memory must be when they share one word only."""
_OPEN_QUESTION = re.compile(
    r"\b(?:nobody|not one soul|no one|who (?:is|are|might|will|they|the))\b|没人|没一个人|谁会|谁参选|有谁"
    r"|都有谁|谁都不知道|哪些人",
    re.IGNORECASE,
)
_WHO = re.compile(r"\bwho\b|谁", re.IGNORECASE)
_ASKED = frozenset("hav heard tell anyon happen plann know someon anyth giv held hold plac town".split()) | frozenset(
    ["听说", "知道", "有人", "告诉", "什么", "时候", "镇上", "最近"]
)


def recollection(ask: Ask, wording: Wording, likeness: Likeness) -> Found:
    """What one remembers of it, or that one does not know."""
    wanted = _wanted(ask)
    ranked = sorted(ask["recalled"], key=lambda one: (-len(wanted & words(one["text"])), -one["importance"], one["id"]))
    best = next((one for one in ranked[:6] if _speaks(ask, one, wanted, likeness)), None)
    if best is None:
        return wording.say("unknown"), [], False
    if _WHO.search(ask["question"]) and _OPEN_QUESTION.search(best["text"]):
        settled = next(
            (
                one
                for one in ranked[:6]
                if one is not best and _speaks(ask, one, wanted, likeness) and not _OPEN_QUESTION.search(one["text"])
            ),
            None,
        )
        if settled is None:
            return wording.say("puzzled", fact=best["text"]), [best["id"]], False
        best = settled
    return _said(ask, best, wording), [best["id"]], True


def _wanted(ask: Ask) -> frozenset[str]:
    """The words that matter in the question, with those of the one before when it has hardly any."""
    own = words(ask["self"]["name"])
    wanted = words(ask["question"]) - own - _ASKED
    if len(wanted) <= 1 and ask["before"]:
        earlier = [line["text"] for line in ask["before"] if line["by"] == "you"]
        wanted |= (words(earlier[-1]) if earlier else frozenset()) - own - _ASKED
    return wanted


def _speaks(ask: Ask, one: Mapping[str, Any], wanted: frozenset[str], likeness: Likeness) -> bool:
    """Whether a memory speaks of what was asked."""
    if one["kind"] in ("saw", "did", "plan") and one["importance"] <= 2 and len(wanted & words(one["text"])) < 2:
        return False
    common = len(wanted & words(one["text"]))
    if not common:
        return False
    if _WHO.search(ask["question"]) and _OPEN_QUESTION.search(one["text"]):
        return True
    # Who did something is told only by a memory that names both the deed and its doer.
    if _WHO.search(ask["question"]) and is_own(one["text"], ask["self"]["language"]):
        return common >= min(2, len(wanted))
    if common >= 2 or common == len(wanted):
        return common * 5 >= len(wanted) * 2
    return likeness.alike(ask["question"], one["text"]) >= NEAR


def _said(ask: Ask, one: Mapping[str, Any], wording: Wording) -> str:
    text = capital(one["text"])
    teller = next((other["called"] for other in ask["others"] if other["id"] == one["source"]), "")
    if teller and teller not in text:
        return wording.say("told", fact=text, name=teller)
    return wording.say("fact", fact=text)
