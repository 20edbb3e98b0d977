"""The living town: bodies, things and talks over time, changed by `apply` alone (rule W1).

Invariant (rule W2): pure and fast, no clock, no chance; folding the same happenings in canonical order gives an equal
town; what an event at tick t changes shows from tick t + 1 on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from milkwood.errors import OurBug
from milkwood.ids import PersonId, PlaceId, RoomId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.acts import OUTSIDE
from milkwood.town.body import Body, Bound, Deed, Onward, Standing, Walking
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.places import IDLE, WHILE_USED_TICK, Room, ThingState
from milkwood.town.talk import Line, Talk
from milkwood.town.tile import Route, Tile
from milkwood.town.timeline import Timeline

BEFORE_TIME = -1
"""The tick of initial facts: they show from tick 0 on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The town at one tick: bodies, states of things, current talks."""

    tick: int
    tiles: dict[PersonId, Tile]
    bodies: dict[PersonId, Body]
    states: dict[ThingId, ThingState]
    """Only of things that are not idle."""
    talks: dict[TalkId, Talk]


class Town:
    """A map with people in it."""

    def __init__(self, town_map: TownMap) -> None:
        self.map = town_map
        self._bodies: dict[PersonId, Timeline[Body | None]] = {}
        self._states: dict[ThingId, Timeline[ThingState]] = {
            thing: Timeline(0, ThingState()) for thing in town_map.things
        }
        self._users: dict[ThingId, Timeline[tuple[PersonId, ...]]] = {
            thing: Timeline(0, ()) for thing in town_map.things
        }
        self._talks: dict[TalkId, Timeline[Talk]] = {}

    @classmethod
    def restored(cls, town_map: TownMap, scene: Scene) -> Self:
        """The town as it was in a scene; what went before is not known to it."""
        town = cls(town_map)
        before = scene.tick - 1
        for thing, state in scene.states.items():
            town._states[thing] = Timeline(scene.tick, state)
        for person, body in scene.bodies.items():
            town._enter(person, before, body)
        for talk in scene.talks.values():
            town._talks[talk.id] = Timeline(scene.tick, talk)
        return town

    # --- looking

    def people(self, tick: int) -> list[PersonId]:
        """The people in the town at a tick, sorted by id."""
        return sorted(person for person in self._bodies if self.find_body(person, tick) is not None)

    def find_body(self, person: PersonId, tick: int) -> Body | None:
        """A person's body at a tick, or None while they are not in the town."""
        life = self._bodies.get(person)
        return life.at(tick) if life is not None and life.began(tick) else None

    def body(self, person: PersonId, tick: int) -> Body:
        """The body at a tick of a person who is in the town."""
        body = self.find_body(person, tick)
        if body is None:
            raise OurBug(f"{person} is not in the town at tick {tick}.")
        return body

    def tile(self, person: PersonId, tick: int) -> Tile:
        """A person's position at a tick."""
        return self.body(person, tick).tile(tick)

    def state(self, thing: ThingId, tick: int) -> str:
        """The words of a thing's state at a tick."""
        return self._states[thing].at(tick).words

    def thing_state(self, thing: ThingId, tick: int) -> ThingState:
        """The state of a thing at a tick."""
        return self._states[thing].at(tick)

    def users(self, thing: ThingId, tick: int) -> tuple[PersonId, ...]:
        """The people who use a thing at a tick, sorted by id."""
        return self._users[thing].at(tick)

    @property
    def has_talks(self) -> bool:
        """Whether a talk has ever begun, as far as this town knows."""
        return bool(self._talks)

    def find_talk(self, talk: TalkId, tick: int) -> Talk | None:
        """A talk as it stands at a tick, or None when it had not begun."""
        course = self._talks.get(talk)
        return course.at(tick) if course is not None and course.began(tick) else None

    def positions(self, people: Iterable[PersonId], tick: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """Where these people are at a tick, as two arrays x and y in the order given."""
        tiles = np.array([self.tile(person, tick) for person in people], int).reshape(-1, 2)
        return tiles[:, 0], tiles[:, 1]

    def scene(self, tick: int) -> Scene:
        """Everything at a tick."""
        people = self.people(tick)
        states = {thing: course.at(tick) for thing, course in self._states.items()}
        talks = {talk: found for talk in sorted(self._talks) if (found := self.find_talk(talk, tick))}
        return Scene(
            tick=tick,
            tiles={person: self.tile(person, tick) for person in people},
            bodies={person: self.body(person, tick) for person in people},
            states={thing: state for thing, state in states.items() if state.words != IDLE},
            talks={talk: found for talk, found in talks.items() if not found.over},
        )

    # --- changing

    def apply(self, happening: Happening) -> None:
        """Let an event have happened; the only way a town changes."""
        tick, person = happening.tick, happening.person
        match happening.event:
            case happened.Entered(tile, deed):
                self._enter(person, tick, Body(Standing(tile), deed))
            case happened.Departed(whom):
                self._depart(whom, tick)
            case happened.SetOff(route, stays, then, then_stays, house, then_house):
                now = self._latest(person)
                bound = self._bound_there(now.bound, route, tick, stays, house)
                if bound is not now.bound:
                    bound = self._onward(bound, route.end, then, then_stays, then_house)
                self._become(person, tick, replace(now, motion=Walking(tick, route), bound=bound))
            case happened.Halted(tile):
                self._become(person, tick, replace(self._latest(person), motion=Standing(tile)))
            case happened.DeedBegan(deed, tile, then, then_stays, then_house):
                now = self._latest(person)
                bound = self._bound_here(now.bound, tile, tick, deed.stays, deed.house)
                bound = self._onward(bound, tile, then, then_stays, then_house)
                self._become(person, tick, replace(now, motion=Standing(tile), deed=deed, bound=bound))
            case happened.DeedEnded():
                self._become(person, tick, replace(self._latest(person), deed=None))
            case happened.ThingChanged(thing, state, presses):
                self._states[thing].set(tick + 1, self._changed(person, tick, thing, state, presses))
                if person == OUTSIDE:
                    self._release(self.people(tick + 1), tick)
            case happened.Whispered() | happened.Told():
                self._release([person], tick)
            case happened.Refused() | happened.Reminded() | happened.Announced():
                pass  # only that person feels it
            case talking:
                self._apply_talk(tick, person, talking)

    def _changed(self, person: PersonId, tick: int, thing: ThingId, state: str, presses: bool) -> ThingState:
        """A thing's new state; one that a deed brings about ends with the deed."""
        deed = self._latest(person).deed if person != OUTSIDE else None
        used = deed is not None and (deed.thing, deed.effect) == (thing, state)
        return ThingState(state, presses, WHILE_USED_TICK if used else tick + 1) if state != IDLE else ThingState()

    def fold(self, happenings: Iterable[Happening]) -> Self:
        """Apply many, in the order given, and return the town."""
        for happening in happenings:
            self.apply(happening)
        return self

    def _apply_talk(self, tick: int, person: PersonId, event: happened.TalkEvent) -> None:
        match event:
            case happened.TalkBegan(talk, partner):
                self._talks[talk] = Timeline(tick + 1, Talk(talk, (person, partner), turn=person))
                self._enter_talk(person, tick, talk)
                self._enter_talk(partner, tick, talk)
            case happened.Joined(talk):
                self._talks[talk].set(tick + 1, self._talks[talk].latest.joined(person))
                self._enter_talk(person, tick, talk)
            case happened.Said(talk, text, stays, small_talk):
                self._talks[talk].set(tick + 1, self._talks[talk].latest.said(Line(person, text, tick, small_talk)))
                self._linger(person, tick, stays)
            case happened.Left(talk):
                self._talks[talk].set(tick + 1, self._talks[talk].latest.left(person))
                self._become(person, tick, replace(self._latest(person), talk=None))
            case happened.TalkEnded(talk):
                members = self._talks[talk].latest.members
                self._talks[talk].set(tick + 1, self._talks[talk].latest.ended())
                for member in members:
                    self._become(member, tick, replace(self._latest(member), talk=None))

    def kept_to(self, bound: Bound) -> PlaceId:
        """The place of a commitment after its room may be left: the house, or otherwise the room."""
        return self.map.rooms[bound.room].sector if bound.house else bound.room

    def _in_the_house(self, bound: Bound, room: Room, tick: int) -> bool:
        """Whether a room is part of the committed house, and rooms may be changed by now."""
        return bool(bound.house) and bound.until <= tick and room.sector == self.map.rooms[bound.room].sector

    def _bound_here(self, bound: Bound | None, tile: Tile, tick: int, stays: int, house: int = 0) -> Bound | None:
        """The commitment of a person who begins a deed: an earlier one that still holds, or to stay in this room."""
        room = self.map.room_at(tile)
        if bound is None or bound.ends <= tick:
            return _committed(stays, room.id, None, house, tick) if room is not None else None
        if room is None or (room.id != bound.room and not self._in_the_house(bound, room, tick)):
            return bound
        until = max(stays, bound.until) if room.id == bound.room else stays
        return _committed(until, room.id, None, max(house, bound.house), tick, bound.onward)

    def _onward(self, bound: Bound | None, tile: Tile, then: Route | None, stays: int, house: int = 0) -> Bound | None:
        """A commitment with the route that follows, from a tile of the room; an earlier one still holds."""
        if bound is None or then is None or bound.onward is not None or max(stays, house) <= bound.leaves:
            return bound
        if not self.map.on_floor(bound.room, tile) or (bound.way is not None and bound.way.end != tile):
            return bound
        room, place = self.map.room_at(then.end), self.kept_to(bound)
        if room is None or place in (room.id, room.sector):
            return bound
        inside = [step for step, each in enumerate(then.tiles) if self.map.on_floor(place, each)]
        way = Route(then.tiles[inside[-1] :])
        return replace(bound, onward=Onward(stays, room.id, way, max(stays, house) if house else 0))

    def _release(self, people: Iterable[PersonId], tick: int) -> None:
        """Release people from their commitments: they may react to an outside act at once.

        This is sound because the act lands at a tick after which no one has begun another.
        """
        for person in people:
            now = self._latest(person)
            if now.bound is not None:
                self._become(person, tick, replace(now, bound=None))

    def _linger(self, person: PersonId, tick: int, stays: int) -> None:
        """A speaker may commit to stay; a doorway is in no room, so nothing is committed there."""
        now = self._latest(person)
        tile = now.tile(tick)
        room = self.map.room_at(tile)
        if stays > tick and room is not None and self.map.on_floor(room.id, tile):
            bound = self._bound_here(now.bound, tile, tick, stays)
            if bound != now.bound:
                self._become(person, tick, replace(now, bound=bound))

    def _bound_there(self, bound: Bound | None, route: Route, tick: int, stays: int, house: int) -> Bound | None:
        """The commitment of a person who sets off: an earlier one that still holds, or to go there and stay."""
        room = self.map.room_at(route.end)
        if bound is None or bound.ends <= tick:
            return _committed(stays, room.id, route, house, tick) if room is not None else None
        onward = bound.onward
        if onward is not None and bound.leaves <= tick and self.map.on_floor(onward.room, route.end):
            return Bound(onward.until, onward.room, route, None, onward.house)
        if room is not None and self._in_the_house(bound, room, tick) and self._is_inside(bound, route):
            return _committed(stays, room.id, route, max(house, bound.house), tick, onward)
        return bound

    def _is_inside(self, bound: Bound, route: Route) -> bool:
        return all(self.map.on_floor(self.kept_to(bound), tile) for tile in route.tiles)

    def _latest(self, person: PersonId) -> Body:
        life = self._bodies.get(person)
        if life is None or life.latest is None:
            raise OurBug(f"{person} is not in the town.")
        return life.latest

    def _enter(self, person: PersonId, tick: int, body: Body) -> None:
        if person not in self._bodies:
            self._bodies[person] = Timeline(tick + 1, None)
        self._become(person, tick, body)

    def _depart(self, person: PersonId, tick: int) -> None:
        talk = self._latest(person).talk
        if talk is not None:
            self._talks[talk].set(tick + 1, self._talks[talk].latest.left(person))
        self._become(person, tick, None)

    def _enter_talk(self, person: PersonId, tick: int, talk: TalkId) -> None:
        self._become(person, tick, replace(self._latest(person).halted(tick), talk=talk))

    def _become(self, person: PersonId, tick: int, body: Body | None) -> None:
        life = self._bodies[person]
        before = _thing_used(life.latest.deed if life.latest else None)
        after = _thing_used(body.deed if body else None)
        if before != after:
            if before is not None:
                users = self._users[before]
                users.set(tick + 1, tuple(user for user in users.latest if user != person))
            if after is not None:
                users = self._users[after]
                users.set(tick + 1, tuple(sorted((*users.latest, person))))
        life.set(tick + 1, body)

    # --- forgetting

    def forget_before(self, tick: int) -> None:
        """Drop the past that is not read again; the chronicle keeps it."""
        for life in self._bodies.values():
            life.forget_before(tick)
        for state in self._states.values():
            state.forget_before(tick)
        for users in self._users.values():
            users.forget_before(tick)
        over = [talk for talk, course in self._talks.items() if course.latest.over and course.latest_tick < tick]
        for talk in over:
            del self._talks[talk]


def _thing_used(deed: Deed | None) -> ThingId | None:
    return deed.thing if deed is not None else None


def _committed(
    until: int, room: RoomId, way: Route | None, house: int, tick: int, onward: Onward | None = None
) -> Bound | None:
    """A commitment to a room and perhaps its house; None if it ends by the tick."""
    bound = Bound(until, room, way, None, max(house, until) if house else 0)
    onward = onward if onward is not None and onward.ends > bound.leaves else None
    return replace(bound, onward=onward) if bound.leaves > tick or onward is not None else None
