"""Dressing a site: every cell gets its tiles, walls join, borders soften, windows shine."""

import pytest

from milkwood_art.dressing import dress, light_lamp
from milkwood_art.site import OUTDOORS, Site, floors
from tests.art.plans import HOUSE, site_from
from tests.art.tiles import TILES

SITE = site_from(HOUSE)
DRESSED = dress(SITE, 5)
GRIDS = ("ground", "edges", "walls", "roofs", "glow")


def filled(terrain: str) -> Site:
    size = 8
    empty = [["" for _ in range(size)] for _ in range(size)]
    return Site([[terrain] * size for _ in range(size)], empty, empty, [[False] * size for _ in range(size)], empty)


@pytest.mark.parametrize("name", GRIDS)
def test_every_grid_is_as_large_as_the_site_and_names_real_tiles(name: str) -> None:
    grid = getattr(DRESSED, name)
    assert [len(row) for row in grid] == [SITE.width] * SITE.height
    assert {cell for row in grid for cell in row if cell} <= set(TILES)


@pytest.mark.parametrize("terrain", [*OUTDOORS, *floors()])
def test_every_terrain_covers_every_cell(terrain: str) -> None:
    ground = dress(filled(terrain), 1).ground
    assert all(cell.startswith(f"{terrain}_") for row in ground for cell in row)


def test_the_same_site_and_seed_give_the_same_tiles() -> None:
    assert dress(SITE, 5) == DRESSED
    assert dress(SITE, 6) != DRESSED


def test_a_wall_above_a_floor_shows_the_rooms_paper() -> None:
    assert DRESSED.walls[1][2].startswith("face_beam_sage_")
    assert DRESSED.walls[1][3].endswith("_window")


def test_the_southmost_wall_shows_the_style_from_outside() -> None:
    assert DRESSED.walls[7][3].startswith("face_brick_")


def test_a_wall_above_a_wall_shows_its_cap() -> None:
    assert DRESSED.walls[3][1].startswith("cap_beam_1")


def test_the_end_of_a_wall_above_a_gap_shows_its_face() -> None:
    assert DRESSED.walls[4][5].startswith("face_")


def test_a_door_gap_holds_no_wall() -> None:
    assert not any(TILES[cell].solid for cell in (DRESSED.walls[7][4], DRESSED.walls[5][5]) if cell)


def test_walls_throw_shadows_that_do_not_block() -> None:
    assert DRESSED.walls[2][2] == "wall_shade_nw"
    assert DRESSED.walls[8][7] == "wall_shade_n"


def test_grass_hangs_over_a_path_and_not_over_itself() -> None:
    assert DRESSED.edges[9][1].startswith("grass_edge_")
    assert DRESSED.edges[0][5] == ""


def test_water_has_a_beach_where_it_meets_sand() -> None:
    assert DRESSED.edges[11][7].startswith("beach_edge_")


def test_meadow_and_grass_flow_into_one_another_without_an_edge() -> None:
    assert DRESSED.edges[10][1] == DRESSED.edges[10][4] == ""
    assert DRESSED.ground[10][1].startswith("meadow_0")


def test_a_wide_lawn_does_not_repeat_itself() -> None:
    ground = dress(filled("grass"), 3).ground
    assert len({cell for row in ground for cell in row}) > 6


def test_only_windows_that_look_outside_shine_and_light_the_ground() -> None:
    assert DRESSED.glow[7][2] == "glow_window"
    assert DRESSED.glow[8][2] == "glow_pool"
    assert DRESSED.glow[1][3] == ""


def test_a_lamp_adds_its_halo_and_leaves_other_light_alone() -> None:
    glow = [[""] * 7 for _ in range(7)]
    glow[3][3] = "glow_window"
    light_lamp(glow, 3, 3)
    assert glow[3][3] == "glow_window"
    assert glow[1][1] == "glow_lamp_00"
    assert glow[0][0] == ""
    light_lamp(glow, 0, 0)


def test_fences_join_along_their_line() -> None:
    site = filled("grass")
    wall = [row.copy() for row in site.wall]
    for x in range(2, 6):
        wall[4][x] = "hedge"
    walls = dress(Site(site.terrain, wall, site.paper, site.window, site.roof), 1).walls
    assert walls[4][2:6] == ["hedge_02", "hedge_10", "hedge_10", "hedge_08"]
