"""Answers from memories: the recalled memory, if any, that is about the question.

Invariant: a memory counts only if it shares the relevant words with the question, or is near it in meaning and shares
one; a memory of not knowing is not an answer, but may be said.
"""

import re

from milkwood.questions.interview.schema import Ask
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview.sorting import asks_of_own_state
from milkwood.understudy.interview.who import ASKS_WHO, MEANT, is_beside, is_open
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.names import called, mentioned
from milkwood.understudy.language.sentences import capital, chinese, words
from milkwood.understudy.language.shift import is_own
from milkwood.understudy.language.when import day_named, when

MIN_MEMORY_SIMILARITY = 0.42
"""Minimum similarity of a question and a memory that share only one word."""
_OFFICE = re.compile(r"镇长|竞选|参选|候选")
_YES_OR_NO = re.compile(
    r"(?:^|[.!?;] )(?:And |So |But )?(?:do|does|did|is|are|was|were|have|has|had|will|can|could|would)\b|吗[？?]?$",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\bwhen\b|\bwhat (?:time|day)\b|什么时候|几点|哪天|几号", re.IGNORECASE)
_ASKED = frozenset(
    "hav heard tell anyon happen plann know someon anyth giv held hold plac town anybodi becom want mention com".split()
) | frozenset(["听说", "知道", "有人", "告诉", "什么", "时候", "镇上", "最近", "要办", "回事"])
RELEVANT_IMPORTANCE = 6
"""Importance from which a memory answers a question with one relevant word in common."""

_OF_DAYS = words(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December Valentine's Day Christmas weekend today tomorrow tonight going"
) | words("情人节那天")
"""Words of time; a question with only these asks for everything on that day."""
_SEASONS = words("spring summer autumn winter last month week morning evening night") | frozenset(
    ["春天", "夏天", "秋天", "冬天", "年春", "年夏", "年秋", "年冬", "去年", "今年", "明年", "早上", "晚上", "下午"]
)
"""Vague words of time; a memory that shares only these is not about the question."""


def recollection(ask: Ask, wording: AnswerWording, likeness: TextSimilarity) -> FoundAnswer:
    """The best memory, or that the person does not know."""
    wanted, asks_when = _wanted(ask), bool(_WHEN.search(ask["question"]))
    # Plans are not memories; questions about them use other words.
    ranked = sorted(
        (one for one in ask["recalled"] if one["kind"] != "plan"),
        key=lambda one: (
            not wanted & words(one["text"]),
            asks_when and when(one["text"], ask["now"]["date"], "00:00") is None,
            -len(wanted & words(one["text"])),
            one["kind"] == "talk",
            -one["importance"],
            one["id"],
        ),
    )
    best = next((one for one in ranked[:6] if _speaks(ask, one, wanted, likeness)), None)
    if best is None:
        return wording.say("unknown"), [], False
    if ASKS_WHO.search(ask["question"]) and is_open(best["text"]):
        settled = next(
            (
                one
                for one in ranked[:6]
                if one is not best and _speaks(ask, one, wanted, likeness) and not is_open(one["text"])
            ),
            None,
        )
        if settled is None:
            return wording.say("puzzled", fact=best["text"]), [best["id"]], False
        best = settled
    return _said(ask, best, wording), [best["id"]], True


def hearsay(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """What the person has heard of a stranger."""
    name = ask["unknown_names"][0]
    rest = _wanted(ask) - words(name) - words(called(name))
    about = [one for one in ask["recalled"] if mentioned(one["text"], (("", name),))]
    about.sort(key=lambda one: (-len(rest & words(one["text"])), -one["importance"], one["id"]))
    if not about or (rest and not rest & words(about[0]["text"])):
        return wording.say("stranger", name=name), [], False
    return _said(ask, about[0], wording), [about[0]["id"]], True


def _wanted(ask: Ask) -> frozenset[str]:
    """The relevant words of the question, with those of the one before if there are few."""
    own = words(ask["self"]["name"])
    wanted = words(_without_names(ask["question"], ask)) - own - _ASKED
    if {"mayor", "stand"} <= wanted:
        wanted = wanted - {"stand"} | {"run"}
    # `And when?` refers to the question before.
    if len(wanted) <= 1 and ask["before"] and _is_short(ask["question"]):
        earlier = [line["text"] for line in ask["before"] if line["by"] == "you"]
        wanted |= (words(earlier[-1]) if earlier else frozenset()) - own - _ASKED
    if not ask["unknown_names"]:
        wanted = wanted - _SEASONS or wanted
    # Places matter less: many memories are set at the cafe.
    places = frozenset(
        word for place in ask["places"] if place["name"] in ask["question"] for word in words(place["name"])
    )
    return wanted - places or wanted


def _without_names(question: str, ask: Ask) -> str:
    """A question without people's names, which many memories have."""
    names = {name for other in ask["others"] for name in (other["name"], other["called"]) if len(name) > 1}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        question = question.replace(name, "，")
    return question


def _is_short(question: str) -> bool:
    return len(question) <= 9 if chinese(question) else len(question.split()) <= 5


def _speaks(ask: Ask, one: Recalled, wanted: frozenset[str], likeness: TextSimilarity) -> bool:
    """Whether a memory is about the question."""
    text, question = one["text"], ask["question"]
    if asks_of_own_state(question) and not is_own(text, ask["self"]["language"]):
        return False
    common = len(wanted & words(text))
    if _on_that_day(ask, text) and (common or wanted <= _OF_DAYS):
        return True
    if wanted & words(text) <= _SEASONS and not wanted <= _SEASONS:
        return False
    if not common or (one["kind"] in ("saw", "did", "plan") and one["importance"] <= 2 and common < 2):
        return False
    if not all(name in text for name in _asked_of(ask)):
        return False
    if ASKS_WHO.search(question):
        if is_beside(wanted, one, ask["others"]):
            return False
        if is_open(text):
            return True
        # A text may be about an election without naming its candidates.
        if _is_beside_it(question, text, wanted):
            return False
        # For “who”, a memory must name the doer, or say that the person means to do it.
        named = any(other["called"] in text for other in ask["others"]) or not is_own(text, ask["self"]["language"])
        if not named and not MEANT.search(text):
            return common == len(wanted) >= 2
    if common >= 2:
        return common * 5 >= len(wanted) * 2
    here = any(place["name"] in question and place["name"] in text for place in ask["places"])
    # Some pairs of Chinese characters are not words, so half of the pairs are enough.
    whole = common == len(wanted) or (chinese(question) and common * 2 >= len(wanted))
    near = MIN_MEMORY_SIMILARITY - 0.1 if whole and one["importance"] >= 8 else MIN_MEMORY_SIMILARITY
    if whole and (
        here or (one["importance"] >= RELEVANT_IMPORTANCE and one["kind"] in ("news", "seed", "promise", "talk"))
    ):
        return True
    return likeness.alike(question, text) >= near


def _is_beside_it(question: str, text: str, wanted: frozenset[str]) -> bool:
    """Whether a text shares a word with a question about who does something, but not the activity."""
    if chinese(question):
        return bool(_OFFICE.search(question)) and not _OFFICE.search(text)
    return len(wanted & words(text)) < 2 <= len(wanted)


def _asked_of(ask: Ask) -> set[str]:
    """Names in the question: a memory without them is not about them."""
    return {other["called"] for other in ask["others"] if other["called"] in ask["question"]}


def _on_that_day(ask: Ask, text: str) -> bool:
    """Whether a memory is about the day and the place of the question."""
    day = day_named(ask["question"], ask["now"]["date"])
    time = when(text, ask["now"]["date"], "00:00") if day else None
    if time is None or time.date != day:
        return False
    asked_at = [place["name"] for place in ask["places"] if place["name"] in ask["question"]]
    return not asked_at or any(name in text for name in asked_at)


def _said(ask: Ask, one: Recalled, wording: AnswerWording) -> str:
    text = capital(one["text"])
    teller = next((other["called"] for other in ask["others"] if other["id"] == one["source"]), "")
    if teller and teller not in text:
        return wording.say("told", fact=text, name=teller)
    asked_for = _wanted(ask)
    confirmed = bool(asked_for) and asked_for <= words(one["text"]) and _YES_OR_NO.search(ask["question"]) is not None
    return wording.say("confirmed" if confirmed else "fact", fact=text)
