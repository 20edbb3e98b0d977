"""Calls to language models: reservation, requests, outcome and charge of each, and replies that are not used yet.

Knows four tables, no model. Invariants (rule B1): a reservation is written before its call is sent and never changed. A
call is under way, or was lost with its process, if it is not settled and its last request has no end: that request
counts in full. A reply is written with its settlement; with the answer to its question it moves to the kept ones
(`kept_replies.py`). Calls are no history: they lie outside the hash, and a fork begins with none.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.chronicle.kept_replies import KeptReplies
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_TRIES, format_of
from milkwood.chronicle.rows import append, insert, remove
from milkwood.chronicle.shares import own_failures
from milkwood.ids import PersonId
from milkwood.models.budget import ASIDE, INTERVIEW, LeftReplies, PaidReply, Sum
from milkwood.models.completion import Call
from milkwood.models.metering import ANSWERED, ESTIMATED, GIVEN_UP
from milkwood.models.port import Answer, QuestionId, Usage

LOST = "lost"
"""The outcome of calls that were sent and never ended."""
RESENT = "again"
"""What stands in a row of `tries` that tells of a request, not of its end."""

_NO_TRIES = (
    "(SELECT 0 AS id, 0 AS reservation, '' AS outcome, 0 AS prompt_tokens, 0 AS answer_tokens, 0.0 AS price,"
    " 0.0 AS seconds WHERE 0)"
)
_ENTRIES = f"""
SELECT reservations.id AS id, person, tick, kind, n, model, outcome, settlements.prompt_tokens AS prompt_tokens,
       settlements.answer_tokens AS answer_tokens, cached_tokens, settlements.price AS price, seconds
FROM settlements JOIN reservations ON reservations.id = reservation
UNION ALL
SELECT reservations.id, person, tick, kind, n, model, outcome, ended.prompt_tokens, ended.answer_tokens, 0, ended.price,
       seconds
FROM {{tries}} AS ended JOIN reservations ON reservations.id = reservation WHERE outcome != '{RESENT}'
UNION ALL
SELECT reservations.id, person, tick, kind, n, model, '{LOST}',
       coalesce(last.prompt_tokens, reservations.prompt_tokens),
       coalesce(last.answer_tokens, reservations.answer_tokens), 0, coalesce(last.price, reservations.price), 0.0
FROM (SELECT * FROM reservations WHERE NOT EXISTS (SELECT 1 FROM settlements WHERE reservation = reservations.id))
  AS reservations
LEFT JOIN {{tries}} AS last ON last.id = (SELECT max(id) FROM {{tries}} AS each WHERE reservation = reservations.id)
WHERE coalesce(last.outcome, '{RESENT}') = '{RESENT}'
"""
"""Every request that has ended, or is under way or lost, with its charge."""
_OPEN_REPLY = (
    "SELECT id, model, attempt, text, cut_off FROM replies JOIN reservations ON id = reservation WHERE reservation = ?"
)
_SUMS = "total(prompt_tokens), total(answer_tokens), total(cached_tokens), total(price), total(seconds)"


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


def reserve(connection: sqlite3.Connection, call: Call, model: str, most: Usage) -> int:
    """Record the most a call can cost."""
    asked = call.question
    row = (asked.person, asked.tick, asked.kind, asked.n, call.attempt, model)
    return append(connection, "reservations", [(*row, most.prompt_tokens, most.answer_tokens, most.price)])


def resend(connection: sqlite3.Connection, reservation: int, most: Usage) -> None:
    """Record that a call is sent again, and the most it can cost then."""
    fail(connection, reservation, RESENT, most)


def fail(connection: sqlite3.Connection, reservation: int, outcome: str, usage: Usage) -> None:
    """Record the end of a failed request."""
    row = (reservation, outcome, usage.prompt_tokens, usage.answer_tokens, usage.price, usage.seconds)
    append(connection, "tries", [row])


def settle(connection: sqlite3.Connection, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
    """Record the outcome of a call."""
    row = (reservation, outcome, usage.prompt_tokens, usage.answer_tokens, cached_tokens, usage.price, usage.seconds)
    insert(connection, "settlements", [row])


class OpenReplies:
    """Replies to questions that have no answer yet."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._reservations: dict[QuestionId, list[int]] = {}
        """The calls of each question that have one; so that most answers need no look into the table."""
        for number, call, _, _ in self._rows():
            self._reservations.setdefault(call.question, []).append(number)

    def keep(self, reservation: int, reply: PaidReply) -> None:
        """Keep a reply until its question is answered."""
        text = None if reply.text is None else reply.text.encode("utf-8", "surrogatepass")
        insert(self._connection, "replies", [(reservation, reply.prompt_hash, text, int(reply.cut_off))])
        self._reservations.setdefault(reply.question, []).append(reservation)

    def hand_over(self, question: QuestionId, answer: Answer | None, kept: KeptReplies) -> None:
        """Move those of a question that is answered, or of one that is asked again, to the kept ones."""
        numbers = self._reservations.pop(question, ())
        rows = [row for number in numbers for row in self._connection.execute(_OPEN_REPLY, (number,))]
        last_try = None if answer is None else (answer.by, len(own_failures(answer.why)))
        used = max((number for number, *last, _, _ in rows if tuple(last) == last_try), default=None)
        for number, _, _, text, cut_off in rows:
            remove(self._connection, "replies", "WHERE reservation = ?", (number,))
            if text is not None:
                kept.keep(number, _heard(text), used=number == used, cut_off=bool(cut_off))

    def all(self) -> LeftReplies:
        """By call and model, in the order in which they came."""
        found: dict[tuple[Call, str], list[PaidReply]] = {}
        for _, call, model, reply in self._rows():
            found.setdefault((call, model), []).append(reply)
        return found

    def _rows(self) -> Iterator[tuple[int, Call, str, PaidReply]]:
        for row in self._connection.execute(
            "SELECT reservations.id, person, tick, kind, n, attempt, model, prompt_hash, text, cut_off, outcome,"
            " settlements.prompt_tokens, settlements.answer_tokens, settlements.price, seconds FROM replies"
            " JOIN reservations ON reservations.id = replies.reservation"
            " JOIN settlements ON settlements.reservation = replies.reservation ORDER BY 1"
        ):
            number, person, tick, kind, n, attempt, model, prompt_hash, text, cut_off, outcome, *usage = row
            said = None if text is None else _heard(text)
            question = QuestionId(PersonId(person), tick, kind, n)
            reply = PaidReply(question, bytes(prompt_hash), said, bool(cut_off), outcome, Usage(*usage))
            yield number, Call(question, attempt), model, reply


