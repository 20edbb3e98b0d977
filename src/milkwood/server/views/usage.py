"""Usage of a run: tokens, prices and failures of its answers, and blocks lived by routines, counted incrementally.

Invariant: what was counted once is not read again; every breakdown adds up to the total.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from threading import Lock

from milkwood.chronicle import Reader
from milkwood.chronicle.acts import Blocks, Reuse, reasons_between
from milkwood.chronicle.metrics import Counting, Figure, Metrics
from milkwood.chronicle.shares import Share
from milkwood.models.budget import TRIAL
from milkwood.town.town import BEFORE_TIME


@dataclass(slots=True)
class UsageTotals:
    """All figures."""

    metrics: Metrics
    reuse: Reuse = field(default_factory=Reuse)
    reuse_by_person: dict[str, Reuse] = field(default_factory=lambda: defaultdict(Reuse))
    reuse_by_day: dict[int, Reuse] = field(default_factory=lambda: defaultdict(Reuse))
    limits: Counter[str] = field(default_factory=Counter)
    """Person-days on which each limit was reached."""


def with_interviews(metrics: Metrics, calls: Iterable[tuple[str, str, str, str, int, int, float]]) -> Metrics:
    """Metrics including calls outside the run's record: person, kind, model, failure, tokens of both, price."""
    whole = replace(
        metrics,
        total=_copy(metrics.total),
        by_person=_copied(metrics.by_person),
        by_kind=_copied(metrics.by_kind),
        by_mind=_copied(metrics.by_mind),
        kinds_of=defaultdict(set, {name: set(kinds) for name, kinds in metrics.kinds_of.items()}),
    )
    for person, kind, by, failed, prompt_tokens, answer_tokens, price in calls:
        whole.kinds_of[by].add(kind)
        if kind == TRIAL:  # of no person, and no answer to anyone
            for figure in (whole.total, whole.by_kind[kind], whole.by_mind[by]):
                figure.pay(Share(prompt_tokens, answer_tokens, price))
            continue
        for figure in (whole.total, whole.by_person[person], whole.by_kind[kind], whole.by_mind[by]):
            figure.add(prompt_tokens, answer_tokens, price, seconds=0.0, failed=failed)
    return whole


def _copy(figure: Figure) -> Figure:
    return replace(figure, failures=Counter(figure.failures))


def _copied(figures: dict[str, Figure]) -> dict[str, Figure]:
    return defaultdict(Figure, {name: _copy(figure) for name, figure in figures.items()})


class UsageAccount:
    """The usage of one run, read incrementally; thread-safe."""

    def __init__(self) -> None:
        self._counting = Counting()
        self._books = UsageTotals(self._counting.metrics)
        self._blocks: dict[str, Blocks] = defaultdict(Blocks)
        self._read = BEFORE_TIME
        self._lock = Lock()

    def books(self, reader: Reader) -> UsageTotals:
        """All figures so far."""
        with self._lock:
            self._counting.go_on(reader)
            self._live_on(reader)
            return self._books

    def _live_on(self, reader: Reader) -> None:
        end, clock, books = reader.end, reader.header.clock, self._books
        if end <= self._read:
            return
        for person, tick, reason in reasons_between(reader, self._read, end):
            if limit := reason.get("limit"):
                books.limits[str(limit)] += 1
            block = self._blocks[person].take(tick, reason)
            if block is None:
                continue
            day = clock.day(tick)
            books.reuse = books.reuse.more(block)
            books.reuse_by_person[person] = books.reuse_by_person[person].more(block)
            books.reuse_by_day[day] = books.reuse_by_day[day].more(block)
        self._read = end
