"""Answers about the person's day: plans, promises, habits.

Invariant: only what is in the plan or among the promises is told.
"""

import re
from datetime import date, timedelta

from milkwood.clock import minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import DayPiece, PromiseTerm
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.hours import said_hour, said_when
from milkwood.understudy.language.sentences import capital, shared
from milkwood.understudy.language.shift import deed_of
from milkwood.understudy.language.when import When, when

_PROMISE = re.compile(r"promise|invited|agreed|答应|受邀|约了", re.IGNORECASE)
_SLEEP = re.compile(r"\bbed\b|sleep|睡")
_BEFORE_BED = re.compile(r"before (?:you )?(?:go to )?(?:sleep|bed)|睡(?:觉)?(?:之)?前", re.IGNORECASE)
_HAPPENING = re.compile(
    r"\b(?:happening|going on|planned|what(?: is|'s) on)\b|有(?:什么|啥)(?:事|活动|安排|好玩)", re.IGNORECASE
)
_WHERE = re.compile(r"\bwhere\b|find you|meet you|reach you|哪儿|哪里|找你", re.IGNORECASE)
_FREE = re.compile(r"\bfree\b|time for|have time|有空|有时间|得闲", re.IGNORECASE)


def plan(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The plan, at the time asked for or next."""
    today = ask["now"]["date"]
    time = when(ask["question"], today, "00:00")
    asked_day = _asked_day(ask)
    if _BEFORE_BED.search(ask["question"]):
        return _evening(ask, wording)
    promises = _promises(ask, time, asked_day)
    if not promises and asked_day and _HAPPENING.search(ask["question"]):
        promises = [one for one in ask["promises"] if one["date"] == asked_day]
    if promises:
        return wording.joined([_promised(one, today, wording) for one in promises[:3]]), [], True
    if _PROMISE.search(ask["question"]):
        if time is None and not asked_day and ask["promises"]:
            return wording.joined([_promised(one, today, wording) for one in ask["promises"][:3]]), [], True
        return wording.say("free"), [], False
    if time is not None and time.date == today:
        return _at(ask, time.start, wording)
    if asked_day and asked_day != today:
        return _tomorrow(ask, time, wording)
    return _rest(ask, wording)


def invited(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The reply to an invitation: yes, unless that time is promised."""
    day, time = _asked_day(ask), when(ask["question"], ask["now"]["date"], "00:00")
    taken = [one for one in ask["promises"] if one["date"] == day and (time is None or _covers(one, time.start))]
    if taken:
        return wording.say("invited_no", what=taken[0]["what"]), [], True
    return wording.say("invited_yes"), [], True


def hours(ask: Ask, wording: AnswerWording, rising: bool | None = None) -> FoundAnswer:
    """When the person gets up or goes to bed: the ends of the planned day."""
    if not ask["today"]:
        return wording.say("free"), [], False
    if rising is None:
        rising = re.search(r"wake|\bup\b|rise|out of bed|起|醒", ask["question"]) is not None
    if rising:
        minute, key = min(minutes_at(piece["start"]) for piece in ask["today"]), "wakes"
    else:
        minute, key = max(minutes_at(piece["end"]) for piece in ask["today"]), "sleeps"
    return wording.say(key, when=said_hour(minute, wording.language)), [], True


def _asked_day(ask: Ask) -> str:
    today = date.fromisoformat(ask["now"]["date"])
    if re.search(r"tomorrow|明天|明晚", ask["question"], re.IGNORECASE):
        return (today + timedelta(days=1)).isoformat()
    return (
        today.isoformat()
        if re.search(r"today|tonight|this (?:evening|afternoon|morning)|今天|今晚", ask["question"], re.IGNORECASE)
        else ""
    )


def _promises(ask: Ask, time: When | None, day: str) -> list[PromiseTerm]:
    if time is not None:
        return [one for one in ask["promises"] if one["date"] == time.date and _covers(one, time.start)]
    by_words = [one for one in ask["promises"] if shared(one["what"], ask["question"]) >= 2]
    return by_words or [one for one in ask["promises"] if day and one["date"] == day]


def _covers(promise: PromiseTerm, minute: int) -> bool:
    return minutes_at(promise["start"]) <= minute < minutes_at(promise["end"])


def kept(promise: PromiseTerm, ask: Ask, wording: AnswerWording) -> str:
    """A promise in the person's words."""
    return _promised(promise, ask["now"]["date"], wording)


def _promised(promise: PromiseTerm, today: str, wording: AnswerWording) -> str:
    said = said_when(promise["date"], minutes_at(promise["start"]), today, wording.language)
    return capital(wording.say("then_promise", when=said, what=promise["what"]))


def _evening(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    now = minutes_at(ask["now"]["time"])
    left = [piece for piece in ask["today"] if minutes_at(piece["start"]) > now][-3:]
    said = list(dict.fromkeys(say_deed(piece["what"], ask) for piece in left))
    if not said:
        return _rest(ask, wording)
    return capital(wording.say("ahead", what=_in_turn(said, wording))), [], True


def _in_turn(deeds: list[str], wording: AnswerWording) -> str:
    """Deeds one after another."""
    return ("，然后" if wording.language == "zh" else ", then ").join(deeds)


def say_deed(what: str, ask: Ask) -> str:
    """An activity in the first person."""
    return deed_of(what, ask["self"]["pronoun"], ask["self"]["language"], me=True) or what


def _at(ask: Ask, minute: int, wording: AnswerWording) -> FoundAnswer:
    for piece in ask["today"]:
        if minutes_at(piece["start"]) <= minute < minutes_at(piece["end"]):
            return _then(ask, piece, wording), [], True
    awake = [minutes_at(piece["start"]) for piece in ask["today"]]
    if awake and (minute < min(awake) or minute >= max(minutes_at(piece["end"]) for piece in ask["today"])):
        return wording.say("asleep"), [], True
    following = next((piece for piece in ask["today"] if minutes_at(piece["start"]) >= minute), None)
    if following is not None:
        return wording.say("then", what=say_deed(following["what"], ask)), [], True
    return wording.say("free"), [], False


def _then(ask: Ask, piece: DayPiece, wording: AnswerWording) -> str:
    """The activity at a time, and its place, or whether the person has time, if asked."""
    what = say_deed(piece["what"], ask)
    sector = piece["place"].partition(":")[0]
    place = next((one["name"] for one in ask["places"] if one["id"].partition(":")[0] == sector), "")
    if _WHERE.search(ask["question"]) and place:
        return capital(wording.say("then_there", what=what, place=place))
    return wording.say("not_free" if _FREE.search(ask["question"]) else "then", what=what)


def _tomorrow(ask: Ask, time: When | None, wording: AnswerWording) -> FoundAnswer:
    """For a day that is not planned yet: the person's usual day."""
    if time is None:
        return (wording.say("free"), [], False) if not ask["today"] else _like_most(ask, wording)
    return _at(ask, time.start, wording)


_DAY_OF = re.compile(r"\b(?:yesterday|today|tomorrow|tonight)\b|[昨今明]天", re.IGNORECASE)
_OF_DAY = {
    "en": (("in the morning", 5, 12), ("in the afternoon", 12, 18), ("in the evening", 18, 24)),
    "zh": (("早上", 5, 12), ("下午", 12, 18), ("晚上", 18, 24)),
}


def _like_most(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """A day without a plan: what most of each part of a day is spent with."""
    promised = [one["what"] for one in (*ask["promises"], *ask["attended"])]
    pieces = [
        piece
        for piece in ask["today"]
        if not _SLEEP.search(piece["what"]) and not _DAY_OF.search(piece["what"]) and piece["what"] not in promised
    ]
    parts = []
    for part, first, last in _OF_DAY[wording.language]:
        there = [piece for piece in pieces if first * 60 <= minutes_at(piece["start"]) < last * 60]
        if there:
            longest = max(there, key=lambda piece: minutes_at(piece["end"]) - minutes_at(piece["start"]))
            parts.append(wording.say("part_of_day", part=part, what=say_deed(longest["what"], ask)))
    if not parts:
        return wording.say("free"), [], False
    joint = "，" if wording.language == "zh" else ", "
    return wording.say("day_like_most", parts=joint.join(dict.fromkeys(parts))), [], True


def _rest(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    now = minutes_at(ask["now"]["time"])
    ahead = [piece for piece in ask["today"] if minutes_at(piece["end"]) > now and not _SLEEP.search(piece["what"])][:3]
    deeds = list(dict.fromkeys(say_deed(piece["what"], ask) for piece in ahead[:2]))
    parts = [wording.say("ahead", what=_in_turn(deeds, wording))] if deeds else []
    parts += [_promised(one, ask["now"]["date"], wording) for one in ask["promises"][:2]]
    if not parts:
        return wording.say("free"), [], False
    return wording.joined([capital(part) for part in parts]), [], True


def present(ask: Ask, wording: AnswerWording, sort: str) -> FoundAnswer:
    """The current place and activity of the person."""
    doing = say_deed(ask["now"]["doing"], ask) if ask["now"]["doing"] else ""
    where = wording.say("here", place=ask["now"]["place"]) if ask["now"]["place"] else ""
    what = wording.say("busy", what=doing) if doing else ""
    parts = [where, what] if sort == "where" else [what, where]
    if not any(parts):
        return _at(ask, minutes_at(ask["now"]["time"]), wording)
    return wording.joined(parts), [], True


def schedule(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The day in brief."""
    promised = [one["what"] for one in ask["promises"]]
    pieces = [piece for piece in ask["today"] if not _SLEEP.search(piece["what"]) and piece["what"] not in promised]
    if not pieces:
        return wording.say("free"), [], False
    step = max(1, len(pieces) // 5)
    parts = []
    for piece in pieces[::step][:6]:
        hour = said_hour(minutes_at(piece["start"]), wording.language)
        said = wording.say(
            "usually", when=hour if wording.language == "zh" else f"At {hour}", what=say_deed(piece["what"], ask)
        )
        parts.append(said)
    return wording.joined(parts), [], True
