"""What people's texts say of their days: when they sleep and eat, where they are when, and what they do there.

Invariant: what is returned was said, in English or Chinese; a text that says nothing gives nothing, and dated events
are no habits.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from milkwood.bridge.meaning import kinds_in
from milkwood.bridge.placing import Dweller, PlaceFinder, PlaceFound
from milkwood.clock import MINUTES_A_DAY
from milkwood.understudy.language import verbs
from milkwood.understudy.language.times import ClockHour, TimeSaid, plain, times_in
from milkwood.understudy.language.when import number

BED, WAKE, BREAKFAST, LUNCH, DINNER = "bed", "wake", "breakfast", "lunch", "dinner"
_HABITS: tuple[tuple[str, str, int, int], ...] = (
    (
        WAKE,
        r"\b(?:gets?|getting|is|be) (?:up|out of bed)\b|\bup (?=at|by|around|before|with)|\ba?wak\w*|\brises?\b"
        r"|起床|醒",
        3,
        15,
    ),
    (BREAKFAST, r"\bbreakfast|早饭|早餐", 4, 12),
    (LUNCH, r"\blunch(?!time)|\bmidday meal|午饭|午餐|中饭", 10, 16),
    (DINNER, r"\bdinner|\bsupper|\bdines\b|\bevening meal|晚饭|晚餐", 15, 24),
    (
        BED,
        r"\bbed(?:time)?\b|\basleep\b|\bsleeps?\b|\bsleeping\b|\bturns? in\b|\bretires? for\b"
        r"|\bcalls? it a (?:night|day)\b|睡",
        18,
        30,
    ),
)
"""Habits with the words for them, and the hours between which they can be meant."""
_EARLY_LATE = {BED: (21 * 60, 24 * 60), WAKE: (6 * 60, 9 * 60 + 30)}
_ADVERB = re.compile(r"\b(?P<early>early)\b|\blate\b|(?P<zh>早)睡|晚睡|早起(?P<up>)")
_DATED = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d"
    r"|\d(?:st|nd|rd|th)\b"
    r"|\b(?:tomorrow|tonight|yesterday|next (?:week|month|year)|(?:this|next|last) \w+day)\b|\b\d{4}\b|明天|昨天|\d月\d"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n|;")
_CLAUSE = re.compile(
    r"(?P<then>,?\s*(?:\bat which point\b,?|\bafter which\b,?|(?:\band )?\bthen\b,?))\s*"
    r"|,\s*(?:and|but|while)?\s+|\s+before (?=\w+ing)|，"
)
_AND = re.compile(r"\s+and\s+(?=(?P<verb>[a-z]+)\b(?P<time> (?:mornings|afternoons|evenings|nights|days)\b)?)")
_OFTEN = re.compile(
    r"\b(?:everyday|every|daily|each|usually|mostly|always|often|regularly|typically|frequents?|most days|weekdays?"
    r"|free time)\b|每|常"
)
_ADVERBS = (
    r"(?:also|usually|often|always|mostly|then|typically|generally|normally|sometimes|just|regularly|afterwards|later|finally|"
    r"first|currently|and|but|daily|mainly)"
)
_WISHES = r"(?:likes?|loves?|prefers?|tends?|wants?|tries|try|has|have|needs?|enjoys?|plans?)"
_MOTION = frozenset("go head walk come travel commute drive return visit get leave stop drop bike cycle ride".split())
_CLOSING = frozenset("close leave finish end stop quit".split())
_FREQUENCY = re.compile(
    r",?\s*(?:just about |almost )?\b(?:everyday|every ?day|daily|each day"
    r"|every (?:morning|afternoon|evening|night|weekday)|on weekdays"
    r"|(?:from )?monday (?:to|through) friday|most days|afterwards)\b|每天|一直"
)
_DURATION = re.compile(
    r"(?:at least |about |around |up to |some )?"
    r"(?P<count>\d{1,2}(?:\.5)?|one|two|three|four|five|six|seven|eight|nine|ten|a few) hours?"
    r"(?: (?:a|per|each|every) day)?"
    r"|(?:至少)?花?\s?(?P<zh>[\d一二两三四五六七八九十]{1,3})\s?个?半?(?:小时|钟头)"
)
_AROUND_TIMES = re.compile(r"\b(?:and|then|from|on|every|weekdays?|daily|about)\b|[\W_]|从|开始|左右|大约|每天")
_NUMBERS = {word: at for at, word in enumerate("one two three four five six seven eight nine ten".split(), 1)} | {
    "a few": 3
}
EATING = re.compile(r"\beat(?:s|ing)?\b|\bdin(?:es|ing)\b|\b(?:breakfast|lunch|dinner|supper|meals?)\b|吃")
_ASLEEP = re.compile("|".join(words for habit, words, _, _ in _HABITS if habit in (BED, WAKE)))
_MAX_NOUN_CHARACTERS = 4
_CLOSED_ZH = re.compile("关门|关店|打烊|收工|下班|放学|回家")
_AFTERWARDS_ZH = re.compile("^(?:关门|关店|打烊|收工|下班|放学)(?:之|以)?后")
_SUBJECT_ZH = re.compile(
    r"^(?:他们|她们|[他她也都就会常]|经常|几乎|主要|喜欢|爱|然后|接着|之后|回家|再|去|到|在|从|开始|左右|大约|直|一)+"
)
"""What stands before the deed of a clause."""
_PARTICLES_ZH = re.compile(r"(?:从|到|在|约|后|起|之间|的|左右|开始|结束|[\s、])+")
_THEN_ZH = re.compile("^(?:然后|接着|之后)")


@dataclass(frozen=True, slots=True)
class HabitStay:
    """A part of a usual day that is spent somewhere."""

    what: str
    place: PlaceFound | None = None
    """A public place; None if none was named."""
    home: bool = False
    start: int | None = None
    end: int | None = None
    minutes: int = 0
    """How long it lasts; 0 if that was not said."""
    part: bool = False
    """Whether its times are those of a part of the day."""
    after: bool = False
    """Whether it follows the one before it."""
    to_dinner: bool = False
    """Whether it lasts until dinner, whose hour stands elsewhere."""
    meal: bool = False
    opening: str = ""
    """What is done first."""


@dataclass(frozen=True, slots=True)
class StatedDay:
    """All that a person's texts say of a usual day."""

    hours: dict[str, int] = field(default_factory=dict)
    """Minutes of the day by habit; a bed time after midnight is more than 1440."""
    vague: frozenset[str] = frozenset()
    """Habits whose hour was said in words such as “late”."""
    stays: tuple[HabitStay, ...] = ()


