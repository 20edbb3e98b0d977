"""What a talk changes between people: how close they are, what they feel and know of each other.

Invariant: liking grows by one step; what someone says or has done costs up to `MAX_COOLING_CHANGE`, also in
their absence; what is only a rumour costs less.
"""

import re
from collections.abc import Iterator, Sequence

from milkwood.chance import Stream
from milkwood.questions.after_talk.schema import MAX_COOLING_CHANGE, Ask, NewImpression, News
from milkwood.questions.terms import MAX_CLOSENESS, MIN_CLOSENESS, Named, Other
from milkwood.understudy.language.names import is_kin, is_partner, listed, mentioned
from milkwood.understudy.language.sentences import cut
from milkwood.understudy.language.tone import tone
from milkwood.understudy.talk.hearing import DECLINES, HeardSentence
from milkwood.understudy.talk.liking import FRIEND_CLOSENESS, makes_peace, of_feeling

_AFFRONTS = {"decline_dislike": 1, "grievance": 1, "cool": 1, "answer_grievance": 1, "refuse_peace": 1}
"""What acts of talk cost."""
INSULT_POINTS, WRONG_POINTS, RUMOURED_POINTS = 3, 1, 1
"""What an insult costs; a wrong done to someone; a wrong that is only rumoured."""
DEAR_POINTS = 2
"""What a wrong costs besides if it was done to family or a friend."""
_YOU = re.compile(r"\byou(?:r|rs|rself)?\b|[你您]", re.IGNORECASE)
_EXCUSES = frozenset({"excuse", "sorry_missed", "was_there"})
"""What mends not having come: it costs a point when it is noticed."""
_WARMING_ACTS = frozenset(
    {"accept", "accept_late", "sad", "glad", "hope", "accept_peace", "recall_warm", "echo_sad", "echo_glad"}
)


def impressions(ask: Ask, said: Sequence[HeardSentence], learnt: Sequence[News], draw: Stream) -> list[NewImpression]:
    """Of everyone present, and of absent people who are said to have done wrong."""
    present = [_of_present(ask, other, said, learnt, draw) for other in ask["others"]]
    return [*present, *_of_absent(ask, learnt)]


def made_peace(said: Sequence[HeardSentence]) -> bool:
    """Whether an apology was offered and accepted in this talk."""
    offers = [one for one in said if one.act == "make_peace" or (not one.act and makes_peace(one.text))]
    accepts = [one for one in said if one.act == "accept_peace"]
    return any(offer.by != accept.by and offer.line < accept.line for offer in offers for accept in accepts)


def _of_present(
    ask: Ask, other: Other, said: Sequence[HeardSentence], learnt: Sequence[News], draw: Stream
) -> NewImpression:
    language = ask["self"]["language"]
    fact = next(
        (
            one.text
            for one in learnt
            if one.about[:1] == [other["id"]] and "：“" not in one.text and ": “" not in one.text
        ),
        "",
    )
    knows = other["knows"]
    if fact and fact not in knows:
        knows = fact if not knows else f"{knows}{fact}" if language == "zh" else f"{knows} {fact}"
    if len(knows) > 300:
        knows = cut(fact, 300)
    peace = len(ask["others"]) == 1 and made_peace(said)
    feeling = _AT_PEACE[language] if peace else other["feeling"] or _FIRST_FEELING[language]
    closeness = _closeness(other, said, fact, draw)
    return NewImpression.model_construct(person=other["id"], knows=knows, feeling=feeling, closeness=closeness)


_FIRST_FEELING = {"en": "well disposed, after a few words", "zh": "印象不错，才说过几句话"}
_AT_PEACE = {"en": "we have made our peace", "zh": "我们和好了"}


def _closeness(other: Other, said: Sequence[HeardSentence], fact: str, draw: Stream) -> int:
    """Down for affronts and insults; one step up for peace, a confidence or an agreement."""
    now = other["closeness"]
    theirs = [one for one in said if one.by == other["id"]]
    cost = sum(sorted((_AFFRONTS.get(one.act, 0) for one in theirs), reverse=True)[:2])
    cost += INSULT_POINTS * any(_insults(one) for one in theirs)
    if cost:
        return max(MIN_CLOSENESS, now - min(cost, MAX_COOLING_CHANGE))
    if any(one.act == "accept_peace" or one.act == "make_peace" for one in theirs) and now < 0:
        return now + 1
    if any(one.act in _EXCUSES for one in theirs):
        return min(MAX_CLOSENESS, now + 1)
    if any(one.act in DECLINES for one in theirs) or not theirs:
        return now
    if now == 0:
        return 1
    warm = bool(fact) or any(one.act in _WARMING_ACTS for one in theirs)
    likely = 0.6 if now < 3 else 0.45 if now < 6 else 0.2
    if warm and now < 9 and of_feeling(other["feeling"], now) >= 0 and draw.happens(likely):
        return min(MAX_CLOSENESS, now + 1)
    return now


def _insults(one: HeardSentence) -> bool:
    """Whether someone says something hostile to the listener in words of their own."""
    return not one.act and bool(_YOU.search(one.text)) and "hostile" in tone(one.text) and not makes_peace(one.text)


def _of_absent(ask: Ask, learnt: Sequence[News]) -> Iterator[NewImpression]:
    """Those whom news blames: it names them first and tells of a wrong they did."""
    people = {one["id"]: one for one in ask["people"]}
    here = {ask["self"]["id"], *(other["id"] for other in ask["others"])}
    costs: dict[str, int] = {}
    for one in learnt:
        named = mentioned(one.text, listed(ask["people"]))
        if (
            one.certainty == "denied"
            or "hostile" not in tone(one.text)
            or not named
            or not _is_first(one.text, people[named[0]])
        ):
            continue
        doer = named[0]
        if doer in here or "closeness" not in people[doer]:
            continue
        dear = any(_is_dear(people[each]) for each in named[1:])
        cost = RUMOURED_POINTS if one.certainty == "rumour" else WRONG_POINTS + DEAR_POINTS * dear
        costs[doer] = max(costs.get(doer, 0), cost)
    for doer, cost in costs.items():
        closeness = max(MIN_CLOSENESS, people[doer]["closeness"] - cost)
        yield NewImpression.model_construct(person=doer, closeness=closeness)


def _is_first(text: str, person: Named) -> bool:
    return any(text.startswith(name) for name in (person["name"], person.get("called", "")) if name)


def _is_dear(person: Named) -> bool:
    tie = person.get("tie", "")
    return is_kin(person) or is_partner(tie) or person.get("closeness", 0) >= FRIEND_CLOSENESS
