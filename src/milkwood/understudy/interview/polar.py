"""Answers to questions that ask whether something is so.

Invariant: yes and no come from a memory, a tie, a lived day or the calendar; a person's own days are complete, so what
is not in them was not done; of others the person says what they know, and that they know no more.
"""

import re

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview import days
from milkwood.understudy.interview.asked_time import talks_in
from milkwood.understudy.interview.evidence import (
    Found,
    about,
    denies,
    is_own_knowledge,
    near,
    shared_part,
    stored,
    told,
    words_of_places,
)
from milkwood.understudy.interview.feelings import mine, standing, whole
from milkwood.understudy.interview.first_person import feeling_said
from milkwood.understudy.interview.matters import on_matter
from milkwood.understudy.interview.nearest import nearest
from milkwood.understudy.interview.query import DID, STILL, Query
from milkwood.understudy.interview.sorting import sort_of
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import bare, capital, chinese, words
from milkwood.understudy.language.shift import is_own

_YOU = re.compile(r"\byou\b|你", re.IGNORECASE)
_SEEING = re.compile(r"\b(?:see|seen|saw)\b|看到|看见|见到|见过", re.IGNORECASE)
KIN = {
    "en": re.compile(
        r"\b(?:mother|father|sister|brother|daughter|son|wife|husband|aunt|uncle|cousin|grand\w+|niece|nephew|friend"
        r"|neighbour|neighbor|boss|employer|teacher|pupil|patient|enemy|lover|fiancée?|partner|mother-in-law)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"妈妈|母亲|爸爸|父亲|姐姐|妹妹|姐妹|哥哥|弟弟|兄弟|女儿|儿子|妻子|老婆|丈夫|老公|姑姑|姨|叔叔|舅舅|表[哥弟姐妹]|爷爷|奶奶|外婆|外公|侄女|侄儿"
        r"|朋友|邻居|老板|老师|徒弟|学生|病人|仇人|敌人|恋人|未婚[夫妻]"
    ),
}
_SAME_KIN = ({"妈妈", "母亲"}, {"爸爸", "父亲"}, {"妻子", "老婆"}, {"丈夫", "老公"}, {"neighbour", "neighbor"})
_WHOSE = re.compile(r"\byour?\b|你的?", re.IGNORECASE)


