"""Schedules each person's next thought: a person with nothing new to perceive is not woken (quiet ticks cost nothing).

A waking person thinks when their walk ends; at the time they asked for; when a person comes into view; when a person in
view changes their deed, begins or ends a talk; when another person changes a thing in view; when a line is spoken or it
is their turn to speak; when an intent was refused; when a voice speaks to them. A sleeper is woken only by the time
they asked for and by a voice.

Invariant: depends on the history alone, so every schedule wakes people alike.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from milkwood.clock import NEVER
from milkwood.engine.commitments import Home, RouteCommitment
from milkwood.engine.meetings import Meetings
from milkwood.engine.tracks import Ints, Tracks
from milkwood.engine.views import Views
from milkwood.ids import PersonId, PlaceId, TalkId, ThingId
from milkwood.town import events as happened
from milkwood.town.body import Body, Bound, Standing
from milkwood.town.events import Event, Happening
from milkwood.town.sight import sees, sees_thing, who_is_seen
from milkwood.town.tile import Route, Tile
from milkwood.town.town import Town


class WakeScheduler:
    """Wake times of all people of one town."""

    def __init__(self, town: Town, people: Sequence[PersonId], view_radius: int, tick: int) -> None:
        self._town = town
        self._radius = view_radius
        self.tracks = Tracks(people)
        self.views = Views(self.tracks, town.map, view_radius)
        self.meetings = Meetings(self.tracks, town.map, view_radius)
        count = len(people)
        self.wake = np.full(count, tick, np.int64)
        self.lived = np.full(count, tick - 1, np.int64)
        """The last tick that each person has decided."""
        self._pokes: list[set[int]] = [set() for _ in people]
        """Ticks at which each person is woken by something seen or felt, if awake then."""
        self._voices: list[set[int]] = [set() for _ in people]
        """Ticks at which each person hears a voice, awake or asleep."""
        self.asleep = np.zeros(count, bool)
        self.commitments: dict[int, RouteCommitment] = {}
        self._bounds: dict[int, Bound] = {}
        """The bound that each commitment was made from."""
        self._steps: set[int] = set()
        """People whose track is only the one tile they moved to begin a deed."""
        self._felt: dict[tuple[int, int], list[Event]] = {}
        """Events that a person feels, by person and tick."""
        for index, person in enumerate(people):
            body = town.body(person, tick)
            self.tracks.lay(index, body, tick)
            self._take_over(index, body)
        for index in range(count):
            self.meetings.changed(index, tick, self.lived)

    def next_of(self, index: int) -> int:
        """The tick at which a person thinks next, as far as known."""
        due = min(int(self.wake[index]), NEVER)
        if self._voices[index]:
            due = min(due, *self._voices[index])
        if self.asleep[index]:
            return due
        if self._pokes[index]:
            due = min(due, *self._pokes[index])
        due = min(due, self.meetings.next_of(index))
        on_the_way = index not in self._steps and self.tracks.walks(index, int(self.lived[index]))
        return min(due, int(self.tracks.arrives[index])) if on_the_way else due

    def felt(self, index: int, tick: int) -> list[Event]:
        """Events of the tick before that a person feels."""
        return self._felt.get((index, tick), [])

    def poke(self, index: int, tick: int, felt: Iterable[Event] = ()) -> None:
        """Wake a person at a tick, perhaps by events they feel."""
        if tick <= self.lived[index]:
            return  # they slept through it
        events = list(felt)
        if events:
            self._felt.setdefault((index, tick), []).extend(events)
        self._pokes[index].add(tick)
        if any(isinstance(event, happened.Whispered | happened.Reminded | happened.Told) for event in events):
            self._voices[index].add(tick)

    def _lived(self, index: int, tick: int) -> None:
        """Record that a person has lived a tick; drops what woke them up to it."""
        self.lived[index] = tick
        for pending in (self._pokes[index], self._voices[index]):
            if not pending:
                continue
            for due in [due for due in pending if due <= tick]:
                pending.discard(due)
                self._felt.pop((index, due), None)
        self.meetings.passed(index, tick)

    def committed(self, tick: int, wakes: Mapping[int, int], happenings: Iterable[Happening]) -> set[int]:
        """Take over decisions of a tick and their outcome; returns the people whose next tick may have changed."""
        touched = set(wakes)
        for index, wake in wakes.items():
            self.wake[index] = max(wake, tick + 1)
            self._lived(index, tick)
        moved: set[int] = set()
        things: list[tuple[int, ThingId]] = []
        for happening in happenings:
            self._note(happening, moved, things)
        news = [index for index in sorted(moved) if self._is_news(index, tick)]
        for index in sorted(moved):
            touched.add(index)
            touched.update(self._follow(index, tick))
        if news or things:
            touched.update(self._tell(tick, news, things))
        return touched

    def touched(self, tick: int, happenings: Iterable[Happening]) -> set[int]:
        """Take over outside acts at a tick that everyone has decided; returns the people woken at the next tick."""
        xs, ys = self.tracks.all_at(tick + 1)
        roused: set[int] = set()
        for happening in happenings:
            match happening.event:
                case (happened.Whispered() | happened.Reminded() | happened.Told()) as voice:
                    index = self.tracks.number.get(happening.person)
                    if index is not None:
                        self.poke(index, tick + 1, [voice])
                        roused.add(index)
                case happened.ThingChanged(thing):
                    roused.update(self._who_sees_thing(thing, xs, ys))
                case happened.TalkEnded(talk):
                    for member in self._members(talk, tick + 1):
                        roused.update(self._who_sees(self._town.tile(member, tick), xs, ys))
                case happened.Entered(tile):
                    roused.update(self._who_sees(tile, xs, ys))
                case happened.Departed(whom):
                    body = self._town.find_body(whom, tick)
                    roused.update(self._who_sees(body.tile(tick), xs, ys) if body is not None else ())
        for index in roused:
            self.poke(index, tick + 1)
        for index, person in enumerate(self.tracks.people):
            self._take_over(index, self._town.body(person, tick + 1))  # the act may have released them
        return roused

    def _who_sees(self, tile: Tile, xs: Ints, ys: Ints) -> list[int]:
        seen: list[int] = np.flatnonzero(who_is_seen(self._town.map, tile.x, tile.y, xs, ys, self._radius)).tolist()
        return seen

    def _note(self, happening: Happening, moved: set[int], things: list[tuple[int, ThingId]]) -> None:
        """Collect the people whose bodies an event changes, and what they feel."""
        index, tick = self.tracks.number[happening.person], happening.tick
        match happening.event:
            case (happened.Refused() | happened.Whispered() | happened.Reminded() | happened.Told()) as felt:
                self.poke(index, tick + 1, [felt])
            case happened.ThingChanged(thing):
                things.append((index, thing))
            case happened.Said(talk) | happened.TalkEnded(talk) | happened.Left(talk) | happened.Joined(talk):
                for member in self._members(talk, tick):
                    self.poke(self.tracks.number[member], tick + 1)
                    moved.add(self.tracks.number[member])
            case happened.TalkBegan(talk, partner):
                for either in (index, self.tracks.number[partner]):
                    self.poke(either, tick + 1)
                    moved.add(either)
            case _:
                moved.add(index)

    def _is_news(self, index: int, tick: int) -> bool:
        """Whether others see a person do something different from the tick before."""
        before = self._town.find_body(self.tracks.people[index], tick)
        after = self._town.body(self.tracks.people[index], tick + 1)
        return before is None or before.talk != after.talk or _shown(before) != _shown(after)

    def _members(self, talk: TalkId, tick: int) -> set[PersonId]:
        members: set[PersonId] = set()
        for when in (tick, tick + 1):
            found = self._town.find_talk(talk, when)
            members.update(found.members if found else ())
        return members

    def _follow(self, index: int, tick: int) -> list[int]:
        """Take over a person's new body; returns the people whose meetings change."""
        body = self._town.body(self.tracks.people[index], tick + 1)
        self._take_over(index, body)
        if self._same_track(index, body, tick):
            return []
        here, there = self._town.tile(self.tracks.people[index], tick), body.tile(tick + 1)
        self._steps.discard(index)
        if isinstance(body.motion, Standing) and here != there:
            self._steps.add(index)
            self.tracks.step(index, tick, here, there)
        else:
            self.tracks.lay(index, body, tick)
        return self.meetings.changed(index, tick, self.lived)

    def _take_over(self, index: int, body: Body) -> None:
        self.asleep[index] = body.asleep
        bound = body.bound
        if bound is None:
            self.commitments.pop(index, None)
            self._bounds.pop(index, None)
        elif self._bounds.get(index) is not bound and self._bounds.get(index) != bound:
            self._bounds[index] = bound
            self.commitments[index] = self._commitment(bound)

    def _commitment(self, bound: Bound) -> RouteCommitment:
        town_map, onward = self._town.map, bound.onward
        then = None
        if onward is not None:
            place = town_map.rooms[onward.room].sector if onward.house else onward.room
            then = RouteCommitment(onward.ends, place, *self._way_into(place, onward.way))
        way = self._way_into(bound.room, bound.way)
        if not bound.house:
            return RouteCommitment(bound.until, bound.room, *way, then)
        sector = town_map.rooms[bound.room].sector
        return RouteCommitment(
            bound.until, bound.room, *way, then, Home(bound.house, sector, self._way_into(sector, bound.way)[-1])
        )

    def _way_into(self, place: PlaceId, way: Route | None) -> tuple[Ints, Ints, int]:
        """A route up to its last entry into a place, and the index of its first step there."""
        tiles = way.tiles if way is not None else ()
        there = [self._town.map.on_floor(place, tile) for tile in tiles]
        outside = [step for step, inside in enumerate(there) if not inside]
        steps = np.array(tiles[: outside[-1] + 2] if outside else tiles[:1], np.int64).reshape(-1, 2)
        return steps[:, 0], steps[:, 1], there.index(True) if True in there else max(0, len(steps) - 1)

    def _same_track(self, index: int, body: Body, tick: int) -> bool:
        standing = isinstance(body.motion, Standing) and not self.tracks.walks(index, tick)
        return standing and self.tracks.tile(index, tick) == body.tile(tick + 1)

    def _tell(self, tick: int, changed: list[int], things: list[tuple[int, ThingId]]) -> set[int]:
        """Wake people who see a change at the next tick and saw its place before.

        People who come into view only then are woken by the meeting: an undecided person's position is not certain.
        """
        xs, ys = self.views.all_at(tick + 1)
        told: set[int] = set()
        for index in changed:
            before = self._town.tile(self.tracks.people[index], tick)
            told.update(other for other in self.views.seen(index, tick + 1) if self._saw(other, before, tick))
        for index, thing in things:
            told.update(self._witnesses(thing, index, xs, ys, tick))
        for index in told:
            self.poke(index, tick + 1)
        return told

    def _saw(self, index: int, tile: Tile, tick: int) -> bool:
        body = self._town.find_body(self.tracks.people[index], tick)
        return body is not None and sees(self._town.map, body.tile(tick), tile, self._radius)

    def _witnesses(self, thing: ThingId, actor: int, xs: Ints, ys: Ints, tick: int) -> list[int]:
        """People who see the thing now and saw it last tick, except the one who changed it."""
        found = self._town.map.things[thing]
        return [
            index
            for index in self._who_sees_thing(thing, xs, ys)
            if index != actor
            and sees_thing(self._town.map, self._town.tile(self.tracks.people[index], tick), found, self._radius)
        ]

    def _who_sees_thing(self, thing: ThingId, xs: Ints, ys: Ints) -> list[int]:
        found = self._town.map.things[thing]
        anchor = found.tiles[0]
        span = self._radius + 1 + max(max(abs(tile.x - anchor.x), abs(tile.y - anchor.y)) for tile in found.tiles)
        near = (np.abs(xs - anchor.x) <= span) & (np.abs(ys - anchor.y) <= span)
        return [
            index
            for index in np.flatnonzero(near).tolist()
            if sees_thing(self._town.map, Tile(int(xs[index]), int(ys[index])), found, self._radius)
        ]


def _shown(body: Body) -> tuple[str, ThingId | None, bool] | None:
    """The visible part of what a person does."""
    deed = body.deed
    return (deed.what, deed.thing, deed.asleep) if deed is not None else None
