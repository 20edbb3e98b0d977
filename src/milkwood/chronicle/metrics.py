"""Usage of a run, counted answer by answer: calls, tokens, money, time and failures, by question, person and mind.

Invariants: reads only; every breakdown adds up to the total, also while a run is running and counting is incremental; a
failure is an attempt without a usable answer, and its reason is a word or two of ours, never a model's text.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TypeAlias

from milkwood.chronicle.calls import failed_rows
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.shares import Charges, Share, charges_of, failures_of, shares_of
from milkwood.questions.why import failures

CallRow: TypeAlias = tuple[int, str, int, str, int, str, str, int, int, float, float]
"""number, person, tick, kind, n, answerer, why, prompt tokens, answer tokens, price, seconds"""
_ROWS = (
    'SELECT id, person, tick, kind, n, "by", why, prompt_tokens, answer_tokens, price, seconds FROM questions'
    " WHERE id > ? ORDER BY id"
)


@dataclass(slots=True)
class Figure:
    """Usage of some answers."""

    answers: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    seconds: float = 0.0
    failures: Counter[str] = field(default_factory=Counter)
    """Failed attempts, by reason."""

    @property
    def tokens(self) -> int:
        """Of prompts and answers together."""
        return self.prompt_tokens + self.answer_tokens

    @property
    def failed(self) -> int:
        """Number of failed attempts."""
        return self.failures.total()

    def add(self, prompt_tokens: int, answer_tokens: int, price: float, seconds: float, failed: str = "") -> None:
        """One more answer, or a call that failed."""
        if failed:
            self.failures[failed] += 1
        else:
            self.answers += 1
        self.pay(Share(prompt_tokens, answer_tokens, price, seconds))

    def pay(self, share: Share) -> None:
        """More usage, of an answer that is counted elsewhere."""
        self.prompt_tokens += share.prompt_tokens
        self.answer_tokens += share.answer_tokens
        self.price += share.price
        self.seconds += share.seconds


def _figures() -> dict[str, Figure]:
    return defaultdict(Figure)


@dataclass(slots=True)
class Metrics:
    """All figures."""

    total: Figure = field(default_factory=Figure)
    by_kind: dict[str, Figure] = field(default_factory=_figures)
    by_person: dict[str, Figure] = field(default_factory=_figures)
    by_mind: dict[str, Figure] = field(default_factory=_figures)
    """Answers by the model, or the understudy, that gave them; usage by the one that was paid, failures by the one that
    failed."""
    fallbacks: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of question, and why the first choice did not answer at the first attempt."""
    kinds_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Kinds of questions by mind."""
    ticks: Counter[int] = field(default_factory=Counter)
    """Number of questions by tick."""


class Counting:
    """Counts the answers of one run, incrementally."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self._read = 0

    def go_on(self, reader: Reader) -> Metrics:
        """Count the answers since the last call."""
        rows, charges = answers_of(reader, self._read)
        for row in rows:
            self._enter(row, charges.get(row[0], {}))
        return self.metrics

    def _enter(self, row: CallRow, charges: Charges) -> None:
        number, person, tick, kind, _, by, why, prompt, answer, price, seconds = row
        used = Share(prompt, answer, price, seconds)
        metrics, self._read = self.metrics, number
        figures = (metrics.total, metrics.by_kind[kind], metrics.by_person[person])
        for figure in figures:
            figure.answers += 1
            figure.pay(used)
        metrics.by_mind[by].answers += 1
        metrics.kinds_of[by].add(kind)
        metrics.ticks[tick] += 1
        for model, share in shares_of(by, used, charges).items():
            metrics.by_mind[model].pay(share)
        if failures(why):
            metrics.fallbacks[kind, why] += 1
        for model, tries in failures_of(by, why, charges):
            for figure in (*figures, metrics.by_mind[model]):
                figure.failures.update(tries)


def metrics_of(reader: Reader) -> Metrics:
    """Usage of a run so far."""
    return Counting().go_on(reader)


def answers_of(reader: Reader, after: int = 0) -> tuple[list[CallRow], dict[int, Charges]]:
    """Every answer after a number, in order, and what models were charged for those with a why."""
    rows: list[CallRow] = reader.select(_ROWS, (after,))
    failed = any(row[6] for row in rows)
    return rows, charges_of(reader.select(failed_rows(reader.header.format), (after,))) if failed else {}
