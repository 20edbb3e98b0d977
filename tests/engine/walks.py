"""Moving bodies, drawn at random for property tests."""

from hypothesis import strategies as st

from milkwood.chance import Stream
from milkwood.town.body import Body, Standing, Walking
from milkwood.town.map import TownMap
from milkwood.town.tile import Route, Tile, neighbours


def wander(town_map: TownMap | None, start: Tile, steps: int, draw: Stream) -> Route:
    """A walk of a given number of steps, never through a wall."""
    tiles = [start]
    for _ in range(steps):
        ways = [tile for tile in neighbours(tiles[-1]) if town_map is None or town_map.is_walkable(tile)]
        tiles.append(draw.chosen(ways) if ways else tiles[-1])
    return Route(tuple(tiles))


def bodies(
    since: int, town_map: TownMap | None = None, tiles: tuple[Tile, ...] = (Tile(50, 50), Tile(53, 51)), steps: int = 15
) -> st.SearchStrategy[Body]:
    """Bodies that stand on one of the tiles, or set off from it at a tick."""

    def build(start: Tile, length: int, key: int) -> Body:
        if not length:
            return Body(Standing(start))
        return Body(Walking(since, wander(town_map, start, length, Stream(key))))

    return st.builds(build, st.sampled_from(tiles), st.integers(0, steps), st.integers(0, 1 << 32))