def polar(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """Whether something is so; None if it is no question of fact."""
    if found := _tie(query, wording):
        return found
    subject = _subject(query)
    if subject == "you":
        return _own(query, wording, likeness)
    if query.people:
        return _of_other(query, wording, likeness)
    if query.ask["unknown_names"] or re.search(r"谁|什么(?!人)|哪", query.text):
        return None
    return _fact(query, wording)


def _subject(query: Query) -> str:
    """`you` if the question is about the person asked; otherwise empty."""
    you = _YOU.search(query.text)
    if you is None:
        return ""
    if query.language == "en":
        return "you" if re.match(r"\w+(?:n't)? (?:you)\b", query.text, re.IGNORECASE) else ""
    first = min(
        (query.text.find(form) for other in query.people for form in (other["called"],) if form in query.text),
        default=len(query.text),
    )
    return "you" if you.start() <= first else ""


def _tie(query: Query, wording: AnswerWording) -> Found | None:
    """Whether someone is the person's sister, friend or patient."""
    pattern = KIN[query.language]
    asked = pattern.search(query.text)
    if asked is None or not query.people or not _WHOSE.search(query.text) or DID.search(query.text):
        return None
    if _BELIEVES.search(query.text):
        return None
    rest = query.topic - words(asked[0])
    other = query.people[0]
    if rest or not other["tie"] or len(query.people) > 1:
        return None
    said = {found.lower() for found in pattern.findall(without_others(other["tie"], query, other["called"]))}
    meant = next((same for same in _SAME_KIN if asked[0].lower() in same), {asked[0].lower()})
    key = "tie_yes" if said & meant else "tie_no"
    return Found(wording.say(key, name=other["called"], tie=mine(other["tie"], query)), (), True, (other["id"],))


def without_others(tie: str, query: Query, called: str) -> str:
    """A tie without what belongs to others: `Tom's wife` is not a wife of the person's own."""
    for other in query.ask["others"]:
        if other["called"] != called:
            tie = re.sub(rf"{re.escape(other['called'])}(?:'s \w+|的\w{{0,4}})", "", tie)
    return re.sub(r"\b(?:like|as) an? \w+|像.{0,4}一样", "", tie)


# --- the person


def _own(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    ask = query.ask
    if sort_of(query.shape, query.language) in ("family", "content"):
        return None
    if not DID.search(query.text):
        if not query.topic:
            return None
        found = _of_me(query, wording) or _felt_or_tied(query, wording) or _on_my_mind(query, wording)
        return found or on_matter(query, wording, likeness) or _as_they_stand(query, wording)
    ever = query.span is None and not query.people
    lasting = [one for one in about(query, ("seed", "card")) if is_own_knowledge(one, query)] if ever else []
    if lasting:
        return _by_memory(query, wording, lasting)
    pieces = days.done(query, strict=ever)
    with_others = [
        piece
        for piece in pieces
        if not query.people
        or all(_was_with(piece["date"], piece["start"], piece["end"], each["called"], query) for each in query.people)
    ]
    if with_others:
        first = with_others[0]
        said = days.when(first["date"], first["start"], query, wording)
        return Found(
            wording.joined([wording.say("so"), capital(days._sentence(first, said, wording, query))]), piece=first
        )
    promise = next(
        (each for each in ask["promises"] if query.topic and shared_part(query.topic, each["what"]) >= 0.6), None
    )
    if promise is not None and (promise["date"], promise["start"]) > (ask["now"]["date"], ask["now"]["time"]):
        said = days.when(promise["date"], promise["start"], query, wording)
        return Found(wording.say("not_yet", what=promise["what"], when=said))
    kinds = ("promise",) if query.span else ("seed", "promise", "card")
    memories = [one for one in about(query, kinds) if one["source"] in ("me", "", ask["self"]["id"])]
    if memories:
        return _by_memory(query, wording, memories)
    heard = about(query, ("news",))
    if heard and not pieces:
        parts = [wording.say("only_heard"), told(heard[0], query, wording)]
        return Found(wording.joined(parts), (heard[0]["id"],))
    if query.people and pieces:
        names = wording.listed([each["called"] for each in query.people])
        return Found(wording.say("not_with", names=names))
    if related := _related(query, likeness):
        sure = not query.people or shared_part(query.topic, related["text"]) > HALF_SHARE
        parts = [wording.say("what_i_know" if sure else "all_i_know"), told(related, query, wording)]
        return Found(wording.joined(parts), (related["id"],), sure, tuple(each["id"] for each in query.people))
    if (
        query.people
        and query.span is None
        and _BOND.search(query.text)
        and (known := standing(query.people[0], query, wording))
    ):
        return Found(
            wording.joined([wording.say("what_i_know"), *known]), (), True, tuple(each["id"] for each in query.people)
        )
    if "been_at" in query.kinds and query.topic and not query.topic & words_of_places(query) and not pieces:
        return Found(wording.say("unknown_of_me"), knows=False)
    free = query.span is None and not pieces
    if free and not query.people and (of_matter := on_matter(query, wording, likeness)):
        return of_matter
    if query.people and _STATE.search(query.text) and (stands := _as_they_stand(query, wording)):
        return stands
    near_it = nearest(query, wording, likeness) if free else None
    if near_it is not None and (near_it.knows or not query.people):
        return near_it
    return Found(wording.say("no_i_did_not"), knows=bool(query.span))


def _related(query: Query, likeness: TextSimilarity) -> Recalled | None:
    """An own memory of the people or the life that a question without a time asks about, though in other words."""
    if query.span is not None:
        return None
    shared = [one for one in near(query, likeness, ("seed",)) if is_own_knowledge(one, query)]
    if shared or not query.people:
        return shared[0] if shared else None
    named = [
        one
        for one in stored(query)
        if one["kind"] == "seed"
        and is_own_knowledge(one, query)
        and all(each["id"] in one["about"] for each in query.people)
    ]
    partly = [one for one in named if shared_part(query.topic, one["text"]) >= HALF_SHARE]
    return partly[0] if partly else None


def _felt_or_tied(query: Query, wording: AnswerWording) -> Found | None:
    """What a tie or a feeling says: `Do you owe him money?`"""
    for other in query.people[:1]:
        if any(shared_part(query.topic, text) >= 1 for text in (other["tie"], other["feeling"])):
            return Found(wording.joined(standing(other, query, wording)), (), True, (other["id"],))
    return None


_STATE = re.compile(
    r"^(?:were|was|are|have you (?:ever )?been)\b|是(?:不是)?.{0,8}(?:一对|恋人|情人|夫妻|朋友|亲戚)", re.IGNORECASE
)
"""What someone was or is to the person, not what was done."""


def _as_they_stand(query: Query, wording: AnswerWording) -> Found | None:
    """What someone is to the person, for a question of a state between the two: `Are you sweet on him?`"""
    if len(query.people) != 1 or query.span is not None or STILL.search(query.text):
        return None
    known = standing(query.people[0], query, wording)
    parts = [wording.say("what_i_know"), *known]
    return Found(wording.joined(parts), (), True, (query.people[0]["id"],)) if known else None


_WORRIED = re.compile(r"\b(?:afraid|scared|frightened|worr\w+|nervous|fear|anxious)\b|怕|担心|紧张|发愁", re.IGNORECASE)


def _on_my_mind(query: Query, wording: AnswerWording) -> Found | None:
    """A concern that the question is about, in part if it asks for fear: `你牙疼吗`."""
    asked = "".join(query.topic)
    if _WORRIED.search(query.text) and not query.people:
        least = 0.3 if query.language == "zh" else HALF_SHARE
        feared = [
            one for one in stored(query) if one["kind"] == "concern" and shared_part(query.topic, one["text"]) >= least
        ]
        if feared:
            return Found(wording.joined([wording.say("so"), told(feared[0], query, wording)]))
    if query.language != "zh" or len(set(asked)) < 2 or query.people:
        return None
    own = [one for one in stored(query) if one["kind"] == "concern" and all(each in one["text"] for each in asked)]
    return Found(wording.joined([wording.say("so"), told(own[0], query, wording)])) if own else None


HALF_SHARE = 0.5
"""The part of the words asked for that a memory of the same people must have."""


_BOND = re.compile(
    r"\b(?:engaged|marr\w+|lov\w+|friends?|couple|together|propos\w+|kiss\w*|date[ds]?|dating)\b|婚|爱|恋|交往|朋友|相好",
    re.IGNORECASE,
)
"""What there was between two people, of which a tie tells."""


def _was_with(day: str, start: str, end: str, called: str, query: Query) -> bool:
    """Whether a piece itself names a person, or the person was talked to then."""
    others = [other["id"] for other in query.ask["others"] if other["called"] == called]
    here = [
        piece
        for piece in query.ask.get("pieces", ())
        if (piece["date"], piece["start"]) == (day, start)
        and called in f"{piece['what']} {piece['plan']} {piece['promise']}"
    ]
    return bool(here) or any(
        talk["date"] == day and start <= talk["start"] <= end and set(others) & set(talk["company"])
        for talk in query.ask.get("talks", ())
    )


def met(query: Query, wording: AnswerWording) -> Found:
    """Whether the person met or saw another."""
    ids = [each["id"] for each in query.people]
    talks = [talk for talk in talks_in(query.span, query.ask) if all(each in talk["company"] for each in ids)]
    names = wording.listed([each["called"] for each in query.people])
    if talks:
        said = days.place_of_talk(talks[-1], query, wording)
        return Found(
            wording.joined([wording.say("so"), capital(wording.say("talk_was", when=said, names=names))]),
            people=tuple(ids),
        )
    day = _weekday(query)
    seen = [
        one
        for one in stored(query)
        if one["kind"] == "saw" and all(each in one["about"] for each in ids) and one["when"].startswith(day)
    ]
    if seen and _SEEING.search(query.text) and not re.search(r"\b(?:talk|speak|spoke)|说|聊|谈", query.text):
        one = seen[-1]
        said = wording.say("seen_then", when=one["when"], fact=bare(one["text"]))
        return Found(wording.joined([wording.say("so"), said]), (one["id"],), True, tuple(ids))
    return Found(wording.say("not_met", names=names), people=tuple(ids))


def _weekday(query: Query) -> str:
    from datetime import date

    if query.span is None:
        return ""
    at = date.fromisoformat(query.span.date).weekday()
    english = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    return f"星期{'一二三四五六日'[at]}".replace("星期日", "星期") if query.language == "zh" else english[at]


# --- others and things


def _of_other(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found:
    other = query.people[0]
    people = (other["id"],)
    passing = ("insight", "thought", "saw", "talk") if query.span is None else ("insight", "thought", "saw")
    memories = [one for one in about(query) if one["kind"] not in passing] if query.topic else []
    if memories:
        return _by_memory(query, wording, memories)
    felt = "" if _TO_YOU.search(query.text) else other["feeling"]
    for text in (other["tie"], felt, other.get("work", ""), other["knows"], other["doing"]):
        if text and query.topic and shared_part(query.topic, text) >= 1:
            key = "not_so" if denies(text) else "so"
            clause = (feeling_said(text, query.ask) if text == felt else "") or bare(mine(text, query))
            return Found(wording.joined([wording.say(key), whole(clause, wording)]), (), True, people)
    related = (near(query, likeness) or _rumours(query))[:1]
    if not related and _TO_YOU.search(query.text) and DID.search(query.text):
        return Found(wording.say("no_i_did_not"), (), False, people)
    parts = [wording.say("not_certain" if related else "cannot_say", name=other["called"])]
    if related:
        parts += [wording.say("what_i_know"), told(related[0], query, wording)]
    elif query.span is None and (of_matter := on_matter(query, wording, likeness)) is not None and of_matter.knows:
        return of_matter
    elif query.span is None and not DID.search(query.text) and (known := standing(other, query, wording)):
        parts += known
    return Found(wording.joined(parts), tuple(one["id"] for one in related), False, people)


_TO_YOU = re.compile(
    r"\b[a-z]+ (?:to |at |with |for |on )?you\b(?! (?:think|know|say|remember))|(?:[对跟向给]|[㐀-鿿])你", re.IGNORECASE
)
"""What was done to the person, who would know."""
_BELIEVES = re.compile(r"\btrue\b|\bbelieve\b|\bheard\b|真|信|听说", re.IGNORECASE)


def _rumours(query: Query) -> list[Recalled]:
    """What is said of the people whom a question for the truth of something names."""
    if not _BELIEVES.search(query.text) and (DID.search(query.text) or query.span is not None):
        return []
    ids = [each["id"] for each in query.people]
    return [
        one for one in stored(query) if one.get("certainty") == "rumour" and all(each in one["about"] for each in ids)
    ]


def other_fact(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """A fact about another person."""
    if not query.people or query.span:
        return None
    if (work := query.people[0].get("work", "")) and _TRADE.search(query.text):
        other = query.people[0]
        return Found(wording.say("tie_is", name=other["called"], tie=work), (), True, (other["id"],))
    known = near(query, likeness)[:1]
    if not known or not query.topic:
        return Found(wording.say("cannot_say", name=query.people[0]["called"]), knows=False)
    return _of_other(query, wording, likeness)


_TRADE = re.compile(
    r"\b(?:job|work|trade|profession|occupation|living)\b|what (?:does|do|did) \S+(?: \S+)? do\b"
    r"|(?:做|干)(?:什么|啥|哪行)|工作|职业|哪一?行",
    re.IGNORECASE,
)


def happened(query: Query, wording: AnswerWording) -> Found | None:
    """What became of something or someone."""
    memories = [one for one in about(query, ("seed", "news", "promise", "card")) if query.topic] or _as_a_child(query)
    if not memories:
        return None
    return Found(told(memories[0], query, wording), (memories[0]["id"],))


_CHILDHOOD = re.compile(r"\bwhen you were (?:an? )?(?P<en>\w+)|\bat (?:the )?age (?:of )?(?P<at>\w+)", re.IGNORECASE)


def _as_a_child(query: Query) -> list[Recalled]:
    """Own memories of the age that a question names."""
    age = _CHILDHOOD.search(query.text)
    if age is None:
        return []
    said = re.compile(rf"\b(?:I was (?:an? )?|[Aa]t (?:age )?){age['en'] or age['at']}\b")
    return [one for one in stored(query) if one["kind"] == "seed" and said.search(one["text"])]


def _by_memory(query: Query, wording: AnswerWording, memories: list[Recalled]) -> Found:
    one = memories[0]
    people = tuple(each["id"] for each in query.people)
    full = shared_part(query.topic, one["text"]) >= (1.0 if query.language == "en" else 0.75)
    full = full and one["kind"] not in ("talk", "insight", "thought")
    full = full and (len(query.topic) > 1 or one["kind"] not in ("seed", "concern"))
    rumour = one.get("certainty") in ("rumour", "denied") or _is_not_done(one["text"], query)
    said_of_me = _subject(query) == "you" and _SAID_BY_OTHERS.search(one["text"]) is not None
    said_of_me = said_of_me or _QUALIFIED.search(one["text"]) is not None
    if _subject(query) == "you" and one["kind"] == "seed" and chinese(one["text"]) == (query.language == "zh"):
        said_of_me = said_of_me or not _FIRST_PERSON.search(_clause(one["text"], query))
    if one.get("certainty") == "denied":
        parts = [wording.say("not_true"), told(one, query, wording)]
    elif not full or rumour or said_of_me or denies(query.text.replace("没有", "").rstrip("没？? ")):
        parts = [wording.say("what_i_know"), told(one, query, wording)]
    else:
        says_no = denies(_clause(one["text"], query)) and one["kind"] != "concern"
        parts = [wording.say("not_so" if says_no else "so"), told(one, query, wording)]
    return Found(wording.joined(parts), (one["id"],), True, people)


_WISHED = re.compile(
    r"\bI (?:\w+ )?(?:want|wish|should like|would like|would love|hope|long|mean) to\b|\b(?:one|some) day I\b"
    r"|想(?!起|到|不|过|着|明白|念)|希望|盼|总有一|但愿",
    re.IGNORECASE,
)
_SUFFERED = re.compile(
    r"\b(?:was|were|been|got|get|being) (?:\w+ )?"
    r"(?:\w+ed|hit|hurt|shot|beaten|bitten|cut|told|left|taken|stolen)\b|挨|被"
)


def _is_not_done(text: str, query: Query) -> bool:
    """Whether a memory only wishes for, or suffered, what a question asks whether the person did."""
    if not DID.search(query.text) or _subject(query) != "you":
        return False
    return any(pattern.search(text) and not pattern.search(query.text) for pattern in (_WISHED, _SUFFERED))


_SAID_BY_OTHERS = re.compile(
    r"\b(?:call(?:s|ed)|says?|said|tells?|told|accus\w+|blam\w+|believ\w+|suspect\w+|claim\w+)\b.{0,24}\b(?:me|I)\b"
    r"|(?:骂|说|赖|怪|疑心|冤枉|告)我"
)
"""What others say of the person is not what the person is."""


_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b|[我咱]")
_QUALIFIED = re.compile(r"\b(?:only|except|unless)\b|只有|才|除非", re.IGNORECASE)


def _clause(text: str, query: Query) -> str:
    """The clauses of a text that have what is asked for."""
    parts = re.split(r"[,，;；:：]|\b(?:and|but|though)\b", text)
    return " ".join(part for part in parts if shared_part(query.topic, part) >= HALF_SHARE) or text


def _of_me(query: Query, wording: AnswerWording) -> Found | None:
    """A fact of the person's own life: a memory in the first person, or of those whom the question names."""
    if not query.topic - words_of_places(query) and not query.quoted:
        return None
    memories = [
        one
        for one in about(query)
        if one["kind"] not in ("saw", "thought")
        and (query.people or one["kind"] in ("card", "concern", "promise") or is_own(one["text"], query.language))
    ]
    return _by_memory(query, wording, memories) if memories else None


def _fact(query: Query, wording: AnswerWording) -> Found | None:
    """A fact of the town or of the person's own life."""
    if not query.topic - words_of_places(query) and not query.quoted:
        return None
    memories = [one for one in about(query) if one["kind"] not in ("saw", "thought")]
    return _by_memory(query, wording, memories) if memories else None
