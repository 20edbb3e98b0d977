import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from milkwood.server.outline import rectangles, sector_rectangles
from milkwood.town.tile import Tile

TILES = st.sets(st.builds(Tile, st.integers(0, 12), st.integers(0, 12)))


def test_a_rectangular_room_is_one_rectangle() -> None:
    assert rectangles(Tile(x, y) for x in range(3, 7) for y in range(2, 4)) == [(3, 2, 4, 2)]


def test_a_room_with_a_corner_is_two() -> None:
    tiles = {Tile(x, y) for x in range(4) for y in range(2)} | {Tile(0, 2), Tile(1, 2)}
    assert rectangles(tiles) == [(0, 0, 4, 2), (0, 2, 2, 1)]


@given(TILES)
def test_rectangles_cover_exactly_the_tiles_and_none_twice(tiles: set[Tile]) -> None:
    covered = [
        Tile(x + dx, y + dy) for x, y, width, height in rectangles(tiles) for dx in range(width) for dy in range(height)
    ]
    assert sorted(covered) == sorted(tiles)


def test_sectors_are_read_in_whole_tiles_by_name(tmp_path: Path) -> None:
    parts = [
        {"name": "Park", "x": 16, "y": 32, "width": 48, "height": 16},
        {"name": "Park", "x": 70, "y": 32, "width": 20, "height": 16},
    ]
    tmj = {"tilewidth": 16, "layers": [{"name": "sectors", "objects": parts}, {"name": "rooms", "objects": parts}]}
    path = tmp_path / "map.tmj"
    path.write_text(json.dumps(tmj))
    assert sector_rectangles(path) == {"Park": [(1, 2, 3, 1), (4, 2, 2, 1)]}
