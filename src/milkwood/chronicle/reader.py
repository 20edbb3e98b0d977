"""Reading a chronicle: events, memories, questions, and the town at any tick.

Invariant: reading changes nothing and works while another process runs the run; everything read is settled (rule C2:
the town at a tick is a snapshot and the events since, folded, without any model).
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from milkwood.chronicle import calls, history, origins, vectors
from milkwood.chronicle.bill import Bill, bill_of
from milkwood.chronicle.faults import UNREADABLE, Damaged, damaged, explained, row_in_words, unlike
from milkwood.chronicle.header import Header
from milkwood.chronicle.kept_replies import kept_bytes
from milkwood.chronicle.migrations import (
    FIRST_FORMAT_WITH_ORIGINS,
    FIRST_FORMAT_WITH_PACK,
    FIRST_FORMAT_WITH_PROMPTS,
    FIRST_FORMAT_WITH_SEALS,
    format_of,
    schema,
)
from milkwood.chronicle.rows import chain_between, history_between, last_tick
from milkwood.chronicle.seals import quoted, seal_of
from milkwood.chronicle.sent_prompts import unpacked_template
from milkwood.chronicle.snapshot import Snapshot, unpack_mind, unpack_scene
from milkwood.chronicle.transcript import Transcript, transcripts
from milkwood.engine.keeper import Input, Remembered
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.models.budget import Sum
from milkwood.models.port import Answer, Content, Question, QuestionId, Usage
from milkwood.questions.own_prompts import OwnPrompts
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.town import BEFORE_TIME, Scene, Town

_EVENT = "tick, person, sequence, kind, content"
_MEMORY = "tick, person, n, kind, text, about, importance, origin"
_OF_TALKS = "kind IN ('talk_began', 'joined', 'said', 'left', 'talk_ended')"
"""Must be spelt as in its index, or the index is not used."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question and its answer."""

    question: Question
    answer: Answer


_MAX_TICKS = 1 << 32
"""No run is longer: a thousand years."""
MAX_PACK_BYTES = 1 << 27
"""Maximum size of a run's town pack."""


