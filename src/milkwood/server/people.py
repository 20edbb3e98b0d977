"""Somebody of a run at a tick: what they do and why, what they mean to do and did, what they think of others.

Knows recordings and looks; knows no requests. Invariant: where heads cannot be looked into (minds that live by habit, a
town whose files have changed) what was seen from outside is shown, and why there is no more.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from milkwood.chronicle import Reader
from milkwood.chronicle.seek import doing_since, left_at
from milkwood.clock import MINUTES_A_DAY
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId
from milkwood.mind.calendar import Promise
from milkwood.mind.head import Head
from milkwood.server.did import KINDS, Day, did
from milkwood.server.looks import Looks
from milkwood.server.reasons import reason
from milkwood.server.runs import Recording
from milkwood.server.wire_person import DidOut, InsightOut, PersonNowOut, PlanItemOut, PromiseOut, TieNowOut
from milkwood.server.wire_run import DoingOut
from milkwood.town.body import Body
from milkwood.town.town import BEFORE_TIME
from milkwood.translate import said_in

MOST_INSIGHTS = 60
MOST_TOLD = 5
"""How many things that two people told each other are shown."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What somebody had in mind; all of it empty when nobody can tell."""

    missing: str = ""
    note: str = ""
    mood: str = ""
    plan: tuple[PlanItemOut, ...] = ()
    promises: tuple[PromiseOut, ...] = ()
    concerns: tuple[str, ...] = ()
    ties: tuple[TieNowOut, ...] = ()
    insights: tuple[InsightOut, ...] = ()


def person_now(recording: Recording, looks: Looks, reader: Reader, person: PersonId, tick: int) -> PersonNowOut:
    """Somebody at a tick that the run has reached."""
    scene = reader.scene(tick, recording.pack.town_map)
    body = scene.bodies.get(person)
    names = recording.names(reader)
    room = None if body is None else recording.pack.town_map.room_at(body.tile(tick))
    mind = mind_of(recording, looks, person, tick)
    return PersonNowOut(
        id=person,
        tick=tick,
        here=body is not None,
        left=left_at(reader, person, tick),
        remembers=not mind.missing,
        missing=mind.missing,
        note=mind.note,
        asleep=body is not None and body.asleep,
        deed=_doing(reader, person, body, tick),
        walking=body is not None and body.walking(tick),
        talk=None if body is None else body.talk,
        place=None if room is None else room.id,
        mood=mind.mood,
        why=reason(reader, person, tick, names, recording.words),
        plan=list(mind.plan),
        did=_did(recording, reader, person, tick),
        promises=list(mind.promises),
        concerns=list(mind.concerns),
        ties=list(mind.ties),
        insights=list(mind.insights),
    )


def in_language(person: PersonNowOut, language: str) -> PersonNowOut:
    """A card with what is said about the mind in a language."""
    said = {"missing": said_in(language, person.missing), "note": said_in(language, person.note)}
    return person.model_copy(update=said)


def _doing(reader: Reader, person: PersonId, body: Body | None, tick: int) -> DoingOut | None:
    deed = None if body is None else body.deed
    if deed is None:
        return None
    since = doing_since(reader, person, tick)
    return DoingOut(what=deed.what, emoji=deed.emoji, place=deed.at, thing=deed.thing, since=since)


def _did(recording: Recording, reader: Reader, person: PersonId, tick: int) -> list[DidOut]:
    """What they did today, from midnight to the tick."""
    clock = recording.header.clock
    moment = clock.moment(tick)
    midnight = max(0, tick - clock.ticks_in_minutes(moment.hour * 60 + moment.minute))
    began = doing_since(reader, person, midnight + 1)
    since = max(began, midnight - clock.ticks_in_minutes(MINUTES_A_DAY))
    day = Day(person, midnight, tick, recording.pack.town_map, recording.names(reader), recording.words)
    life = reader.happenings(since, tick, person=person, kinds=KINDS)
    return did(day, life, recording.talks.until(reader, tick))


# --- what they have in mind


def mind_of(recording: Recording, looks: Looks, person: PersonId, tick: int) -> Mind:
    """What somebody had in mind, or why it cannot be told."""
    try:
        with looks.at(recording, tick) as look:
            return _mind(look.head(person), tick, look.note)
    except MilkwoodError as error:
        return Mind(missing=error.what)


def _mind(head: Head, tick: int, note: str) -> Mind:
    insights = [record for record in head.memories.all() if record.kind == "insight"]
    return Mind(
        note=note,
        mood=head.state.morning.mood,
        plan=tuple(_plan(head, tick)),
        promises=tuple(_promise(head, each) for each in _by_time(head.calendar.promises)),
        concerns=tuple(head.state.morning.concerns),
        ties=tuple(_tie(head, person) for person in head.people.acquainted() if person in head.folk),
        insights=tuple(
            InsightOut(
                number=record.number,
                tick=record.tick,
                text=record.text,
                importance=record.importance,
                evidence=list(record.evidence),
            )
            for record in reversed(insights[-MOST_INSIGHTS:])
        ),
    )


def _plan(head: Head, tick: int) -> Iterable[PlanItemOut]:
    for block in head.state.day.plan:
        yield PlanItemOut(
            start=block.start,
            end=block.end,
            what=block.what,
            where=head.places.name(block.place),
            place=head.places.room_of(block.place),
            now=block.start <= tick < block.end,
            promise=block.fixed,
        )


def _by_time(promises: Iterable[Promise]) -> list[Promise]:
    return sorted(promises, key=lambda each: (each.start, each.id))


def _promise(head: Head, promise: Promise) -> PromiseOut:
    return PromiseOut.model_validate(
        {
            "what": promise.what,
            "when": head.hours.clock.moment(promise.start),
            "start": promise.start,
            "end": promise.end,
            "where": head.places.name(promise.place) if promise.place else "",
            "place": head.places.room_of(promise.place) if promise.place else None,
            "with": list(promise.company),
            "host": promise.host,
            "status": promise.status,
            "because": promise.reason,
        }
    )


def _tie(head: Head, person: PersonId) -> TieNowOut:
    other, known = head.people.other(person), head.people.of(person)
    told = [record.text for record in head.memories.about(person) if record.kind == "news" and record.source == person]
    return TieNowOut(
        person=person,
        tie=other["tie"],
        closeness=other["closeness"],
        feeling=other["feeling"],
        knows=[other["knows"]] if other["knows"] else [],
        told=told[-MOST_TOLD:][::-1],
        talks=other["talks"],
        last=known.last_talk if known.last_talk > BEFORE_TIME else None,
    )
