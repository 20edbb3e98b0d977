"""Numbers, durations, hours and dates as people and models write them, in English and Chinese, normalized.

Invariant: an uncertain value is None, never a guess.
"""

import re
import unicodedata
from datetime import date, timedelta
from typing import Final

from milkwood.plain import Json

_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_DIGITS: Final = {**{sign: value for value, sign in enumerate("零一二三四五六七八九")}, "〇": 0, "两": 2}
_WORDS: Final = {
    **{word: value for value, word in enumerate(_SMALL)},
    **{word: value * 10 for value, word in enumerate(_TENS) if word != "_"},
    "a": 1,
    "an": 1,
}
_FIGURE = re.compile(r"[+-]?\d+(?:\.\d+)?")
_CHINESE_NUMBER = re.compile(r"[零〇一二两三四五六七八九十百]+")
_TRUE: Final = {"true", "yes", "y", "1", "是", "对", "好", "真"}
_FALSE: Final = {"false", "no", "n", "0", "否", "不", "不是", "假"}


def plain(text: str) -> str:
    """A text in lower case, with full-width letters made half-width."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def truth(value: Json) -> bool | None:
    """A yes or a no."""
    word = plain(str(value))
    return True if word in _TRUE else False if word in _FALSE else None


def number(value: Json) -> int | None:
    """A whole number, in figures or in words: `7`, `7/10`, `seven`, `七`, `twenty-five`, `#12`."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return round(value) if abs(value) < 1e9 else None
    text = plain(str(value))[:80]
    if figure := _FIGURE.search(text):
        return round(float(figure[0][:12]))
    words = [_WORDS[word] for word in re.findall(r"[a-z]+", text) if word in _WORDS and word not in ("a", "an")]
    if words:
        return words[0] + words[1] if len(words) > 1 and words[0] >= 20 and words[1] < 10 else words[0]
    chinese = _CHINESE_NUMBER.search(text)
    return _chinese(chinese[0]) if chinese else None


def minutes(value: Json) -> int | None:
    """A length of time: `45`, `10 min`, `an hour and a half`, `1.5 hours`, `半小时`, `一刻钟`, `两个小时`."""
    if not isinstance(value, str):
        return number(value)
    text = plain(value)
    if "小时" in text or "钟头" in text or "刻" in text:
        return _chinese_minutes(text)
    hours = re.search(r"(\d+(?:\.\d+)?|[a-z]+)(?:\s+and a half)?\s*-?\s*(?:hours?|hrs?|h)(?![a-z])", text)
    if re.search(r"(?<!and a )\bhalf (?:an )?hour\b", text):
        return 30
    if "quarter of an hour" in text:
        return 15
    if not hours:
        return number(text)
    count = float(hours[1]) if hours[1][0].isdigit() else float(_WORDS.get(hours[1], 0))
    rest = re.search(r"(\d+)\s*m", text[hours.end() :])
    half = 30 if "and a half" in text else 0
    total = round(count * 60) + half + (int(rest[1]) if rest else 0)
    return total or None


def _chinese_minutes(text: str) -> int | None:
    if "刻" in text and "小时" not in text:
        return 15 * (number(text.split("刻")[0]) or 1)
    before, _, after = re.sub("钟头", "小时", text).partition("小时")
    if before.strip() in ("半", "半个"):
        return 30
    figure = _FIGURE.search(before)
    count = float(figure[0]) if figure else float(number(before) or 0)
    half = 30 if "半" in before or after.startswith("半") else 0
    return round(count * 60) + half + (number(after) or 0 if "分" in after else 0) or None


