"""Words such as `today` and `明晚` in a memory, said again on a later day.

Invariant: the words name the same day as when the memory was formed; a text without them is unchanged.
"""

import re
from datetime import date
from functools import lru_cache

_DAYS = {
    "en": {-2: "the day before yesterday", -1: "yesterday", 0: "today", 1: "tomorrow", 2: "the day after tomorrow"},
    "zh": {-3: "大前天", -2: "前天", -1: "昨天", 0: "今天", 1: "明天", 2: "后天", 3: "大后天"},
}
_NIGHTS = {-2: "the night before last", -1: "last night", 0: "tonight"}
_ENGLISH = re.compile(
    r"\b(?P<day>the day before yesterday|the day after tomorrow|yesterday|today|tomorrow)\b"
    r"|\b(?P<night>the night before last|last night|tonight)\b"
    r"|\bthis (?P<part>morning|afternoon|evening)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"(?P<day>大?[前后]天|[昨今明]天)|(?P<near>[昨今明])(?P<part>[早晚])(?!饭|餐|安|期|熟|年|辈|点)")
_MONTHS = "January February March April May June July August September October November December".split()
_CHINESE_PARTS = {"早": "早上", "晚": "晚上"}


@lru_cache(maxsize=4096)
def anchored(text: str, formed: str, today: str, language: str) -> str:
    """A text formed on one day as it is said on another; days are ISO dates."""
    passed = (date.fromisoformat(today) - date.fromisoformat(formed)).days
    if not passed:
        return text
    if language == "zh":
        return _CHINESE.sub(lambda found: _chinese(found, passed, formed), text)
    return _ENGLISH.sub(lambda found: _like(found[0], _english(found, passed, formed)), text)


def _english(found: re.Match[str], passed: int, formed: str) -> str:
    if found["day"]:
        return _day(_offset(found["day"].lower(), "en"), passed, formed, "en")
    if found["night"]:
        ahead = next(ahead for ahead, name in _NIGHTS.items() if name == found["night"].lower())
        day = _day(ahead, passed, formed, "en").removeprefix("on ")
        return _NIGHTS.get(ahead - passed) or f"on the night of {day}"
    day = _day(0, passed, formed, "en")
    return f"{day} {found['part'].lower()}" if day in _DAYS["en"].values() else f"{day} in the {found['part'].lower()}"


def _chinese(found: re.Match[str], passed: int, formed: str) -> str:
    if found["day"]:
        return _day(_offset(found["day"], "zh"), passed, formed, "zh")
    return _day(_offset(f"{found['near']}天", "zh"), passed, formed, "zh") + _CHINESE_PARTS[found["part"]]


def _offset(word: str, language: str) -> int:
    return next(ahead for ahead, name in _DAYS[language].items() if name == word)


def _day(ahead: int, passed: int, formed: str, language: str) -> str:
    """The day so many days after a memory was formed, in words of a later day; its date if no word fits."""
    if near := _DAYS[language].get(ahead - passed):
        return near
    day = date.fromordinal(date.fromisoformat(formed).toordinal() + ahead)
    return f"{day.month}月{day.day}号" if language == "zh" else f"on {day.day} {_MONTHS[day.month - 1]}"


def _like(before: str, after: str) -> str:
    """With a capital where there was one."""
    return after[:1].upper() + after[1:] if before[:1].isupper() else after
