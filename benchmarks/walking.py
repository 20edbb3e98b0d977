"""Walking and sight: 1,000 walkers advance a tick, all views at once, a path through the town.

CPU seconds of this process, on the bundled Ville; many repeats in one run, the mean of them.
"""

import time
from collections.abc import Callable

import numpy as np

from milkwood.chance import stream
from milkwood.engine.tracks import Tracks
from milkwood.ids import PersonId
from milkwood.town.body import Body, Walking
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths, Unreachable
from milkwood.town.sight import who_is_seen
from milkwood.town.tile import Tile
from milkwood.towns.pack import load
from milkwood.towns.shelf import find
from tools.proof import Row

WALKERS = 1_000
GOALS = 60


def walkers(town_map: TownMap, paths: Paths) -> Tracks:
    """People, each on the way from a random tile to one of the goals."""
    people = [PersonId(f"walker_{number:04}") for number in range(WALKERS)]
    tracks = Tracks(people)
    floors = [tile for room in town_map.rooms for tile in town_map.floor(room)]
    draw = stream(1, "walkers")
    goals = [draw.chosen(floors) for _ in range(GOALS)]
    for index in range(WALKERS):
        route = paths.route(draw.chosen(floors), draw.chosen(goals))
        if not isinstance(route, Unreachable):
            tracks.lay(index, Body(Walking(0, route)), 0)
    return tracks


def mean_cpu_ms(deed: Callable[[int], object], repeats: int) -> float:
    """Mean CPU milliseconds of a call, made for ticks 0, 1, 2 …"""
    deed(0)
    began = time.process_time()
    for tick in range(repeats):
        deed(tick)
    return (time.process_time() - began) / repeats * 1_000


def main() -> list[Row]:
    """The figures."""
    town_map = load(find("the_ville").folder).town_map
    paths = Paths(town_map)
    tracks = walkers(town_map, paths)
    xs, ys = tracks.all_at(20)
    free = [Tile(int(x), int(y)) for y, x in np.argwhere(town_map.walkable)]
    figures = [
        ("1,000 walkers advance a tick", mean_cpu_ms(tracks.all_at, 300), 1.0),
        ("who is seen by one of 1,000", mean_cpu_ms(lambda _: who_is_seen(town_map, 70, 50, xs, ys, 8), 300), 1.0),
        ("a distance field of the whole map", mean_cpu_ms(lambda tick: paths.field(free[tick * 31]), 60), 5.0),
        (
            "a path to a goal that was used before",
            mean_cpu_ms(lambda tick: paths.route(free[tick * 17], free[0]), 300),
            1.0,
        ),
    ]
    return [
        Row(name=f"{name}, CPU", figure=ms, unit="ms", bound=f"at most {most:g} ms", ok=ms <= most)
        for name, ms, most in figures
    ]
