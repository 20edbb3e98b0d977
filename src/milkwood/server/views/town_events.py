"""The events of a town: announced ones, and those that people host or several have promised to come to.

Invariant: what people mean to do is that of the latest snapshot, at most an hour old; a person came if they were in the
room at one of the moments looked at while it went on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from milkwood.chronicle import Reader
from milkwood.i18n import t
from milkwood.ids import PersonId, RoomId
from milkwood.mind.calendar import DECLINED, Promise
from milkwood.mind.codec import decoded
from milkwood.mind.state.versions import brought_up
from milkwood.server.errors import HttpError
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.run_town import TownEventNowOut, TownEventOut
from milkwood.town.events import Announced

MIN_PEOPLE = 3
"""An appointment without a host is an event from so many people on."""
ANNOUNCED_MINUTES = 60
"""How long an announced event lasts if nobody's calendar says so."""
ATTENDANCE_MINUTES = 5
"""How often the room is looked at."""
MAX_ATTENDANCE_LOOKS = 48

_Key: TypeAlias = tuple[int, str]
"""Its first tick and its place."""


@dataclass(slots=True)
class _Found:
    what: str = ""
    end: int = 0
    host: PersonId | None = None
    announced: bool = False
    coming: list[PersonId] = field(default_factory=list)
    declined: list[PersonId] = field(default_factory=list)


def town_events(recording: OpenRun, reader: Reader, tick: int) -> list[TownEventOut]:
    """All events known of at a tick, by their time."""
    found: dict[_Key, _Found] = {}
    for person, promise in _promises(reader, tick):
        _note(found.setdefault((promise.start, promise.place), _Found()), person, promise)
    length = recording.header.clock.ticks_in_minutes(ANNOUNCED_MINUTES)
    for happening in reader.happenings(until=tick, kinds=("announced",)):
        event = happening.event
        if isinstance(event, Announced):
            announced = found.setdefault((event.start, event.room), _Found(end=event.start + length))
            announced.what, announced.announced = event.text, True
    return [_out(key, event) for key, event in sorted(found.items()) if _is_event(event)]


def town_event_now(recording: OpenRun, reader: Reader, event_id: str, tick: int) -> TownEventNowOut:
    """One event at a tick, with those who came."""
    event = next((each for each in town_events(recording, reader, tick) if each.id == event_id), None)
    if event is None:
        raise HttpError(404, t("There is no such event at this moment."), t("Choose one from the list of events."))
    return TownEventNowOut(**event.model_dump(), came=list(guests(recording, reader, event, tick)))


def _promises(reader: Reader, tick: int) -> Iterator[tuple[PersonId, Promise]]:
    snapshot = reader.snapshot_before(tick)
    for person, kept in snapshot.minds.items() if snapshot else ():
        mind = kept.get("mind", {})
        for promise in brought_up(mind)["calendar"] if "calendar" in mind else ():
            yield PersonId(person), decoded(Promise, promise)


def _note(event: _Found, person: PersonId, promise: Promise) -> None:
    event.end = max(event.end, promise.end)
    if promise.host or not event.what:
        event.what = promise.what
    if promise.host:
        event.host = person
    (event.declined if promise.status == DECLINED else event.coming).append(person)


def _is_event(event: _Found) -> bool:
    return event.announced or event.host is not None or len(event.coming) >= MIN_PEOPLE


def _out(key: _Key, event: _Found) -> TownEventOut:
    start, place = key
    return TownEventOut(
        id=f"{start}-{place}",
        what=event.what,
        place=place,
        start=start,
        end=event.end,
        host=event.host,
        announced=event.announced,
        coming=sorted(set(event.coming)),
        declined=sorted(set(event.declined)),
    )


def guests(recording: OpenRun, reader: Reader, event: TownEventOut, tick: int) -> dict[str, int]:
    """Those who were there up to a tick, with the tick at which each was first seen, in that order."""
    town_map = recording.pack.town_map
    rooms = {RoomId(event.place)} if event.place in town_map.rooms else set()
    until = min(event.end, tick + 1)
    step = max(
        recording.header.clock.ticks_in_minutes(ATTENDANCE_MINUTES), (event.end - event.start) // MAX_ATTENDANCE_LOOKS
    )
    came: dict[str, int] = {}
    for moment in range(event.start, until, max(1, step)):
        scene = reader.scene(moment, town_map)
        for person, body in sorted(scene.bodies.items()):
            room = town_map.room_at(body.tile(moment))
            if room is not None and room.id in rooms:
                came.setdefault(person, moment)
    return came
