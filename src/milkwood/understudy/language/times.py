"""Times of day in running text: `around midnight`, `from 9 to 5`, `early in the morning`, `早上八点到下午五点`.

Dates are read by `when`. Invariant: times come in the order of the text and do not overlap. A
number is a time only if the words around it say so. An hour without am or pm keeps both readings until the caller says
from when on it makes sense.
"""

import re
from dataclasses import dataclass, replace

from milkwood.clock import MINUTES_A_DAY
from milkwood.understudy.language.verbs import BASE, base
from milkwood.understudy.language.when import number

_HALF_DAY = MINUTES_A_DAY // 2
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_PAST = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_AFTER = {"fifteen": 15, "thirty": 30, "forty-five": 45, "forty five": 45}
_ENDING = "until|till|'til|til|to|before|through|up to"
_LEAD = (
    rf"(?:(?P<lead>from|between|at|around|about|by|{_ENDING}|after|past|since|(?:starting|beginning)(?: at| from)?"
    r"|approximately|roughly|near|towards?)\s+(?:(?:around|about|approximately|roughly|at|almost|nearly) )?)?"
)
_CLOCK = (
    r"(?:(?P<@special>(?:12 )?noon|midday|(?:12 )?midnight)"
    r"|(?:(?:a )?(?P<@past>half|quarter|five|ten|twenty(?:-five)?) (?P<@way>past|to) )?"
    rf"(?P<@hour>\d{{1,2}}|{'|'.join(_WORDS)})(?:[:.h](?P<@minute>[0-5]\d))?"
    r"(?: (?P<@after>fifteen|thirty|forty[- ]five))?"
    r"(?P<@clock>\s?o'clock)?(?:\s?(?P<@ap>a|p)\.?\s?m(?:[ap]m|[.])*)?"
    r"(?:,? (?:in the|at) (?P<@of>morning|afternoon|evening|night))?)"
)
_END = r"(?![\w:]|\.\d|-\d|\s?%|,\d{3})"
_BARE = re.compile(
    r"\s*(?:$|[^\w\s]|(?:and|or|to|until|till|every|everyday|daily|each|on|in|at|when|then|before|after|with|for|he|she|they"
    r"|sharp|because|but|while|most|if|as|where|who|so|from|by)\b|(?P<verb>[a-z]+s)\b)"
)
"""What may follow a bare number for it to be an hour: the end, a joining word, or a verb."""
_SPAN = re.compile(
    rf"(?<![\w:.]){_LEAD}{_CLOCK.replace('@', 'a')}\s*(?P<join>-|–|—|\bto\b|\band\b|\buntil\b|\btill\b|\bthrough\b)\s*"
    rf"(?:about |around )?{_CLOCK.replace('@', 'b')}{_END}"
)
_ONE = re.compile(rf"(?<![\w:.]){_LEAD}{_CLOCK.replace('@', 'a')}{_END}")
_PARTS = (
    (r"(?:early|first thing|bright and early) (?:in|every|each) (?:the )?mornings?|early mornings?", 6, 9),
    (r"late (?:in the )?mornings?|mid-?mornings?", 10, 12),
    (r"early (?:in the )?afternoons?", 12.5, 14.5),
    (r"late (?:in the )?afternoons?", 15, 17.5),
    (r"early (?:in the )?evenings?", 17, 19),
    (r"late (?:in the )?evenings?", 20, 23),
    (r"late (?:at|into the) night|late nights?", 22, 24),
    (r"dawn|daybreak|sunrise", 5, 7),
    (r"dusk|sunset", 17.5, 19),
    (r"mornings?", 8, 12),
    (r"lunch ?times?", 12, 13),
    (r"afternoons?", 13, 17),
    (r"evenings?", 18, 21),
    (r"nights?", 20, 23),
    (r"(?:during|by|throughout) the day|all day(?: long)?|daytime|whole day|(?:his|her|their|the) days", 9, 17),
    ("清晨|清早|一大早|凌晨", 5, 8),
    ("早上|早晨", 7, 9),
    ("上午", 9, 12),
    ("中午", 12, 13),
    ("下午|午后", 13, 17),
    ("傍晚", 17, 19),
    ("晚上|夜里|夜晚|深夜", 19, 22),
    ("白天|一?整天", 9, 17),
)
_PART_LEAD = r"(?:(?P<until>until|till)\s)?(?:(?:in|during|every|each|on|at) )?(?:the )?"
_PART = re.compile(
    "|".join(
        rf"\b{_PART_LEAD.replace('until>', f'until{at}>')}(?P<part{at}>{words})\b"
        if words.isascii()
        else rf"(?P<until{at}>直到)?(?P<part{at}>{words})"
        for at, (words, _, _) in enumerate(_PARTS)
    )
)
_APART = re.compile(r"[^\s,]|,.*,")
"""What keeps a part of the day from belonging to an hour: any word between them."""
_CHINESE_TEXT = re.compile("[\u4e00-\u9fff]")
_CHINESE_PART = r"(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|午夜|半夜|早|晚)"
_CHINESE = (
    rf"(?:(?P<@part>{_CHINESE_PART})?\s?(?P<@hour>[〇零一二两三四五六七八九十\d]{{1,3}})\s?(?:[点时]|[:：](?=\d))\s?"
    r"(?P<@minute>半|一刻|三刻|[\d〇零一二三四五六七八九十]{1,3}分?)?钟?|(?P<@special>午夜|半夜|零点|正午))"
)
_CHINESE_SPAN = re.compile(rf"{_CHINESE.replace('@', 'a')}\s?(?:到|至|[-—~～])\s?{_CHINESE.replace('@', 'b')}")
_CHINESE_ONE = re.compile(rf"(?P<lead>直到|到|至)?\s?{_CHINESE.replace('@', 'a')}")


