"""Resolves outside acts into events, as `resolve` does for intents.

Invariant (rules W2, T3): pure; outside acts come last in their tick, after everyone's events; an act that is impossible
by then has no effect and leaves no trace.
"""

from collections.abc import Iterator

from milkwood.ids import PersonId, ThingId
from milkwood.town import events as happened
from milkwood.town.acts import (
    OUTSIDE,
    Announce,
    Arrive,
    Change,
    Depart,
    Enter,
    Exit,
    Remind,
    Remove,
    Tell,
    Touch,
    Visit,
    Whisper,
)
from milkwood.town.body import Body
from milkwood.town.events import Event, Happening
from milkwood.town.places import IDLE
from milkwood.town.tile import Tile, distance, neighbours
from milkwood.town.town import Town

ROAD_TILES = 2
"""How near to the end of a road a person is gone: others may rest there."""


def resolve_outside(town: Town, tick: int, touch: Touch | Visit, told: dict[PersonId, int]) -> list[Happening]:
    """The events of an act at a tick that everyone has decided; `told` counts each person's events in it so far."""
    happenings = []
    for person, event in _outcome(town, tick + 1, touch):
        happenings.append(Happening(tick, person, told.get(person, 0), event))
        told[person] = told.get(person, 0) + 1
    return happenings


def _outcome(town: Town, tick: int, touch: Touch | Visit) -> Iterator[tuple[PersonId, Event]]:
    """Events, each with its person, in a town as it will be at a tick."""
    match touch:
        case Whisper(person, text):
            if town.find_body(person, tick) is not None:
                yield person, happened.Whispered(text)
        case Remind(person, texts):
            if town.find_body(person, tick) is not None:
                yield person, happened.Reminded(texts)
        case Tell(person, name, text):
            body = town.find_body(person, tick)
            if body is not None and not body.asleep:
                yield person, happened.Told(text, name)
        case Announce(text, room, start):
            for person in town.people(tick):
                if not town.body(person, tick).asleep:
                    yield person, happened.Told(text, "", room, start)
            yield OUTSIDE, happened.Announced(text, room, start)
        case Change(thing, state, presses):
            if thing in town.map.things:
                yield from _change(town, tick, thing, state, presses)
        case Arrive(person, tile) | Enter(person, tile):
            if _has_room(town, tick, person, tile):
                yield person, happened.Entered(_free_near(town, tick, tile))
        case Remove(person) | Exit(person):
            body = town.find_body(person, tick)
            if body is not None:
                yield from _departure(town, tick, person, body)
        case Depart(person, road, late):
            body = town.find_body(person, tick)
            if body is not None and (late or _is_off(body, tick, road)):
                yield from _departure(town, tick, person, body)


def _change(
    town: Town, tick: int, thing: ThingId, words: str, presses: bool | None
) -> Iterator[tuple[PersonId, Event]]:
    kind, before = town.map.things[thing].kind, town.thing_state(thing, tick)
    listed = kind.recognised(words)
    words = IDLE if listed is not None and listed.key == IDLE else words
    if presses is None or words == IDLE:
        presses = listed is not None and listed.presses
    if (before.words, before.presses) != (words, presses):
        yield OUTSIDE, happened.ThingChanged(thing, words, presses)


def _has_room(town: Town, tick: int, person: PersonId, tile: Tile) -> bool:
    return town.find_body(person, tick) is None and town.map.is_walkable(tile)


def _free_near(town: Town, tick: int, tile: Tile) -> Tile:
    """The nearest tile in the same zone on which no waking person rests (rule T1); in a full room the tile itself."""
    bodies = [town.body(other, tick) for other in town.people(tick)]
    taken = {body.tile(tick) for body in bodies if not body.asleep and not body.walking(tick)}
    found, zones = [tile], town.map.zones_at(tile)
    for here in found:
        if here not in taken:
            return here
        near = (each for each in neighbours(here) if each not in found and town.map.is_walkable(each))
        found += [each for each in near if len(town.map.zones_at(each)) == 1 and town.map.zones_at(each)[0] in zones]
    return tile


def _is_off(body: Body, tick: int, road: Tile) -> bool:
    """Whether someone who leaves by a road has come there and talks to nobody."""
    return body.talk is None and distance(body.tile(tick), road) <= ROAD_TILES


def _departure(town: Town, tick: int, person: PersonId, body: Body) -> Iterator[tuple[PersonId, Event]]:
    """Take a person out after everyone else's events, which may involve them."""
    talk = town.find_talk(body.talk, tick) if body.talk else None
    if talk is not None and not talk.over and len(talk.members) <= 2:
        yield OUTSIDE, happened.TalkEnded(talk.id, "left")
    deed = body.deed
    if deed is not None and deed.thing is not None and town.users(deed.thing, tick) == (person,):
        state = town.thing_state(deed.thing, tick)
        if state.words != IDLE and not state.lasts:
            yield OUTSIDE, happened.ThingChanged(deed.thing, IDLE)
    yield OUTSIDE, happened.Departed(person)
