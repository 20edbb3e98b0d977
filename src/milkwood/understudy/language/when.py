"""Dates and hours in texts, in English and in Chinese: `tomorrow at half past twelve`, `2月14日傍晚五点到七点`.

Invariant: only future, single times are found; habits (`every day from eight`) and the past are not.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from milkwood.clock import hour_of, minutes_at

_DIGITS = {"〇": 0, "零": 0, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_HOURS = {word: at + 1 for at, word in enumerate(_NUMBERS)}
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTHS = "january february march april may june july august september october november december".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|most|often|daily|never|ago|last|yesterday|once|for years)\b(?! (?:is|are) welcome)"
    r"|每|天天|总是|总在|常常|多半|去年|上周|上星期|昨天|从前|前(?=[，。])|年前",
    re.IGNORECASE,
)
_YESTERDAY = re.compile(r"\byesterday\b|\blast night\b|昨天|昨晚|前天", re.IGNORECASE)
_FEASTS = {
    "valentine's day": (2, 14),
    "情人节": (2, 14),
    "christmas day": (12, 25),
    "new year's day": (1, 1),
    "元旦": (1, 1),
}
_HOUR = rf"(?:\d{{1,2}}(?::\d{{2}})?|{'|'.join(_NUMBERS)})"
_CLOCK = (
    rf"(?:(?P<@half>half past|a? ?quarter past|a? ?quarter to) )?(?P<@hour>{_HOUR})(?: o'clock)?"
    rf"(?: ?(?P<@half_after>thirty|fifteen|forty-five)\b)?(?: ?(?P<@ap>[ap]\.?m\.?))?"
)
_FROM = re.compile(
    rf"\b(?:from|between) {_CLOCK.replace('@', 'a')} (?:to|until|till|and) {_CLOCK.replace('@', 'b')}(?![\w:])",
    re.IGNORECASE,
)
_SPAN = re.compile(rf"(?<![\w:]){_CLOCK.replace('@', 'a')} ?[-–] ?{_CLOCK.replace('@', 'b')}(?![\w:])", re.IGNORECASE)
_AT = re.compile(
    rf"\b(?:at|around|about|by|after|for|,) {_CLOCK.replace('@', 'a')}(?![\w:-])"
    rf"(?! (?:of|people|years|minutes|{'|'.join(_MONTHS)})\b)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w:])(?P<ahour>\d{1,2}(?::\d{2})?) ?(?P<aap>[ap]\.?m\b\.?)|(?<![\w:])(?P<clock>\d{1,2}:\d{2})(?!\w)",
    re.IGNORECASE,
)
_NUM = "[〇零一二两三四五六七八九十\\d]{1,3}"
_PART = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|明晚|夜里|早|晚"
_ONE = (
    rf"(?P<@part>{_PART})?(?P<@hour>{_NUM})(?:点|[:：](?=\d))(?P<@minute>半|一刻|三刻"
    rf"|零[一二三四五六七八九]分?|\d{{2}}|[一二三四五]?十[一二三四五六七八九]?分?)?(?:钟)?"
)
_CHINESE_SPAN = re.compile(_ONE.replace("@", "a") + r"(?:到|至|[-—~～])" + _ONE.replace("@", "b"))
_CHINESE_AT = re.compile(_ONE.replace("@", "a"))
_MEALS = (
    (r"breakfast|早饭|早餐", 8 * 60, 45),
    (r"lunch|午饭|午餐|中饭", 12 * 60 + 30, 60),
    (r"dinner|supper|晚饭|晚餐", 18 * 60 + 30, 60),
    (r"tea\b|coffee|喝茶|咖啡(?!馆)", 15 * 60 + 30, 45),
    (r"drinks?\b|beer|\bpints?\b|brandy|whisky|喝一?杯|喝酒", 19 * 60, 60),
)
_PARTS = {
    "morning": 10 * 60,
    "afternoon": 15 * 60,
    "evening": 19 * 60,
    "上午": 10 * 60,
    "下午": 15 * 60,
    "晚上": 19 * 60,
    "今晚": 19 * 60,
    "明晚": 19 * 60,
    "tonight": 19 * 60,
}


@dataclass(frozen=True, slots=True)
class When:
    """A day and a range of its minutes."""

    date: str
    start: int
    end: int

    @property
    def start_hour(self) -> str:
        """As `HH:MM`."""
        return hour_of(self.start)

    @property
    def end_hour(self) -> str:
        """As `HH:MM`, at most one minute before midnight."""
        return hour_of(min(self.end, 24 * 60 - 1))


ALMOST_MINUTES = 10
"""Time before the start at which an event counts as begun."""


@lru_cache(maxsize=20_000)
def when(text: str, today: str, now: str, said_on: str = "") -> When | None:
    """The one future time in a text; None for none, a habit or the past.

    A weekday is the next one after the text was said, which is today unless another date is given.
    """
    if _is_habit(text):
        return None
    low = text.lower().replace("’", "'")
    day = _day(low, date.fromisoformat(today), date.fromisoformat(said_on or today))
    hours = _hours(low)
    if hours is None:
        if day is None:
            return None
        hours = _by_custom(low)
        if hours is None:
            return None
    start, end = hours
    if not 0 <= start < 24 * 60 or not start < end <= start + 24 * 60:
        return None
    if day is None:
        day = date.fromisoformat(today)
        if start <= minutes_at(now):
            return None
    if day < date.fromisoformat(today) or (day.isoformat() == today and end <= minutes_at(now)):
        return None
    return When(day.isoformat(), start, end)


@lru_cache(maxsize=20_000)
def past(text: str, today: str, now: str, said_on: str = "") -> bool:
    """Whether a text announces a day and an hour that have begun, and so are not announced any more.

    What was over when it was said is no announcement.
    """
    low = text.lower().replace("’", "'")
    said = date.fromisoformat(said_on or today)
    hours = _hours(low)
    day = _day(low, date.fromisoformat(today), said) if hours is not None else None
    if hours is None or day is None or _is_habit(_YESTERDAY.sub("", text)):
        return False
    if day < said and _YESTERDAY.search(text):
        return False
    return day.isoformat() < today or (day.isoformat() == today and hours[0] <= minutes_at(now) + ALMOST_MINUTES)


def _is_habit(text: str) -> bool:
    return bool(_HABIT.search(text.replace("everyone", "all").replace("everybody", "all")))


def day_named(text: str, today: str) -> str:
    """The day a text names, as a date; empty for none."""
    now = date.fromisoformat(today)
    found = _day(text.lower().replace("’", "'"), now, now)
    return found.isoformat() if found else ""


def clock_named(text: str) -> tuple[int, int] | None:
    """The minutes of the day that a text names as a clock would; None for none."""
    low = text.lower().replace("’", "'")
    low = re.sub(r"\b(?:shortly|just|right) (?:before|after)\b", "at", low)
    low = re.sub(rf"\bhalf (?={'|'.join(_NUMBERS)})", "half past ", low)
    return _hours(re.sub(r"\b(\d{1,2})[.h](\d{2})\b", r"\1:\2", low))


def date_named(text: str, today: str) -> str:
    """The calendar date that a text names, past ones too; empty for none."""
    found = _dated(text.lower().replace("’", "'"), date.fromisoformat(today))
    return found.isoformat() if found and found != date.min else ""


@lru_cache(maxsize=20_000)
def _day(low: str, today: date, said_on: date) -> date | None:
    for words, ahead in (
        (("day before yesterday", "前天"), -2),
        (("yesterday", "last night", "昨天", "昨晚"), -1),
        (("day after tomorrow", "后天"), 2),
        (("tomorrow", "明天", "明晚", "明早"), 1),
        (("today", "tonight", "this evening", "this afternoon", "this morning", "今天", "今晚", "待会儿"), 0),
    ):
        if any(word in low for word in words):
            return today + timedelta(days=3 if "大后天" in low else ahead)
    return _dated(low, today) or _weekday(low, said_on)


def _dated(low: str, today: date) -> date | None:
    months = "|".join(_MONTHS)
    ordinals = "|".join(_ORDINALS)
    for pattern in (
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{months})",
        rf"(?P<month>{months}) (?:the )?(?P<day>\d{{1,2}})",
        rf"(?P<word>{ordinals}) of (?P<month>{months})",
        rf"(?P<month>{months}) (?:the )?(?P<word>{ordinals})",
    ):
        if found := re.search(pattern, low):
            parts = found.groupdict()
            day = _ORDINALS.index(parts["word"]) + 1 if parts.get("word") else int(parts["day"])
            return _next(_MONTHS.index(parts["month"]) + 1, day, today)
    if found := re.search(rf"(?P<month>{_NUM})月(?P<day>{_NUM})[日号]?", low):
        return _next(number(found["month"]), number(found["day"]), today)
    if found := re.search(rf"(?<![月\d])(?P<day>{_NUM})[日号](?![楼室])", low):
        return _next(today.month, number(found["day"]), today)
    feast = next((when for name, when in _FEASTS.items() if re.search(rf"{name}(?! party|派对|聚会)", low)), None)
    return _next(*feast, today) if feast else None


def _next(month: int, day: int, today: date) -> date:
    """The nearest future day of a date; a date up to two months ago, or one that does not exist, is past."""
    try:
        found = today.replace(month=month, day=day)
        return found.replace(year=today.year + 1) if (today - found).days > 60 else found
    except ValueError:
        return date.min


def _weekday(low: str, today: date) -> date | None:
    for at, name in enumerate(_WEEKDAYS):
        if re.search(rf"\b{name}\b", low):
            ahead = (at - today.weekday()) % 7
            return today + timedelta(days=ahead + (7 if f"next {name}" in low and ahead + today.weekday() < 7 else 0))
    if found := re.search(r"(?P<next>下个?)?(?:星期|礼拜|周)(?P<day>[一二三四五六日天])", low):
        at = "一二三四五六日".find(found["day"].replace("天", "日"))
        ahead = at - today.weekday() + 7 if found["next"] else (at - today.weekday()) % 7
        return today + timedelta(days=ahead)
    return None


def number(text: str) -> int:
    """A number in digits or Chinese numerals, up to 99."""
    if text.isdigit():
        return int(text)
    tens, mark, ones = text.partition("十")
    if mark:
        return (_DIGITS.get(tens, 1) if tens else 1) * 10 + (_DIGITS.get(ones, 0) if ones else 0)
    return _DIGITS.get(text[:1], 0)


@lru_cache(maxsize=20_000)
def _hours(low: str) -> tuple[int, int] | None:
    is_chinese = re.search(r"[㐀-鿿]", low) is not None
    if is_chinese and (found := _CHINESE_SPAN.search(low)):
        start = _chinese(found, "a", found["apart"])
        end = _chinese(found, "b", found["bpart"] or found["apart"])
        return start, end if end > start else end + 12 * 60
    if is_chinese and (found := _CHINESE_AT.search(low)):
        start = _chinese(
            found, "a", found["apart"] or next((part for part in ("下午", "晚上", "傍晚") if part in low), None)
        )
        return start, start + _length(low)
    if found := _FROM.search(low) or _SPAN.search(low):
        start, end = _english(found, "a"), _english(found, "b")
        late = _late(low, found, start)
        start = start + 720 if late and start < 720 else start
        while end <= start:
            end += 720
        return start, end
    if found := _AT.search(low):
        start = _english(found, "a")
        return (start + 720 if _late(low, found, start) and start < 720 else start), 0 or _end(low, found, start)
    if found := _BARE.search(low):
        start = minutes_at(found["clock"]) if found["clock"] else _english(found, "a")
        return start, start + _length(low)
    if "noon" in low.replace("afternoon", "") or "midday" in low:
        return 720, 720 + _length(low)
    return None


def _end(low: str, found: "re.Match[str]", start: int) -> int:
    return (start + 720 if _late(low, found, start) and start < 720 else start) + _length(low)


def _english(found: "re.Match[str]", side: str) -> int:
    parts = found.groupdict()
    word = (parts.get(f"{side}hour") or "0").lower()
    value = minutes_at(word) if ":" in word else _HOURS.get(word, int(word) if word.isdigit() else 0) * 60
    half = (parts.get(f"{side}half") or "").strip()
    after = parts.get(f"{side}half_after")
    value += {"half past": 30, "quarter past": 15, "a quarter past": 15, "quarter to": -15, "a quarter to": -15}.get(
        half, 0
    )
    value += {"thirty": 30, "fifteen": 15, "forty-five": 45}.get(after or "", 0)
    mark = (parts.get(f"{side}ap") or "").replace(".", "").lower()
    if mark == "pm" and value < 720:
        value += 720
    if mark == "am" and value >= 720:
        value -= 720
    return value


def _late(low: str, found: "re.Match[str]", start: int) -> bool:
    """Whether an hour without am or pm is one after noon."""
    parts = found.groupdict()
    marks = {(parts.get(f"{side}ap") or "").replace(".", "") for side in "ab"}
    if "pm" in marks:
        return True
    if (
        "am" in marks
        or (re.search(r"\b0\d:", found[0]) or (":" in found[0] and start >= 13 * 60))
        or re.search(r"\bmorning|breakfast", low)
    ):
        return False
    if re.search(r"\bevening|\bafternoon|\bnight|tonight|dinner|supper|\bpub\b|party", low):
        return True
    return start < 8 * 60


def _chinese(found: "re.Match[str]", side: str, part: str | None) -> int:
    hour = number(found[f"{side}hour"])
    spare = found[f"{side}minute"] or ""
    extra = {"半": 30, "一刻": 15, "三刻": 45, "": 0}.get(spare)
    value = hour * 60 + (number(spare.rstrip("分").removeprefix("零")) if extra is None else extra)
    late = (part or "") in ("下午", "傍晚", "晚上", "今晚", "明晚", "夜里", "晚") and hour < 12
    noonish = part == "中午" and hour < 11
    # An hour without a part of the day is after noon, unless it is written like a clock's.
    unsaid = part is None and hour < 8 and not found[f"{side}hour"].startswith("0")
    return value + 720 if late or noonish or unsaid else value


def _length(low: str) -> int:
    return next(
        (length for pattern, _, length in _MEALS if re.search(pattern, low)),
        120 if re.search(r"party|concert|派对|音乐会|晚会", low) else 60,
    )


def _by_custom(low: str) -> tuple[int, int] | None:
    for pattern, start, length in _MEALS:
        if re.search(pattern, low):
            return start, start + length
    return next(((start, start + 60) for word, start in _PARTS.items() if word in low), None)
