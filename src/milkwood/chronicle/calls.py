"""Calls to language models: reservation, outcome and charge of each.

Invariants (rule B1): a reservation is written before its call is sent and never changed; a reservation without a
settlement is in flight or lost, and counts in full. Calls are not part of the hash, and a fork starts with none.
"""

import sqlite3
from dataclasses import dataclass

from milkwood.chronicle.rows import append, insert
from milkwood.models.budget import ASIDE, Sum
from milkwood.models.completion import Call
from milkwood.models.port import Usage

LOST = "lost"
"""The outcome of calls that were sent and never ended."""

_CHARGED = (
    "count(*), total(coalesce(settlements.prompt_tokens, reservations.prompt_tokens)),"
    " total(coalesce(settlements.answer_tokens, reservations.answer_tokens)),"
    " total(settlements.cached_tokens), total(coalesce(settlements.price, reservations.price)),"
    " total(settlements.seconds)"
)
_BOTH = "reservations LEFT JOIN settlements ON settlements.reservation = reservations.id"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Number and charge of the calls to one model with one outcome."""

    model: str
    outcome: str
    calls: int
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int
    price: float
    seconds: float


ASIDE_ROWS = (
    'SELECT reservations.id AS id, person, tick, kind, model AS "by",'
    " coalesce(settlements.prompt_tokens, reservations.prompt_tokens) AS prompt_tokens,"
    " coalesce(settlements.answer_tokens, reservations.answer_tokens) AS answer_tokens,"
    " coalesce(settlements.price, reservations.price) AS price, coalesce(settlements.seconds, 0.0) AS seconds"
    f" FROM {_BOTH} WHERE kind IN ({', '.join(repr(kind) for kind in sorted(ASIDE))})"
)
"""Calls for questions outside the history, such as interviews: only their charge is kept."""


def reserve(connection: sqlite3.Connection, call: Call, model: str, most: Usage) -> int:
    """Record the most a call can cost."""
    asked = call.question
    row = (asked.person, asked.tick, asked.kind, asked.n, call.attempt, model)
    return append(connection, "reservations", [(*row, most.prompt_tokens, most.answer_tokens, most.price)])


def settle(connection: sqlite3.Connection, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
    """Record the outcome of a call."""
    row = (reservation, outcome, usage.prompt_tokens, usage.answer_tokens, cached_tokens, usage.price, usage.seconds)
    insert(connection, "settlements", [row])


def spent(connection: sqlite3.Connection) -> Sum:
    """Charge of all calls; those that never ended count in full."""
    calls, prompt, answer, _, price, _ = connection.execute(f"SELECT {_CHARGED} FROM {_BOTH}").fetchone()
    return Sum(price, int(prompt + answer), calls)


def outcomes(connection: sqlite3.Connection) -> list[Outcome]:
    """Number of calls by model and outcome."""
    query = f"SELECT model, coalesce(outcome, '{LOST}'), {_CHARGED} FROM {_BOTH} GROUP BY 1, 2 ORDER BY 1, 2"
    return [
        Outcome(model, outcome, calls, int(prompt), int(answer), int(cached), price, seconds)
        for model, outcome, calls, prompt, answer, cached, price, seconds in connection.execute(query)
    ]
