"""interview, without a model: answers in character, from the card, what is recalled, today's plan, promises and people.

Knows the question alone. Invariant: what nothing recalled speaks of one does not know, and says so (`knows` false);
what an answer rests on is named in `used`.
"""

from typing import Any

from milkwood.chance import Stream
from milkwood.questions.interview import facts, person, plans, recent
from milkwood.questions.interview.schema import Ask
from milkwood.questions.interview.sorting import OF_ONESELF, sort_of, sorts_of_oneself
from milkwood.questions.interview.wording import Wording
from milkwood.questions.kind import Likeness
from milkwood.questions.language.names import mentioned
from milkwood.questions.language.sentences import cut


def answer(ask: Ask, draw: Stream, likeness: Likeness) -> dict[str, Any]:
    """The answer, what it rests on, and whether one knows."""
    words = Wording(ask["self"]["language"], draw)
    say, used, knows = _answer(ask, words, likeness)
    return {"say": cut(say, 800), "used": list(dict.fromkeys(used))[:12], "knows": knows}


def _answer(ask: Ask, words: Wording, likeness: Likeness) -> tuple[str, list[int], bool]:
    question = ask["question"]
    if person.about_oneself(ask):
        return person.introduction(ask, words, ["self"])
    if ask["unknown_names"] and not _heard_of(ask):
        return words.say("stranger", name=ask["unknown_names"][0]), [], False
    if ask["unknown_names"]:
        return facts.hearsay(ask, words)
    sort = sort_of(question, ask["self"]["language"])
    named = person.asked_about(ask)
    if named is not None and sort not in ("reaction", "plan") and person.asks_in_general(ask, named):
        return person.of_another(ask, named, words)
    if sort == "recent" and named is None:
        return recent.recent(ask, words)
    if sort == "reaction":
        return person.reaction(ask, words)
    if sort == "reflection":
        return person.reflection(ask, words)
    if sort == "company":
        return person.company(ask, words)
    if sort == "plan":
        found = plans.plan(ask, words)
        return found if found[2] else facts.recollection(ask, words, likeness)
    if sort in ("where", "doing"):
        return plans.present(ask, words, sort)
    if sort == "schedule":
        return plans.schedule(ask, words)
    if sort == "hours":
        return plans.hours(ask, words)
    if sort in OF_ONESELF:
        return person.introduction(ask, words, sorts_of_oneself(question, ask["self"]["language"]))
    if sort == "person" and named is not None:
        return person.of_another(ask, named, words)
    return facts.recollection(ask, words, likeness)


def _heard_of(ask: Ask) -> bool:
    """Whether a name nobody known bears is at least spoken of in what one recalls."""
    named = tuple((name, name) for name in ask["unknown_names"])
    return any(mentioned(one["text"], named) for one in ask["recalled"])
