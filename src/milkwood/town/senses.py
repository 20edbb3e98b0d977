"""What a person senses at a tick: the only road from the town to a mind.

Invariant (rule W2): pure; a sleeper senses nothing but an inner voice; the same town, person and tick give the same
Moment in the same order. Attention only leaves percepts out: the order of those that stay is the same for every limit.
"""

from collections.abc import Iterable
from functools import lru_cache

from milkwood.ids import PersonId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.body import Body
from milkwood.town.percepts import (
    Hears,
    InnerVoice,
    InTalk,
    IsTold,
    Moment,
    Percept,
    Prevented,
    Reminder,
    SeesPerson,
    SeesThing,
)
from milkwood.town.places import IDLE, ThingState
from milkwood.town.sight import meet, things_seen
from milkwood.town.tile import Tile, distance
from milkwood.town.town import Town

VIEW_RADIUS_TILES = 8
ATTENTION_PERCEPTS = 8
"""How many of the people and things in view are perceived at once."""
UNLIMITED_PERCEPTS = 1 << 30


def sense(
    town: Town,
    person: PersonId,
    tick: int,
    *,
    others: Iterable[PersonId],
    felt: Iterable[happened.Event] = (),
    view_radius: int = VIEW_RADIUS_TILES,
    attention: int = ATTENTION_PERCEPTS,
) -> Moment:
    """What a person senses of these others and of things; `felt` are their own events of the tick before."""
    body = town.body(person, tick)
    tile = body.tile(tick)
    room = town.map.room_at(tile)
    percepts = list(_felt(felt))
    if not body.asleep:
        if body.talk is not None:
            percepts += _talk(town, person, body.talk, tick)
        seen: list[SeesPerson | SeesThing] = [*_people(town, person, tile, tick, others, view_radius)]
        seen += [
            _sees_thing(thing.id, town.thing_state(thing.id, tick), away)
            for away, thing in things_seen(town.map, tile, view_radius)
        ]
        percepts += seen if len(seen) <= attention else _attended(seen, body, attention)
    return Moment(tick, tile, room.id if room else None, body.deed, body.walking(tick), tuple(percepts))


@lru_cache(maxsize=1 << 16)
def _sees_thing(thing: ThingId, state: ThingState, away: int) -> SeesThing:
    """The same percept for the same sight: most of what is seen is what was seen before."""
    return SeesThing(thing, state.words, away, state.presses, state.since)


def _attended(seen: list[SeesPerson | SeesThing], body: Body, limit: int) -> list[SeesPerson | SeesThing]:
    """The nearest of what competes for attention, and all that does not; equally near, people first, then in order."""
    rivals = [percept for percept in seen if _competes(percept, body)]
    if len(rivals) <= limit:
        return seen
    missed = set(sorted(rivals, key=lambda percept: percept.away)[limit:])
    return [percept for percept in seen if percept not in missed]


def _competes(percept: SeesPerson | SeesThing, body: Body) -> bool:
    """Partners in a talk, the thing in use and idle things take no attention from others."""
    if isinstance(percept, SeesPerson):
        return percept.talk is None or percept.talk != body.talk
    return percept.state != IDLE and (body.deed is None or percept.thing != body.deed.thing)


def _felt(events: Iterable[happened.Event]) -> Iterable[Percept]:
    for event in events:
        match event:
            case happened.Refused(tried, why, until):
                yield Prevented(tried, why, until)
            case happened.Whispered(text):
                yield InnerVoice(text)
            case happened.Reminded(texts):
                yield Reminder(texts)
            case happened.Told(text, by, room, start):
                yield IsTold(text, by, room, start)


def _talk(town: Town, person: PersonId, talk_id: TalkId, tick: int) -> Iterable[Percept]:
    talk = town.find_talk(talk_id, tick)
    if talk is None:
        return
    if talk.last is not None and talk.last.tick == tick - 1 and talk.last.speaker != person:
        yield Hears(talk.id, talk.last.speaker, talk.last.text, talk.last.small_talk)
    others = tuple(member for member in talk.members if member != person)
    yield InTalk(talk.id, others, talk.turn == person, talk.lines)


def _people(
    town: Town, person: PersonId, tile: Tile, tick: int, others: Iterable[PersonId], radius: int
) -> Iterable[SeesPerson]:
    town_map = town.map
    zones = town_map.zones_at(tile)
    for other in others:
        body = town.find_body(other, tick) if other != person else None
        if body is None:
            continue
        there = body.tile(tick)
        away = distance(tile, there)
        if away <= radius and meet(zones, town_map.zones_at(there)):
            yield SeesPerson(other, there, away, body.deed, body.walking(tick), body.talk)