@dataclass(frozen=True, slots=True)
class ClockHour:
    """A time of day, in minutes since midnight; midnight itself is 1440."""

    minutes: int
    either: bool = False
    """Whether it may as well be twelve hours later."""

    def since(self, earliest: int) -> int:
        """Its first reading at or after a minute of the day; of a certain hour, the hour."""
        return self.minutes + _HALF_DAY if self.either and self.minutes < earliest else self.minutes


@dataclass(frozen=True, slots=True)
class TimeSaid:
    """A time or a span of time, and where in the text it stands."""

    at: int
    to: int
    start: ClockHour | None
    end: ClockHour | None = None
    part: bool = False
    """Whether a part of the day was named, no hour."""


def plain(text: str) -> str:
    """A text as times are looked for in it: lower case, plain marks, of the same length."""
    lower = "".join(each.lower() if len(each.lower()) == 1 else each for each in text)
    return lower.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")


def times_in(text: str) -> list[TimeSaid]:
    """The times in a text, in order."""
    low, found = plain(text), list[TimeSaid]()
    chinese = ((_CHINESE_SPAN, _chinese_span), (_CHINESE_ONE, _chinese_one)) if _CHINESE_TEXT.search(low) else ()
    for pattern, read in (*chinese, (_SPAN, _span), (_ONE, _one), (_PART, _part)):
        for match in pattern.finditer(low):
            said = read(match) if _may_end(match, low) else None
            if said is not None and not any(said.at < other.to and other.at < said.to for other in found):
                found.append(said)
    return _resolved(sorted(found, key=lambda each: each.at), low)


def _resolved(found: list[TimeSaid], low: str) -> list[TimeSaid]:
    """Hours beside a part of the day, as in “in the evening from 6 to 9”, read by it; the part is then used up."""
    used: set[TimeSaid] = set()
    for place, said in enumerate(found):
        for part in found[max(0, place - 1) : place + 2]:
            if (
                said.part
                or not part.part
                or part in used
                or _APART.search(low[min(said.to, part.to) : max(said.at, part.at)])
            ):
                continue
            noon = _HALF_DAY if part.start is not None and part.start.minutes >= _HALF_DAY else 0
            start, end = (ClockHour(each.since(noon)) if each and noon else each for each in (said.start, said.end))
            found[place] = replace(said, start=start, end=end)
            used.add(part)
            break
    return [each for each in found if each not in used]


def _may_end(match: re.Match[str], low: str) -> bool:
    """Whether what follows a match leaves it a time; only a bare number needs such a proof."""
    side = "b" if match.re is _SPAN else "a"
    if match.re not in (_SPAN, _ONE) or not _is_bare(match, side):
        return True
    after = _BARE.match(low, match.end())
    return after is not None and (not after["verb"] or base(after["verb"]) in BASE)


# --- English


