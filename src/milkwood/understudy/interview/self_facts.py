"""Answers from what the person knows of their own life: kin, origin, secrets, and what they would do.

Invariant: everything said comes from the card, a tie or a memory; secrets are told as such, to the interviewer alone.
"""

import re
from dataclasses import replace

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview import person, plans
from milkwood.understudy.interview.evidence import (
    Found,
    is_own_knowledge,
    is_secret,
    near,
    shared_part,
    stored,
    told,
)
from milkwood.understudy.interview.feelings import mine, standing
from milkwood.understudy.interview.nearest import nearest
from milkwood.understudy.interview.polar import HALF_SHARE, KIN, without_others
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.situations import situation
from milkwood.understudy.interview.sorting import sort_of
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import chinese, words

_CHILDHOOD = re.compile(
    r"\b(?:as a (?:child|boy|girl)|when I was|at (?:five|six|seven|eight|nine|ten|eleven|twelve)|grew up|my first"
    r"|the youngest|the eldest)\b|小时候|[一二三四五六七八九十]岁(?:那年|时)|长大|打小|从小|童年|最小"
)
_BORN = re.compile(
    r"\b(?:was born|grew up|come from|came from|raised)\b|生在|出生|长大"
    r"|老家|来自|从.{1,8}(?:来|搬)|是(?:个|地道的?)?[㐀-鿿]{2,5}人(?=[，。]|$)",
    re.IGNORECASE,
)
MAX_SECRETS = 2
"""Maximum of secrets told at once."""


def kin_who(query: Query, wording: AnswerWording) -> Found | None:
    """Who someone's mother, friend or boss is: by the ties."""
    pattern = KIN[query.language]
    asked = pattern.search(query.text)
    if asked is None or _EXTREME.search(query.text):
        return None
    for other in query.ask["others"]:
        said = {each.lower() for each in pattern.findall(without_others(other["tie"], query, other["called"]))}
        if asked[0].lower() in said:
            return Found(
                wording.say("kin", name=other["name"], tie=mine(other["tie"], query)), (), True, (other["id"],)
            )
    return None


_EXTREME = re.compile(r"\b(?:most|least|best|worst|closest|dearest|nearest)\b|最", re.IGNORECASE)


def rising(query: Query, wording: AnswerWording) -> Found:
    """When the person gets up."""
    said, _, knows = plans.hours(query.ask, wording, rising=True)
    return Found(said, knows=knows)


def sleeping(query: Query, wording: AnswerWording) -> Found:
    """When the person goes to bed."""
    said, _, knows = plans.hours(query.ask, wording, rising=False)
    return Found(said, knows=knows)


def age(query: Query, wording: AnswerWording) -> Found:
    """How old the person is."""
    return Found(person.introduction(query.ask, wording, ["age"])[0])


def work(query: Query, wording: AnswerWording) -> Found | None:
    """What the person does for a living; None for a question of what they do now."""
    if re.search(r"\b(?:now|if|when|after|before)\b|现在|这会儿|如果", query.text, re.IGNORECASE):
        return None
    said, used, knows = person.introduction(query.ask, wording, ["work"])
    return Found(said, tuple(used), knows)


def born(query: Query, wording: AnswerWording) -> Found | None:
    """Where the person comes from."""
    own = [
        one
        for one in stored(query)
        if one["kind"] in ("seed", "card") and not one["about"] and _BORN.search(one["text"])
    ]
    if not own:
        return Found(wording.say("unknown"), knows=False)
    return Found(told(own[0], query, wording), (own[0]["id"],))


def childhood(query: Query, wording: AnswerWording) -> Found | None:
    """What the person remembers of being a child."""
    own = [
        one
        for one in stored(query)
        if one["kind"] in ("seed", "card") and is_own_knowledge(one, query) and _CHILDHOOD.search(one["text"])
    ]
    if not own:
        return Found(wording.say("unknown_of_me"), knows=False)
    return Found(wording.joined([told(one, query, wording) for one in own[:2]]), tuple(one["id"] for one in own[:2]))