def stated(day: str, lifestyle: str, more: Sequence[str], name: str, finder: PlaceFinder, person: Dweller) -> StatedDay:
    """What texts say: one on the day, one on sleep and meals, and further ones."""
    hours, vague = dict[str, int](), set[str]()
    for text in (lifestyle, day, *more):
        for habit, minutes, loose in _hours_in(text):
            if habit not in hours:
                hours[habit] = minutes
                vague |= {habit} if loose else set()
    stays: list[HabitStay] = []
    for place, text in enumerate((day, lifestyle, *more)):
        reader = _Clauses(name, finder, person)
        found = reader.read(sentence for sentence in _sentences(text) if place == 0 or _OFTEN.search(plain(sentence)))
        known = {stay.place.address.split(":")[0] for stay in stays if stay.place}
        stays += [
            each
            for each in found
            if place == 0 or (each.place is not None and each.place.address.split(":")[0] not in known)
        ]
    return StatedDay(hours, frozenset(vague), tuple(stays))


def _sentences(text: str) -> list[str]:
    """The sentences of a text, and the items of a list, without those on dated events."""
    text = re.sub(r"(?:^|(?<=[\s,;.]))\(?\d{1,2}[.)]\s+(?=[A-Za-z\u4e00-\u9fff])", "; ", text)
    text = re.sub(r"\b([ap])\.\s?m\.?(?![a-z])", r"\1m", text, flags=re.IGNORECASE)
    found = (each.strip(" .。") for each in _SENTENCE.split(text))
    return [each for each in found if each and not _DATED.search(plain(each))]


# --- hours


def _hours_in(text: str) -> list[tuple[str, int, bool]]:
    """The habits of a text with their hour, and whether it was said in loose words."""
    found: list[tuple[str, int, bool]] = []
    for clause in (clause for sentence in _sentences(text) for clause, _ in _clauses(sentence)):
        low = plain(clause)
        marks: list[tuple[int, int, str | TimeSaid]] = [(said.at, said.to, said) for said in times_in(clause)]
        for habit, words, _, _ in _HABITS:
            marks += [
                (each.start(), each.end(), habit)
                for each in re.finditer(words, low)
                if not any(at < each.end() and each.start() < to for at, to, _ in marks)
            ]
        marks.sort(key=lambda each: each[0])
        found += _paired([each for _, _, each in marks])
        if not any(isinstance(each, TimeSaid) for _, _, each in marks):
            found += _loose(low, [each for _, _, each in marks if isinstance(each, str)])
    return found


