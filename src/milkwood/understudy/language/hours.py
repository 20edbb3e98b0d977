"""Days and hours in words: `tomorrow at half past twelve`, `明天中午十二点半`.

Invariant: `when` understands the results.
"""

import re
from datetime import date, timedelta

_NUMBERS = "twelve one two three four five six seven eight nine ten eleven".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February March April May June July August September October November December".split()
_CHINESE = "零一二三四五六七八九十"


def said_hour(minutes: int, language: str) -> str:
    """An hour in words."""
    hour, rest = divmod(minutes % 1440, 60)
    if language == "zh":
        tail = {0: "", 30: "半", 15: "一刻", 45: "三刻"}.get(
            rest, f"{_count(rest)}分" if rest >= 10 else f"零{_count(rest)}分"
        )
        spoken = _count((hour - 1) % 12 + 1)
        return f"{part(minutes, 'zh')}{'两' if spoken == '二' else spoken}点{tail}"
    if rest == 0 and hour % 12 == 0:
        return "noon" if hour else "midnight"
    if rest in (0, 15, 30):
        words = {0: "", 15: "a quarter past ", 30: "half past "}[rest] + _NUMBERS[hour % 12]
    elif rest == 45:
        words = f"a quarter to {_NUMBERS[(hour + 1) % 12]}"
    else:
        return f"{hour:02d}:{rest:02d}"
    return f"{words} {part(minutes, 'en')}"


def part(minutes: int, language: str) -> str:
    """The part of the day of an hour, as said after (in Chinese, before) the hour."""
    hour = minutes % 1440 // 60
    if language == "zh":
        return (
            "凌晨"
            if hour < 5
            else "早上"
            if hour < 9
            else "上午"
            if hour < 11
            else "中午"
            if hour < 13
            else "下午"
            if hour < 17
            else "傍晚"
            if hour < 19
            else "晚上"
        )
    return (
        "at night"
        if hour < 5 or hour >= 22
        else "in the morning"
        if hour < 12
        else "in the afternoon"
        if hour < 17
        else "in the evening"
    )


def said_day(day: str, today: str, language: str) -> str:
    """A day in words: today, tomorrow, a weekday of this week, or its date."""
    then, now = date.fromisoformat(day), date.fromisoformat(today)
    ahead = (then - now).days
    if language == "zh":
        near = {0: "今天", 1: "明天", 2: "后天", -1: "昨天"}.get(ahead)
        weekday = f"星期{'一二三四五六日'[then.weekday()]}"
        return near or (weekday if 0 < ahead < 7 else f"{_count(then.month)}月{_count(then.day)}号")
    near = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(ahead)
    return near or (f"on {_DAYS[then.weekday()]}" if 0 < ahead < 7 else f"on {then.day} {_MONTHS[then.month - 1]}")


def said_when(day: str, start: int, today: str, language: str) -> str:
    """A day and an hour."""
    said = said_day(day, today, language)
    return f"{said}{said_hour(start, language)}" if language == "zh" else f"{said} at {said_hour(start, language)}"


def said_span(day: str, start: int, end: int, today: str, language: str) -> str:
    """A day with start and end."""
    said = said_day(day, today, language)
    if language == "zh":
        second = said_hour(end, language)
        second = second.removeprefix(part(end, language)) if part(start, language) == part(end, language) else second
        return f"{said}{said_hour(start, language)}到{second}"
    first, second = said_hour(start, language), said_hour(end, language)
    if part(start, language) == part(end, language) and ":" not in first + second:
        first = first.removesuffix(f" {part(start, language)}")
    return f"{said} from {first} to {second}"


def _count(value: int) -> str:
    tens, ones = divmod(value, 10)
    head = "" if tens == 0 else "十" if tens == 1 else f"{_CHINESE[tens]}十"
    return head + (_CHINESE[ones] if ones or not tens else "")


def dated(text: str, today: str, language: str) -> str:
    """A text that stays true tomorrow: `tomorrow` and `今晚` become a day of the week."""
    now, begun = date.fromisoformat(today), text[:1]
    for words, ahead, tail in _RELATIVE["zh" if language == "zh" else "en"]:
        day = now + timedelta(days=ahead)
        said = (
            f"星期{'一二三四五六日'[day.weekday()]}{tail}" if language == "zh" else f"on {_DAYS[day.weekday()]}{tail}"
        )
        text = re.sub(words, said, text, flags=re.IGNORECASE)
    text = _TWICE.sub(lambda found: found[1] or f"{found[3]}{found[4] or ''}", text)
    return text[:1].upper() + text[1:] if begun.isupper() else text


_TWICE = re.compile(r"\b(on ([A-Z]\w+day)),? (?:on )?\2\b|(星期.)(早上|晚上)?，?\3", re.IGNORECASE)
"""A day named twice: `today, on Sunday` said with the day of the week."""


_RELATIVE = {
    "en": (
        (r"\bthe day after tomorrow\b", 2, ""),
        (r"\btomorrow (?=morning|afternoon|evening|night)", 1, " "),
        (r"\btomorrow\b", 1, ""),
        (r"\btonight\b|\bthis evening\b", 0, " evening"),
        (r"\btoday\b", 0, ""),
    ),
    "zh": (
        (r"后天", 2, ""),
        (r"明晚", 1, "晚上"),
        (r"明早", 1, "早上"),
        (r"明天", 1, ""),
        (r"今晚", 0, "晚上"),
        (r"今天", 0, ""),
    ),
}
