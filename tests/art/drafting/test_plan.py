from collections.abc import Callable

import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import BuildingPlan, LegendMark
from milkwood_art.drafting.plan import covered, read_plan, rectangles

Cottage = Callable[..., BuildingPlan]
GARDEN = {
    "1": {"name": {"en": "main room"}, "kind": "main_room"},
    "2": {"name": {"en": "garden"}, "kind": "garden", "outdoors": True},
}


def test_walls_windows_doors_and_rooms_are_told_apart(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("##W##\n#b.1#\n#b..#\n##+##"), legend)
    assert plan.windows == {(2, 0)}
    assert [(door.at, door.upright, door.outer) for door in plan.doors] == [((2, 3), False, True)]
    assert len(plan.rooms[0].cells) == 6
    assert [(piece.at, piece.size) for piece in plan.pieces] == [((1, 1), (1, 2))]


def test_a_door_in_a_side_wall_stands_upright(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("#####\n#1..+\n#...#\n#####"), legend)
    assert plan.doors[0].upright


def test_a_double_door_is_two_doors(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("######\n#1...#\n##++##"), legend)
    assert [door.at for door in plan.doors] == [(2, 2), (3, 2)]


def test_a_picture_hangs_on_a_wall_that_is_there(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("##P##\n#.1.#\n##+##"), legend)
    assert (2, 0) in plan.walls
    assert plan.pieces[0].at == (2, 0)


def test_a_fenced_garden_is_an_outdoor_room(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("#####===\n#.1.+,,=\n#...#2!=\n##+##=_=", rooms=GARDEN), legend)
    garden = next(room for room in plan.rooms if room.plan.outdoors)
    assert garden.cells == {(5, 1), (6, 1), (5, 2), (6, 2)}
    assert plan.gates == {(6, 3)}


def test_the_layer_under_the_furniture_has_its_own_sheet(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    plan = read_plan(cottage("######\n#1dd.#\n#....#\n##+###", under=["......\n.RRR..\n.RRR..\n......"]), legend)
    assert [(piece.at, piece.size) for piece in plan.flat] == [((1, 1), (3, 2))]


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        ("####\n#1?#\n#+##", "does not know the letter '?'"),
        ("####\n#..#\n#+##", "this room has no mark"),
        ("####\n#1b#\n#+##", "'b' must fill 1 x 2 cells"),
        ("####\n#1.#\n#..+", "between two pieces of wall"),
        ("#####\n#.1.#\n#####\n   + ", "between two pieces of wall"),
        ("#  #\n#+## \n#1.#\n####\n#+## ", "from the open into the open"),
    ],
)
def test_a_faulty_drawing_is_refused_with_the_place(
    plan: str, complaint: str, cottage: Cottage, legend: dict[str, LegendMark]
) -> None:
    with pytest.raises(TownAuthorError, match="plan of Cottage, line") as caught:
        read_plan(cottage(plan), legend)
    assert complaint in str(caught.value)


def test_two_marks_in_one_room_mean_an_open_wall(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    with pytest.raises(TownAuthorError, match="a wall is open"):
        read_plan(cottage("######\n#1..2#\n##+###", rooms=GARDEN), legend)


def test_a_room_that_is_not_drawn_is_named(cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    with pytest.raises(TownAuthorError, match="room '2' is not drawn"):
        read_plan(cottage("####\n#1.#\n#+##", rooms=GARDEN), legend)


def test_an_unknown_sprite_is_named(cottage: Cottage) -> None:
    with pytest.raises(TownAuthorError, match="no sprite 'throne'"):
        read_plan(cottage("####\n#1t#\n#+##"), {"t": LegendMark(sprite="throne")})


def test_rectangles_cover_a_shape_exactly_once() -> None:
    corner = {(x, y) for x in range(4) for y in range(3)} | {(0, 3), (0, 4)}
    cells = [(x + i, y + j) for x, y, width, height in rectangles(corner) for i in range(width) for j in range(height)]
    assert sorted(cells) == sorted(corner)


def test_a_rug_covers_all_it_lies_on_and_a_desk_only_its_foot() -> None:
    assert covered("rug_red") == (3, 2)
    assert covered("desk") == (2, 1)