def hour(value: Json) -> str | None:
    """A time of day as `HH:MM`: from `7 am`, `7:5`, `0730`, `half past seven`, `noon`, `上午九点`, `下午3点半`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _said(round(value * 60)) if 0 <= value < 36 else None
    text = plain(str(value))[:60].replace(".", ":") if value is not None else ""
    text = re.sub(r"(?<=[ap]):(?=m)", "", text).replace("m:", "m")
    if word := {"noon": 720, "midday": 720, "midnight": 1440, "正午": 720, "中午": 720, "午夜": 1440, "半夜": 1440}.get(
        text
    ):
        return _said(word)
    if "点" in text or "時" in text or "时" in text:
        return _chinese_hour(text)
    if figures := re.fullmatch(r"(\d{2})(\d{2})(?:h|hrs)?", text):
        return _of(int(figures[1]), int(figures[2]), text)
    if found := re.search(r"(\d{1,2})\s*[:h]\s*(\d{1,2})", text) or re.search(r"(?<!\d)(\d{1,2})()(?!\d)", text):
        return _of(int(found[1]), int(found[2] or 0), text)
    return _in_words(text)


def _of(hours: int, past: int, text: str) -> str | None:
    if past > 59:
        return None
    afternoon = re.search(r"pm\b|p m|afternoon|evening|下午|傍晚|晚", text)
    if afternoon and hours < 12:
        hours += 12
    elif re.search(r"am\b|a m|morning|上午|早|凌晨", text) and hours == 12:
        hours = 0
    elif ("晚" in text or "night" in text) and hours == 12:
        hours = 24
    return _said(hours * 60 + past)


def _in_words(text: str) -> str | None:
    words = re.findall(r"[a-z]+", text)
    known = [_WORDS[word] for word in words if word in _WORDS and word not in ("a", "an")]
    if not known:
        return None
    past = 30 if "half" in words else 15 if "quarter" in words else 0
    if "past" in words or "to" in words:
        past = past or known[0]
        hours = known[-1]
        return _of(hours - 1, 60 - past, text) if "to" in words else _of(hours, past, text)
    return _of(known[0], sum(known[1:3]) if len(known) > 1 else 0, text)


def _chinese_hour(text: str) -> str | None:
    before, _, after = re.sub("[時时]", "点", text).partition("点")
    hours = number(before)
    if hours is None:
        return None
    past = 30 if "半" in after else 15 * (number(after.split("刻")[0]) or 1) if "刻" in after else number(after) or 0
    if "中午" in before and hours < 3:
        hours += 12
    return _of(hours, past, before)


def _said(total: int) -> str | None:
    return f"{total // 60:02d}:{total % 60:02d}" if 0 <= total < 36 * 60 else None


_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DAYS: Final = "mon tue wed thu fri sat sun".split()
_RELATIVE: Final = {"today": 0, "tonight": 0, "今天": 0, "今晚": 0, "tomorrow": 1, "明天": 1, "明晚": 1, "后天": 2}


def day(value: Json, today: str) -> str | None:
    """A date as `YYYY-MM-DD`: from `2023/2/14`, `14 February`, `Feb 14th`, `2月14日`, `tomorrow`, `Friday`, `周五`."""
    text = plain(str(value))[:60]
    now = date.fromisoformat(today)
    try:
        if found := re.search(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})", text):
            return date(int(found[1]), int(found[2]), int(found[3])).isoformat()
        if found := re.search(r"(\d{1,2}|[一二三四五六七八九十]+)月(\d{1,2}|[一二三四五六七八九十]+)[日号]?", text):
            return _coming(now, number(found[1]) or 0, number(found[2]) or 0)
        if (found := re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3})", text)) and found[2] in _MONTHS:
            return _coming(now, _MONTHS.index(found[2]) + 1, int(found[1]))
        if (found := re.search(r"\b([a-z]{3})[a-z]*\.? (\d{1,2})(?!\d)", text)) and found[1] in _MONTHS:
            return _coming(now, _MONTHS.index(found[1]) + 1, int(found[2]))
    except ValueError:
        return None
    for word, days in _RELATIVE.items():
        if word in text:
            return (now + timedelta(days=days)).isoformat()
    return _weekday(now, text)


def _coming(now: date, month: int, day_of_month: int) -> str:
    found = date(now.year, month, day_of_month)
    # A date without a year more than half a year ago means next year's.
    return (found if (now - found).days < 180 else found.replace(year=now.year + 1)).isoformat()


def _weekday(now: date, text: str) -> str | None:
    names = [index for index, name in enumerate(_DAYS) if re.search(rf"\b{name}[a-z]*\b", text)]
    if found := re.search(r"(?:星期|周|礼拜)([一二三四五六日天])", text):
        names = ["一二三四五六日天".index(found[1]) % 7 if found[1] != "天" else 6]
    if len(names) != 1:
        return None
    return (now + timedelta(days=(names[0] - now.weekday()) % 7)).isoformat()


def _chinese(text: str) -> int | None:
    total = current = 0
    for sign in text:
        if sign in "十百":
            total += (current or 1) * (10 if sign == "十" else 100)
            current = 0
        else:
            current = _DIGITS[sign]
    return total + current
