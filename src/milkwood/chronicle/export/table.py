"""The tables of an export: columns, and rows as plain values.

Invariant: every row has every column of its table, in order; missing values are None; times are town time; texts are
clean, whatever the run's file holds.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from milkwood.chronicle.names import Names
from milkwood.chronicle.reader import Reader
from milkwood.clean import clean_all
from milkwood.i18n import t
from milkwood.town.town import BEFORE_TIME

TableRow: TypeAlias = dict[str, Any]

_BATCH_TICKS = 5000


@dataclass(frozen=True, slots=True)
class Table:
    """One table."""

    name: str
    columns: dict[str, type]
    """Name and type: int, float, str, bool, datetime, list (of texts), tuple (of numbers) or dict (any JSON)."""
    found: Callable[[Reader, Names], Iterator[TableRow]]
    """Rows as recorded."""

    def rows(self, reader: Reader, names: Names) -> Iterator[TableRow]:
        """Rows with clean texts."""
        return (clean_all(row) for row in self.found(reader, names))


_WHEN: dict[str, type] = {"tick": int, "time": datetime}
_WHO: dict[str, type] = {**_WHEN, "person": str, "name": str}


def _stretches(reader: Reader) -> Iterator[tuple[int, int]]:
    """Ranges of ticks that fit into memory."""
    for since in range(BEFORE_TIME, reader.end, _BATCH_TICKS):
        yield since, min(since + _BATCH_TICKS, reader.end)


def _events(reader: Reader, names: Names) -> Iterator[TableRow]:
    clock = reader.header.clock
    for since, until in _stretches(reader):
        for tick, person, sequence, kind, content in reader.rows(since, until).events:
            row: TableRow = dict.fromkeys(EVENTS.columns)
            row.update(tick=tick, time=clock.moment(tick), person=person, name=names.person(person))
            row.update(sequence=sequence, kind=kind, **_flat(reader.decoded(content, t("an event cannot be read"))))
            yield row


def _flat(content: dict[str, Any]) -> TableRow:
    """An event's content in columns; a deed's fields are beside the rest."""
    flat: TableRow = {key: value for key, value in content.items() if key not in ("deed", "tile")}
    if "tile" in content:
        flat["x"], flat["y"] = content["tile"]
    if deed := content.get("deed"):
        flat.update({"room" if key == "at" else key: value for key, value in deed.items()})
        flat["asleep"] = bool(deed.get("asleep"))
    return flat


def _memories(reader: Reader, names: Names) -> Iterator[TableRow]:
    clock = reader.header.clock
    for since, until in _stretches(reader):
        for tick, person, n, kind, text, about, importance, origin in reader.rows(since, until).memories:
            known = reader.decoded(origin, t("a memory cannot be read"))
            yield {
                "tick": tick,
                "time": clock.moment(tick),
                "person": person,
                "name": names.person(person),
                "n": n,
                "kind": kind,
                "text": text,
                "about": reader.decoded(about, t("a memory cannot be read")),
                "importance": importance,
                "number": known.get("number", 0),
                "place": known.get("place", ""),
                "source": known.get("source", ""),
                "talk": known.get("talk", ""),
                "evidence": known.get("evidence", []),
                "private": bool(known.get("private")),
                "secret_from": known.get("secret_from", []),
                "witnesses": known.get("witnesses", []),
                "certainty": known.get("certainty", "known"),
            }


def _talks(reader: Reader, names: Names) -> Iterator[TableRow]:
    clock = reader.header.clock
    for talk in reader.talks():
        members = [names.person(member) for member in talk.members]
        for number, line in enumerate(talk.lines, start=1):
            yield {
                "tick": line.tick,
                "time": clock.moment(line.tick),
                "person": line.speaker,
                "name": names.person(line.speaker),
                "talk": talk.id,
                "line": number,
                "text": line.text,
                "members": members,
                "ended": None if talk.ended is None else clock.moment(talk.ended),
                "why": talk.why,
            }


def _questions(reader: Reader, names: Names) -> Iterator[TableRow]:
    clock = reader.header.clock
    # The tape also has answers ahead of the settled tick.
    for since, until in [*_stretches(reader), (reader.end, None)]:
        for asked in reader.questions(since, until):
            which, answer = asked.question.id, asked.answer
            yield {
                "tick": which.tick,
                "time": clock.moment(which.tick),
                "person": which.person,
                "name": names.person(which.person),
                "kind": which.kind,
                "n": which.n,
                "content": asked.question.content,
                "answer": answer.content,
                "by": answer.by,
                "why": answer.why,
                "prompt_tokens": answer.usage.prompt_tokens,
                "answer_tokens": answer.usage.answer_tokens,
                "price": answer.usage.price,
                "seconds": answer.usage.seconds,
            }


def _inputs(reader: Reader, names: Names) -> Iterator[TableRow]:
    clock = reader.header.clock
    for given in reader.inputs():
        yield {
            "tick": given.tick,
            "time": clock.moment(given.tick),
            "person": given.person,
            "name": None if given.person is None else names.person(given.person),
            "kind": given.kind,
            "content": given.content,
        }


_DEED: dict[str, type] = {
    "what": str,
    "emoji": str,
    "room": str,
    "thing": str,
    "effect": str,
    "asleep": bool,
    "stays": int,
}
_ORIGIN: dict[str, type] = {
    "number": int,
    "place": str,
    "source": str,
    "talk": str,
    "evidence": tuple,
    "private": bool,
    "secret_from": list,
    "witnesses": list,
    "certainty": str,
}
_SPOKEN: dict[str, type] = {"talk": str, "partner": str, "text": str, "tried": str, "why": str, "whom": str}
_PLACE: dict[str, type] = {"x": int, "y": int, "route": str}
_TAKEN: dict[str, type] = {"prompt_tokens": int, "answer_tokens": int, "price": float, "seconds": float}
_ASKED: dict[str, type] = {"kind": str, "n": int, "content": dict, "answer": dict, "by": str, "why": str}

EVENTS = Table("events", {**_WHO, "sequence": int, "kind": str, **_PLACE, **_DEED, "state": str, **_SPOKEN}, _events)
MEMORIES = Table(
    "memories",
    {**_WHO, "n": int, "kind": str, "text": str, "about": list, "importance": int, **_ORIGIN},
    _memories,
)
TALKS = Table(
    "talks",
    {**_WHO, "talk": str, "line": int, "text": str, "members": list, "ended": datetime, "why": str},
    _talks,
)
QUESTIONS = Table("questions", {**_WHO, **_ASKED, **_TAKEN}, _questions)
INPUTS = Table("inputs", {**_WHO, "kind": str, "content": dict}, _inputs)

TABLES = (EVENTS, MEMORIES, TALKS, QUESTIONS, INPUTS)