def _paired(marks: Sequence[str | TimeSaid]) -> list[tuple[str, int, bool]]:
    """Each time with the habit before it, or, where that has its time, with the one after it."""
    found: dict[str, tuple[int, bool]] = {}
    for place, mark in enumerate(marks):
        if isinstance(mark, str):
            continue
        before = next((each for each in reversed(marks[:place]) if isinstance(each, str)), None)
        after = next((each for each in marks[place + 1 :] if isinstance(each, str)), None)
        habit = before if before is not None and before not in found else after
        if habit is None or habit in found:
            continue
        if habit == BED and mark.end is not None and not mark.part:
            found[WAKE] = _meant(WAKE, mark.end.minutes, either=mark.end.either), mark.part
        if mark.start is not None:
            found[habit] = _meant(habit, mark.start.minutes, either=mark.start.either), mark.part
    return [(habit, minutes, loose) for habit, (minutes, loose) in found.items()]


def _meant(habit: str, minutes: int, *, either: bool) -> int:
    """The minute of the day that is meant for a habit: of two readings the one within its hours."""
    first, last = next((first * 60, last * 60) for name, _, first, last in _HABITS if name == habit)
    readings = [minutes % MINUTES_A_DAY, *([(minutes + MINUTES_A_DAY // 2) % MINUTES_A_DAY] if either else [])]
    if habit == BED:
        readings = [each + (MINUTES_A_DAY if each < 12 * 60 else 0) for each in readings]
    return next((each for each in readings if first <= each <= last), readings[0])


def _loose(low: str, habits: Sequence[str]) -> list[tuple[str, int, bool]]:
    """“Goes to bed late”, “gets up early”."""
    said = _ADVERB.search(low)
    if said is None:
        return []
    early = bool(said["early"] or said["zh"] or "早起" in said[0])
    return [(habit, _EARLY_LATE[habit][0 if early else 1], True) for habit in habits if habit in _EARLY_LATE]


# --- stays


class _Clauses:
    """Reads sentences clause by clause; remembers where the person was."""

    def __init__(self, name: str, finder: PlaceFinder, person: Dweller) -> None:
        names = "|".join(re.escape(each) for each in dict.fromkeys([name, *name.split()]))
        self._subject = re.compile(rf"^(?:(?:{names}|s?he|they)\b\s*|{_ADVERBS}\b,?\s*)*", re.IGNORECASE)
        self._finder, self._person, self._name = finder, person, name
        self._stays: list[HabitStay] = []
        self._open = False
        """Whether the last stay may be added to."""

    def read(self, sentences: Iterable[str]) -> list[HabitStay]:
        for sentence in sentences:
            for clause, then in _clauses(sentence):
                self._clause(clause, then)
        return self._stays

    def _clause(self, clause: str, then: bool) -> None:
        if _ASLEEP.search(plain(clause)):
            return
        if later := _AFTERWARDS_ZH.match(clause) or _THEN_ZH.match(clause):
            clause, then = clause[later.end() :], True
        said = times_in(clause)
        time = _combined(said)
        last = self._stays[-1] if self._stays else None
        near = last.place.address if last is not None and last.place is not None else ""
        found = self._finder.find(clause, self._person, near)
        home = self._finder.is_home(clause)
        if found is not None and found.address.split(":")[0] == self._person.home:
            found, home = None, True
        verb, what = self._doing(clause, said, found)
        if self._ends(verb, home, found, clause):
            self._close(clause, time, what, home)
            return
        if not verb:
            place = HabitStay("", found, home and found is None, after=then)
            if time is not None and (found or home) and (not clause[:1].isupper() or not clause.isascii()):
                self._stays.append(_timed(place, time))
            elif time is not None and last is not None and self._open and _is_time_only(clause, said):
                self._stays[-1] = _timed(last, time)
            elif found is not None and not clause.isascii():
                self._stays.append(place)
            return
        minutes = _duration(clause)
        new = HabitStay(what, found, home and found is None, minutes=minutes, after=then, meal=_is_meal(clause, what))
        new = _timed(new, time) if time is not None else new
        if last is not None and self._open and self._goes_on(last, new, time):
            self._stays[-1] = _joined(last, new, time)
        else:
            self._stays.append(new)
        self._open = not new.meal

    def _goes_on(self, last: HabitStay, new: HabitStay, time: TimeSaid | None) -> bool:
        """Whether a clause says more of the stay before it."""
        if new.meal or new.after or new.minutes or new.home != last.home:
            return False
        same = new.place is None or (last.place is not None and last.place.address == new.place.address)
        if not same:
            return False
        untimed = last.start is None and last.end is None
        return time is None or time.start is None or not last.what or untimed

    def _ends(self, verb: str, home: bool, found: PlaceFound | None, clause: str) -> bool:
        """Whether a clause ends the stay before it: people close, leave, or go home."""
        if not self._stays or not self._open:
            return False
        if _CLOSED_ZH.search(clause):
            return True
        return verb in _CLOSING or (home and found is None and verb in _MOTION)

    def _close(self, clause: str, time: TimeSaid | None, what: str, home: bool) -> None:
        last, self._open = self._stays[-1], False
        said = time.start or time.end if time is not None else None
        if last.end is None and said is not None:
            self._stays[-1] = replace(last, end=_following(said, last.start or 0))
        elif last.end is None and re.search(r"\bdinner|\bsupper|晚饭", plain(clause)):
            self._stays[-1] = replace(last, to_dinner=True)
        if home and what and not _is_meal(clause, what) and not _CLOSED_ZH.fullmatch(what):
            self._stays.append(HabitStay(what, home=True, after=True))

    def _doing(self, clause: str, said: Sequence[TimeSaid], found: PlaceFound | None) -> tuple[str, str]:
        """The verb of a clause, and its activity in words that follow “is”; both empty if there is no verb."""
        cut = list(clause)
        for each in said:
            cut[each.at : each.to] = " " * (each.to - each.at)
        text = " ".join(_FREQUENCY.sub(" ", "".join(cut)).split()).strip(" ,.，。")
        if re.search("[\u4e00-\u9fff]", text):
            return self._doing_chinese(text, found)
        text = self._subject.sub("", re.sub(r"^(?:in|during|at|on|for|by) (?=,)", "", text)).strip(" ,")
        text = re.sub(rf"^{_WISHES} (?=to [a-z]|\w+ing\b)(?:to )?", "", text)
        text = re.sub(rf"^(?:is|are|be|am) (?:{_ADVERBS} )*(?=\w+ing\b)", "", text)
        verb, _, rest = text.partition(" ")
        base = _base(verb)
        if not base:
            return "", ""
        return base, _activity(verb, base, rest)

    def _doing_chinese(self, text: str, found: PlaceFound | None) -> tuple[str, str]:
        """As `_doing`, for Chinese, where the deed stands at the end."""
        for name in (self._name, *self._name.split()):
            text = text.removeprefix(name).strip()
        if found is not None and found.said:
            text = re.sub(rf"(?:The )?{re.escape(found.said)}\s?的?", "", text)
        text = _CLOSED_ZH.sub("", _DURATION.sub("", text))
        bare = _SUBJECT_ZH.sub("", text.replace(" ", "")).strip("，,")
        if not _PARTICLES_ZH.sub("", bare):
            return "", ""
        if found is not None and len(bare) <= _MAX_NOUN_CHARACTERS and kinds_in(bare):
            return "go", ""  # a place, and no deed
        return "do", bare if len(bare) > 1 or found is None else f"{bare} {found.said}"


def _clauses(sentence: str) -> list[tuple[str, bool]]:
    """The clauses of a sentence, each with whether it follows in time."""
    pieces: list[tuple[str, bool]] = []
    at, then = 0, False
    for joint in _CLAUSE.finditer(sentence):
        pieces.append((sentence[at : joint.start()], then))
        at, then = joint.end(), bool(joint["then"])
    pieces.append((sentence[at:], then))
    found: list[tuple[str, bool]] = []
    for piece, follows in pieces:
        parts, start = list[str](), 0
        for joint in _AND.finditer(piece):
            if joint["time"] or (joint["verb"].endswith("s") and verbs.base(joint["verb"]) in verbs.BASE):
                parts.append(piece[start : joint.start()])
                start = joint.end()
        parts.append(piece[start:])
        found += [(part, follows and place == 0) for place, part in enumerate(parts)]
    return [(part.strip(), follows) for part, follows in _with_openers(found) if part.strip()]


def _with_openers(pieces: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Clauses in which an opening time (“In the afternoon, …”) belongs to what follows it."""
    found: list[tuple[str, bool]] = []
    opener, then = "", False
    for piece, follows in pieces:
        bare = re.sub(r"^(?:and|but) ", "", piece.strip())
        said = times_in(bare)
        if said and not bare[: said[0].at].strip(" ,") and not bare[said[-1].to :].strip(" ,.") and not opener:
            opener, then = piece.strip(), follows
            continue
        found.append((f"{opener} {piece.strip()}" if opener else piece, follows or then))
        opener, then = "", False
    return [*found, (opener, then)] if opener else found


def _base(verb: str) -> str:
    """The base form of a verb as it stands in a clause; empty for a word that is none."""
    low = verb.lower()
    if low in verbs.BASE or low in ("relax", "exercise", "eat", "jog", "head", "return", "commute", "game"):
        return low
    if low.endswith("ing") and len(low) > 4:
        return low
    third = low.endswith("s") and (len(low) > 3 or low == "has") and not low.endswith("ss")
    return verbs.base(low) if third else ""


def _activity(verb: str, base: str, rest: str) -> str:
    """An activity in words that follow “is”: `taking classes`, `standing at the counter`."""
    if base.endswith("ing"):
        return f"{verb.lower()} {rest}".strip()
    if base == "spend":
        rest = _DURATION.sub("", rest).strip()
        found = re.search(r"(?:^|\s)((?:[A-Z]\w+ )?\w+ing\b.*)", rest)
        return found[1].strip() if found else ""
    if base in _MOTION:
        purpose = re.search(r"\bto (?P<verb>[a-z]+)\b(?P<rest>[^,]*)$", rest)
        while purpose is not None and not (purpose["verb"] in verbs.BASE or purpose["verb"] in ("relax", "exercise")):
            purpose = re.search(r"\bto (?P<verb>[a-z]+)\b(?P<rest>[^,]*)$", purpose["rest"])
        if purpose is not None:
            return f"{verbs.gerund(purpose['verb'])}{_also(purpose['rest'])}".strip()
        if aim := re.search(r"\bfor (?P<what>\w+ing\b.*)", rest):
            return aim["what"].strip()
        return f"{verbs.gerund(base)} {rest}".strip() if rest.startswith(("for ", "out ", "on ")) else ""
    return f"{verbs.gerund(base)} {_also(rest)}".strip()


def _also(rest: str) -> str:
    """The rest of an activity, with a second verb in the form of the first: `and studying`."""
    return re.sub(
        r"(?<=\band )[a-z]+\b", lambda found: verbs.gerund(found[0]) if found[0] in verbs.BASE else found[0], rest
    )


def _is_time_only(clause: str, said: Sequence[TimeSaid]) -> bool:
    """Whether a clause has nothing but times."""
    cut = list(plain(clause))
    for each in said:
        cut[each.at : each.to] = " " * (each.to - each.at)
    return not _AROUND_TIMES.sub("", "".join(cut))


def _combined(said: Sequence[TimeSaid]) -> TimeSaid | None:
    """The times of a clause as one: the first beginning, and the end that follows it."""
    if not said:
        return None
    first = next((each for each in said if each.start is not None), said[0])
    later = next((each.end for each in said[said.index(first) :] if each.end is not None and not each.part), first.end)
    return replace(first, end=later)


def _timed(stay: HabitStay, time: TimeSaid) -> HabitStay:
    """A stay with the times of a clause; an hour without am or pm is one of the working day, or of the part named."""
    start, end = stay.start, stay.end
    named = stay.start if stay.part and stay.start is not None else 0
    if time.start is not None:
        start = time.start.since(MINUTES_A_DAY // 2 if named >= MINUTES_A_DAY // 2 else 6 * 60)
    if time.end is not None and not (time.part and end is not None):
        end = _following(time.end, start if start is not None else 6 * 60)
    part = time.part if time.start is not None and stay.start is None else stay.part and time.start is None
    return replace(stay, start=start, end=end, part=part)


def _following(hour: ClockHour, minute: int) -> int:
    """The first reading of an hour after a minute."""
    readings = (hour.minutes, hour.since(MINUTES_A_DAY))
    return min(each + day * MINUTES_A_DAY for each in readings for day in (0, 1) if each + day * MINUTES_A_DAY > minute)


def _joined(last: HabitStay, new: HabitStay, time: TimeSaid | None) -> HabitStay:
    """A stay with what a later clause says of it."""
    begun = last.start is not None or last.end is not None
    both = last if time is None else _timed(last, replace(time, start=None) if begun else time)
    if time is not None and time.part and last.part and time.end is not None:
        both = replace(last, end=max(last.end or 0, time.end.minutes))
    place = last.place or new.place
    if not last.what:
        return replace(both, what=new.what, place=place)
    return replace(both, what=new.what or last.what, opening=last.opening or last.what, place=place)


def _duration(clause: str) -> int:
    found = _DURATION.search(plain(clause))
    if found is None:
        return 0
    if found["zh"]:
        return 60 * number(found["zh"])
    count = found["count"]
    return round(60 * (_NUMBERS[count] if count in _NUMBERS else float(count)))


def _is_meal(clause: str, what: str) -> bool:
    """Whether a clause speaks of a meal and of nothing besides."""
    return EATING.search(plain(clause)) is not None and not re.search(r" and |、|.和", what)
