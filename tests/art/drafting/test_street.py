import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.drafting import street
from milkwood_art.drafting.blueprint import Fence
from milkwood_art.drafting.land import DraftLand


def test_a_fence_is_open_where_a_way_crosses_it(land: DraftLand) -> None:
    land.terrain[5][7] = "path"
    street.fence(land, Fence(style="hedge", along=[(4, 5), (10, 5)]))
    assert [land.wall[5][x] for x in range(4, 11)] == ["hedge"] * 3 + [""] + ["hedge"] * 3


def test_a_slanting_fence_is_refused(land: DraftLand) -> None:
    with pytest.raises(TownAuthorError, match="run straight"):
        street.fence(land, Fence(style="hedge", along=[(4, 5), (10, 6)]))


def test_a_lamp_steps_aside_from_the_street(land: DraftLand) -> None:
    land.terrain[8][9] = "cobble"
    land.lamps.append((9, 8))
    street.light(land)
    assert [one.at for one in land.decor] == [(10, 8)]
