"""The card of a person at a tick: deed and reason, plan and past of the day, promises, ties, insights.

Invariant: if a mind cannot be restored (rule minds, changed pack files), the card shows what is visible from outside,
and why.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from milkwood import i18n
from milkwood.chronicle import Reader, Transcript
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.seek import doing_since, left_at
from milkwood.clock import MINUTES_A_DAY
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.mind.calendar import Promise
from milkwood.mind.head import Head
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.reasons import reason
from milkwood.server.wire.person import DidOut, InsightOut, PersonNowOut, PlanItemOut, PromiseOut, TieNowOut
from milkwood.server.wire.playback import DoingOut
from milkwood.town import events as happened
from milkwood.town.body import Body, Deed
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.posture import facing, pose
from milkwood.town.tile import Route
from milkwood.town.town import BEFORE_TIME

MAX_CARD_INSIGHTS = 60
MAX_TIE_NEWS = 5
"""News from the other person shown per tie."""
_WALK_EMOJI = "🚶"
_TALK_EMOJI = "💬"
_KINDS = ("entered", "set_off", "halted", "deed_began", "deed_ended")
"""The events that a day is made of, besides talks."""


@dataclass(frozen=True, slots=True)
class PersonMind:
    """What a person had in mind; if unknown, empty with the reason in `missing`."""

    missing: str = ""
    note: str = ""
    mood: str = ""
    plan: tuple[PlanItemOut, ...] = ()
    promises: tuple[PromiseOut, ...] = ()
    concerns: tuple[str, ...] = ()
    ties: tuple[TieNowOut, ...] = ()
    insights: tuple[InsightOut, ...] = ()


def person_now(recording: OpenRun, looks: LookCache, reader: Reader, person: PersonId, tick: int) -> PersonNowOut:
    """The card of a person at a tick that the run has reached."""
    town_map = recording.pack.town_map
    scene = reader.scene(tick, town_map)
    body = scene.bodies.get(person)
    names = recording.names(reader)
    room = None if body is None else town_map.room_at(body.tile(tick))
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
        pose="" if body is None else pose(town_map, scene, person),
        facing="" if body is None else facing(town_map, scene, person),
        talk=None if body is None else body.talk,
        place=None if room is None else room.id,
        mood=mind.mood,
        why=reason(reader, person, tick, names, recording.words),
        plan=list(mind.plan),
        did=did_until(recording, reader, person, tick),
        promises=list(mind.promises),
        concerns=list(mind.concerns),
        ties=list(mind.ties),
        insights=list(mind.insights),
    )


def in_language(person: PersonNowOut, language: str) -> PersonNowOut:
    """A card with its notes in a language."""
    said = {"missing": i18n.in_language(person.missing, language), "note": i18n.in_language(person.note, language)}
    return person.model_copy(update=said)


def _doing(reader: Reader, person: PersonId, body: Body | None, tick: int) -> DoingOut | None:
    deed = None if body is None else body.deed
    if deed is None:
        return None
    since = doing_since(reader, person, tick)
    return DoingOut(what=deed.what, emoji=deed.emoji, place=deed.at, thing=deed.thing, note=deed.note, since=since)


def did_until(recording: OpenRun, reader: Reader, person: PersonId, tick: int) -> list[DidOut]:
    """What a person did on the day of a tick, up to it."""
    clock = recording.header.clock
    moment = clock.moment(tick)
    midnight = max(0, tick - clock.ticks_in_minutes(moment.hour * 60 + moment.minute))
    began = doing_since(reader, person, midnight + 1)
    since = max(began, midnight - clock.ticks_in_minutes(MINUTES_A_DAY))
    day = _Day(person, midnight, tick, recording.pack.town_map, recording.names(reader), recording.words)
    life = reader.happenings(since, tick, person=person, kinds=_KINDS)
    pieces = [*_doings(day, life), *_talks(day, recording.talks.until(reader, tick))]
    return sorted(pieces, key=lambda piece: (piece.from_, piece.until))


@dataclass(frozen=True, slots=True)
class _Day:
    """A range of ticks of one person, with names and words to describe it."""

    person: PersonId
    since: int
    until: int
    town_map: TownMap
    names: Names
    words: EventPhrases


def _doings(day: _Day, life: Iterable[Happening]) -> Iterator[DidOut]:
    doing: Deed | Route | None = None
    began = day.since
    for each in life:
        match each.event:
            case happened.Entered(_, following) | happened.DeedBegan(following, _):
                yield from _piece(day, doing, began, each.tick)
                doing, began = following, each.tick
            case happened.SetOff(route):
                yield from _piece(day, doing, began, each.tick)
                doing, began = route, each.tick
            case happened.DeedEnded() | happened.Halted():
                yield from _piece(day, doing, began, each.tick)
                doing = None
    yield from _piece(day, doing, began, day.until)


def _piece(day: _Day, doing: Deed | Route | None, began: int, ended: int) -> Iterator[DidOut]:
    if isinstance(doing, Route):
        ended = min(ended, began + doing.steps)
    began, ended = max(began, day.since), min(ended, day.until)
    if doing is None or ended <= began:
        return
    if isinstance(doing, Route):
        place = day.names.place(doing.end)
        what = day.words.set_off.format(place=place) if place else day.words.set_off_outside
        room = day.town_map.room_at(doing.end)
        yield _piece_out(began, ended, what, _WALK_EMOJI, room.id if room else None, "walk")
    else:
        yield _piece_out(began, ended, doing.what, doing.emoji, doing.at, "sleep" if doing.asleep else "deed")


def _talks(day: _Day, talks: Sequence[Transcript]) -> Iterator[DidOut]:
    for talk in talks:
        ended = day.until if talk.ended is None else talk.ended
        if day.person in talk.members and ended >= day.since:
            others = [day.names.person(member) for member in talk.members if member != day.person]
            what = day.words.talked.format(names=day.words.listed(others))
            yield _piece_out(
                max(talk.began, day.since), min(ended, day.until), what, _TALK_EMOJI, None, "talk", talk.id
            )


def _piece_out(
    began: int, ended: int, what: str, emoji: str, place: RoomId | None, kind: str, talk: TalkId | None = None
) -> DidOut:
    piece = {"from": began, "until": ended, "what": what, "emoji": emoji, "place": place, "kind": kind, "talk": talk}
    return DidOut.model_validate(piece)


# --- minds


def mind_of(recording: OpenRun, looks: LookCache, person: PersonId, tick: int) -> PersonMind:
    """What a person had in mind, or why it is unknown."""
    try:
        with looks.at(recording, tick) as look:
            return _mind(look.head(person), tick, look.note)
    except MilkwoodError as error:
        return PersonMind(missing=error.what)


def _mind(head: Head, tick: int, note: str) -> PersonMind:
    promises = sorted(head.calendar.promises, key=lambda each: (each.start, each.id))
    insights = [record for record in head.memories.all() if record.kind == "insight"]
    return PersonMind(
        note=note,
        mood=head.state.morning.mood,
        plan=tuple(_plan(head, tick)),
        promises=tuple(_promise(head, each) for each in promises),
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
            for record in reversed(insights[-MAX_CARD_INSIGHTS:])
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
        told=told[-MAX_TIE_NEWS:][::-1],
        talks=other["talks"],
        last=known.last_talk if known.last_talk > BEFORE_TIME else None,
    )
