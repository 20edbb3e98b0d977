"""The verdict of an examination: marks by question, speed, and the cost and duration of a town day.

Invariant: the verdict follows from the numbers in it.
"""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Final

from milkwood.lab.exam import CONCURRENT_QUESTIONS
from milkwood.lab.paper import ORDER
from milkwood.lab.sheet import ExamSheet, TimedCall, answered
from milkwood.models.speed import Range, Speed, measured_speed
from milkwood.plain import Json
from milkwood.providers.presets import Means
from milkwood.providers.profile import ModeFigures
from milkwood.questions.aptitude import ENOUGH_ANSWERS
from milkwood.questions.why import faults_in
from milkwood.run.estimate import Estimate, Terms, UseFactors, counted_use, estimate_days, people_live
from milkwood.run.figures import TownFigures, figures

TOWN_SIZES: Final = (3, 25, 100)
"""Numbers of people to estimate a day for."""
LIVE_DAY_SECONDS: Final = 16 * 3600 / 10
"""Duration of the waking hours at ten town seconds per second."""
FIT_SHARE, PARTLY_SHARE = 0.9, 0.5
"""Minimum share of usable answers for `fit` and for `partly`."""
MIN_ANSWERS: Final = 5
"""Minimum number of answers for a verdict."""
HOSTED_THROUGHPUT_FACTOR: Final = 8.0
"""Upper estimate of a hosted endpoint's throughput, as a multiple of that in the examination."""


@dataclass(frozen=True, slots=True)
class KindMarks:
    """Marks of one kind of question."""

    kind: str
    asked: int
    valid: int
    repaired: int
    filled: int
    """Usable, with a part that the mind fills by habit."""
    fallback: int
    seconds: float
    """Mean per answer."""
    faults: dict[str, int]
    """Number of each fault."""

    @property
    def usable(self) -> int:
        """Number of usable answers."""
        return self.asked - self.fallback


@dataclass(frozen=True, slots=True)
class ExamVerdict:
    """The result of an examination."""

    model: str
    language: str
    rows: list[KindMarks]
    traps: dict[str, bool]
    not_asked: int
    seconds: float
    """Duration of the examination."""
    tokens_per_second: float | None
    """Of sequential answers; None if tokens are not counted."""
    tokens_per_second_together: float | None
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int
    price: float | None
    """Of the examination."""
    speed: Speed | None
    prompt_factor: float
    answer_factor: float
    days: dict[int, Estimate]
    people_live: int
    grade: str
    """`fit`, `partly`, `lends` (some answers to the understudy), `unfit` or `unknown`."""
    weak: list[str]
    """Kinds of question that mostly used the fallback."""
    modes: list[ModeFigures]
    """JSON modes, the usual one first; empty if they were not compared."""
    json_mode: Means | None
    """The JSON mode to ask in, if not the usual one."""
    context_tokens: int | None
    """Context length, if the server tells it."""
    left: list[str]
    """Kinds of question that runs leave to the next model."""

    @property
    def asked(self) -> int:
        """Number of questions asked."""
        return sum(row.asked for row in self.rows)

    @property
    def usable(self) -> float:
        """Share of usable answers."""
        return sum(row.usable for row in self.rows) / self.asked if self.asked else 0.0

    def plain(self) -> dict[str, Json]:
        """As JSON."""
        return {**asdict(self), "asked": self.asked, "usable": round(self.usable, 4)}


