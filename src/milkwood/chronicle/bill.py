"""The bill of a run: number of answers, tokens, money and time, in all and by person, kind and answerer.

Invariant: each of the three breakdowns adds up to the total; it includes every call of interviews, which leave no other
trace.
"""

import sqlite3
from dataclasses import dataclass, field

from milkwood.chronicle.calls import aside_rows
from milkwood.chronicle.migrations import format_of


@dataclass(frozen=True, slots=True)
class BillLine:
    """Sum of some answers."""

    answers: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Bill:
    """Sum of all answers, and its breakdowns."""

    total: BillLine
    by_person: dict[str, BillLine] = field(hash=False)
    by_kind: dict[str, BillLine] = field(hash=False)
    by_answerer: dict[str, BillLine] = field(hash=False)
    """By the model, or the understudy, that gave them."""


_SUMS = "total(answers), total(prompt_tokens), total(answer_tokens), total(price), total(seconds)"
_COLUMNS = 'person, kind, "by", {answers} AS answers, prompt_tokens, answer_tokens, price, seconds'


def bill_of(connection: sqlite3.Connection) -> Bill:
    """The bill of a run so far."""
    aside = aside_rows(format_of(connection))
    history, interviews = _COLUMNS.format(answers=1), _COLUMNS.format(answers="answers")
    rows = f"(SELECT {history} FROM questions UNION ALL SELECT {interviews} FROM ({aside}))"
    total = connection.execute(f"SELECT {_SUMS} FROM {rows}").fetchone()
    return Bill(_entry(total), *(_by(connection, rows, column) for column in ("person", "kind", '"by"')))


def _by(connection: sqlite3.Connection, rows: str, column: str) -> dict[str, BillLine]:
    found = connection.execute(f"SELECT {column}, {_SUMS} FROM {rows} GROUP BY 1 ORDER BY 1")
    return {name: _entry(sums) for name, *sums in found}


def _entry(sums: list[float]) -> BillLine:
    answers, prompt_tokens, answer_tokens, price, seconds = sums
    return BillLine(int(answers), int(prompt_tokens), int(answer_tokens), price, seconds)
