"""Small indexed queries, for scrubbing through a run on screen.

Invariant: reads only; every query is bounded by ticks or stops at the first row, so its cost does not grow with the
run.
"""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from milkwood.chronicle import history
from milkwood.chronicle.calls import aside_rows
from milkwood.chronicle.reader import Reader
from milkwood.engine.keeper import Input
from milkwood.ids import PersonId, ThingId
from milkwood.models.metering import ANSWERED, ESTIMATED
from milkwood.town.events import Happening

FoundEventRow: TypeAlias = tuple[int, str, str, str]
"""tick, person, kind, content as JSON"""

_EVENT = "tick, person, sequence, kind, content"
_STRETCH = "tick >= ? AND tick < ?"
_OF_TALKS = "kind IN ('talk_began', 'joined', 'said', 'left', 'talk_ended')"
"""Must be spelt as in its index, or the index is not used."""
_MOTIONS = "kind IN ('entered', 'set_off', 'halted', 'deed_began')"
_DOINGS = "kind IN ('entered', 'deed_began')"


def event_rows(reader: Reader, since: int, until: int, but: Iterable[str]) -> list[FoundEventRow]:
    """Events of a range of ticks as recorded, without some kinds."""
    left_out = list(but)
    marks = ", ".join("?" for _ in left_out)
    query = f"SELECT tick, person, kind, content FROM events WHERE {_STRETCH} AND kind NOT IN ({marks})"
    return reader.select(f"{query} ORDER BY tick, person, sequence", (since, until, *left_out))


def talk_events(reader: Reader, since: int, until: int) -> list[Happening]:
    """Events of talks in a range of ticks."""
    query = f"SELECT {_EVENT} FROM events WHERE {_OF_TALKS} AND {_STRETCH} ORDER BY tick, person, sequence"
    return [history.happening_of(row) for row in reader.select(query, (since, until))]


def last_motion(reader: Reader, person: PersonId, tick: int) -> Happening | None:
    """The events that determine a person's place at a tick."""
    query = f"SELECT {_EVENT} FROM events WHERE tick < ? AND person = ? AND {_MOTIONS}"
    found = reader.select(f"{query} ORDER BY tick DESC, sequence DESC LIMIT 1", (tick, person))
    return history.happening_of(found[0]) if found else None


def doing_since(reader: Reader, person: PersonId, tick: int) -> int:
    """The start of what a person does at a tick."""
    query = f"SELECT tick FROM events WHERE tick < ? AND person = ? AND {_DOINGS} ORDER BY tick DESC LIMIT 1"
    found = reader.select(query, (tick, person))
    return int(found[0][0]) if found else -1


def insights(reader: Reader, since: int, until: int) -> list[tuple[int, str, str]]:
    """Insights in a range of ticks: tick, person, text."""
    query = f"SELECT tick, person, text FROM memories WHERE {_STRETCH} AND kind = 'insight' ORDER BY tick, person, n"
    return reader.select(query, (since, until))


def felt(reader: Reader, since: int, until: int) -> list[tuple[int, str, str, int]]:
    """Feelings changed by talks in a range of ticks: tick, person, other person, change of closeness."""
    query = (
        "SELECT tick, person, json_extract(after.value, '$.person'),"
        " json_extract(after.value, '$.closeness') - json_extract(before.value, '$.closeness') AS change"
        " FROM questions, json_each(answer, '$.impressions') AS after, json_each(content, '$.others') AS before"
        f" WHERE {_STRETCH} AND kind = 'after_talk' AND change <> 0"
        " AND json_extract(after.value, '$.person') = json_extract(before.value, '$.id')"
        " ORDER BY tick, person, n, 3"
    )
    return reader.select(query, (since, until))


def planned(reader: Reader, since: int, until: int) -> list[tuple[int, str, str]]:
    """Plans made or changed in a range of ticks: tick, person, and the text of a plan that was made."""
    made = f"SELECT tick, person, text FROM memories WHERE {_STRETCH} AND kind = 'plan'"
    is_changed = "kind = 'whisper' AND json_extract(answer, '$.change')"
    changed = f"SELECT tick, person, '' FROM questions WHERE {_STRETCH} AND {is_changed}"
    return reader.select(f"{made} UNION {changed} ORDER BY 1, 2", (since, until, since, until))


def thing_history(reader: Reader, thing: ThingId, until: int, limit: int) -> list[tuple[int, str, str]]:
    """The last states of a thing before a tick, newest first: tick, person, state."""
    query = (
        "SELECT tick, person, json_extract(content, '$.state') FROM events WHERE kind = 'thing_changed' AND tick < ?"
        " AND instr(content, ?) AND json_extract(content, '$.thing') = ?"
        " ORDER BY tick DESC, person DESC, sequence DESC LIMIT ?"
    )
    return reader.select(query, (until, json.dumps(thing, ensure_ascii=False), thing, limit))


def inputs_but(reader: Reader, since: int, until: int, but: Iterable[str]) -> list[Input]:
    """Inputs in a range of ticks, without some kinds (an avatar's keys are many)."""
    left_out = list(but)
    marks = ", ".join("?" for _ in left_out)
    query = f"SELECT tick, kind, person, content FROM inputs WHERE {_STRETCH} AND kind NOT IN ({marks})"
    rows = reader.select(f"{query} ORDER BY tick, id", (since, until, *left_out))
    return [_input(row) for row in rows]


def comers(reader: Reader, until: int | None = None) -> list[Input]:
    """Arrivals before a tick; without a tick, also future ones."""
    query = "SELECT tick, kind, person, content FROM inputs WHERE kind IN ('arrive', 'enter')"
    rows = reader.select(f"{query} AND tick < coalesce(?, tick + 1) ORDER BY tick, id", (until,))
    return [_input(row) for row in rows]


def left_at(reader: Reader, person: PersonId, until: int) -> int | None:
    """The tick at which a person left the town, if they left before `tick` and have not returned."""
    query = (
        "SELECT tick, kind FROM inputs WHERE kind IN ('arrive', 'enter', 'remove', 'exit') AND person = ? AND tick < ?"
        " ORDER BY tick DESC, id DESC LIMIT 1"
    )
    return next((tick for tick, kind in reader.select(query, (person, until)) if kind in ("remove", "exit")), None)


def _input(row: Any) -> Input:
    tick, kind, person, content = row
    return Input(tick, kind, None if person is None else PersonId(person), json.loads(content))


def asked_aside(reader: Reader) -> list[tuple[str, str, str, str, int, int, float]]:
    """Calls for interviews and trials: person, kind, model, failure, tokens, price; those in flight as reserved."""
    failure = f"iif(outcome IN ('{ANSWERED}', '{ESTIMATED}'), '', outcome)"
    columns = f'person, kind, "by", {failure}, prompt_tokens, answer_tokens, price'
    return reader.select(f"SELECT {columns} FROM ({aside_rows(reader.header.format)})", ())


def asked_between(reader: Reader, since: int, until: int) -> tuple[int, int, float]:
    """Answers, tokens and price of the questions in a range of ticks."""
    sums = "count(*), total(prompt_tokens + answer_tokens), total(price)"
    answers, tokens, price = reader.select(f"SELECT {sums} FROM questions WHERE {_STRETCH}", (since, until))[0]
    return int(answers), int(tokens), float(price)
