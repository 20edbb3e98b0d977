"""What the answers of a run took, kept up to date answer by answer.

Knows the rows of answers; knows no requests. Invariant: what was counted once is not read again, however long the run;
every breakdown adds up to the total.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from threading import Lock

from milkwood.chronicle import Reader
from milkwood.chronicle.seek import answers_after


@dataclass(slots=True)
class Share:
    """What some answers took."""

    answers: int = 0
    tokens: int = 0
    price: float = 0.0

    def add(self, tokens: int, price: float) -> None:
        """One more."""
        self.answers += 1
        self.tokens += tokens
        self.price += price


@dataclass(slots=True)
class Books:
    """All that is counted."""

    total: Share = field(default_factory=Share)
    by_person: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    by_kind: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    by_answerer: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    kinds_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What each of them answered."""
    fallbacks: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of question, and why somebody else than the first choice answered."""
    ticks: Counter[int] = field(default_factory=Counter)
    """How many questions were asked at each tick."""


def with_interviews(books: Books, calls: Iterable[tuple[str, str, str, int, float]]) -> Books:
    """The books with calls that left no answer in the run: whom, what kind, by whom, tokens, price."""
    whole = replace(
        books,
        total=replace(books.total),
        by_person=_copied(books.by_person),
        by_kind=_copied(books.by_kind),
        by_answerer=_copied(books.by_answerer),
        kinds_of=defaultdict(set, {name: set(kinds) for name, kinds in books.kinds_of.items()}),
    )
    for person, kind, by, tokens, price in calls:
        for share in (whole.total, whole.by_person[person], whole.by_kind[kind], whole.by_answerer[by]):
            share.add(tokens, price)
        whole.kinds_of[by].add(kind)
    return whole


def _copied(shares: dict[str, Share]) -> dict[str, Share]:
    return defaultdict(Share, {name: replace(share) for name, share in shares.items()})


class Account:
    """The account of one run, read on from where reading stopped; may be asked from any thread."""

    def __init__(self) -> None:
        self._read = 0
        self._books = Books()
        self._lock = Lock()

    def books(self, reader: Reader) -> Books:
        """Everything that was answered so far."""
        with self._lock:
            for row in answers_after(reader, self._read):
                self._enter(*row)
            return self._books

    def _enter(
        self, number: int, person: str, tick: int, kind: str, by: str, why: str, tokens: int, price: float
    ) -> None:
        books = self._books
        for share in (books.total, books.by_person[person], books.by_kind[kind], books.by_answerer[by]):
            share.add(tokens, price)
        books.kinds_of[by].add(kind)
        books.ticks[tick] += 1
        if why:
            books.fallbacks[kind, why] += 1
        self._read = number