def _heard(text: bytes) -> str:
    return bytes(text).decode("utf-8", "surrogatepass")


def spent(connection: sqlite3.Connection) -> Sum:
    """Charge of all calls; requests that never ended count in full, those that took nothing count as none."""
    query = f"SELECT total(prompt_tokens + answer_tokens > 0), {_SUMS} FROM ({_entries(format_of(connection))})"
    calls, prompt, answer, _, price, _ = connection.execute(query).fetchone()
    return Sum(price, int(prompt + answer), int(calls))


def used(connection: sqlite3.Connection, since: int, until: int) -> list[tuple[str, int, int, int]]:
    """Calls, prompt and answer tokens by model, of calls for questions of the town in a range of ticks.

    Calls that are under way, lost or given up count in full in a bill, but not here: they used less.
    """
    unknown = f"'{LOST}', '{GIVEN_UP}'"
    kinds = ", ".join(repr(kind) for kind in sorted(ASIDE))
    query = (
        f"SELECT model, total(prompt_tokens + answer_tokens > 0), {_SUMS} FROM ({_entries(format_of(connection))})"
        f" WHERE tick >= ? AND tick < ? AND outcome NOT IN ({unknown}) AND kind NOT IN ({kinds}) GROUP BY 1 ORDER BY 1"
    )
    rows = connection.execute(query, (since, until))
    return [(model, int(calls), int(prompt), int(answer)) for model, calls, prompt, answer, *_ in rows]


def outcomes(connection: sqlite3.Connection) -> list[Outcome]:
    """Number of requests by model and outcome."""
    entries = _entries(format_of(connection))
    query = f"SELECT model, outcome, count(*), {_SUMS} FROM ({entries}) GROUP BY 1, 2 ORDER BY 1, 2"
    return [
        Outcome(model, outcome, calls, int(prompt), int(answer), int(cached), price, seconds)
        for model, outcome, calls, prompt, answer, cached, price, seconds in connection.execute(query)
    ]


def aside_rows(found: int) -> str:
    """A query of calls for questions outside the history, interviews and trials: only their charge is kept."""
    kinds = ", ".join(repr(kind) for kind in sorted(ASIDE))
    answers = f"outcome IN ('{ANSWERED}', '{ESTIMATED}') AND kind = '{INTERVIEW}' AS answers"
    return f'SELECT *, model AS "by", {answers} FROM ({_entries(found)}) WHERE kind IN ({kinds})'


def failed_rows(found: int) -> str:
    """A query of the models that were called for questions with a why, in order, with their charges."""
    same = " AND ".join(f"entries.{each} = questions.{each}" for each in ("person", "tick", "kind", "n"))
    sums = ", ".join(f"total(entries.{each})" for each in ("prompt_tokens", "answer_tokens", "price", "seconds"))
    return (
        f"SELECT questions.id, model, {sums} FROM questions JOIN ({_entries(found)}) AS entries ON {same}"
        " WHERE questions.id > ? AND why != '' GROUP BY 1, 2 ORDER BY 1, min(entries.id)"
    )


def _entries(found: int) -> str:
    """The query of all requests in a file of a format; an older one that cannot be written has no table of tries."""
    return _ENTRIES.format(tries="tries" if found >= FIRST_FORMAT_WITH_TRIES else _NO_TRIES)
