"""A range of ticks of a run: the state at its first tick, what happens after it, and how people move.

Invariant: what happens at tick t shows from t + 1 on, so the state at the first tick includes everything before it;
events are sent as recorded, without fields that only the engine needs; settled ticks never change.
"""

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from milkwood.chronicle import Reader
from milkwood.chronicle.noted import notes
from milkwood.chronicle.seek import doing_since, event_rows, felt, inputs_but, insights, planned, talk_events
from milkwood.chronicle.transcript import transcripts
from milkwood.engine.keeper import OUTSIDE
from milkwood.ids import PersonId, TalkId
from milkwood.server.views.marks import KEYS
from milkwood.server.wire.frames import PersonNumbers, stretch
from milkwood.town.map import TownMap
from milkwood.town.town import Scene

WireObject: TypeAlias = dict[str, Any]

MAX_RANGE_TICKS = 8640
"""Maximum length of a range."""
LONGEST_TALK_TICKS = 360
"""Maximum length of a talk, in ticks."""
_UNTOLD = ("set_off", "halted", "refused", "reminded")
"""Not sent: moves show the first two, the others are invisible to people."""
_SAID = ("text", "state", "name")
"""Fields that may hold the text of an input."""
_ABOUT = ("thing", "place")
"""Fields that may hold what an input is about."""
_INNER = ("stays", "house", "then", "then_stays", "then_house")
"""Fields that only the engine needs."""


def reel(reader: Reader, town_map: TownMap, since: int, until: int) -> WireObject:
    """The range [since, until), which the run has reached."""
    scene = reader.scene(since, town_map)
    return {
        "from": since,
        "until": until,
        "state": state(reader, scene),
        "happenings": happenings(reader, since, until),
    }


def moves(reader: Reader, numbers: PersonNumbers, town_map: TownMap, since: int, until: int) -> bytes:
    """How people move in that range, snapshot first."""
    scene = reader.scene(since, town_map)
    return stretch(numbers, scene, reader.happenings(since, until), until)


def state(reader: Reader, scene: Scene) -> WireObject:
    """The town at a tick."""
    return {
        "people": [_body(reader, scene, person) for person in sorted(scene.bodies)],
        "things": [[thing, state.words] for thing, state in sorted(scene.states.items())],
        "pressing": [thing for thing, state in sorted(scene.states.items()) if state.presses],
        "talks": list(_talks(reader, scene)),
    }


def _body(reader: Reader, scene: Scene, person: PersonId) -> WireObject:
    body = scene.bodies[person]
    deed = body.deed
    return {
        "who": person,
        "asleep": body.asleep,
        "deed": None
        if deed is None
        else {
            "what": deed.what,
            "emoji": deed.emoji,
            "place": deed.at,
            "thing": deed.thing,
            "note": deed.note,
            "since": doing_since(reader, person, scene.tick),
        },
        "talk": body.talk,
    }


def _talks(reader: Reader, scene: Scene) -> Iterator[WireObject]:
    if not scene.talks:
        return
    told = transcripts(talk_events(reader, scene.tick - LONGEST_TALK_TICKS, scene.tick))
    lines = {talk.id: talk.lines for talk in told}
    for talk in scene.talks.values():
        yield {
            "id": talk.id,
            "people": list(talk.members),
            "lines": [
                {"tick": line.tick, "who": line.speaker, "text": line.text} for line in lines.get(TalkId(talk.id), ())
            ],
        }


# --- events


def happenings(reader: Reader, since: int, until: int) -> list[WireObject]:
    """What happened in [since, until), by tick."""
    told = [event(*row) for row in event_rows(reader, since, until, _UNTOLD)]
    told += _reflected(reader, since, until)
    plans = planned(reader, since, until)
    told += [{"t": tick, "who": person, "k": "planned", "text": text} for tick, person, text in plans]
    told += _noted(reader, since, until)
    told += [
        {"t": tick, "who": person, "k": "felt", "partner": other, "change": change}
        for tick, person, other, change in felt(reader, since, until)
    ]
    told += _inputs(reader, since, until)
    return sorted(told, key=lambda each: int(each["t"]))


def event(tick: int, person: str, kind: str, content: str) -> WireObject:
    """A recorded event, without fields that only the engine needs."""
    told: WireObject = json.loads(content)
    for inner in _INNER:
        told.pop(inner, None)
    if "deed" in told:
        told["deed"].pop("stays", None)
        told["deed"].pop("house", None)
    if "room" in told:
        told["place"] = told.pop("room")
    return {"t": tick, "who": person, "k": kind, **told}


def _reflected(reader: Reader, since: int, until: int) -> list[WireObject]:
    found: dict[tuple[int, str], list[str]] = {}
    for tick, person, text in insights(reader, since, until):
        found.setdefault((tick, person), []).append(text)
    return [{"t": tick, "who": who, "k": "reflected", "insights": texts} for (tick, who), texts in found.items()]


def _noted(reader: Reader, since: int, until: int) -> Iterator[WireObject]:
    """What people noted of consequence, in the words in which they remember it."""
    for note in notes(reader, since, until):
        told = {name: value for name in ("kind", "text", "why", "partner", "talk") if (value := getattr(note, name))}
        yield {"t": note.tick, "who": note.person, "k": "noted", "text": "", **told}


def _inputs(reader: Reader, since: int, until: int) -> list[WireObject]:
    return [
        {
            "t": given.tick,
            "who": OUTSIDE,
            "k": "input",
            "kind": given.kind,
            "person": given.person,
            "text": str(next(filter(None, map(given.content.get, _SAID)), "")),
            "about": str(next(filter(None, map(given.content.get, _ABOUT)), "")),
        }
        for given in inputs_but(reader, since, until, KEYS)
    ]
