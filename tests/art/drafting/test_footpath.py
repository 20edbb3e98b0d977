import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.footpath import tread
from milkwood_art.drafting.land import NEIGHBOURS, DraftLand
from milkwood_art.drafting.walking import reach


def test_a_door_gets_a_path_to_the_street(land: DraftLand) -> None:
    for x in range(land.width):
        land.terrain[15][x] = "cobble"
    land.fronts.append((6, 4))
    tread(land)
    walked = {cell for cell in land.cells() if land.ground(cell) in ("path", "cobble")}
    assert (0, 15) in reach((6, 4), walked)


def test_a_path_goes_around_a_house(land: DraftLand) -> None:
    for x in range(land.width):
        land.terrain[15][x] = "cobble"
    land.fronts.append((10, 4))
    land.built |= {(x, y) for x in range(6, 15) for y in range(6, 10)}
    tread(land)
    assert all(land.ground(cell) == "grass" for cell in land.built)


def test_nothing_may_grow_on_a_path(land: DraftLand) -> None:
    land.terrain[10][6] = "cobble"
    land.fronts.append((6, 6))
    tread(land)
    assert {(6, 6), (6, 10)} <= land.free


def test_a_door_without_any_way_out_is_reported(land: DraftLand) -> None:
    land.terrain[15][3] = "cobble"
    land.fronts.append((6, 6))
    for dx, dy in NEIGHBOURS:
        land.wall[6 + dy][6 + dx] = "stone"
    with pytest.raises(TownAuthorError, match="column 6, row 6"):
        tread(land)
