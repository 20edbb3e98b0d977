"""The register of tiles."""

import pytest

from milkwood_art.canvas import TILE
from milkwood_art.fences import FENCES
from milkwood_art.tiles import BLOCKED, SHEETS
from tests.art.tiles import TILES


def test_names_are_unique_over_all_sheets() -> None:
    assert len(TILES) == sum(len(sheet) for sheet in SHEETS.values())


@pytest.mark.parametrize("sheet", [*SHEETS])
def test_every_tile_is_16_pixels_square(sheet: str) -> None:
    for tile in SHEETS[sheet]:
        canvas = tile.draw()
        assert (canvas.width, canvas.height) == (TILE, TILE), tile.name


@pytest.mark.parametrize("sheet", ["ground", "floors"])
def test_ground_leaves_no_pixel_open(sheet: str) -> None:
    for tile in SHEETS[sheet]:
        canvas = tile.draw()
        assert all(canvas.filled(x, y) for x in range(TILE) for y in range(TILE)), tile.name


@pytest.mark.parametrize("sheet", ["edges", "roofs", "glow"])
def test_what_lies_over_the_ground_stops_nobody(sheet: str) -> None:
    assert not any(tile.solid for tile in SHEETS[sheet])


def test_walls_fences_and_water_are_solid_and_shadows_are_not() -> None:
    assert all(tile.solid == (not tile.name.startswith("wall_shade_")) for tile in SHEETS["walls"])
    assert all(tile.solid == tile.name.startswith("water_") for tile in SHEETS["ground"])
    assert not any(tile.solid for tile in SHEETS["floors"])
    assert TILES[BLOCKED].solid


def test_drawing_twice_gives_the_same_pixels() -> None:
    for name in [*TILES][::17]:
        assert TILES[name].draw().image().tobytes() == TILES[name].draw().image().tobytes()


def test_every_fence_has_a_piece_for_every_way_of_joining() -> None:
    for fence in FENCES:
        assert {f"{fence}_{mask:02d}" for mask in range(16)} <= set(TILES)