def secrets(query: Query, wording: AnswerWording) -> Found | None:
    """The person's secrets: told to an inner voice, and marked."""
    if query.people:
        return _kept_from(query, wording)
    private = sorted(
        (one for one in stored(query) if is_secret(one, query) and is_own_knowledge(one, query)),
        key=lambda one: (-one["importance"], one["id"]),
    )
    query = replace(query, topic=_hidden_thing(query))
    if not private and not _asked_for(query):
        return Found(wording.say("no_secrets"))
    asked = [one for one in private if shared_part(query.topic, one["text"]) >= HALF_SHARE] or _asked_for(query)
    best = asked[:1] or private[:MAX_SECRETS]
    return Found(wording.joined([told(one, query, wording) for one in best]), tuple(one["id"] for one in best))


_OF_KEEPING = words(
    "keep kept yourself others tell told share shared anybody else never wish hidden private"
) | frozenset("别人 瞒着 大家".split())
"""Words of any question for a secret."""


def _hidden_thing(query: Query) -> frozenset[str]:
    """What a question for a secret names as hidden; empty for any secret."""
    return frozenset(word for word in query.topic - _OF_KEEPING if len(word) > 1 or not chinese(word))


def _kept_from(query: Query, wording: AnswerWording) -> Found | None:
    """What the person keeps from those named; None if nothing."""
    if not _KEPT.search(query.text):
        return None
    ids = [each["id"] for each in query.people]
    kept = [
        one
        for one in stored(query)
        if is_own_knowledge(one, query)
        and (set(ids) & set(one.get("secret_from") or ()) or (one["private"] and set(ids) & set(one["about"])))
    ]
    best = sorted(kept, key=lambda one: (-one["importance"], one["id"]))[:MAX_SECRETS]
    if not best:
        return None
    return Found(
        wording.joined([told(one, query, wording) for one in best]), tuple(one["id"] for one in best), True, tuple(ids)
    )


_KEPT = re.compile(
    r"\b(?:ke(?:ep|pt|eping)|hid(?:e|ing|den)?|conceal\w*|secrets?) .{0,12}\b(?:from|about)\b"
    r"|\b(?:never|not|n't) (?:\w+ )?(?:tell|told)\b|瞒|没告诉|不告诉|不让",
    re.IGNORECASE,
)


def _asked_for(query: Query) -> list[Recalled]:
    """Own memories of what a question for something hidden names."""
    own = [one for one in stored(query) if one["kind"] == "seed" and is_own_knowledge(one, query)]
    return [one for one in own if shared_part(query.topic, one["text"]) >= HALF_SHARE]


_OPEN_SORTS = ("fact", "reaction", "person")
"""Sorts that do not say what a supposition asks for."""
_INWARD = re.compile(
    r"\bwould you (?:\w+ )?(?:forgive|trust|believe|love|miss|marry|leave|feel)\b"
    r"|你会?(?:原谅|信任|相信|爱|想念|嫁|娶)|什么(?:心情|感觉|滋味)",
    re.IGNORECASE,
)
"""What a person would feel about another is no matter of the situation alone."""
_INVITED = re.compile(r"(?:asks?|invites?) you (?:to|for|over|out)|请你去|约你|请你(?:一起|吃|来)", re.IGNORECASE)
_PRESENT = re.compile(
    r"present\b|gift|birthday|compliment|praise|礼物|生日|夸|送.{1,12}什么|invited?\b|lunch", re.IGNORECASE
)


def hypothetical(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """What the person would do if something happened that concerns someone they know."""
    sort = sort_of(query.shape, query.language)
    known = None if query.people else nearest(query, wording, likeness)
    if known is not None and known.knows:
        return Found(wording.joined([wording.say("cannot_foresee"), known.say]), known.used)
    kind = "" if query.people and _INWARD.search(query.text) else situation(query.text)
    if kind and not _INVITED.search(query.text):
        return Found(wording.say(kind))
    if _PRESENT.search(query.text) or (not query.people and sort not in _OPEN_SORTS):
        return None
    if not query.people:
        if sort == "reaction":
            return None
        return Found(wording.say("nothing_fixed"))
    other = query.people[0]
    related = near(query, likeness)[:1]
    parts = [wording.say("cannot_foresee"), *standing(other, query, wording)]
    parts += [told(one, query, wording) for one in related]
    return Found(wording.joined(parts), tuple(one["id"] for one in related), True, (other["id"],))
