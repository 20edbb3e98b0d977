"""interview, without a model: answers in character, from the card, recalled memories, today's plan, promises and
people.

Invariant: without a memory of it the person does not know, and says so (`knows` false); `used` lists the memories of an
answer.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from milkwood.chance import Stream
from milkwood.questions.interview.schema import Ask, Reply
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview import daily, facts, oneself, person, plans, recent
from milkwood.understudy.interview.attending import guests
from milkwood.understudy.interview.going import going
from milkwood.understudy.interview.sorting import OF_ONESELF, asks_of_oneself, sort_of, sorts_of_oneself
from milkwood.understudy.interview.told import told
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.names import mentioned
from milkwood.understudy.language.sentences import cut

_PLAIN: Final[Mapping[str, Callable[[Ask, AnswerWording], FoundAnswer]]] = {
    "calling": oneself.calling,
    "company": person.company,
    "content": oneself.content,
    "duty": daily.duty,
    "family": oneself.family,
    "fault": oneself.fault,
    "haunt": oneself.haunt,
    "hours": plans.hours,
    "legacy": oneself.legacy,
    "meal": daily.meal,
    "reaction": person.reaction,
    "reflection": person.reflection,
    "schedule": plans.schedule,
    "shift": daily.shift,
    "struck": oneself.struck,
}
"""Sorts of questions with one answering function."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:
    """The answer, the memories used, and whether the person knows."""
    words = AnswerWording(ask["self"]["language"], draw)
    say, used, knows = _answer(ask, words, likeness)
    return Reply.model_construct(say=cut(say, 800), used=list(dict.fromkeys(used))[:12], knows=knows)


def _answer(ask: Ask, words: AnswerWording, likeness: TextSimilarity) -> FoundAnswer:
    question = ask["question"]
    ask = {**ask, "unknown_names": [*ask["unknown_names"], *_nobody(ask)]}
    if person.about_oneself(ask):
        return person.introduction(ask, words, ["self"])
    goes = guests(ask, words) or going(ask, words) or told(ask, words)
    if goes is not None:
        return goes
    if ask["unknown_names"] and not _heard_of(ask):
        return words.say("stranger", name=ask["unknown_names"][0]), [], False
    if ask["unknown_names"]:
        found = facts.hearsay(ask, words)
        return found if found[2] or not _is_named(ask) else facts.recollection(ask, words, likeness)
    sort = sort_of(question, ask["self"]["language"])
    named = person.asked_about(ask)
    if named is not None and sort not in ("reaction", "plan") and person.asks_in_general(ask, named):
        return person.of_another(ask, named, words)
    if sort == "recent" and named is None:
        return recent.recent({**ask, "recalled": _with_lived(ask)}, words)
    if sort == "plan":
        found = plans.plan(ask, words)
        return found if found[2] else facts.recollection(ask, words, likeness)
    if sort in ("where", "doing"):
        return plans.present(ask, words, sort)
    if sort in OF_ONESELF:
        return person.introduction(ask, words, sorts_of_oneself(question, ask["self"]["language"]))
    if sort == "person" and named is not None:
        return person.of_another(ask, named, words)
    if sort in _PLAIN:
        return _PLAIN[sort](ask, words)
    found = facts.recollection(ask, words, likeness)
    return person.reflection(ask, words) if not found[2] and asks_of_oneself(question) else found


_NAME = re.compile(r"\b[A-Z][a-z]+(?:[ ][A-Z][a-z]+)+\b")


def _nobody(ask: Ask) -> list[str]:
    """A name in the question that belongs to no known person or place."""
    people = [ask["self"]["name"], *ask["unknown_names"], *(other["name"] for other in ask["others"])]
    known = [*people, *(place["name"] for place in ask["places"])]
    names = dict.fromkeys(_NAME.findall(ask["question"]))
    return [name for name in names if not any(name in each or each in name for each in known)]


def _with_lived(ask: Ask) -> list[Recalled]:
    come = {one["id"] for one in ask["recalled"]}
    return [*ask["recalled"], *(one for one in ask["lived"] if one["id"] not in come)]


def _is_named(ask: Ask) -> bool:
    """Whether a name is the literal name of a remembered thing: `Lantern Night`."""
    return any(name in one["text"] for name in ask["unknown_names"] for one in ask["recalled"])


def _heard_of(ask: Ask) -> bool:
    named = tuple((name, name) for name in ask["unknown_names"])
    return any(mentioned(one["text"], named) for one in ask["recalled"])
