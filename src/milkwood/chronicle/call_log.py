"""The calls to language models that a run made, one by one: what each was for, how it ended, what became of its reply.

Invariants: reads only, also while the run is running and in files of any readable format; a list takes a bounded number
of rows at a time; whether a reply was used follows from the recorded answer, so that it is known for replies that are
not kept.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from milkwood.chronicle.calls import LOST, RESENT
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_PROMPTS, FIRST_FORMAT_WITH_TRIES
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.shares import Share, failures_of, own_failures
from milkwood.ids import PersonId
from milkwood.models.budget import ASIDE
from milkwood.models.completion import Call
from milkwood.models.metering import ANSWERED, ESTIMATED, GIVEN_UP
from milkwood.models.port import QuestionId, Usage, added
from milkwood.questions.why import filled_in

_CHUNK_CALLS: Final = 200
"""Calls read at a time: four values of each are in one query, and old SQLite allows 999."""
_Row: TypeAlias = Mapping[str, Any]
_Key: TypeAlias = tuple[int, str, str, int]
"""tick, person, kind and number of a question"""


class ReplyState(StrEnum):
    """Where the raw reply of a call is."""

    KEPT = "kept"
    NONE = "none"
    """No text came."""
    PRUNED = "pruned"
    """It was deleted, because kept replies took too much of the file."""
    OFF = "off"
    """It was not kept, as the user wished."""
    EARLIER = "earlier"
    """The call is older than the format that keeps replies."""
    ASIDE = "aside"
    """The question is no part of the history: an interview, or the trial of a model."""


class ReplyUse(StrEnum):
    """What became of a call."""

    USED = "used"
    """Its reply is the answer."""
    UNUSABLE = "unusable"
    """A text came that could not be used."""
    FAILED = "failed"
    """No text came."""
    GIVEN_UP = "given_up"
    OPEN = "open"
    """It is under way, or was lost with its process."""
    WAITING = "waiting"
    """Its question is not answered yet."""
    UNUSED = "unused"
    """Its question was asked again before the reply was used."""
    ASIDE = "aside"
    """What became of it is not recorded: the question is no part of the history."""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request of a call."""

    outcome: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call: a prompt to a model, sent once or several times."""

    number: int
    call: Call
    model: str
    server: str
    """Host and port; empty if not recorded."""
    requests: tuple[SentRequest, ...]
    cached_tokens: int
    use: ReplyUse
    wrong: str
    """Why its reply was not usable, as recorded; empty if it was, or if none came."""
    filled: str
    """The field of its reply that the mind filled by habit; empty for none."""
    reply: ReplyState
    reply_bytes: int
    """Size of the kept reply, compressed."""
    cut_off: bool
    """Whether the reply reached the limit of tokens, if it is kept."""

    @property
    def outcome(self) -> str:
        """How its last request ended."""
        return self.requests[-1].outcome

    @property
    def usage(self) -> Usage:
        """Usage of all its requests."""
        total = Usage()
        for request in self.requests:
            total = added(total, request.usage)
        return total

    @property
    def troubled(self) -> bool:
        """Whether anything failed: a request, or the use of its text."""
        failed = any(each.outcome not in _NO_FAILURE for each in self.requests)
        return failed or self.use is ReplyUse.UNUSABLE


_NO_FAILURE: Final = frozenset({ANSWERED, ESTIMATED, GIVEN_UP, LOST, "schema"})
"""Outcomes of requests; a refused form is how it is found out which ones a server supports."""


@dataclass(frozen=True, slots=True)
class CallQuery:
    """Which calls are wanted."""

    person: str = ""
    kind: str = ""
    until: int | None = None
    """Only questions of this tick and before."""
    failed: bool = False
    """Only calls with a failure."""
    before: int | None = None
    """Only calls with a smaller number."""
    number: int | None = None
    """Only this call."""
    question: QuestionId | None = None
    """Only calls for this question."""

    @property
    def where(self) -> tuple[str, list[Any]]:
        """As SQL."""
        parts: dict[str, object] = {
            "reservations.person = ?": self.person or None,
            "reservations.kind = ?": self.kind or None,
            "reservations.tick <= ?": self.until,
            "reservations.id < ?": self.before,
            "reservations.id = ?": self.number,
        }
        if (asked := self.question) is not None:
            columns = {"person": asked.person, "tick": asked.tick, "kind": asked.kind, "n": asked.n}
            parts |= {f"reservations.{column} IS ?": value for column, value in columns.items()}
        wanted = {part: value for part, value in parts.items() if value is not None}
        return " AND ".join(wanted) or "1", list(wanted.values())


def calls_of(reader: Reader, query: CallQuery, limit: int) -> list[RecordedCall]:
    """The last calls that are wanted, the newest first."""
    found: list[RecordedCall] = []
    for call in _newest_first(reader, query):
        if len(found) == limit:
            break
        if call.troubled or not query.failed:
            found.append(call)
    return found


def count_calls(reader: Reader, query: CallQuery) -> int:
    """How many calls are wanted, whether they failed or not."""
    where, values = query.where
    ((count,),) = reader.select(f"SELECT count(*) FROM reservations WHERE {where}", values)
    return int(count)


def _newest_first(reader: Reader, query: CallQuery) -> Iterator[RecordedCall]:
    where, values = query.where
    statement, last = _statement(reader.header.format, where, failed=query.failed), query.before
    while True:
        bound = [] if last is None else [last]
        rows = [
            dict(zip(_COLUMNS, row, strict=True))
            for row in reader.select(
                statement.format(more="AND reservations.id < ?" if bound else ""), (*values, *bound)
            )
        ]
        if not rows:
            return
        yield from _Records(reader, rows).calls()
        last = rows[-1]["id"]


# --- one chunk

_COLUMNS: Final = (
    *("id", "person", "tick", "kind", "n", "attempt", "model", "most_prompt", "most_answer", "most_price"),
    *("outcome", "prompt_tokens", "answer_tokens", "cached_tokens", "price", "seconds"),
    *("server", "reply_kept", "bytes", "cut_off", "is_open", "open_text", "open_cut_off", "by", "why"),
)
_NEW_COLUMNS: Final = (
    "prompts.server, prompts.reply_kept, length(kept_replies.text), kept_replies.cut_off",
    " LEFT JOIN prompts ON prompts.reservation = reservations.id"
    " LEFT JOIN kept_replies ON kept_replies.reservation = reservations.id",
)
_OPEN_COLUMNS: Final = (
    "replies.reservation IS NOT NULL, length(replies.text), replies.cut_off",
    " LEFT JOIN replies ON replies.reservation = reservations.id",
)
_FAILED: Final = f"(coalesce(settlements.outcome, '') NOT IN ('{ANSWERED}', '{ESTIMATED}') OR why != ''{{tried}})"
_TRIED: Final = f" OR EXISTS (SELECT 1 FROM tries WHERE reservation = reservations.id AND outcome != '{RESENT}')"


def _statement(found: int, where: str, *, failed: bool) -> str:
    """The query of calls in a file of a format; with `failed` most of the others are left out."""
    has_tries = found >= FIRST_FORMAT_WITH_TRIES
    new, new_joins = _NEW_COLUMNS if found >= FIRST_FORMAT_WITH_PROMPTS else ("NULL, NULL, NULL, NULL", "")
    opened, open_joins = _OPEN_COLUMNS if has_tries else ("0, NULL, NULL", "")
    conditions = [f"({where})", *([_FAILED.format(tried=_TRIED if has_tries else "")] if failed else [])]
    same = " AND ".join(f"questions.{each} = reservations.{each}" for each in ("tick", "person", "kind", "n"))
    return (
        "SELECT reservations.id, reservations.person, reservations.tick, reservations.kind, reservations.n, attempt,"
        " model, reservations.prompt_tokens, reservations.answer_tokens, reservations.price, settlements.outcome,"
        " settlements.prompt_tokens, settlements.answer_tokens, cached_tokens, settlements.price, settlements.seconds,"
        f' {new}, {opened}, questions."by", why FROM reservations'
        " LEFT JOIN settlements ON settlements.reservation = reservations.id"
        f" LEFT JOIN questions ON {same}{new_joins}{open_joins}"
        f" WHERE {' AND '.join(conditions)} {{more}} ORDER BY reservations.id DESC LIMIT {_CHUNK_CALLS}"
    )


class _Records:
    """Some calls, with the requests and the other calls of their questions."""

    def __init__(self, reader: Reader, rows: Sequence[_Row]) -> None:
        self._rows = rows
        self._format = reader.header.format
        self._tries: dict[int, list[tuple[str, Usage]]] = defaultdict(list)
        self._calls: dict[_Key, dict[tuple[str, int], int]] = defaultdict(dict)
        """The last call of each model and attempt, by question."""
        self._models: dict[_Key, dict[str, Share]] = defaultdict(dict)
        """The models that were called, in order, by question."""
        if self._format >= FIRST_FORMAT_WITH_TRIES:
            self._read_tries(reader)
        self._read_others(reader)

    def _read_tries(self, reader: Reader) -> None:
        marks = ", ".join("?" for _ in self._rows)
        columns = "reservation, outcome, prompt_tokens, answer_tokens, price, seconds"
        query = f"SELECT {columns} FROM tries WHERE reservation IN ({marks}) ORDER BY id"
        for number, outcome, *usage in reader.select(query, [row["id"] for row in self._rows]):
            self._tries[number].append((outcome, Usage(*usage)))

    def _read_others(self, reader: Reader) -> None:
        keys = list(dict.fromkeys(_key(row) for row in self._rows if row["by"] is not None))
        if not keys:
            return
        marks = ", ".join("(?, ?, ?, ?)" for _ in keys)
        query = (
            "SELECT id, tick, person, kind, n, attempt, model FROM reservations"
            f" WHERE (tick, person, kind, n) IN (VALUES {marks}) ORDER BY id"
        )
        for number, tick, person, kind, n, attempt, model in reader.select(
            query, [each for key in keys for each in key]
        ):
            key = (tick, person, kind, n)
            self._calls[key][model, attempt] = number
            self._models[key].setdefault(model, Share())

    def calls(self) -> Iterator[RecordedCall]:
        """The calls, in the order of the rows."""
        for row in self._rows:
            use, wrong = self._fate(row)
            yield RecordedCall(
                number=row["id"],
                call=Call(QuestionId(PersonId(row["person"]), row["tick"], row["kind"], row["n"]), row["attempt"]),
                model=row["model"],
                server=row["server"] or "",
                requests=tuple(self._requests(row)),
                cached_tokens=row["cached_tokens"] or 0,
                use=use,
                wrong=wrong,
                filled=filled_in(row["why"]) if use is ReplyUse.USED else "",
                reply=self._reply_state(row),
                reply_bytes=row["bytes"] or row["open_text"] or 0,
                cut_off=bool(row["cut_off"] or row["open_cut_off"]),
            )

    def _requests(self, row: _Row) -> Iterator[SentRequest]:
        """Those that ended, and the one that is under way or lost with the most it may cost."""
        most, is_sent = Usage(row["most_prompt"], row["most_answer"], row["most_price"]), True
        for outcome, usage in self._tries[row["id"]]:
            is_sent = outcome == RESENT
            if is_sent:
                most = usage
            else:
                yield SentRequest(outcome, usage)
        if row["outcome"] is not None:
            used = (row[name] for name in ("prompt_tokens", "answer_tokens", "price", "seconds"))
            yield SentRequest(row["outcome"], Usage(*used))
        elif is_sent:
            yield SentRequest(LOST, most)

    def _fate(self, row: _Row) -> tuple[ReplyUse, str]:
        """What became of a call, and why its text was not usable."""
        outcome, key = row["outcome"], _key(row)
        if outcome is None:
            return ReplyUse.OPEN, ""
        if outcome == GIVEN_UP:
            return ReplyUse.GIVEN_UP, ""
        if outcome not in (ANSWERED, ESTIMATED):
            return ReplyUse.FAILED, ""
        if row["kind"] in ASIDE:
            return ReplyUse.ASIDE, ""
        if row["by"] is None:
            return ReplyUse.WAITING, ""
        model, attempt = row["model"], row["attempt"]
        if self._calls[key].get((model, attempt)) != row["id"]:
            return ReplyUse.UNUSED, ""
        if model == row["by"] and attempt == len(own_failures(row["why"])):
            return ReplyUse.USED, ""
        failed = dict(failures_of(row["by"], row["why"], self._models[key])).get(model, [])
        return (ReplyUse.UNUSABLE, failed[attempt]) if attempt < len(failed) else (ReplyUse.UNUSED, "")

    def _reply_state(self, row: _Row) -> ReplyState:
        if row["bytes"] is not None or row["open_text"] is not None:
            return ReplyState.KEPT
        if row["outcome"] not in (ANSWERED, ESTIMATED):
            return ReplyState.NONE
        if row["kind"] in ASIDE:
            return ReplyState.ASIDE
        if row["reply_kept"] is None:
            return ReplyState.EARLIER
        return ReplyState.PRUNED if row["reply_kept"] else ReplyState.OFF


def _key(row: _Row) -> _Key:
    return row["tick"], row["person"], row["kind"], row["n"]
