"""Roofs: shingles over the rooms, a facade below them, and an open door."""

from milkwood_art.dressing import dress
from milkwood_art.roofing import roof_tiles
from tests.art.plans import HOUSE, site_from
from tests.art.tiles import TILES

NAMES = roof_tiles(site_from(HOUSE), 5)


def test_a_roof_runs_from_crown_over_ridge_to_eave() -> None:
    courses = [NAMES[y][2].split("_")[2] for y in range(1, 6)]
    assert courses[0] == "crown"
    assert "ridge" in [NAMES[y][4].split("_")[2] for y in range(1, 6)]
    assert courses[-1] == "eave"


def test_roofs_have_ends_at_the_gables_only() -> None:
    row = [name.split("_")[3] for name in NAMES[5][1:10]]
    assert row[0] == "1"
    assert row[-1] == "2"
    assert set(row[1:-1]) == {"0"}


def test_under_the_eaves_is_the_upper_row_of_the_facade() -> None:
    assert NAMES[6][3].startswith("front_brick_plain")
    assert NAMES[6][2].startswith("front_brick_window")
    assert NAMES[6][4].startswith("front_brick_door")


def test_the_lower_row_of_the_facade_has_a_lintel() -> None:
    assert NAMES[7][3].startswith("lintel_brick_")
    assert {name for row in NAMES for name in row if name} <= set(TILES)


def test_a_door_is_never_covered() -> None:
    assert NAMES[7][4] == ""


def test_nothing_outside_a_roof_gets_a_roof_tile() -> None:
    site = site_from(HOUSE)
    for y in range(site.height):
        for x in range(site.width):
            assert bool(NAMES[y][x]) <= bool(site.roof[y][x])


def test_a_wide_roof_has_a_chimney() -> None:
    assert any("_chimney_" in name for row in NAMES for name in row)


def test_a_low_shelter_without_walls_is_all_shingles() -> None:
    site = site_from(["......", "......", "......"])
    roof = [["", "thatch", "thatch", "thatch", "thatch", ""] for _ in range(3)]
    open_site = type(site)(site.terrain, site.wall, site.paper, site.window, roof)
    names = dress(open_site, 1).roofs
    assert all(names[y][x].startswith("roof_thatch_") for y in range(3) for x in range(1, 5))
