"""Every rule of holding, broken once on purpose: schedules, reaches and horizons that are each wrong in one way.

No real run uses these. Each breaks one rule of the real thing, so a comparison of histories must detect it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from milkwood.chance import Stream
from milkwood.engine import schedule as scheduling
from milkwood.engine.commitments import RouteCommitment
from milkwood.engine.horizon import Horizon
from milkwood.engine.reach import Box, Reach, Watch
from milkwood.engine.schedule import OutOfOrder
from milkwood.engine.tracks import Ints
from milkwood.town import resolve as resolving
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.sight import sees
from milkwood.town.talk import Talk
from milkwood.town.tile import Route, Tile

Plant = Callable[[pytest.MonkeyPatch], type[OutOfOrder]]
"""Plants a fault while the patch holds, and names the affected schedule."""


class _Needy(Reach):
    """A reach whose every answer is replaced by `_wrong`."""

    def need(self, watcher: Tile, xs: Ints, ys: Ints) -> Ints:
        return self._wrong(watcher, super().need(watcher, xs, ys), xs, ys)

    def need_one(self, watcher: Tile, x: int, y: int) -> int:
        return int(self.need(watcher, np.array([x]), np.array([y]))[0])

    def _wrong(self, watcher: Tile, need: Ints, xs: Ints, ys: Ints) -> Ints:
        raise NotImplementedError


class TwoTilesTooFar(_Needy):
    """Holding: a person who is not immediately near counts as two tiles further away."""

    def _wrong(self, watcher: Tile, need: Ints, xs: Ints, ys: Ints) -> Ints:
        return np.where(need > 0, need + 2, need)


class OnFootAlone(_Needy):
    """Rooms: people matter only once they have walked into view, as if fences blocked sight."""

    def __init__(self, town_map: TownMap, view_radius: int, **how: Any) -> None:
        super().__init__(town_map, view_radius, **how)
        self._paths = Paths(town_map)
        self._view_radius = view_radius
        self._steps: dict[Tile, Ints] = {}

    def _wrong(self, watcher: Tile, need: Ints, xs: Ints, ys: Ints) -> Ints:
        if watcher not in self._steps:
            self._steps[watcher] = self._paths.field(watcher).astype(np.int64)
        return np.maximum(need, self._steps[watcher][ys, xs] - self._view_radius)


class OneSidedDoors(Reach):
    """Rooms: a door belongs to the street alone, so a person in the door is not yet in the room."""

    def __init__(self, town_map: TownMap, view_radius: int, **how: Any) -> None:
        super().__init__(_rebuilt(town_map, doors=False), view_radius, **how)


class ShutDoors(Reach):
    """Rooms: doors count as walls, so no one enters a room."""

    def __init__(self, town_map: TownMap, view_radius: int, **how: Any) -> None:
        super().__init__(_rebuilt(town_map, shut=True), view_radius, **how)


class BlindToThings(Reach):
    """Thing reach: people watch their window of sight, but no things outside it."""

    def __init__(self, town_map: TownMap, view_radius: int, **how: Any) -> None:
        super().__init__(_rebuilt(town_map, things=False), view_radius, **how)


class TightBoxes(Reach):
    """Sifting: the rectangle around what is watched is a tile too small on each side."""

    def watch(self, tile: Tile) -> Watch:
        watch = super().watch(tile)
        left, top, right, bottom = watch.box
        narrower = Watch((left + 1, top + 1, right - 1, bottom - 1), watch.zones)
        return self._shared.setdefault((narrower.box, (*watch.zones, -9)), narrower)


def _rebuilt(town_map: TownMap, *, things: bool = True, doors: bool = True, shut: bool = False) -> TownMap:
    walkable = town_map.walkable.copy()
    if shut:
        for door in town_map.doors:
            walkable[door.tile.y, door.tile.x] = False
    return TownMap(
        town_map.name,
        walkable,
        town_map.sectors.values(),
        town_map.rooms.values(),
        town_map.things.values() if things else (),
        town_map.doors if doors else (),
    )


class PassersByIgnored(Horizon):
    """Known futures: a future counts as known up to a person's own next thought, even if others come by."""

    def update(self, changed: Iterable[int]) -> list[int]:
        hearing = self.deaf.copy()
        self.deaf[:] = True
        news = super().update(changed)
        self.deaf[:] = hearing
        return news


