"""The register of tiles: every picture suits a map, and neighbours match."""

import pytest

from milkwood_art.canvas import TILE_PIXELS
from milkwood_art.dressing import NORTH, WEST
from milkwood_art.tile_names import cap_name, face_name, variants
from milkwood_art.tiles import BLOCKED, SHEETS
from tests.art.tiles import TILES, pixels

CAP_ROWS = 4
"""The height of the strip of cap along the top of a face."""


def test_names_are_unique_over_all_sheets() -> None:
    assert len(TILES) == sum(len(sheet) for sheet in SHEETS.values())


@pytest.mark.parametrize("sheet", [*SHEETS])
def test_every_tile_is_16_pixels_square(sheet: str) -> None:
    for tile in SHEETS[sheet]:
        canvas = tile.draw()
        assert (canvas.width, canvas.height) == (TILE_PIXELS, TILE_PIXELS), tile.name


@pytest.mark.parametrize("sheet", ["ground", "floors"])
def test_ground_leaves_no_pixel_open(sheet: str) -> None:
    for tile in SHEETS[sheet]:
        assert tile.draw().image().getchannel("A").getextrema() == (255, 255), tile.name


def test_no_tile_is_empty_but_those_at_the_rim_of_a_halo() -> None:
    empty = [name for name, tile in TILES.items() if tile.draw().image().getbbox() is None]
    assert empty == [f"glow_lamp_{number:02d}" for number in (0, 1, 2, 3, 4, 5, 9, 20, 24)]


@pytest.mark.parametrize("sheet", ["edges", "roofs", "glow"])
def test_tiles_over_the_ground_do_not_block(sheet: str) -> None:
    assert not any(tile.solid for tile in SHEETS[sheet])


def test_walls_fences_and_water_are_solid_and_shadows_are_not() -> None:
    assert all(tile.solid == (not tile.name.startswith("wall_shade_")) for tile in SHEETS["walls"])
    assert all(tile.solid == tile.name.startswith("water_") for tile in SHEETS["ground"])
    assert not any(tile.solid for tile in SHEETS["floors"])
    assert TILES[BLOCKED].solid


def test_no_two_variants_of_grass_look_alike() -> None:
    count = variants("grass_0000")
    assert len({TILES[f"grass_0000_{number}"].draw().image().tobytes() for number in range(count)}) == count


def test_tones_meet_at_the_border_of_two_tiles_that_share_corners() -> None:
    left, right = (pixels(TILES[f"water_{corners}_0"].draw()) for corners in ("0220", "2002"))
    assert sum(left[y][TILE_PIXELS - 1] == right[y][0] for y in range(TILE_PIXELS)) >= TILE_PIXELS - 4


@pytest.mark.parametrize("spill", ["grass", "sand", "path", "bank", "beach", "quay", "pier"])
def test_a_spill_from_the_north_covers_the_top_and_leaves_the_bottom_open(spill: str) -> None:
    rows = pixels(TILES[f"{spill}_edge_{NORTH:03d}_0"].draw())
    assert all(opacity for *_, opacity in rows[0])
    assert not any(opacity for *_, opacity in rows[-1])


def test_neighbouring_edges_meet_whatever_their_variants() -> None:
    reaches = set()
    for variant in range(variants(f"sand_edge_{WEST:03d}")):
        rows = pixels(TILES[f"sand_edge_{WEST:03d}_{variant}"].draw())
        reaches |= {sum(opacity == 255 for *_, opacity in rows[y][:8]) for y in (0, 15)}
    assert max(reaches) - min(reaches) <= 3


def test_a_window_shows_on_a_face() -> None:
    plain, window = (TILES[face_name("brick", "", "0ff", window=window)].draw().image() for window in (False, True))
    assert plain.tobytes() != window.tobytes()


def test_caps_and_faces_side_by_side_have_one_strip() -> None:
    face = pixels(TILES[face_name("plaster", "cream", "0ff")].draw())
    cap = pixels(TILES[cap_name("plaster", "0fn")].draw())
    assert [face[y][TILE_PIXELS - 1] for y in range(CAP_ROWS - 1)] == [cap[y][2] for y in range(CAP_ROWS - 1)]


def test_a_lintel_leaves_the_lower_row_of_a_facade_open() -> None:
    for name, tile in TILES.items():
        if name.startswith("lintel_"):
            assert (
                tile.draw().cut(0, CAP_ROWS + 2, TILE_PIXELS, TILE_PIXELS - CAP_ROWS - 2).image().getbbox() is None
            ), name


def test_a_halo_fades_to_nothing_at_its_rim() -> None:
    assert pixels(TILES["glow_lamp_00"].draw())[0][0][3] == 0
    assert pixels(TILES["glow_lamp_12"].draw())[8][8][3] > 90


def test_a_pool_of_light_fades_downwards() -> None:
    pool = pixels(TILES["glow_pool"].draw())
    assert pool[0][8][3] > pool[8][8][3] > pool[15][8][3]
