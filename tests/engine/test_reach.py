"""Reach, compared with the shortest walk to any tile from which a person has an effect, by breadth-first search."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.engine import reach as reaching
from milkwood.engine.reach import Reach
from milkwood.ids import ThingId
from milkwood.town.sight import sees, things_seen
from milkwood.town.spread import Ground
from milkwood.town.tile import Tile, distance
from tests.engine.village import MAPS

TOWNS = {name: make() for name, make in MAPS.items()}
FLOORS = {
    name: tuple(Tile(int(x), int(y)) for y, x in np.argwhere(town_map.walkable)) for name, town_map in TOWNS.items()
}


@cache
def touched(town: str, tile: Tile) -> frozenset[ThingId]:
    """The things that someone on a tile can use or change."""
    town_map = TOWNS[town]
    near = (thing for zone in town_map.zones_at(tile) for thing in town_map.things_in_zone(zone))
    return frozenset(thing.id for thing in near if any(distance(tile, part) <= 1 for part in thing.tiles))


@cache
def seen(town: str, tile: Tile, radius: int) -> frozenset[ThingId]:
    """The things that someone on a tile sees."""
    return frozenset(thing.id for _, thing in things_seen(TOWNS[town], tile, radius))


def matters(town: str, mover: Tile, watcher: Tile, radius: int) -> bool:
    """Whether two people can perceive or hinder each other, directly or through a thing."""
    mine, theirs = touched(town, mover), touched(town, watcher)
    by_things = mine & seen(town, watcher, radius) or theirs & seen(town, mover, radius) or mine & theirs
    return bool(by_things) or sees(TOWNS[town], mover, watcher, radius)


@cache
def known_reach(town: str, radius: int, *, on_foot: bool) -> Reach:
    return Reach(TOWNS[town], radius, on_foot=on_foot)


def too_far(town: str, reach: Reach, watcher: Tile, radius: int) -> list[Tile]:
    """The start of a relevant walk that is shorter than the reach says."""
    town_map, floor = TOWNS[town], FLOORS[town]
    goals = [(tile.x, tile.y) for tile in floor if matters(town, tile, watcher, radius)]
    shortest = Ground(town_map.walkable).steps_to(goals)
    xs, ys = np.array(floor).T
    need = reach.need(watcher, xs, ys)
    return [tile for tile, least in zip(floor, need.tolist(), strict=True) if least > shortest[tile.y, tile.x]]


watchers = st.sampled_from([(town, tile) for town, floor in FLOORS.items() for tile in floor])


@settings(max_examples=120, deadline=None)
@given(watchers, st.sampled_from([1, 3, 8]), st.booleans())
def test_no_person_has_an_effect_sooner_than_the_reach_says(
    where: tuple[str, Tile], radius: int, on_foot: bool
) -> None:
    town, watcher = where
    assert too_far(town, known_reach(town, radius, on_foot=on_foot), watcher, radius) == []


@pytest.mark.parametrize("margin", [0, 1, 3, 10])
def test_no_person_has_an_effect_sooner_with_distances_of_a_small_neighbourhood(
    margin: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a large map the window around a watcher cuts off paths that lead around a wall."""
    monkeypatch.setattr(reaching, "MARGIN_TILES", margin)
    for town in MAPS:
        reach = Reach(TOWNS[town], 3)
        for watcher in FLOORS[town][:: len(FLOORS[town]) // 12]:
            assert too_far(town, reach, watcher, 3) == []


def test_walls_keep_people_apart_only_when_distances_on_foot_are_counted() -> None:
    upstairs, downstairs = Tile(3, 2), Tile(3, 6)
    on_foot = known_reach("terrace", 3, on_foot=True)
    straight = known_reach("terrace", 3, on_foot=False)
    assert on_foot.need_one(upstairs, *downstairs) > 15
    assert straight.need_one(upstairs, *downstairs) < 5


def test_a_fence_does_not_keep_people_apart() -> None:
    assert known_reach("terrace", 3, on_foot=True).need_one(Tile(9, 12), 13, 12) == 1


def test_a_person_who_works_in_a_wide_garden_watches_all_of_it() -> None:
    garden = next(thing for thing in TOWNS["village"].things.values() if len(thing.tiles) > 20)
    reach = known_reach("village", 3, on_foot=True)
    first, last = garden.tiles[0], garden.tiles[-1]
    assert reach.need_one(first, *last) == 0
    assert reach.need_one(first, last.x + 3, last.y + 3) == 0
    assert reach.need_one(first, last.x + 5, last.y) == 2


def test_a_person_in_a_door_is_in_both_its_places() -> None:
    reach = known_reach("village", 3, on_foot=True)
    door, inside, outside = Tile(8, 7), Tile(6, 7), Tile(10, 7)
    assert reach.need_one(inside, *door) == reach.need_one(outside, *door) == 0
    assert reach.need_one(door, *inside) == reach.need_one(door, *outside) == 0
    assert reach.need_one(inside, *outside) == 2


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(FLOORS["terrace"]), min_size=1, max_size=6), st.sampled_from([1, 3]), st.booleans())
def test_however_it_is_asked_the_answer_is_the_same(tiles: list[Tile], radius: int, on_foot: bool) -> None:
    reach = known_reach("terrace", radius, on_foot=on_foot)
    people = FLOORS["terrace"][::7]
    xs, ys = np.array(people).T
    for tile in tiles:
        watch = reach.watch(tile)
        row = reach.need(tile, xs, ys).tolist()
        assert row == [reach.need_one(tile, person.x, person.y) for person in people]
        assert all(watch.straight(person.x, person.y) <= need for person, need in zip(people, row, strict=True))


@settings(max_examples=20, deadline=None)
@given(watchers, st.sampled_from([1, 3, 8]))
def test_from_a_room_it_is_as_far_as_from_its_nearest_tile(where: tuple[str, Tile], radius: int) -> None:
    town, watcher = where
    reach = known_reach(town, radius, on_foot=True)
    for room in TOWNS[town].rooms:
        tiles = TOWNS[town].floor(room)
        assert reach.need_from(watcher, room) == min(reach.need_one(watcher, *tile) for tile in tiles)
