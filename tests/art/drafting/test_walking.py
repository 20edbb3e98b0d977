import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.land import DraftLand, MapArea, StandingSprite
from milkwood_art.drafting.walking import prove

USED = {"bed": True, "desk": False}


def _wall_around(land: DraftLand, x: int, y: int, width: int, height: int) -> None:
    for i in range(-1, width + 1):
        for j in range(-1, height + 1):
            if i in (-1, width) or j in (-1, height):
                land.wall[y + j][x + i] = "stone"


def test_a_land_where_all_can_be_reached_passes(land: DraftLand) -> None:
    land.fronts.append((1, 1))
    land.stand(StandingSprite("bed", (5, 5), "bed"))
    prove(land, USED)
    assert not land.blocked


def test_an_unreachable_bed_is_named(land: DraftLand) -> None:
    land.fronts.append((1, 1))
    land.stand(StandingSprite("bed", (6, 7), "bed"))
    _wall_around(land, 5, 6, 3, 3)
    with pytest.raises(TownAuthorError, match="bed at"):
        prove(land, USED)


def test_a_desk_needs_a_free_cell_beside_it(land: DraftLand) -> None:
    land.fronts.append((1, 1))
    land.stand(StandingSprite("desk", (6, 6), "desk"))
    _wall_around(land, 6, 6, 2, 1)
    with pytest.raises(TownAuthorError, match="desk at"):
        prove(land, USED)


def test_a_door_and_a_room_out_of_reach_are_named(land: DraftLand) -> None:
    land.fronts.append((1, 1))
    land.doors.append(MapArea({}, "", (9, 9), (1, 1)))
    land.rooms.append(MapArea({"en": "cellar"}, "bedroom", (9, 9), (1, 1)))
    _wall_around(land, 9, 9, 1, 1)
    with pytest.raises(TownAuthorError, match=r"the door at \(9, 9\), cellar"):
        prove(land, USED)


def test_a_pocket_in_the_wood_is_blocked(land: DraftLand) -> None:
    land.fronts.append((1, 1))
    _wall_around(land, 12, 12, 2, 1)
    prove(land, USED)
    assert land.blocked == {(12, 12), (13, 12)}
