"""Writing a chronicle: the one writer of a run, and the only code that changes its file.

Invariant: append only; one writer at a time, enforced by a lock of the operating system; an answer is on disk when
`keep_answer` returns (rule C4); a range of history is committed with its hashes and last tick, or not at all. Recorded
data never changes: a re-run must give the same.
"""

import json
import os
import platform
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from filelock import BaseFileLock

from milkwood.chronicle import calls, history, lock, origins, vectors
from milkwood.chronicle.faults import damaged, explained, row_in_words, unlike
from milkwood.chronicle.file import connect_to_read, connect_to_write, new_file, refuse_existing
from milkwood.chronicle.header import Header
from milkwood.chronicle.history import HistoryRows, Rows
from milkwood.chronicle.kept_replies import KeptReplies
from milkwood.chronicle.migrations import FORMAT, OLDEST_READABLE_FORMAT, format_of, migrate, schema
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.rows import Together, append, insert, lost, remove, set_settled, unfit
from milkwood.chronicle.sent_prompts import SentPrompts, rows_of
from milkwood.chronicle.snapshot import pack_mind, pack_scene
from milkwood.engine.keeper import Input, Reason, Remembered
from milkwood.errors import OurBug, SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.models.budget import ASIDE, LeftReplies, PaidReply, SentPrompt
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Content, Question, QuestionId, Usage
from milkwood.plain import canonical, in_order
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.town.events import Happening
from milkwood.town.town import Scene
from milkwood.version import release

_SINCE_SNAPSHOT = ("events", "memories", "chain", "questions", "inputs")
_ALWAYS = ("header", "progress", "reservations", "settlements")
"""Tables of which a run that goes on needs every row, or every row since the last snapshot."""


class ReplayMismatch(OurBug):
    """A re-run differs from the record."""

    def __init__(self, what: str, *, where: str, remedy: str, header: Header, sound_until: int) -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.sound_until = sound_until
        """The last tick at which everything is kept, so that a fork there has nothing to live again."""
        self.when = header.when(sound_until)
        self.made = header.versions.get("milkwood", "unknown")
        """The Milkwood it was recorded with."""


