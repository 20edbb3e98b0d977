"""What people noted of consequence: appointments, news, decisions, broken promises, first meetings and quarrels.

Invariant: all of it follows from recorded memories, questions and answers, never from words of a town; a tick that is
settled never gets another note.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from milkwood.chronicle.reader import Reader

NOTED_NEWS_IMPORTANCE, NOTED_THOUGHT_IMPORTANCE = 6, 5
"""From which importance on news and thoughts are of consequence."""
QUARREL_POINTS = 2
"""A person who likes another so many points less after a talk has quarrelled; if both do, one point each is enough."""
OUTCOME_MINUTES = 60
"""The outcome of a talk is noted within so many minutes of the question about it."""
_STRETCH = "tick >= ? AND tick < ?"


@dataclass(frozen=True, slots=True)
class Note:
    """Something noted at a tick."""

    tick: int
    person: str
    kind: str
    """`promise`, `declined`, `did`, `broken`, `news`, `thought`, `voice`, `decided`, `met` or `quarrel`."""
    text: str
    """In the person's own words; empty for a first meeting."""
    why: str = ""
    """The reason of a decision."""
    partner: str = ""
    """The other person: who told the news, with whom it is agreed, whom they met or quarrelled with."""
    talk: str = ""


def notes(reader: Reader, since: int, until: int) -> list[Note]:
    """What was noted in [since, until), by tick."""
    found = [
        *_remembered(reader, since, until),
        *_decided(reader, since, until),
        *first_meetings(reader, since, until),
        *quarrels(reader, since, until),
    ]
    return sorted(found, key=lambda note: note.tick)


def _remembered(reader: Reader, since: int, until: int) -> Iterator[Note]:
    query = (
        f"SELECT tick, person, kind, text, about, origin FROM memories WHERE {_STRETCH}"
        f" AND (kind IN ('promise', 'did', 'voice') OR kind = 'news' AND importance >= {NOTED_NEWS_IMPORTANCE}"
        f" OR kind = 'thought' AND importance >= {NOTED_THOUGHT_IMPORTANCE}) ORDER BY tick, person, n"
    )
    for tick, person, kind, text, about, content in reader.select(query, (since, until)):
        origin, people = json.loads(content), json.loads(about)
        partner = origin.get("source", "") if kind == "news" else people[0] if len(people) == 1 else ""
        if kind == "thought" and not origin.get("evidence"):
            kind = "broken"  # thoughts about a talk rest on it; these are of what did not happen
        elif kind == "promise" and _is_declined(reader, tick, person, text):
            kind = "declined"
        yield Note(tick, person, kind, text, "", partner, origin.get("talk", ""))


def _is_declined(reader: Reader, tick: int, person: str, text: str) -> bool:
    """Whether the answer from which an appointment was noted says that the person does not accept it."""
    query = (
        "SELECT json_extract(each.value, '$.accepted') FROM questions, json_each(answer, '$.commitments') AS each"
        f" WHERE {_STRETCH} AND person = ? AND kind = 'after_talk'"
        " AND instr(?, json_extract(each.value, '$.what')) ORDER BY tick DESC, n DESC LIMIT 1"
    )
    found = reader.select(query, (tick - _outcome_ticks(reader), tick + 1, person, text))
    return bool(found) and found[0][0] == 0


def _decided(reader: Reader, since: int, until: int) -> Iterator[Note]:
    """Decisions to do something else than planned, with what and why."""
    query = (
        "SELECT tick, person, json_extract(answer, '$.what'), json_extract(answer, '$.reason') FROM questions"
        f" WHERE {_STRETCH} AND kind = 'react' AND json_extract(answer, '$.choice') = 'change' ORDER BY tick, person, n"
    )
    for tick, person, what, reason in reader.select(query, (since, until)):
        yield Note(tick, person, "decided", what or "", reason or "")


def _outcome_ticks(reader: Reader) -> int:
    return reader.header.clock.ticks_in_minutes(OUTCOME_MINUTES)


# --- first meetings

_LINES = (
    "SELECT tick, person, json_extract(other.value, '$.id') AS met FROM questions,"
    " json_each(content, '$.others') AS other WHERE {stretch} AND kind = 'speak'"
    " AND json_extract(other.value, '$.talks') = 0 AND json_extract(other.value, '$.closeness') = 0"
)