def verdict(
    model: str,
    language: str,
    sheet: ExamSheet,
    *,
    hosted: bool,
    lends: bool = False,
    seen: UseFactors | None = None,
) -> ExamVerdict:
    """The verdict; a model that lends only contributes to the understudy's answers. `seen` is its use in runs."""
    rows = [row for kind in ORDER if (row := _row(kind, sheet)).asked]
    speed = _speed(sheet, hosted)
    known = sheet.tariff.known
    left = [] if lends else [kind for kind, each in answered(sheet).items() if each.is_too_low(ENOUGH_ANSWERS)]
    prompt_factor, answer_factor = _factor(sheet.heard, 0), _factor(sheet.heard, 1)
    terms = Terms(
        sheet.tariff.prompt if known else None,
        sheet.tariff.answer if known else None,
        speed,
        seen or counted_use(prompt_factor, answer_factor),
        frozenset() if seen else frozenset(left),
    )
    towns = {people: _nearest(language, people) for people in TOWN_SIZES}
    traps = {mark.trap: mark.passed for mark in sheet.marks if mark.trap}
    weak = [row.kind for row in rows if row.fallback * 2 > row.asked]
    return ExamVerdict(
        model=model,
        language=language,
        rows=rows,
        traps=traps,
        not_asked=sheet.not_asked,
        seconds=round(sheet.seconds, 1),
        tokens_per_second=_rate(sheet.alone, sum(call.seconds for call in sheet.alone)),
        tokens_per_second_together=_rate(sheet.together, sheet.seconds_together),
        prompt_tokens=sum(call.theirs[0] for call in sheet.heard),
        answer_tokens=sum(call.theirs[1] for call in sheet.heard),
        cached_tokens=sum(call.cached_tokens for call in sheet.heard),
        price=sum(call.price for call in sheet.heard) if known else None,
        speed=speed,
        prompt_factor=prompt_factor,
        answer_factor=answer_factor,
        modes=sheet.modes,
        json_mode=sheet.json_mode,
        context_tokens=sheet.context_tokens,
        left=left,
        days={people: estimate_days(town, people, 1, terms) for people, town in towns.items()},
        people_live=people_live(_nearest(language, 6), LIVE_DAY_SECONDS, speed) if speed else 0,
        grade=_grade(rows, traps, lends),
        weak=weak,
    )


def _row(kind: str, sheet: ExamSheet) -> KindMarks:
    marks = [mark for mark in sheet.marks if mark.kind == kind]
    outcomes = Counter(mark.outcome for mark in marks)
    faults = Counter(fault for mark in marks for fault in faults_in(mark.why))
    seconds = sum(mark.seconds for mark in marks) / len(marks) if marks else 0.0
    return KindMarks(
        kind,
        len(marks),
        outcomes["valid"],
        outcomes["repaired"],
        outcomes["filled"],
        outcomes["fallback"],
        round(seconds, 3),
        dict(faults),
    )


def _grade(rows: list[KindMarks], traps: dict[str, bool], lends: bool) -> str:
    asked = sum(row.asked for row in rows)
    if asked < MIN_ANSWERS:
        return "unknown"
    usable = sum(row.usable for row in rows) / asked
    if lends:
        return "lends" if usable else "unfit"
    kept = sum(traps.values()) / len(traps) if traps else 1.0
    if usable >= FIT_SHARE and kept >= PARTLY_SHARE:
        return "fit"
    return "partly" if usable >= PARTLY_SHARE else "unfit"


def _speed(sheet: ExamSheet, hosted: bool) -> Speed | None:
    """The speed: duration per call, and duration per token."""
    if sheet.alone:
        seconds = [call.seconds for call in sheet.alone]
        written = [float(call.theirs[1] or call.ours[1]) for call in sheet.alone]
    else:  # a model in this process makes no calls: its questions were timed
        seconds = [mark.seconds for mark in sheet.marks[: sheet.marks_alone]]
        written = [0.0] * len(seconds)
    if not sum(seconds):
        return None
    wide = len(sheet.together) or len(sheet.marks) - sheet.marks_alone
    together = wide / sheet.seconds_together if sheet.seconds_together else 0.0
    a_second = max(together, len(seconds) / sum(seconds))
    most = a_second * HOSTED_THROUGHPUT_FACTOR if hosted and wide >= CONCURRENT_QUESTIONS else a_second
    return measured_speed(list(zip(written, seconds, strict=True)), Range(a_second, most))


def _rate(calls: list[TimedCall], seconds: float) -> float | None:
    written = sum(call.theirs[1] for call in calls)
    return round(written / seconds, 1) if written and seconds else None


def _factor(calls: list[TimedCall], which: int) -> float:
    """Tokens of the endpoint per token of ours."""
    counted = [call for call in calls if call.theirs[which]]
    ours = sum(call.ours[which] for call in counted)
    return round(sum(call.theirs[which] for call in counted) / ours, 3) if ours else 1.0


def _nearest(language: str, people: int) -> TownFigures:
    known = [one for (_, spoken), one in figures().items() if spoken == language]
    return min(known, key=lambda one: abs(one.people - people))
