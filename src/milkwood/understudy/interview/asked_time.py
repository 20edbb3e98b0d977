"""The time that a question names: a day, a part of one, an hour; and what the person lived then.

Invariant: an hour without a day is the last such hour; nothing before the beginning of the run or after now was lived.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from milkwood.clock import MINUTES_A_DAY, minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import LivedPiece, PastTalk
from milkwood.understudy.language.when import clock_named, date_named, number

MAX_OFFERED_PIECES = 12
"""Maximum of pieces of the past in a prompt."""
_DAYS_BACK = (
    (re.compile(r"day before yesterday|前天", re.IGNORECASE), 2),
    (re.compile(r"yesterday|last night|昨", re.IGNORECASE), 1),
    (
        re.compile(
            r"\b(?:today|tonight|this (?:morning|afternoon|evening|noon))\b|今(?![年后生世])|刚才|刚刚", re.IGNORECASE
        ),
        0,
    ),
)
_YEAR = re.compile(r"(?<![\d:])(?:1[5-9]|20)\d\d(?![\d:])")
_LONG_AGO = (
    (re.compile(r"\blast week\b|上个?(?:星期|礼拜|周)(?![一二三四五六日天末])", re.IGNORECASE), 7),
    (re.compile(r"\blast month\b|上个?月", re.IGNORECASE), 30),
    (re.compile(r"\blast year\b|\byears ago\b|去年|前年|年前", re.IGNORECASE), 365),
)
_AGO = re.compile(
    r"(?P<n>\d+|an?|one|two|three|four|five|six|seven|eight|half an) (?P<unit>minute|hour|day)s? ago"
    r"|(?P<zh>半|[一两二三四五六七八九十\d]+)个?(?P<of>分钟|小时|钟头|天)(?:以)?前",
    re.IGNORECASE,
)
_NUMBERS = "zero one two three four five six seven eight".split()
_PARTS = (
    (re.compile(r"last night|昨晚|昨夜", re.IGNORECASE), 18 * 60, 27 * 60),
    (re.compile(r"\b(?:early )?morning\b|早上|清早|早晨|上午|一早|今早|昨早", re.IGNORECASE), 5 * 60, 12 * 60),
    (re.compile(r"\bafternoon\b|下午|午后", re.IGNORECASE), 12 * 60, 18 * 60),
    (re.compile(r"\b(?:evening|tonight)\b|傍晚|晚上|今晚", re.IGNORECASE), 18 * 60, 24 * 60),
    (re.compile(r"\b(?:at|during the|in the) night\b|夜里|半夜", re.IGNORECASE), 22 * 60, 30 * 60),
    (re.compile(r"\b(?:noon|midday|lunchtime)\b|中午", re.IGNORECASE), 12 * 60, 12 * 60),
)
_MIDNIGHT = re.compile(r"\bmidnight\b|午夜|零点", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\b(?P<en>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|(?:星期|礼拜|周)(?P<zh>[一二三四五六日天])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\bday (?P<n>\d+)\b|第(?P<zh>[一二三四五六七八九十\d]+)天", re.IGNORECASE)
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()
_SAID = re.compile(
    r"\b(?:at|around|about|between|from|to|and|until|o'clock|half past|quarter (?:past|to)|in the|the|on|of|day \d+"
    r"|today|yesterday|tonight|last night|this|morning|afternoon|evening|night|noon|midnight|before"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ap]\.?m\.?|exactly|sharp|\d+(?:st|nd|rd|th)?"
    r"|hours?|minutes?|days?|ago|half|an?|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|then|so far|just now"
    r"|earlier|(?:last|next|this) (?:week|month|year))\b"
    r"|[今昨前明]儿个?|今天|昨天|前天|今早|昨晚|今晚|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|凌晨|清晨|刚才|刚刚|(?:星期|礼拜|周)[一二三四五六日天]"
    r"|第[一二三四五六七八九十]天|[零一二三四五六七八九十两半\d]+[点月号日刻分半钟]+|[一二三四五六七八九十两半\d]+个?(?:小时|分钟|钟头|天)[以之]?前|\d{1,2}[:：]\d{2}|那天|这天|当时|那时候?|左右|前后|那会儿|的时候|(?:上个?|下个?|这个?|去|前|今|明)(?:星期|礼拜|周|月|年)|[点半刻]钟",
    re.IGNORECASE,
)
"""Words of time; what is left of a question without them is what it is about."""


@dataclass(frozen=True, slots=True)
class AskedSpan:
    """A stretch of one day, in minutes from its midnight; an instant if start and end are the same."""

    date: str
    start: int
    end: int

    @property
    def is_instant(self) -> bool:
        """Whether it is a point in time."""
        return self.start == self.end


def without_time(question: str) -> str:
    """A question without its words of time."""
    return _SAID.sub(" ", question)


def asked_time(question: str, ask: Ask) -> AskedSpan | None:
    """The time that a question names, if any."""
    now = ask["now"]
    today = date.fromisoformat(now["date"])
    minute = minutes_at(now["time"])
    if ago := _AGO.search(question):
        return _back(ago, today, minute)
    if re.search(r"\bjust now\b|刚才|刚刚", question, re.IGNORECASE):
        return _at(today, max(0, minute - 30), minute)
    if year := _YEAR.search(question):
        return _at(date(int(year[0]), 1, 1), 0, MINUTES_A_DAY) if 0 < int(year[0]) < today.year else None
    for pattern, back in _LONG_AGO:
        if pattern.search(question):
            return _at(today - timedelta(days=back), 0, MINUTES_A_DAY)
    day = _day(question, today, ask)
    hours = clock_named(question)
    if hours is None and _MIDNIGHT.search(question):
        hours = (0, 0)
    if hours is not None:
        start, end = hours
        spanned = bool(re.search(r"\b(?:from|between)\b|[到至]|\d ?[-–] ?\d", question)) and end > start
        if start == 12 * 60 and re.search(r"last night|midnight|昨晚|半夜|夜里", question, re.IGNORECASE):
            start = 24 * 60  # twelve at night
        if day is None:
            day = today if start <= minute else today - timedelta(days=1) if _is_past(question) else today
        return _at(day, start, end if spanned else start)
    for pattern, start, end in _PARTS:
        if pattern.search(question):
            return _at(day or today, start, end)
    return _at(day, 0, MINUTES_A_DAY) if day is not None else None


def _is_past(question: str) -> bool:
    return bool(re.search(r"\b(?:did|was|were|had)\b|了|过", question))


def _at(day: date, start: int, end: int) -> AskedSpan:
    return AskedSpan(day.isoformat(), start, end)


def _back(ago: "re.Match[str]", today: date, minute: int) -> AskedSpan:
    said = ago.groupdict()
    unit = (said["unit"] or said["of"] or "").lower()
    word = (said["n"] or said["zh"] or "").lower()
    many = 0.5 if word in ("half an", "半") else 1.0 if word in ("a", "an") else _count(word)
    if unit in ("day", "天"):
        return _at(today - timedelta(days=int(many)), 0, MINUTES_A_DAY)
    back = int(many * (1 if unit in ("minute", "分钟") else 60))
    at = minute - back
    day = today + timedelta(days=at // MINUTES_A_DAY)
    return _at(day, at % MINUTES_A_DAY, at % MINUTES_A_DAY)


def _count(word: str) -> float:
    return float(_NUMBERS.index(word)) if word in _NUMBERS else float(number(word))


def _day(question: str, today: date, ask: Ask) -> date | None:
    for pattern, back in _DAYS_BACK:
        if pattern.search(question):
            return today - timedelta(days=back)
    if numbered := _NUMBERED.search(question):
        first = date.fromisoformat(ask["pieces"][0]["date"]) if ask.get("pieces") else today
        return first + timedelta(days=number(numbered["n"] or numbered["zh"]) - 1)
    if found := date_named(question, today.isoformat()):
        return date.fromisoformat(found)
    if weekday := _WEEKDAY.search(question):
        name = weekday["en"]
        at = _DAY_NAMES.index(name.lower()) if name else "一二三四五六日".find(weekday["zh"].replace("天", "日"))
        return today - timedelta(days=(today.weekday() - at) % 7)
    return None


# --- the person's own past


def is_lived(span: AskedSpan, ask: Ask) -> bool:
    """Whether a time has begun."""
    now = ask["now"]
    return (span.date, span.start) <= (now["date"], minutes_at(now["time"]))


def pieces_in(span: AskedSpan, ask: Ask) -> list[LivedPiece]:
    """What the person lived in a stretch of time."""
    found = []
    for piece in ask.get("pieces", ()):
        start, end = _minutes(piece, span.date)
        if (start <= span.start < end) if span.is_instant else (start < span.end and end > span.start):
            found.append(piece)
    return found


def _minutes(piece: LivedPiece, day: str) -> tuple[int, int]:
    """A piece in minutes from the midnight of a day."""
    shift = (date.fromisoformat(piece["date"]) - date.fromisoformat(day)).days * MINUTES_A_DAY
    return minutes_at(piece["start"]) + shift, minutes_at(piece["end"]) + shift


def talks_in(span: AskedSpan | None, ask: Ask) -> list[PastTalk]:
    """The talks in a stretch of time; all for none."""
    talks = [talk for talk in ask.get("talks", ()) if talk["lines"]]
    if span is None:
        return talks
    last = span.end if not span.is_instant else span.start + 59
    base = date.fromisoformat(span.date)
    found = []
    for talk in talks:
        at = minutes_at(talk["start"]) + (date.fromisoformat(talk["date"]) - base).days * MINUTES_A_DAY
        if span.start <= at < max(last, span.start + 1):
            found.append(talk)
    return found


def pieces_asked_for(ask: Ask) -> list[LivedPiece]:
    """The pieces of the time that a question names, for a prompt; the last ones for none."""
    span = asked_time(ask["question"], ask)
    found = pieces_in(span, ask) if span is not None else list(ask.get("pieces", ()))[-3:]
    if span is None or not span.is_instant:
        found = _blocks(found)
    return [_with_company(piece, ask) for piece in found[-MAX_OFFERED_PIECES:]]


def _with_company(piece: LivedPiece, ask: Ask) -> LivedPiece:
    """A talk with the people talked to."""
    if piece["act"] != "talk":
        return piece
    at = minutes_at(piece["start"])
    talks = [talk for talk in ask.get("talks", ()) if talk["date"] == piece["date"]]
    company = next((talk["company"] for talk in talks if abs(minutes_at(talk["start"]) - at) <= 1), [])
    return {**piece, "company": company} if company else piece


def _blocks(pieces: list[LivedPiece]) -> list[LivedPiece]:
    """Pieces merged by plan and place."""
    merged: list[LivedPiece] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if piece["act"] == "walk":
            continue
        if last is not None and piece["act"] == "deed" == last["act"] and _same(last, piece):
            merged[-1] = {**last, "end": piece["end"], "what": last["plan"] or last["what"]}
        else:
            merged.append(piece)
    return merged


def _same(one: LivedPiece, other: LivedPiece) -> bool:
    return (one["date"], one["plan"], one["place"]) == (other["date"], other["plan"], other["place"])


blocks = _blocks