def _span(match: re.Match[str]) -> TimeSaid | None:
    start, end = _hour(match, "a"), _hour(match, "b")
    if start is None or end is None or (match["join"] == "and" and match["lead"] != "between"):
        return None
    if match["lead"] in ("about", "by", "past", "near") and _is_bare(match, "a") and _is_bare(match, "b"):
        return None
    if start.either and not end.either:
        # “5 to 7pm”: the reading nearest before the end.
        late = start.minutes + _HALF_DAY
        start = ClockHour(late if late < end.minutes else start.minutes)
    return TimeSaid(match.start(), match.end(), start, end)


def _one(match: re.Match[str]) -> TimeSaid | None:
    hour = _hour(match, "a")
    if hour is None or (_is_bare(match, "a") and not match["lead"]):
        return None
    ends = bool(match["lead"]) and re.fullmatch(_ENDING, match["lead"]) is not None
    return TimeSaid(match.start(), match.end(), None if ends else hour, hour if ends else None)


def _is_bare(match: re.Match[str], side: str) -> bool:
    """Whether only the word before a number can make it an hour."""
    return not any(match[f"{side}{name}"] for name in ("special", "past", "minute", "after", "clock", "ap", "of"))


def _hour(match: re.Match[str], side: str) -> ClockHour | None:
    parts = {name: match[f"{side}{name}"] for name in ("special", "past", "way", "hour", "minute", "after", "ap", "of")}
    if parts["special"]:
        return ClockHour(MINUTES_A_DAY if "midnight" in parts["special"] else _HALF_DAY)
    said = parts["hour"]
    hour = _WORDS.index(said) + 1 if said in _WORDS else int(said)
    if hour > 24:
        return None
    past = _PAST[parts["past"]] if parts["past"] else 0
    minutes = hour * 60 + int(parts["minute"] or 0) + _AFTER.get(parts["after"] or "", 0)
    minutes += -past if parts["way"] == "to" else past
    if hour > 12 or hour == 0 or said.startswith("0"):
        return ClockHour(minutes)
    late = parts["ap"] == "p" or parts["of"] in ("afternoon", "evening") or (parts["of"] == "night" and 5 <= hour < 12)
    if parts["ap"] or parts["of"]:
        return ClockHour(minutes % _HALF_DAY + (_HALF_DAY if late else 0))
    return ClockHour(minutes % _HALF_DAY if hour < 12 else minutes, either=hour < 12)


def _part(match: re.Match[str]) -> TimeSaid | None:
    name = next(each for each, value in match.groupdict().items() if value and each.startswith("part"))
    at = int(name.removeprefix("part"))
    _, first, last = _PARTS[at]
    start, end = ClockHour(round(first * 60)), ClockHour(round(last * 60))
    until = match[f"until{at}"]
    return TimeSaid(match.start(), match.end(), None if until else start, start if until else end, part=True)


# --- Chinese


def _chinese_span(match: re.Match[str]) -> TimeSaid | None:
    start = _chinese_hour(match, "a", "")
    end = _chinese_hour(match, "b", match["apart"] or "")
    if end.minutes <= start.minutes and match["bpart"] is None:
        end = replace(end, either=True)
    return TimeSaid(match.start(), match.end(), start, end)


def _chinese_one(match: re.Match[str]) -> TimeSaid | None:
    hour = _chinese_hour(match, "a", "")
    return TimeSaid(match.start(), match.end(), None if match["lead"] else hour, hour if match["lead"] else None)


def _chinese_hour(match: re.Match[str], side: str, before: str) -> ClockHour:
    if special := match[f"{side}special"]:
        return ClockHour(_HALF_DAY if special == "正午" else MINUTES_A_DAY)
    hour, rest, part = number(match[f"{side}hour"]), match[f"{side}minute"] or "", match[f"{side}part"] or before
    extra = {"半": 30, "一刻": 15, "三刻": 45, "": 0}.get(rest)
    minutes = hour * 60 + (number(rest.rstrip("分").lstrip("零〇")) if extra is None else extra)
    night = part in ("晚上", "夜里", "深夜", "午夜", "半夜", "晚")
    afternoon = hour < 5 and part in ("下午", "中午")
    if afternoon or (5 <= hour < 12 and (night or part in ("下午", "傍晚"))):
        minutes += _HALF_DAY
    elif night and hour == 12:
        minutes = MINUTES_A_DAY
    return ClockHour(minutes, either=not part and 0 < hour < 12)
