"""Answers to who was at an event the person attended: the people remembered from it.

Invariant: only people in a memory of the event are named; a person who was not there has no answer here.
"""

import re

from milkwood.clock import minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Attended, LivedPiece, Recalled
from milkwood.understudy.interview import days
from milkwood.understudy.interview.asked_time import without_time
from milkwood.understudy.interview.evidence import (
    MIN_TOPIC_SHARE,
    Found,
    is_dated,
    shared_part,
    stored,
    words_of_places,
)
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.names import call
from milkwood.understudy.language.sentences import chinese, words
from milkwood.understudy.language.when import when

_WHO_CAME = re.compile(
    r"\bwhom?\b[^?.!]*?\b(?:(?:was|were|been|is|are|came|come|went|turned up|showed up|see|saw|seen|meet|met)"
    r"(?: all| else| there| with you)* (?:at|to)|attended|joined) (?P<there>[^,;?!.]+)"
    r"|(?:谁|哪些人|什么人)都?(?:去|来|参加|出席)(?:过|了)(?P<came>[^？?，,。]+)"
    r"|(?P<held>[^？?，,。谁]{2,}?)(?:都有?)?(?:谁|哪些人|什么人)都?(?:去|来|到|参加|出席)(?:过|了|场)+"
    r"|(?P<at>[^？?，,。谁]{2,}?)[上里]?都?(?:有|来了|去了|(?:见|看|碰|遇)(?:到|见|着)了?)(?:谁|哪些人|什么人)"
    r"|(?:谁|哪些人)都?在(?P<inside>[^？?，,。]+[上里])",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:will|going|invited?|told|tell|said|spoke|talk\w*|want\w*|plan\w*)\b|邀请|打算|告诉|说|要|会去", re.IGNORECASE
)
"""Marks of other questions: who will come, who invited, who announced it."""


def asked_who_came(question: str) -> str:
    """The event whose guests are asked for; empty for other questions."""
    found = None if _OTHERWISE.search(question) else _WHO_CAME.search(question)
    return next((part for part in found.groups() if part), "") if found else ""


_HOW_MANY = re.compile(
    r"\bhow many\b.*\b(?:came|come|were|was|turned up|showed up|attended|joined) ?(?:to|at|for|there)? (?P<there>.+)"
    r"|(?:几|多少)个?人(?:都)?(?:来|去|参加|在)(?:了|过|上)*(?P<came>[^？?]+)|(?P<at>[^？?，,]{2,}?)(?:来|去|到)了?(?:几|多少)个?人",
    re.IGNORECASE,
)
_HOW_WAS = re.compile(
    r"\b(?:what (?:did|do) you (?:think|make) of|how (?:was|did you (?:like|find|enjoy))|(?:did|do) you (?:like|enjoy)"
    r"|how did|what was|what happened at|tell me about|(?:talk|speak) about) (?P<thing>.+)"
    r"|(?P<on>[^，,]{2,}?)(?:你?(?:觉得|感觉))?(?:怎么样|如何|好玩吗|好不好|热闹吗|顺利吗)",
    re.IGNORECASE,
)


def _named(pattern: re.Pattern[str], question: str) -> str:
    found = pattern.search(question)
    return next((part for part in found.groups() if part), "") if found else ""


def _same(one: str, other: str) -> bool:
    return bool(one) and len(words(one) & words(other)) * 2 >= min(len(words(one)), len(words(other)))


def lived_at(ask: Ask) -> LivedPiece | None:
    """The last the person did at the attended event that a question names."""
    asked = [_named(pattern, ask["question"]) for pattern in (_HOW_MANY, _HOW_WAS)]
    events = [event for what in asked if (event := _meant(ask, what, whole=True))]
    there = [piece for piece in ask.get("pieces", ()) for event in events[:1] if _same(piece["promise"], event["what"])]
    return there[-1] if there else None


