"""The bill of a run: number of answers, tokens, money and time, in all and by person, kind and model.

Invariant: each of the three breakdowns adds up to the total; it includes every call of interviews, which leave no other
trace.
"""

import sqlite3
from dataclasses import astuple, dataclass, field

from milkwood.chronicle.calls import aside_rows, failed_rows
from milkwood.chronicle.migrations import format_of
from milkwood.chronicle.shares import Share, charges_of, shares_of


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
    """Answers by the model, or the understudy, that gave them; usage by the model that was paid."""


_SUMS = "total(answers), total(prompt_tokens), total(answer_tokens), total(price), total(seconds)"
_COLUMNS = 'person, kind, "by", {answers} AS answers, prompt_tokens, answer_tokens, price, seconds'


def bill_of(connection: sqlite3.Connection) -> Bill:
    """The bill of a run so far."""
    aside = aside_rows(format_of(connection))
    history, interviews = _COLUMNS.format(answers=1), _COLUMNS.format(answers="answers")
    rows = f"(SELECT {history} FROM questions UNION ALL SELECT {interviews} FROM ({aside}))"
    total = connection.execute(f"SELECT {_SUMS} FROM {rows}").fetchone()
    by_person, by_kind, by_answerer = (_by(connection, rows, column) for column in ("person", "kind", '"by"'))
    return Bill(_entry(total), by_person, by_kind, _to_payers(connection, by_answerer))


def _to_payers(connection: sqlite3.Connection, entries: dict[str, BillLine]) -> dict[str, BillLine]:
    """Entries by answerer, with the usage of failed attempts moved to the models that were paid."""
    charges = charges_of(connection.execute(failed_rows(format_of(connection)), (0,)))
    columns = 'id, "by", prompt_tokens, answer_tokens, price, seconds'
    paid = "why != '' AND (prompt_tokens > 0 OR answer_tokens > 0 OR price > 0)"
    for number, by, *used in connection.execute(f"SELECT {columns} FROM questions WHERE {paid} ORDER BY id"):
        for model, share in shares_of(by, Share(*used), charges.get(number, {})).items():
            if model != by:
                entries[model] = _plus(entries.get(model, BillLine()), share, 1)
                entries[by] = _plus(entries[by], share, -1)
    return dict(sorted(entries.items()))


def _plus(entry: BillLine, share: Share, sign: int) -> BillLine:
    answers, *used = astuple(entry)
    return BillLine(answers, *(one + sign * other for one, other in zip(used, share, strict=True)))


def _by(connection: sqlite3.Connection, rows: str, column: str) -> dict[str, BillLine]:
    found = connection.execute(f"SELECT {column}, {_SUMS} FROM {rows} GROUP BY 1 ORDER BY 1")
    return {name: _entry(sums) for name, *sums in found}


def _entry(sums: list[float]) -> BillLine:
    answers, prompt_tokens, answer_tokens, price, seconds = sums
    return BillLine(int(answers), int(prompt_tokens), int(answer_tokens), price, seconds)