class Chronicle(Reader):
    """A chronicle open for writing; it can also be read."""

    strict = True

    def __init__(self, path: Path, connection: sqlite3.Connection, held: BaseFileLock) -> None:
        super().__init__(path, connection)
        self._refuse_damage()
        self._lock = held
        self._settled = super().settled
        self._told = self._settled
        self._latest = self._digest(self._settled)
        with self.sound(t("a reply cannot be read")):
            self._replies = calls.OpenReplies(connection)
        self._prompts = SentPrompts(connection, self.header.language, self.own_prompts())
        self.kept_replies = KeptReplies(connection)

    # --- opening

    @classmethod
    def create(
        cls,
        path: Path,
        header: Header,
        *,
        pack: bytes = b"",
        prompts: OwnPrompts = BUILT_IN,
        survive_power_cuts: bool = False,
    ) -> "Chronicle":
        """Create a run, with its packed town pack if given and its own prompts; its file must not exist yet."""
        refuse_existing(path)
        with explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        held = _locked(path)
        try:
            with new_file(path) as connection:
                migrate(connection)
                insert(connection, "header", replace(header, format=FORMAT).rows())
                if pack:
                    insert(connection, "packs", [(header.pack_hash, pack)])
                insert(connection, "templates", rows_of(prompts))
            return cls._opened(path, held, survive_power_cuts=survive_power_cuts)
        except BaseException:
            held.release()
            raise

    @classmethod
    def open(cls, path: Path, *, survive_power_cuts: bool = False) -> "Chronicle":
        """Open a run for writing."""
        _looked_at(path, connect_to_read(path)).close()  # raises errors before anything is written or locked
        held = _locked(path)
        try:
            return cls._opened(path, held, survive_power_cuts=survive_power_cuts)
        except BaseException:
            held.release()
            raise

    @classmethod
    def _opened(cls, path: Path, held: BaseFileLock, *, survive_power_cuts: bool) -> "Chronicle":
        connection = connect_to_write(path, survive_power_cuts=survive_power_cuts)
        try:
            with explained(path):
                migrate(connection)
                opened = cls(path, connection, held)
                opening = (
                    os.getpid(),
                    release() or "unknown",
                    platform.python_version(),
                    datetime.now(UTC).isoformat(),
                )
                append(connection, "openings", [opening])
            return opened
        except BaseException:
            connection.close()
            raise

    @classmethod
    def read(cls, path: Path) -> Reader:
        """Open a run for reading, without a lock, also while it is running."""
        connection = connect_to_read(path)
        with explained(path):
            found = format_of(connection)
        if found < FORMAT:
            try:
                cls.open(path).close()  # migrates to the newest format
            except SetupError:
                if found < OLDEST_READABLE_FORMAT:
                    connection.close()
                    raise
            else:
                connection.close()
                connection = connect_to_read(path)
        return _looked_at(path, connection)

    def close(self) -> None:
        """Close the file and release the lock; the file is complete, even while others read it."""
        try:
            with suppress(sqlite3.Error):  # such as a full disk: it stays in the log, where every reader finds it
                with Together(self._connection):
                    self.kept_replies.prune()
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            with explained(self.path):
                super().close()
        finally:
            self._lock.release()

    def _refuse_damage(self) -> None:
        """An error when a row that the run goes on from is not as it was written, or missing, or added."""
        snapshot, when = max(self.snapshots(), default=0), self.header.when
        with explained(self.path):
            for table in (*_ALWAYS, *_SINCE_SNAPSHOT):
                since = snapshot if table in _SINCE_SNAPSHOT else 0
                where = f"WHERE tick >= {since}" if since else ""
                for row in unfit(self._connection, table, schema().columns[table], where):
                    raise damaged(self.path, unlike(row_in_words(table, row, when)))
                for each in lost(self._connection, table, when, since):
                    raise damaged(self.path, each.what)

    # --- history

    @property
    def settled(self) -> int:
        """Everything before this tick is recorded."""
        return self._settled

    def relive(self, tick: int) -> None:
        """Start a re-run of recorded ticks at this tick."""
        if tick > self._settled:
            raise OurBug(f"Tick {tick} cannot be lived again: the history is settled up to {self._settled}.")
        self._told = tick

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered] = ()) -> None:
        """Record everything before `up_to` that is not recorded yet.

        Recorded ticks are compared instead: an `OurBug` names the first difference.
        """
        rows = history.rows_of(happenings, memories)
        if rows.last is not None and rows.last >= up_to:
            raise OurBug(f"Tick {rows.last} was told as settled before tick {up_to}.", where=self.header.run)
        since = self._told if rows.first is None else min(self._told, rows.first)
        if since < self._settled:
            again, rows = rows.split(self._settled)
            self._compare(since, min(up_to, self._settled), again)
        if up_to > self._settled:
            self._append(up_to, rows)
        self._told = up_to

    def _append(self, up_to: int, rows: Rows) -> None:
        chain = history.chained(self._latest, rows)
        with self._transaction():
            insert(self._connection, "events", rows.events)
            insert(self._connection, "memories", rows.memories)
            insert(self._connection, "chain", chain)
            set_settled(self._connection, up_to)
        self._settled = up_to
        if chain:
            self._latest = chain[-1][1]

    def _compare(self, since: int, until: int, again: Rows) -> None:
        recorded = self.rows(since, until)
        pairs: tuple[tuple[HistoryRows, HistoryRows], ...] = (
            (recorded.events, again.events),
            (recorded.memories, again.memories),
        )
        for kept, told in pairs:
            place = history.first_difference(kept, told)
            if place is not None:
                raise self._changed(kept[place : place + 1], told[place : place + 1])

    def _changed(self, kept: HistoryRows, told: HistoryRows) -> "ReplayMismatch":
        first = min([*kept, *told], key=lambda row: (row[0], row[1]))
        recorded, now = (" ".join(str(part) for part in rows[0][2:]) if rows else "nothing" for rows in (kept, told))
        return ReplayMismatch(
            t(
                "A re-run differs from the record: recorded is {recorded}; now it is {now}.",
                recorded=recorded,
                now=now,
            ),
            where=f"{self.header.run}, tick {first[0]}, {first[1]}",
            remedy=t("The record was not changed. Please report this with the file."),
            header=self.header,
            sound_until=max((tick for tick in self.snapshots() if tick <= self._settled), default=0),
        )

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Record reasons of acts; outside the hash, and the same in a re-run."""
        rows = [(tick, person, in_order(reason)) for tick, person, reason in reasons]
        with self._transaction():
            insert(self._connection, "reasons", rows, keep_old=True)

    # --- answers and inputs

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Record an answer; it is on disk when this returns, and replies to its question are open no longer."""
        asked, usage = question.id, answer.usage
        row = (
            *(asked.person, asked.tick, asked.kind, asked.n, in_order(question.content), in_order(answer.content)),
            *(answer.by, answer.why, usage.prompt_tokens, usage.answer_tokens, usage.price, usage.seconds),
        )
        try:
            with self._transaction():
                self._replies.hand_over(asked, answer, self.kept_replies)
                append(self._connection, "questions", [row])
        except OurBug as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise OurBug("The question was answered twice.", where=asked.say()) from error
            raise

    def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Content) -> None:
        """Record an outside input that takes effect at a tick."""
        self.keep_inputs([Input(tick, kind, person, content)])

    def keep_inputs(self, inputs: Sequence[Input]) -> None:
        """Record several outside inputs: all of them are on disk when this returns, or none."""
        rows = [(each.tick, each.kind, each.person, canonical(each.content)) for each in inputs]
        with self._transaction():
            append(self._connection, "inputs", rows)

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Store a text's vector, unless there is one."""
        with explained(self.path):
            insert(self._connection, "vectors", [(model, vectors.key_of(text), vector)], keep_old=True)

    def keep_origin(self, name: str, tick: int, content: object) -> None:
        """Keep what the files of an imported simulation said up to a tick, under a name."""
        with explained(self.path), Together(self._connection):
            remove(self._connection, "origins", "WHERE name = ? AND tick = ?", (name, tick))
            insert(self._connection, "origins", [(name, tick, origins.packed(content))])

    # --- calls to language models

    def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:
        """Record the most a call can cost, and what it sends; it is on disk when this returns its number."""
        kind = call.question.kind
        with self._transaction():
            number = calls.reserve(self._connection, call, model, most)
            if sent is not None and kind not in ASIDE:
                self._prompts.note(number, kind, sent, reply_kept=self.kept_replies.share > 0)
        return number

    def replies(self) -> LeftReplies:
        """Replies that were paid for and not used yet."""
        with explained(self.path), self.sound(t("a reply cannot be read")):
            return self._replies.all()

    def resend(self, reservation: int, most: Usage) -> None:
        """Record that a call is sent again; it is on disk when this returns."""
        with explained(self.path):
            calls.resend(self._connection, reservation, most)

    def forget(self, question: QuestionId) -> None:
        """Do not use the replies to a question that have come so far: it is asked again."""
        with self._transaction():
            self._replies.hand_over(question, None, self.kept_replies)

    def fail(self, reservation: int, outcome: str, usage: Usage) -> None:
        """Record a failed request of a call that goes on, and its charge."""
        with explained(self.path):
            calls.fail(self._connection, reservation, outcome, usage)

    def settle(
        self, reservation: int, outcome: str, usage: Usage, cached_tokens: int, reply: PaidReply | None = None
    ) -> None:
        """Record the end of a call, the charge of its last request, and its reply, all at once."""
        with self._transaction() if reply is not None else explained(self.path):
            calls.settle(self._connection, reservation, outcome, usage, cached_tokens)
            if reply is not None:
                self._replies.keep(reservation, reply)

    # --- snapshots

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Store the whole town at a tick, unless it is stored already."""
        if tick > self._settled:
            # A run continued from it would lack the events in between.
            raise OurBug(f"A snapshot of tick {tick} came before the history up to it was recorded.")
        packed = {person: pack_mind(kept) for person, kept in minds.items()}
        names = {person: mind.name for person, mind in packed.items()}
        with self._transaction():
            kept = [(mind.name, mind.content) for mind in packed.values()]
            insert(self._connection, "minds", kept, keep_old=True)
            row = (tick, pack_scene(scene), json.dumps(names), json.dumps(dict(wakes)))
            insert(self._connection, "snapshots", [row], keep_old=True)
            self.kept_replies.prune()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with explained(self.path), Together(self._connection):
            yield


def _looked_at(path: Path, connection: sqlite3.Connection) -> Reader:
    try:
        return Reader(path, connection)
    except BaseException:
        connection.close()
        raise


def _locked(path: Path) -> BaseFileLock:
    try:
        return lock.take(path)
    except lock.Taken:
        raise SetupError(
            t("Another process is running this run (pid {pid}).", pid=pid)
            if (pid := _whose(path))
            else t("Another process is running this run."),
            where=str(path),
            remedy=t("Stop that process first, or fork the run and continue the fork."),
        ) from None


def _whose(path: Path) -> str:
    try:
        connection = connect_to_read(path)
        try:
            found = connection.execute("SELECT pid FROM openings ORDER BY id DESC LIMIT 1").fetchone()
        finally:
            connection.close()
    except (SetupError, sqlite3.Error):
        return ""
    return str(found[0]) if found else ""