def guests(ask: Ask, wording: AnswerWording) -> FoundAnswer | None:
    """People met there, how many, or how it was; None if that was not asked or the person was not there."""
    if event := _meant(ask, _named(_HOW_MANY, ask["question"]), whole=True):
        count = str(len(event["company"]))
        came = wording.listed([call(person) for person in event["company"]])
        said = wording.say("guests_counted" if came else "met_nobody", count=count, names=came)
        return said, [one["id"] for one in event["met"]], bool(event["company"])
    if event := _meant(ask, _named(_HOW_WAS, ask["question"]), whole=True):
        parts = [wording.say("attended_it", when=event["when"], place=event["place_name"])]
        if event["company"]:
            came = wording.listed([call(person) for person in event["company"]])
            parts.append(wording.say("met_there", names=came))
        return wording.joined(parts), [one["id"] for one in event["met"]], True
    event = _meant(ask, asked_who_came(ask["question"]))
    if event is None:
        return None
    names = [call(person) for person in event["company"]]
    if not names:
        return wording.say("met_nobody"), [], False
    return wording.say("met_there", names=wording.listed(names)), [one["id"] for one in event["met"]], True


_CAME = re.compile(
    r"\b(?:c[ao]me|coming|turn(?:ed)? up|show(?:ed)? up|attend(?:ed)?|there|at|join(?:ed)?|ma[dk]e it|miss(?:ed)?)\b"
    r"|来|到(?:场|了|没|过)|去|参加|出席|在场|露面",
    re.IGNORECASE,
)
_COMING = words("come comes came coming turn turned show showed up attend attended there join joined make made miss")
_TO_ME = re.compile(r"\bto (?:see|visit|tell|ask|talk|you)\b|\b(?:with|for) you\b|[找看问跟]你", re.IGNORECASE)
_NOT_THERE = re.compile(
    r"\bwho(?:m)?\b.*(?:\bnot\b|n't\b|\bmiss(?:ed|ing)\b|\babsent\b|\bstayed away\b)"
    r"|(?:谁|哪些人|什么人)(?:都|还)?(?:没|缺)|缺席",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:did|was|were|has|have|had|didn't|wasn't|came|turned|showed)\b|[了没过]", re.IGNORECASE)


def presence(query: Query, wording: AnswerWording) -> Found | None:
    """Whether someone was at an event the person attended, or who was not; None for other questions."""
    absent, asked = _NOT_THERE.search(query.text), "polar" in query.kinds and len(query.people) == 1
    if not (absent or asked) or not (_CAME.search(query.text) and _OVER.search(query.text)) or query.quoted:
        return None
    if _TO_ME.search(query.text) or (not absent and re.match(r"\w+ you\b|你", query.text, re.IGNORECASE)):
        return None
    event = _event_of(query)
    if event is None:
        return None
    ids = {one["id"] for one in event["company"]}
    if absent:
        names = [other["called"] for other in query.ask["others"] if other["id"] not in ids]
        if not names:
            return Found(wording.say("met_there", names=wording.listed([call(each) for each in event["company"]])))
        return Found(wording.say("not_seen_there", name=wording.listed(names)))
    there, other = query.people[0]["id"] in ids, query.people[0]
    used = tuple(one["id"] for one in event["met"] if other["id"] in one["about"])
    said = wording.say("was_there_too" if there else "not_seen_there", name=other["called"])
    return Found(said, used, True, (other["id"],))


_WAS_I = re.compile(
    r"^(?:(?:did|have|had) you (?:\w+ )?(?:go|gone|come|attend|attended|join|joined|make it|made it|been)|were you) "
    r"|^你?.*?(?:去|参加|出席|到|来).*(?:了|过|没)",
    re.IGNORECASE,
)


