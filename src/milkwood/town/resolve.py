"""Resolves intents into events: all intents of one tick together, in order of person id (rule E2).

Invariant (rules W2, T1, T2): pure; every intent resolves, if only to a refusal with its reason; reads the town as it is
at the tick and changes nothing; chance comes from counters alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from milkwood.chance import stream
from milkwood.ids import PersonId, PlaceId, RoomId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.body import Body, Bound, Onward, Walking
from milkwood.town.events import Event, Happening
from milkwood.town.intents import Approach, Do, Finish, GoTo, Halt, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.paths import Paths, Unreachable
from milkwood.town.places import IDLE, Thing
from milkwood.town.sight import sees
from milkwood.town.talk import MAX_LINES, MAX_MEMBERS, Talk
from milkwood.town.tile import Route, Tile, distance, neighbours
from milkwood.town.town import Town

TALK_TILES = 2
"""Maximum distance at which a talk begins."""
MAX_APPROACH_STEPS = 12
"""Longest walk up to a person."""

InView: TypeAlias = Callable[[PersonId], Iterable[PersonId]]
"""The people whom a person sees at the tick."""


@dataclass(slots=True)
class _Claims:
    """Effects of people with lower ids in this tick."""

    talking: set[PersonId] = field(default_factory=set)
    asleep: set[PersonId] = field(default_factory=set)
    over: set[TalkId] = field(default_factory=set)
    spoken: set[TalkId] = field(default_factory=set)
    joined: dict[TalkId, list[PersonId]] = field(default_factory=dict)
    gone: dict[TalkId, set[PersonId]] = field(default_factory=dict)
    seats: dict[ThingId, list[PersonId]] = field(default_factory=dict)
    freed: dict[ThingId, set[PersonId]] = field(default_factory=dict)
    spots: set[Tile] = field(default_factory=set)
    rests: dict[PersonId, Tile | None] = field(default_factory=dict)
    """Where people come to rest; None for those who leave or fall asleep."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What resolving needs besides the town: paths, seed and view radius."""

    paths: Paths
    seed: int
    view_radius: int


def resolve(
    town: Town, tick: int, intents: Mapping[PersonId, Intent], rules: Rules, in_view: InView | None = None
) -> list[Happening]:
    """What comes of these intents at a tick, in canonical order."""
    claims = _Claims()
    everyone = in_view or (lambda _person: town.people(tick))
    history = []
    for person in sorted(intents):
        body, intent = town.body(person, tick), intents[person]
        if isinstance(intent, Stay) and not body.arrives(tick):
            continue
        outcome = _Outcome(town, tick, person, rules, claims, body, body.tile(tick), everyone, intents)
        for sequence, event in enumerate(outcome.settled(intent)):
            history.append(Happening(tick, person, sequence, event))
    return history


