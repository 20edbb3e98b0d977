"""What came of an act of the user: what people made of it, whom it reached, what they decided, agreed and did.

Invariant: only recorded facts before the tick asked for. An act reaches the people who remember it first hand, and
those who were told by one of them in a talk; a decision counts if such a memory came to mind in it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from milkwood.chronicle.noted import OUTCOME_MINUTES, Note
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.rumour import Fact
from milkwood.engine.keeper import OUTSIDE, Input
from milkwood.ids import PersonId, RoomId
from milkwood.mind.port import Memory
from milkwood.town.events import ThingChanged

ACTS = ("whisper", "tell", "change", "announce")
"""Acts that can be followed."""
MAX_CONSEQUENCES = 200
_ENDINGS = ".。!！ "
"""Left out where a notice is remembered with its place and time."""
_PASSIVE = frozenset({"ignore", "wait"})

_Remembered: TypeAlias = tuple[int, PersonId, Memory]
_Sights: TypeAlias = set[tuple[int, str, int]]
"""Memories, each by its tick, person and number."""


@dataclass(slots=True)
class _Thread:
    act: Input
    until: int
    known: dict[PersonId, dict[int, str]] = field(default_factory=dict)
    """The memories of the act, by number, with their texts."""
    reached_at: set[tuple[int, str]] = field(default_factory=set)
    """When, and who: what else was noted with it is part of it."""
    found: list[Note] = field(default_factory=list)

    def learn(self, tick: int, person: PersonId, memory: Memory) -> None:
        self.known.setdefault(person, {})[memory.number] = memory.text
        if self.act.kind != "tell" or memory.talk:  # what a visitor says is thought over later
            self.reached_at.add((tick, person))

    def note(self, tick: int, memory: Memory, person: str, kind: str, partner: str = "") -> None:
        self.found.append(Note(tick, person, kind, memory.text, "", partner, memory.talk))


def reached(reader: Reader, act: Input, until: int, room: RoomId | None) -> tuple[list[str], list[Note]]:
    """Whom an act had reached before a tick, in order, and what came of it, by tick: notes of kind `thought`, `reached`
    (with who told them), `decided`, `talk`, `promise`, `did`, `insight` or `state`.

    For a changed thing `room` is the room it is in.
    """
    thread = _Thread(act, until)
    firsts = _seen(reader, act, until, room) if act.kind == "change" else None
    for tick, person, memory in reader.memories(until=until):
        if tick >= act.tick:
            _follow(reader, thread, firsts, (tick, person, memory))
    if act.kind == "change":
        thread.found += _states(reader, act, until)
    for person, numbers in thread.known.items():
        thread.found += _decisions(reader, thread, person, numbers)
    return list(thread.known), sorted(thread.found, key=lambda each: each.tick)[:MAX_CONSEQUENCES]


def _follow(reader: Reader, thread: _Thread, firsts: _Sights | None, remembered: _Remembered) -> None:
    tick, person, memory = remembered
    if _is_first_hand(reader, thread, firsts, remembered):
        thread.learn(tick, person, memory)
        if memory.kind == "voice":
            thread.note(tick, memory, person, "thought")
    elif memory.kind == "news" and _was_told(thread, person, memory):
        thread.learn(tick, person, memory)
        thread.note(tick, memory, person, "reached", memory.source)
    elif memory.kind in ("talk", "thought") and _is_of_visit(reader, thread.act, remembered):
        thread.reached_at.add((tick, person))
        if memory.kind == "thought":
            thread.note(tick, memory, person, "thought")
    elif memory.kind == "promise" and (tick, person) in thread.reached_at and _is_of_event(thread.act, memory):
        thread.note(tick, memory, person, "promise")
    elif memory.kind == "did" and _is_at_event(thread.act, tick, memory):
        thread.note(tick, memory, person, "did")
    elif memory.kind == "insight" and not thread.known.get(person, {}).keys().isdisjoint(memory.evidence):
        thread.note(tick, memory, person, "insight")


def _is_first_hand(reader: Reader, thread: _Thread, firsts: _Sights | None, remembered: _Remembered) -> bool:
    """Whether a memory is what a person took in of the act itself."""
    act = thread.act
    tick, person, memory = remembered
    if firsts is not None:
        return (tick, person, memory.number) in firsts
    late = act.tick + reader.header.clock.ticks_per_day  # who sleeps takes it in when they wake
    if memory.talk or not act.tick < tick <= late or person in thread.known:
        return False
    text = str(act.content.get("text", "")).rstrip(_ENDINGS)
    match act.kind:
        case "whisper":
            return person == act.person and memory.kind == "voice"
        case "tell":
            by_visitor = memory.kind == "news" and memory.source == act.content.get("name")
            return person == act.person and by_visitor and text in memory.text
        case _:
            return memory.kind == "news" and memory.source == OUTSIDE and text in memory.text


def _was_told(thread: _Thread, person: PersonId, memory: Memory) -> bool:
    if not memory.talk or person in thread.known:
        return False
    return any(Fact((text,)).is_in(memory.text) for text in thread.known.get(PersonId(memory.source), {}).values())


def _is_of_visit(reader: Reader, act: Input, remembered: _Remembered) -> bool:
    """Whether it is what a person thinks of what a visitor told them."""
    tick, person, memory = remembered
    late = act.tick + reader.header.clock.ticks_in_minutes(OUTCOME_MINUTES)
    return act.kind == "tell" and person == act.person and tick <= late and memory.about == (act.content.get("name"),)


def _is_of_event(act: Input, memory: Memory) -> bool:
    """Whether an appointment can be for what was announced; anything fits other acts."""
    return act.kind != "announce" or memory.place == act.content.get("place")


def _is_at_event(act: Input, tick: int, memory: Memory) -> bool:
    start = act.content.get("start")
    return act.kind == "announce" and isinstance(start, int) and tick >= start and _is_of_event(act, memory)


# --- changed things


def _seen(reader: Reader, act: Input, until: int, room: RoomId | None) -> _Sights:
    """The sights of the changed thing until its next change: tick, person, number."""
    end = min((each.tick for each in _states(reader, act, until)), default=until)
    query = (
        "SELECT m.tick, m.person, coalesce(json_extract(m.origin, '$.number'), 0)"
        " FROM memories AS m JOIN questions AS q ON q.tick = m.tick AND q.person = m.person AND q.kind = 'react'"
        " AND json_extract(q.content, '$.noticed') = m.text"
        " WHERE m.tick >= ? AND m.tick <= ? AND m.kind = 'saw' AND json_extract(m.origin, '$.place') = ?"
        " AND json_extract(q.content, '$.thing') <> ''"
    )
    return {tuple(row) for row in reader.select(query, (act.tick, end, room or ""))}


def _states(reader: Reader, act: Input, until: int) -> list[Note]:
    """The next change of the thing by a person, which ends what the user did."""
    for happening in reader.happenings(act.tick, until, kinds=("thing_changed",)):
        event = happening.event
        if isinstance(event, ThingChanged) and event.thing == act.content.get("thing") and happening.person != OUTSIDE:
            return [Note(happening.tick, happening.person, "state", event.state)]
    return []


# --- decisions


def _decisions(reader: Reader, thread: _Thread, person: PersonId, known: Mapping[int, str]) -> Iterator[Note]:
    """Decisions of a person in which the act came to mind; each deed once."""
    query = (
        "SELECT tick, content FROM reasons WHERE person = ? AND tick >= ? AND tick < ?"
        " AND json_extract(content, '$.question') LIKE '%/react/%' ORDER BY tick"
    )
    done: set[str] = set()
    for tick, content in reader.select(query, (person, thread.act.tick, thread.until)):
        reason: dict[str, Any] = json.loads(content)
        numbers = {int(row[0]) for row in reason.get("recalled") or ()}
        what, why = str(reason.get("deed") or ""), str(reason.get("because") or "")
        if reason.get("choice") in _PASSIVE or numbers.isdisjoint(known) or what in done or not (what or why):
            continue
        done.add(what)
        yield Note(tick, person, "decided", what, why) if what else Note(tick, person, "talk", why)