def own_presence(query: Query, wording: AnswerWording) -> Found | None:
    """Whether the person was at an event, promised or not; None for other questions, and where no record says so."""
    topic = query.topic - _COMING - words_of_places(query)
    if "polar" not in query.kinds or query.quoted or not topic or not (_WAS_I.match(query.text)):
        return None
    if query.language == "zh" and "你" not in query.text:
        return None
    for event in query.ask["attended"]:
        lived = [piece for piece in query.ask.get("pieces", ()) if piece["promise"] == event["what"]]
        on_the_day = query.span is None or any(piece["date"] == query.span.date for piece in lived)
        of_it = all(each["called"] in event["what"] for each in query.people)
        if on_the_day and of_it and shared_part(topic, event["what"]) >= MIN_NAMED_SHARE:
            said = wording.say("attended_it", when=event["when"], place=event["place_name"])
            used = tuple(one["id"] for one in event["met"])
            return Found(wording.joined([wording.say("so"), said]), used, piece=lived[-1] if lived else None)
    for one in stored(query):
        if one["kind"] not in ("news", "seed", "talk") or shared_part(topic, one["text"]) < MIN_TOPIC_SHARE:
            continue
        if all(each["called"] in one["text"] for each in query.people) and (piece := _in_the_room(one, query)):
            then = days.when(piece["date"], piece["start"], query, wording)
            said = wording.say("attended_it", when=then, place=piece["place_name"])
            return Found(wording.joined([wording.say("so"), said]), (one["id"],), piece=piece)
    return None


def _in_the_room(one: Recalled, query: Query) -> LivedPiece | None:
    """What the person did at the place and hour of an event that a memory tells of."""
    pieces = query.ask.get("pieces", ())
    if not pieces or not is_dated(one["text"]):
        return None
    time = when(one["text"], pieces[0]["date"], "00:00")
    place = next((each for each in query.ask["places"] if each["name"] in one["text"]), None)
    if time is None or place is None or (query.span is not None and query.span.date != time.date):
        return None
    sector = place["id"].partition(":")[0]
    here = [
        piece
        for piece in pieces
        if piece["act"] in ("deed", "talk")
        and piece["date"] == time.date
        and minutes_at(piece["start"]) < time.end
        and minutes_at(piece["end"]) > time.start
        and piece["place"].partition(":")[0] == sector
    ]
    return here[0] if here else None


def _event_of(query: Query) -> Attended | None:
    """The attended event that a question names; the last one if it names nothing."""
    topic = query.topic - _COMING
    events = query.ask["attended"]
    if not topic:
        return events[0] if events and query.span is None else None
    named = [each for each in events if shared_part(topic, f"{each['what']} {each['place_name']}") >= MIN_NAMED_SHARE]
    return named[0] if named else None


MIN_NAMED_SHARE = 0.5
"""Minimum share of the words asked for that the name of an event has."""
_MEETING = re.compile(r"开会|会上|会议|[个场次的]会")


def _is_kind(event: str, what: str) -> bool:
    """Whether a text names the kind of an event: `宴会` of `办挂灯宴`, `开会` of `参加修路的会`."""
    kind = event.rpartition("的")[2]
    if kind[-2:] in what:
        return True
    if kind.endswith("会"):
        return _MEETING.search(what) is not None
    return kind[-2:] in what or (kind[-1:] in "宴节礼赛席" and kind[-1:] in what)


def _meant(ask: Ask, what: str, whole: bool = False) -> Attended | None:
    """The attended event that is meant; its place alone does not identify it, nor does one of many words if `whole`."""
    what = without_time(what)
    for other in ask["others"] if whole else ():
        what = what.replace(other["name"], "").replace(other["called"], "")
    named = [place["name"] for place in ask["places"] if place["name"] in what]
    wanted = words(what) - frozenset(word for name in named for word in words(name))
    found = [event for event in ask["attended"] if wanted & words(event["what"])]
    if not found and chinese(what):
        return next((event for event in ask["attended"] if _is_kind(event["what"], what)), None)
    if whole:
        found = [event for event in found if len(wanted & words(event["what"])) * 2 >= len(wanted)]
    return max(found, key=lambda event: len(wanted & words(event["what"])), default=None)
