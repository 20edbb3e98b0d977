"""Usage of a run, counted answer by answer: calls, tokens, money, time and failures, by question, person and mind.

Invariants: reads only; every breakdown adds up to the total, also while a run is running and counting is incremental; a
failure is an attempt without a usable answer, and its reason is a word or two of ours, never a model's text.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from milkwood.chronicle.reader import Reader
from milkwood.questions.why import failures

CallRow: TypeAlias = tuple[int, str, int, str, int, str, str, int, int, float, float]
"""number, person, tick, kind, n, answerer, why, prompt tokens, answer tokens, price, seconds"""
_ROWS = (
    'SELECT id, person, tick, kind, n, "by", why, prompt_tokens, answer_tokens, price, seconds FROM questions'
    " WHERE id > ? ORDER BY id"
)
_CALLS = "SELECT id, person, tick, kind, n, model FROM reservations WHERE id > ? ORDER BY id"


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
        self.prompt_tokens += prompt_tokens
        self.answer_tokens += answer_tokens
        self.price += price
        self.seconds += seconds


def _figures() -> dict[str, Figure]:
    return defaultdict(Figure)


@dataclass(slots=True)
class Metrics:
    """All figures."""

    total: Figure = field(default_factory=Figure)
    by_kind: dict[str, Figure] = field(default_factory=_figures)
    by_person: dict[str, Figure] = field(default_factory=_figures)
    by_mind: dict[str, Figure] = field(default_factory=_figures)
    """By the model, or the understudy, that answered; failures by the one that failed."""
    fallbacks: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of question, and why the first choice did not answer at the first attempt."""
    kinds_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Kinds of questions by mind."""
    ticks: Counter[int] = field(default_factory=Counter)
    """Number of questions by tick."""


UNSENT = ""
"""The mind of a failure without a call: no budget left, or spending paused."""


class Counting:
    """Counts the answers of one run, incrementally."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self._read = 0
        self._called = 0
        self._models: dict[tuple[str, int, str, int], str] = {}
        """The model that was last sent a question."""

    def go_on(self, reader: Reader) -> Metrics:
        """Count the answers since the last call."""
        rows: list[CallRow] = reader.select(_ROWS, (self._read,))
        if any(row[6] for row in rows):
            self._learn(reader)
        for row in rows:
            self._enter(row)
        return self.metrics

    def _learn(self, reader: Reader) -> None:
        for number, person, tick, kind, n, model in reader.select(_CALLS, (self._called,)):
            self._models[person, tick, kind, n] = model
            self._called = number

    def _enter(self, row: CallRow) -> None:
        number, person, tick, kind, n, by, why, prompt, answer, price, seconds = row
        metrics, self._read = self.metrics, number
        for figure in (metrics.total, metrics.by_kind[kind], metrics.by_person[person], metrics.by_mind[by]):
            figure.add(prompt, answer, price, seconds)
        metrics.kinds_of[by].add(kind)
        metrics.ticks[tick] += 1
        if not why:
            return
        metrics.fallbacks[kind, why] += 1
        failed = self._models.get((person, tick, kind, n), UNSENT)
        tries = failures(why)
        for figure in (metrics.total, metrics.by_kind[kind], metrics.by_person[person], metrics.by_mind[failed]):
            figure.failures.update(tries)


def metrics_of(reader: Reader) -> Metrics:
    """Usage of a run so far."""
    return Counting().go_on(reader)


def answers_of(reader: Reader) -> Iterable[CallRow]:
    """Every answer, in order."""
    rows: list[CallRow] = reader.select(_ROWS, (0,))
    return rows