def first_meetings(reader: Reader, since: int, until: int) -> list[Note]:
    """Talks between people who had never talked and were nothing to each other, at the first line between them."""
    found: dict[tuple[str, frozenset[str]], Note] = {}
    for tick, person, met in reader.select(f"{_LINES.format(stretch=_STRETCH)} ORDER BY tick, person", (since, until)):
        talk = _talk_of_line(reader, tick, person)
        pair = (talk, frozenset((person, met)))
        if talk and pair not in found and not _met_before(reader, talk, tick, person, met):
            found[pair] = Note(tick, person, "met", "", "", met, talk)
    return list(found.values())


def _talk_of_line(reader: Reader, tick: int, person: str) -> str:
    query = "SELECT json_extract(content, '$.talk') FROM events WHERE tick = ? AND person = ? AND kind = 'said'"
    return next((str(talk) for (talk,) in reader.select(query, (tick, person))), "")


def _met_before(reader: Reader, talk: str, tick: int, person: str, met: str) -> bool:
    """Whether one of the two had already said something to the other in this talk."""
    began = talk.partition("-")[0]
    if not began.isdigit():
        return False
    query = f"{_LINES.format(stretch=_STRETCH)} AND (person = ? AND met = ? OR person = ? AND met = ?)"
    return any(
        _talk_of_line(reader, earlier, speaker) == talk
        for earlier, speaker, _ in reader.select(query, (int(began), tick, person, met, met, person))
    )


# --- quarrels

_Drop: TypeAlias = tuple[int, str, str, str, int, str]
"""When it is noted, who likes whom less, in which talk, by how many points, and what they think of it."""


def quarrels(reader: Reader, since: int, until: int) -> list[Note]:
    """Talks after which people in it like each other less, when that is noted."""
    of_talk: dict[tuple[str, frozenset[str]], list[_Drop]] = {}
    for drop in _drops(reader, since - _outcome_ticks(reader), until):
        of_talk.setdefault((drop[3], frozenset(drop[1:3])), []).append(drop)
    firsts = (_first(drops) for drops in of_talk.values())
    return [
        Note(tick, person, "quarrel", text, "", other, talk)
        for tick, person, other, talk, _, text in filter(None, firsts)
        if tick >= since
    ]


def _first(drops: list[_Drop]) -> _Drop | None:
    """The note that makes it a quarrel, if one does."""
    noted: set[str] = set()
    for drop in sorted(drops):
        noted.add(drop[1])
        if drop[4] >= QUARREL_POINTS or len(noted) > 1:
            return drop
    return None


def _drops(reader: Reader, since: int, until: int) -> Iterator[_Drop]:
    query = (
        "SELECT tick, person, other.value AS before, after.value AS now, answer FROM questions,"
        " json_each(content, '$.others') AS other, json_each(answer, '$.impressions') AS after"
        f" WHERE {_STRETCH} AND kind = 'after_talk'"
        " AND json_extract(other.value, '$.id') = json_extract(after.value, '$.person')"
        " AND json_extract(after.value, '$.closeness') < json_extract(other.value, '$.closeness')"
        " ORDER BY tick, person, n"
    )
    span = _outcome_ticks(reader)
    for tick, person, before, now, answer in reader.select(query, (since - span, until)):
        kept = _kept_talk(reader, person, tick, tick + span, json.loads(answer))
        if kept is not None and since <= kept[0] < until:
            other, reply = json.loads(before), json.loads(answer)
            points = int(other["closeness"]) - int(json.loads(now)["closeness"])
            yield kept[0], person, str(other["id"]), kept[1], points, str(reply.get("thought") or reply["summary"])


def _kept_talk(reader: Reader, person: str, since: int, until: int, reply: Any) -> tuple[int, str] | None:
    """When the outcome of a talk was noted, and the talk."""
    query = (
        f"SELECT tick, json_extract(origin, '$.talk') FROM memories WHERE {_STRETCH} AND person = ?"
        " AND kind = 'talk' AND text = ? ORDER BY tick LIMIT 1"
    )
    found = reader.select(query, (since, until, person, reply.get("summary", "")))
    return (int(found[0][0]), str(found[0][1])) if found and found[0][1] else None