@dataclass(frozen=True, slots=True)
class _Outcome:
    """One person's try at one tick."""

    town: Town
    tick: int
    person: PersonId
    rules: Rules
    claims: _Claims
    body: Body
    tile: Tile
    in_view: InView
    intents: Mapping[PersonId, Intent]

    def settled(self, intent: Intent) -> Iterator[Event]:
        """The events of an intent; a person who comes to rest by it has a tile of their own."""
        events = list(self.of(intent))
        yield from events
        if any(isinstance(event, happened.DeedBegan) for event in events):
            return  # it chose its spot
        if any(isinstance(event, happened.SetOff) for event in events):
            self.claims.rests[self.person] = None
            return
        woke = self.body.asleep and any(isinstance(event, happened.DeedEnded) for event in events)
        stopped = self.body.walking(self.tick) and (
            self.person in self.claims.talking or any(isinstance(event, happened.Halted) for event in events)
        )
        if woke or stopped or (self.body.arrives(self.tick) and not self.body.asleep):
            yield from self._come_to_rest()

    def of(self, intent: Intent) -> Iterator[Event]:
        if self.person in self.claims.talking and not isinstance(intent, Stay):
            return iter([_refused(intent, "somebody began to talk to them")])
        match intent:
            case Stay():
                return iter(())
            case GoTo():
                return self._go(intent)
            case Halt():
                return self._halt()
            case Do():
                return self._do(intent)
            case Finish():
                return self._finish()
            case SetThing():
                return self._set_thing(intent)
            case Approach():
                return self._approach(intent)
            case TalkTo():
                return self._talk_to(intent)
            case Join():
                return self._join(intent)
            case Say():
                return self._say(intent)
            case Leave():
                return self._leave("left")

    # --- walking

    def _go(self, intent: GoTo) -> Iterator[Event]:
        goals = self._goal_tiles(intent)
        if not goals:
            yield _refused(intent, "there is no such place")
            return
        if self.tile in goals and not self.body.walking(self.tick):
            return
        route = self._route(goals)
        if isinstance(route, Unreachable):
            yield _refused(intent, "there is no way there")
            return
        if self._breaks_commitment(route):
            yield _refused(intent, "they mean to be elsewhere for now", self._allowed_from(goals))
            return
        yield from self._leave("left")
        yield from self._finish()
        house = self._house(route.end, intent.house)
        then, then_stays, then_house = self._then(intent, intent.stays, house, route.end)
        yield happened.SetOff(route, intent.stays, then, then_stays, house, then_house)

    def _route(self, goals: tuple[Tile, ...]) -> Route | Unreachable:
        """The rest of the committed route if it leads there; otherwise a route to a random spot of the goal."""
        bound = self._commitment()
        way = bound.way.tiles if bound is not None and bound.way is not None else ()
        if way and way[-1] in goals and self.tile in way:
            rest = Route(way[way.index(self.tile) :])
            if not self._breaks_commitment(rest):
                return rest
        place = self._kept_to(bound) if bound is not None else None
        onward = bound.onward if bound is not None and self.tick >= bound.leaves else None
        if onward is not None and place is not None and self.town.map.on_floor(place, self.tile):
            there = tuple(goal for goal in goals if self.town.map.on_floor(onward.room, goal))
            if there:
                return self._route_onward(place, onward, there)
        goal = stream(self.rules.seed, self.person, self.tick, "spot").chosen(goals)
        route = self.rules.paths.route(self.tile, goal)
        if place is None or isinstance(route, Unreachable):
            return route
        on_floor = [self.town.map.on_floor(place, tile) for tile in route.tiles]
        if on_floor[0] and on_floor[-1] and not all(on_floor):
            inside = self.rules.paths.route_on_floor(place, self.tile, goal)
            return inside if isinstance(inside, Route) else route
        return route

    def _route_onward(self, place: PlaceId, onward: Onward, goals: tuple[Tile, ...]) -> Route | Unreachable:
        """Across the floor of the present place, along the committed route, and on in its room to a goal."""
        way = onward.way
        across = self.rules.paths.route_on_floor(place, self.tile, way.tiles[0])
        inside: Route | Unreachable = Route((way.end,))
        if way.end not in goals:
            goal = stream(self.rules.seed, self.person, self.tick, "spot").chosen(goals)
            inside = self.rules.paths.route_on_floor(onward.room, way.end, goal)
        if isinstance(across, Unreachable) or isinstance(inside, Unreachable):
            return across if isinstance(across, Unreachable) else inside
        return Route((*across.tiles, *way.tiles[1:], *inside.tiles[1:]))

    def _allowed_from(self, goals: tuple[Tile, ...]) -> int:
        """The tick from which the commitment allows going to one of the goals."""
        bound = self._commitment()
        if bound is None:
            return 0
        for place, tick in (
            (self.town.kept_to(bound), bound.until),
            (bound.onward and bound.onward.room, bound.leaves),
        ):
            if place and tick > self.tick and any(self.town.map.on_floor(place, goal) for goal in goals):
                return tick
        return bound.ends

    def _commitment(self) -> Bound | None:
        bound = self.body.bound
        return bound if bound is not None and self.tick < bound.ends else None

    def _kept_to(self, bound: Bound) -> PlaceId:
        """The place the person is committed to now, once there: a room, later perhaps its house."""
        return self.town.kept_to(bound) if self.tick >= bound.until else bound.room

    def _house(self, tile: Tile, until: int) -> int:
        """The given tick if the tile is part of a house, otherwise 0."""
        room = self.town.map.room_at(tile)
        return until if room is not None and room.sector in self.town.map.houses else 0

    def _breaks_commitment(self, route: Route) -> bool:
        """Whether a route leaves the route and the room that the person is committed to (rule T5)."""
        tiles = route.tiles
        bound = self._commitment()
        if bound is not None and bound.onward is not None and self.tick >= bound.leaves:
            tiles = self._before_onward(tiles, bound.onward)
        return not all(self._may_be_at(tile) for tile in tiles)

    def _before_onward(self, tiles: tuple[Tile, ...], onward: Onward) -> tuple[Tile, ...]:
        """The part of a route before the committed one, if it goes on along it and ends on the floor of its room."""
        way = onward.way.tiles
        for first, tile in enumerate(tiles):
            last = first + len(way)
            if tile == way[0] and tiles[first:last] == way:
                inside = tiles[last:]
                return (
                    tiles[: first + 1] if all(self.town.map.on_floor(onward.room, each) for each in inside) else tiles
                )
        return tiles

    def _may_be_at(self, tile: Tile) -> bool:
        bound = self._commitment()
        if bound is None:
            return True
        place = self._kept_to(bound)
        if self.town.map.on_floor(place, tile):
            return True
        if bound.way is None or self.town.map.on_floor(place, self.tile):
            return False
        way = bound.way.tiles
        return tile in way and (self.tile not in way or way.index(tile) >= way.index(self.tile))

    def _goal_tiles(self, intent: GoTo) -> tuple[Tile, ...]:
        town_map, goal = self.town.map, intent.goal
        if isinstance(goal, Tile):
            return (goal,) if town_map.is_walkable(goal) else ()
        if goal in town_map.things:
            return town_map.spots(ThingId(goal))
        room = town_map.rooms.get(RoomId(goal))
        return town_map.floor(room.id) if room else ()

    def _halt(self) -> Iterator[Event]:
        if isinstance(self.body.motion, Walking) and self.body.walking(self.tick):
            yield happened.Halted(self.tile)

    # --- resting

    def _come_to_rest(self) -> Iterator[Event]:
        """Rest on a tile of one's own, or walk on to one; a talk holds people where they are."""
        talks = self.body.talk is not None or self.person in self.claims.talking
        spot = (self._free_spot(self._taken()) or self.tile) if talks else self._own_spot()
        if isinstance(spot, Route):
            self.claims.rests[self.person] = None
            yield from self._finish()
            yield happened.SetOff(spot, 0)
            return
        self.claims.rests[self.person] = spot
        if spot != self.tile:
            yield happened.Halted(spot)

    def _own_spot(self) -> Tile | Route:
        """A free tile here or beside it, or the way to the nearest free one (rule T1); in a full room this tile."""
        taken = self._taken()
        return self._free_spot(taken) or self._way_to_room(taken) or self.tile

    def _taken(self) -> set[Tile]:
        """The tiles on which other waking people in view rest; of those who arrive now, lower ids come first."""
        taken: set[Tile] = set()
        for other in self.in_view(self.person):
            if other == self.person:
                continue
            if other in self.claims.rests:
                spot = self.claims.rests[other]
            else:
                body = self.town.body(other, self.tick)
                moves = body.walking(self.tick) or (body.arrives(self.tick) and other in self.intents)
                spot = None if moves or body.asleep else body.tile(self.tick)
            if spot is not None:
                taken.add(spot)
        return taken

    def _free_spot(self, taken: set[Tile]) -> Tile | None:
        """This tile or a free one beside it, rather not on furniture."""
        if self.tile not in taken:
            return self.tile
        beside = [tile for tile in neighbours(self.tile) if tile not in taken and self._can_rest_at(tile)]
        return min(beside, key=lambda tile: (tile in self.town.map.furniture, tile.y, tile.x), default=None)

    def _can_rest_at(self, tile: Tile) -> bool:
        """Whether a tile is no doorway, is in this zone, and the commitment allows it."""
        town_map = self.town.map
        if not town_map.is_walkable(tile):
            return False
        zones = town_map.zones_at(tile)
        return len(zones) == 1 and zones[0] in town_map.zones_at(self.tile) and self._may_be_at(tile)

    def _way_to_room(self, taken: set[Tile]) -> Route | None:
        """A route to the nearest free tile in view; if there is none in view, to any tile of the room."""
        room, radius = self.town.map.room_at(self.tile), self.rules.view_radius
        floor = self.town.map.floor(room.id) if room is not None else _around(self.tile, radius)
        x, y = self.tile
        near = [tile for tile in floor if distance(tile, self.tile) <= radius]
        free = [tile for tile in near if tile not in taken and self._can_rest_at(tile)]
        free.sort(key=lambda tile: (abs(tile.x - x) + abs(tile.y - y), tile.y, tile.x))
        beyond = [tile for tile in floor if distance(tile, self.tile) > radius]
        if beyond:
            free.append(stream(self.rules.seed, self.person, self.tick, "room").chosen(beyond))
        for goal in free:
            route = self.rules.paths.route(self.tile, goal)
            if isinstance(route, Route) and not self._breaks_commitment(route):
                return route
        return None

    # --- doing

    def _do(self, intent: Do) -> Iterator[Event]:
        deed = intent.deed
        spot = self._spot_at(deed.thing, asleep=deed.asleep) if deed.thing is not None else self._own_spot()
        if not isinstance(spot, Tile):
            yield _refused(intent, spot if isinstance(spot, str) else "there is no room here")
            if isinstance(spot, Route):
                yield from self._leave("left")
                yield from self._finish()
                yield happened.SetOff(spot, 0)
            return
        yield from self._leave("left")
        yield from self._finish()
        if deed.thing is not None:
            self.claims.seats.setdefault(deed.thing, []).append(self.person)
            self.claims.spots.add(spot)
        if deed.asleep:
            self.claims.asleep.add(self.person)
        self.claims.rests[self.person] = None if deed.asleep else spot
        deed = replace(deed, house=self._house(spot, deed.house)) if deed.house else deed
        yield happened.DeedBegan(deed, spot, *self._then(intent, deed.stays, deed.house, spot))
        if deed.thing is not None and deed.effect and self._shows(deed.effect, deed.thing):
            yield happened.ThingChanged(deed.thing, deed.effect)

    def _shows(self, effect: str, thing: ThingId) -> bool:
        """Whether a deed changes its thing: not what lasts until it is set right, nor what is so already."""
        state = self.town.thing_state(thing, self.tick)
        return not state.lasts and (effect != state.words or thing in self.claims.freed)

    def _then(self, intent: Do | GoTo, stays: int, house: int, spot: Tile) -> tuple[Route | None, int, int]:
        """The committed route from a spot afterwards, and the ticks until which it binds to room and house."""
        if intent.then is None or not (stays or house):
            return None, 0, 0
        goals = self._goal_tiles(GoTo(intent.then))
        if not goals:
            return None, 0, 0
        draw = stream(self.rules.seed, self.person, self.tick, "then")
        route = self.rules.paths.route(spot, draw.chosen(goals))
        if isinstance(route, Unreachable) or not self._leaves_from_floor(route):
            return None, 0, 0
        return route, intent.then_stays, self._house(route.end, intent.then_house)

    def _leaves_from_floor(self, route: Route) -> bool:
        """Whether the point where a route leaves its first room can be reached on that room's floor from the start.

        Leaving the house needs no check: its floor is connected.
        """
        town_map, spot = self.town.map, route.tiles[0]
        room = town_map.room_at(spot)
        if room is None or not town_map.on_floor(room.id, spot):
            return False
        inside = [place for place, tile in enumerate(route.tiles) if town_map.on_floor(room.id, tile)]
        if inside[-1] == len(inside) - 1:
            return True
        return isinstance(self.rules.paths.route_on_floor(room.id, spot, route.tiles[inside[-1]]), Route)

    def _spot_at(self, thing_id: ThingId, *, asleep: bool) -> Tile | str:
        """The tile from which to use a thing, or why it cannot be used; waking people do not keep a sleeper away."""
        thing = self.town.map.things.get(thing_id)
        if thing is None:
            return "there is no such thing"
        if not self._within_reach(thing):
            return "it is out of reach"
        others = self._others_at(thing_id)
        if thing.seats and len(others) >= thing.seats:
            return "somebody is using it"
        taken = {self.town.tile(other, self.tick) for other in others if other not in self._claimed(thing_id)}
        taken |= self.claims.spots if asleep else self.claims.spots | self._taken()
        x, y = here = self.tile
        near = [spot for spot in self.town.map.spots(thing_id) if abs(spot.x - x) + abs(spot.y - y) <= 1]
        for spot in sorted(near, key=lambda tile: (tile != here, tile.y, tile.x)):
            if spot not in taken and self._may_be_at(spot):
                return spot
        return "there is no room left at it"

    def _within_reach(self, thing: Thing) -> bool:
        zones = self.town.map.zones_at(self.tile)
        if self.town.map.zone_of_room(thing.room) not in zones:
            return False
        return any(distance(self.tile, tile) <= 1 for tile in thing.tiles)

    def _claimed(self, thing: ThingId) -> list[PersonId]:
        return self.claims.seats.get(thing, [])

    def _others_at(self, thing: ThingId) -> set[PersonId]:
        """Other users of a thing, including changes of this tick."""
        staying = set(self.town.users(thing, self.tick)) - self.claims.freed.get(thing, set())
        return (staying | set(self._claimed(thing))) - {self.person}

    def _finish(self) -> Iterator[Event]:
        deed = self.body.deed
        if deed is None:
            return
        yield happened.DeedEnded(deed)
        if deed.thing is not None:
            yield from self._let_go(deed.thing)

    def _let_go(self, thing: ThingId) -> Iterator[Event]:
        self.claims.freed.setdefault(thing, set()).add(self.person)
        state = self.town.thing_state(thing, self.tick)
        if state.words != IDLE and not state.lasts and not self._others_at(thing):
            yield happened.ThingChanged(thing, IDLE)

    def _set_thing(self, intent: SetThing) -> Iterator[Event]:
        thing = self.town.map.things.get(intent.thing)
        if thing is None or not self._within_reach(thing):
            yield _refused(intent, "it is out of reach")
        elif self.town.state(thing.id, self.tick) != intent.state:
            yield happened.ThingChanged(thing.id, intent.state, thing.kind.presses(intent.state))

    # --- talking

    def _talk_to(self, intent: TalkTo) -> Iterator[Event]:
        other = self.town.find_body(intent.person, self.tick)
        why = ""
        if other is None or intent.person == self.person:
            why = "they are not here"
        elif not self._sees_all(other.tile(self.tick), self.claims.rests.get(intent.person) or self.tile):
            why = "they are out of view"
        elif other.asleep or intent.person in self.claims.asleep:
            why = "they are asleep"
        elif not other.free or intent.person in self.claims.talking:
            why = "they are talking"
        elif not self.body.free:
            why = "one talk at a time"
        elif distance(self.tile, self._stop_of(intent.person, other)) > TALK_TILES:
            why = "they are too far away"
        elif self._stop_of(intent.person, other) == self.tile or any(
            self._stops_on_taken(*each) for each in ((self.person, self.body), (intent.person, other))
        ):
            why = "there is no room to stop"
        if why or other is None:
            yield _refused(intent, why)
            return
        self.claims.talking |= {self.person, intent.person}
        self.claims.rests[intent.person] = self._stop_of(intent.person, other)
        yield happened.TalkBegan(TalkId(f"{self.tick}-{self.person}"), intent.person)

    def _stop_of(self, person: PersonId, body: Body) -> Tile:
        """Where a person stops for a talk that begins now."""
        return self.claims.rests.get(person) or body.tile(self.tick)

    def _stops_on_taken(self, person: PersonId, body: Body) -> bool:
        """Whether a person would be stopped, or just arrives, on a tile that another one rests on."""
        if self.claims.rests.get(person):
            return False
        moves = body.walking(self.tick) or body.arrives(self.tick) or person in self.claims.rests
        return moves and body.tile(self.tick) in self._taken()

    def _approach(self, intent: Approach) -> Iterator[Event]:
        """Walk up to a person in view, to one or two tiles (rule T2)."""
        other = self.town.find_body(intent.person, self.tick)
        if other is None or not self._sees_all(other.tile(self.tick)):
            yield _refused(intent, "they are out of view")
            return
        there = other.tile(self.tick)
        if distance(self.tile, there) <= TALK_TILES:
            return
        route = self._way_up_to(there)
        if route is None:
            yield _refused(intent, "there is no way there")
            return
        yield from self._leave("left")
        yield from self._finish()
        yield happened.SetOff(route, 0)

    def _way_up_to(self, there: Tile) -> Route | None:
        taken, (x, y) = self._taken() | {there}, self.tile
        zones = self.town.map.zones_at(there)
        goals = [
            tile
            for tile in _around(there, TALK_TILES)
            if tile not in taken and self._can_rest_at(tile) and self.town.map.zones_at(tile)[0] in zones
        ]
        for goal in sorted(goals, key=lambda tile: (abs(tile.x - x) + abs(tile.y - y), tile.y, tile.x)):
            route = self.rules.paths.route(self.tile, goal)
            if isinstance(route, Route) and route.steps <= MAX_APPROACH_STEPS and not self._breaks_commitment(route):
                return route
        return None

    def _join(self, intent: Join) -> Iterator[Event]:
        talk = self.town.find_talk(intent.talk, self.tick)
        why = self._why_not_join(talk)
        if why or talk is None:
            yield _refused(intent, why)
            return
        self.claims.talking.add(self.person)
        self.claims.joined.setdefault(talk.id, []).append(self.person)
        yield happened.Joined(talk.id)

    def _why_not_join(self, talk: Talk | None) -> str:
        if talk is None or talk.over or talk.id in self.claims.over:
            return "the talk is over"
        if not self.body.free:
            return "one talk at a time"
        members = (*talk.members, *self.claims.joined.get(talk.id, ()))
        if len(members) >= MAX_MEMBERS:
            return "enough people are talking"
        places = [self.town.tile(member, self.tick) for member in members]
        if not self._sees_all(*places):
            return "not all of them are in view"
        if all(distance(self.tile, place) > TALK_TILES for place in places):
            return "they are too far away"
        return ""

    def _sees_all(self, *places: Tile) -> bool:
        return all(sees(self.town.map, self.tile, place, self.rules.view_radius) for place in places)

    def _my_talk(self) -> Talk | None:
        talk = self.town.find_talk(self.body.talk, self.tick) if self.body.talk else None
        return None if talk is None or talk.over or talk.id in self.claims.over else talk

    def _say(self, intent: Say) -> Iterator[Event]:
        talk = self._my_talk()
        if talk is None:
            yield _refused(intent, "the talk is over")
            return
        if talk.turn != self.person or talk.id in self.claims.spoken:
            yield _refused(intent, "somebody else is speaking")
            return
        if not intent.text.strip():
            yield from self._leave("fell silent")
            return
        self.claims.spoken.add(talk.id)
        yield happened.Said(talk.id, intent.text, intent.stays, intent.small_talk)
        if intent.last or talk.lines + 1 >= MAX_LINES:
            self.claims.over.add(talk.id)
            yield happened.TalkEnded(talk.id, "said all" if intent.last else "long enough")

    def _leave(self, why: str) -> Iterator[Event]:
        talk = self._my_talk()
        if talk is None:
            return
        gone = self.claims.gone.setdefault(talk.id, set())
        gone.add(self.person)
        yield happened.Left(talk.id)
        staying = len(talk.members) - len(gone) + len(self.claims.joined.get(talk.id, ()))
        if staying < 2:
            self.claims.over.add(talk.id)
            yield happened.TalkEnded(talk.id, why)


def _around(tile: Tile, tiles: int) -> list[Tile]:
    """The square around a tile, in reading order."""
    span = range(-tiles, tiles + 1)
    return [Tile(tile.x + dx, tile.y + dy) for dy in span for dx in span]


def _refused(intent: Intent, why: str, until: int = 0) -> happened.Refused:
    return happened.Refused(type(intent).__name__, why, until)