class SiftedTooFinely(Horizon):
    """Filter: a person filtered by straight distance counts as needing two ticks more."""

    def _sifted(self, box: Box, limit: int, steady: NDArray[np.bool_] | None = None) -> Iterator[tuple[int, int]]:
        for person, least in super()._sifted(box, limit, steady):
            if least + 2 < limit:
                yield person, least + 2


class DeafAwake(Horizon):
    """Sleepers: all people count as asleep, so no future event keeps a person from thinking."""

    def update(self, changed: Iterable[int]) -> list[int]:
        self.deaf[:] = True
        return super().update(changed)


class NoFloor(Horizon):
    """Own floor: decided ticks count as if they could still change."""

    def update(self, changed: Iterable[int]) -> list[int]:
        self.floor[:] = 0
        return super().update(changed)


class LateFloor(Horizon):
    """Own floor: more than the decided ticks count as settled."""

    def update(self, changed: Iterable[int]) -> list[int]:
        self.floor[:] += 2
        return super().update(changed)


class StaysTooLong(Horizon):
    """Staying in: a commitment to a room counts as a little longer."""

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        super().commit(person, commitment and replace(commitment, until=commitment.until + 4))


class StaysAtHomeTooLong(Horizon):
    """Staying at home: a commitment to a house counts as a little longer."""

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        if commitment is not None and commitment.house is not None:
            commitment = replace(commitment, house=replace(commitment.house, until=commitment.house.until + 4))
        super().commit(person, commitment)


class HomeIsOneRoom(Horizon):
    """Staying at home: a commitment to a house counts as one to the current room."""

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        super().commit(person, commitment and replace(commitment, until=commitment.leaves, house=None))


class ForgetsTheWayOn(Horizon):
    """Going on: a commitment to another room afterwards counts as one to the first room."""

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        super().commit(person, commitment and replace(commitment, until=commitment.ends, onward=None))


class EachAlone(OutOfOrder):
    """Joint commitment: people of one group are resolved one after the other."""

    def group(self, **how: Any) -> list[int]:
        return super().group(**how)[:1]


class Hasty(OutOfOrder):
    """Joint commitment: a person who has decided is resolved at once, without waiting for those nearby."""

    def group(self, **_how: Any) -> list[int]:
        life = self._life
        return sorted(life.decided, key=lambda index: (int(life.own[index]), index))[:1]


def plant_reach(fault: type[Reach]) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
        patch.setattr(scheduling, "Reach", fault)
        return OutOfOrder

    return plant


def plant_horizon(fault: type[Horizon]) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
        patch.setattr(scheduling, "Horizon", fault)
        return OutOfOrder

    return plant


def plant_schedule(fault: type[OutOfOrder]) -> Plant:
    return lambda _patch: fault


def plant_far_sight(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
    """Resting: a person who finds no room knows where everyone in town rests, not only those in view."""
    outcome = resolving._Outcome

    def everywhere(self: Any, _taken: set[Tile]) -> Route | None:
        here = self.town.people(self.tick)
        taken = {self.town.tile(other, self.tick) for other in here if not self.town.body(other, self.tick).asleep}
        far = replace(self, in_view=lambda _person: here, rules=replace(self.rules, view_radius=99))
        return strict(far, taken)

    strict = outcome._way_to_room
    patch.setattr(outcome, "_way_to_room", everywhere)
    return OutOfOrder


def plant_loose_talk(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
    """Talk: a person who sees one member of a talk may join it."""
    outcome = resolving._Outcome
    strict = outcome._why_not_join

    def loose(self: Any, talk: Talk | None) -> str:
        why = strict(self, talk)
        if talk is None or why != "not all of them are in view":
            return why
        places = [self.town.tile(member, self.tick) for member in talk.members]
        seen = [sees(self.town.map, self.tile, place, self.rules.view_radius) for place in places]
        return "" if any(seen) else why

    patch.setattr(outcome, "_why_not_join", loose)
    return OutOfOrder


def plant_shared_chance(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
    """Chance: one stream for all people, drawn from in order of arrival."""
    shared = Stream(1)
    patch.setattr(resolving, "stream", lambda *_keys: shared)
    return OutOfOrder


def plant_broken_promise(patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
    """Staying in: a person committed to a route and a room may go elsewhere."""
    patch.setattr(resolving._Outcome, "_breaks_commitment", lambda _self, _route: False)
    return OutOfOrder