class Reader:
    """A chronicle open for reading."""

    strict = False
    """Whether every row is refused that does not fit its seal, and not only those of snapshots, minds and vectors."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._alone = threading.Lock()
        """Held during a query: closing a connection during another thread's query crashes Python."""
        with explained(path):
            self._format = format_of(connection)
        with self.sound(t("its header cannot be read")):
            self.header = Header.from_rows(self._whole("header"))

    def close(self) -> None:
        """Close the file."""
        with self._alone:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def held(self) -> Iterator[Self]:
        """A consistent view of the run for the duration of the block."""
        with explained(self.path):
            self._connection.execute("BEGIN")
        try:
            yield self
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    # --- length

    @property
    def settled(self) -> int:
        """Everything before this tick is recorded."""
        try:
            with self.sound(t("how far the history goes cannot be read")):
                ((_, settled),) = self._whole("progress", strict=True)
                if type(settled) is not int or not BEFORE_TIME <= settled <= _MAX_TICKS:
                    raise ValueError(settled)
                return settled
        except Damaged:
            if self.strict:
                raise
        with self.sound(t("how far the history goes cannot be read")), explained(self.path), self._alone:
            return int(last_tick(self._connection) or BEFORE_TIME) + 1

    @property
    def end(self) -> int:
        """The last tick; 0 before the run has started."""
        return max(0, self.settled)

    def history_hash(self, tick: int | None = None) -> str:
        """The hash of everything before a tick, or of everything."""
        return history.said(self._digest(self.settled if tick is None else tick))

    def _digest(self, tick: int) -> bytes:
        found = self._rows("SELECT hash FROM chain WHERE tick < ? ORDER BY tick DESC LIMIT 1", (tick,))
        return bytes(found[0][0]) if found else history.BEGINNING

    # --- events

    def happenings(
        self,
        since: int = BEFORE_TIME,
        until: int | None = None,
        *,
        person: PersonId | None = None,
        kinds: Iterable[str] | None = None,
    ) -> list[Happening]:
        """Events in [since, until), in canonical order."""
        where, values = _where(since, until, person, kinds)
        with self.sound(t("an event cannot be read")):
            rows = self._rows(f"SELECT {_EVENT} FROM events WHERE {where} ORDER BY tick, person, sequence", values)
            return [history.happening_of(row) for row in rows]

    def memories(
        self,
        since: int = BEFORE_TIME,
        until: int | None = None,
        *,
        person: PersonId | None = None,
        kinds: Iterable[str] | None = None,
    ) -> list[Remembered]:
        """Memories in [since, until), in canonical order."""
        where, values = _where(since, until, person, kinds)
        with self.sound(t("a memory cannot be read")):
            rows = self._rows(f"SELECT {_MEMORY} FROM memories WHERE {where} ORDER BY tick, person, n", values)
            return [history.memory_of(row) for row in rows]

    def reason_of(self, person: PersonId, tick: int) -> tuple[int, Content] | None:
        """The reason of what a person does at a tick, and the tick of the decision."""
        query = "SELECT tick, content FROM reasons WHERE person = ? AND tick <= ? ORDER BY tick DESC LIMIT 1"
        with self.sound(t("a reason cannot be read")):
            rows = self._rows(query, (person, tick))
            return (int(rows[0][0]), json.loads(str(rows[0][1]))) if rows else None

    def reasons(self, person: PersonId, until: int) -> list[tuple[int, Content]]:
        """The reasons of everything a person decided up to a tick, by tick."""
        query = "SELECT tick, content FROM reasons WHERE person = ? AND tick <= ? ORDER BY tick"
        with self.sound(t("a reason cannot be read")):
            return [(int(tick), json.loads(str(content))) for tick, content in self._rows(query, (person, until))]

    def talks(
        self, since: int = BEFORE_TIME, until: int | None = None, *, person: PersonId | None = None
    ) -> list[Transcript]:
        """Talks with a tick in a range, whole, by start."""
        end = self.end if until is None else until
        with self.sound(t("a talk cannot be read")):
            rows = self._rows(f"SELECT {_EVENT} FROM events WHERE {_OF_TALKS} ORDER BY tick, person, sequence")
            told = transcripts(history.happening_of(row) for row in rows)
        return [
            talk
            for talk in told
            if talk.began < end
            and (talk.ended is None or talk.ended >= since)
            and (person is None or person in talk.members)
        ]

    # --- questions and inputs

    def questions(
        self,
        since: int = BEFORE_TIME,
        until: int | None = None,
        *,
        person: PersonId | None = None,
        kinds: Iterable[str] | None = None,
    ) -> list[AnsweredQuestion]:
        """Questions in a range of ticks with their answers, by tick, person, kind and number."""
        where, values = _where(since, until, person, kinds)
        with self.sound(t("a question cannot be read")):
            rows = self._whole("questions", f"WHERE {where} ORDER BY tick, person, kind, n", values)
            return [_asked(row) for row in rows]

    def find_answer(self, question: QuestionId) -> Answer | None:
        """The answer given to a question before, if any."""
        which = (question.tick, question.person, question.kind, question.n)
        with self.sound(t("an answer cannot be read")):
            found = self._whole("questions", "WHERE tick = ? AND person = ? AND kind = ? AND n = ?", which)
            return _answer(found[0]) if found else None

    def inputs(self, since: int = BEFORE_TIME, until: int | None = None) -> list[Input]:
        """Inputs that take effect in a range of ticks, by tick and then by arrival."""
        where, values = _where(since, until)
        with self.sound(t("an input cannot be read")):
            rows = self._whole("inputs", f"WHERE {where} ORDER BY tick, id", values)
            return [
                Input(tick, kind, None if person is None else PersonId(person), json.loads(content))
                for _, tick, kind, person, content in rows
            ]

    def last_asked(self) -> int:
        """The last tick with a question; people ahead of the settled tick have asked already."""
        return int(self._one(f"SELECT coalesce(max(tick), {BEFORE_TIME}) FROM questions"))

    @property
    def open_from(self) -> int:
        """The first tick at which an input can still take effect.

        Every tick before it is settled, or a person ahead has asked at it: those answers are on the tape, and are valid
        only if nothing else happens until then. No input takes effect before an earlier one.
        """
        last_given = int(self._one(f"SELECT coalesce(max(tick), {BEFORE_TIME}) FROM inputs"))
        return max(0, self.settled, self.last_asked() + 1, last_given)

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The stored vector of a text, if any."""
        with self.sound(t("a vector cannot be read")):
            of = (model, vectors.key_of(text))
            found = self._whole("vectors", "WHERE model = ? AND text_hash = ?", of, strict=True)
            return bytes(found[0][-1]) if found else None

    def origins(self, name: str) -> Iterator[Any]:
        """What an imported simulation said under a name, in order of its ticks."""
        if self._format < FIRST_FORMAT_WITH_ORIGINS:
            return
        for (tick,) in self._rows(origins.TICKS, (name,)):
            with self.sound(t("what was imported cannot be read")):
                yield origins.unpacked(self._one(origins.FIND, (name, tick)))

    def bill(self) -> Bill:
        """The bill of the answers."""
        with self.sound(t("what was spent cannot be read")), explained(self.path), self._alone:
            return bill_of(self._connection)

    def spent(self) -> Sum:
        """Charge of all calls to language models, failed ones included."""
        with self.sound(t("what was spent cannot be read")), explained(self.path), self._alone:
            return calls.spent(self._connection)

    def used(self, since: int, until: int) -> list[tuple[str, int, int, int]]:
        """Calls, prompt and answer tokens by model, for questions of the town in a range of ticks."""
        with self.sound(t("what was spent cannot be read")), explained(self.path), self._alone:
            return calls.used(self._connection, since, until)

    def outcomes(self) -> list[calls.Outcome]:
        """Number of calls to language models, by model and outcome."""
        with self.sound(t("what was spent cannot be read")), explained(self.path), self._alone:
            return calls.outcomes(self._connection)

    def own_prompts(self) -> OwnPrompts:
        """The prompts of the user's own that the run was started with."""
        found = {}
        for name, of in self.header.own_prompts.items():
            with self.sound(t("the template of a prompt cannot be read")):
                (row,) = self._whole("templates", "WHERE hash = ?", (of,))
                found[name] = unpacked_template(of, row[-1])
        return OwnPrompts(found)

    def kept_replies_bytes(self) -> int:
        """Size of the raw replies of language models."""
        if self._format < FIRST_FORMAT_WITH_PROMPTS:
            return 0
        with self.sound(t("a reply cannot be read")), explained(self.path), self._alone:
            return kept_bytes(self._connection)

    # --- the town

    def has_pack(self) -> bool:
        """Whether the run carries its town pack."""
        old = self._format < FIRST_FORMAT_WITH_PACK
        return not old and bool(self._rows("SELECT 1 FROM packs WHERE hash = ?", (self.header.pack_hash,)))

    def pack(self) -> bytes:
        """The run's packed town pack; empty if it has none."""
        if not self.has_pack():
            return b""
        query, of = "SELECT {} FROM packs WHERE hash = ?", (self.header.pack_hash,)
        with self.sound(t("the town pack that it carries cannot be read")):
            if int(self._one(query.format("length(content)"), of)) > MAX_PACK_BYTES:
                raise ValueError(t("it is too large"))
            return bytes(self._whole("packs", "WHERE hash = ?", of)[0][-1])

    def snapshots(self) -> list[int]:
        """The ticks of all snapshots."""
        return [tick for (tick,) in self._rows("SELECT tick FROM snapshots ORDER BY tick")]

    def snapshot_before(self, tick: int) -> Snapshot | None:
        """The latest snapshot at or before a tick."""
        before = [each for each in self.snapshots() if each <= tick]
        return self.snapshot(before[-1]) if before else None

    def snapshot(self, tick: int) -> Snapshot:
        """The snapshot of a tick that has one."""
        with self.sound(t("the snapshot of {when} cannot be read", when=self.header.when(tick))):
            ((at, scene, minds, wakes),) = self._whole("snapshots", "WHERE tick = ?", (tick,), strict=True)
            return Snapshot(
                tick=at,
                scene=unpack_scene(scene),
                minds={PersonId(person): self._mind(name, person, at) for person, name in json.loads(minds).items()},
                wakes={PersonId(person): wake for person, wake in json.loads(wakes).items()},
            )

    def _mind(self, name: str, person: str, tick: int) -> dict[str, Any]:
        whose = {"person": person, "tick": tick}
        with self.sound(row_in_words("minds", whose, self.header.when)):
            ((_, content),) = self._whole("minds", "WHERE hash = ?", (name,), strict=True, whose=whose)
            return unpack_mind(content)

    def scene(self, tick: int, town_map: TownMap) -> Scene:
        """The town at a tick: the nearest snapshot before it, and the events since."""
        if not 0 <= tick <= self.end:
            raise self.beyond(tick)
        kept = self._kept_scene(tick)
        town = Town(town_map) if kept is None else Town.restored(town_map, kept)
        since = BEFORE_TIME if kept is None else kept.tick
        return town.fold(self.happenings(since, tick)).scene(tick)

    def _kept_scene(self, tick: int) -> Scene | None:
        """The latest scene that is not later than a tick; one that is damaged is passed over, and folded again."""
        for at in reversed([each for each in self.snapshots() if each <= tick]):
            with suppress(Damaged, *UNREADABLE):
                return unpack_scene(self._one("SELECT scene FROM snapshots WHERE tick = ?", (at,)))
        return None

    def beyond(self, tick: int) -> SetupError:
        """The error for a tick that the run has not reached."""
        clock = self.header.clock
        if tick < 0:
            return SetupError(
                t("That is before the start of the run."),
                remedy=t("It starts at {date:%Y-%m-%d %H:%M}, tick 0.", date=clock.start),
            )
        return SetupError(
            t("The run “{name}” has not reached tick {tick}.", name=self.header.run, tick=tick),
            remedy=t(
                "Its last tick is {end} ({time}).",
                end=self.end,
                time=self.header.when(self.end),
            ),
        )

    def decoded(self, text: str, what: str) -> Any:
        """A JSON value from the file; raises an error if it is damaged."""
        with self.sound(what):
            return json.loads(text)

    # --- rows

    def rows(self, since: int, until: int) -> history.Rows:
        """Rows of a range of ticks."""
        with explained(self.path), self._alone:
            return history_between(self._connection, since, until)

    def chain(self, since: int, until: int) -> list[tuple[int, bytes]]:
        """The hash of each tick with rows in a range."""
        with explained(self.path), self._alone:
            return chain_between(self._connection, since, until)

    def count(self, table: str, until: int | None = None) -> int:
        """The number of rows of a table, or of those before a tick."""
        if until is None:
            return int(self._one(f"SELECT count(*) FROM {table}"))  # not every table has ticks
        where, values = _where(BEFORE_TIME, until)
        return int(self._one(f"SELECT count(*) FROM {table} WHERE {where}", values))

    def counts(self, table: str, until: int | None = None) -> dict[str, int]:
        """The number of rows of a table by kind, or of those before a tick."""
        where, values = _where(BEFORE_TIME, until)
        return dict(self._rows(f"SELECT kind, count(*) FROM {table} WHERE {where} GROUP BY kind ORDER BY kind", values))

    def select(self, query: str, values: Iterable[Any]) -> list[Any]:
        """Rows of a query of this package."""
        with self.sound(t("a row cannot be read")):
            return self._rows(query, values)

    def _rows(self, query: str, values: Iterable[Any] = ()) -> list[Any]:
        with explained(self.path), self._alone:
            return self._connection.execute(query, tuple(values)).fetchall()

    def _one(self, query: str, values: Iterable[Any] = ()) -> Any:
        found = self._rows(query, values)
        if not found:
            raise damaged(self.path, t("a row is missing"))
        return found[0][0]

    def _whole(
        self,
        table: str,
        where: str = "",
        values: Iterable[Any] = (),
        *,
        strict: bool = False,
        whose: Mapping[str, Any] | None = None,
    ) -> list[Any]:
        """Whole rows of a table; a strict reader refuses one that does not fit its seal, and can say `whose` it is."""
        columns = schema(self._format).columns[table]
        sealed = (strict or self.strict) and self._format >= FIRST_FORMAT_WITH_SEALS
        names = ", ".join(map(quoted, (*columns, "seal") if sealed else columns))
        rows = self._rows(f"SELECT {names} FROM {table} {where}", values)
        if not sealed:
            return rows
        for *row, seal in rows:
            if seal_of(table, row) != seal:
                told, when = dict(zip(columns, row, strict=True)), str if table == "header" else self.header.when
                raise damaged(self.path, unlike(row_in_words(table, whose or told, when)))
        return [row[:-1] for row in rows]

    @contextmanager
    def sound(self, what: str) -> Iterator[None]:
        """Report a damaged file if a row is invalid."""
        try:
            yield
        except UNREADABLE as error:
            raise damaged(self.path, t("{what} ({error})", what=what, error=error)) from error


def _where(
    since: int, until: int | None, person: PersonId | None = None, kinds: Iterable[str] | None = None
) -> tuple[str, list[Any]]:
    parts = ["tick >= ?"]
    values: list[Any] = [since]
    if until is not None:
        parts.append("tick < ?")
        values.append(until)
    if person is not None:
        parts.append("person = ?")
        values.append(person)
    if kinds is not None:
        wanted = list(kinds)
        parts.append(f"kind IN ({', '.join('?' for _ in wanted)})")
        values += wanted
    return " AND ".join(parts), values


def _asked(row: Any) -> AnsweredQuestion:
    _, person, tick, kind, n, content, *_ = row
    return AnsweredQuestion(Question(QuestionId(PersonId(person), tick, kind, n), json.loads(content)), _answer(row))


def _answer(row: Any) -> Answer:
    answer, by, why, prompt_tokens, answer_tokens, price, seconds = row[6:]
    return Answer(json.loads(answer), by, why, Usage(prompt_tokens, answer_tokens, price, seconds))
