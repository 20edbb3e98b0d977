from collections.abc import Callable

from milkwood_art.drafting.blueprint import BuildingPlan, LegendMark
from milkwood_art.drafting.building import put_up, trim
from milkwood_art.drafting.land import DraftLand
from milkwood_art.drafting.plan import read_plan

Cottage = Callable[..., BuildingPlan]
PLAN = "##W##\n#b.1#\n#b..#\n##+##"


def test_a_house_has_walls_floor_roof_and_paper(
    land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]
) -> None:
    put_up(land, read_plan(cottage(PLAN, wall="brick", roof="blue"), legend), (5, 4))
    assert land.wall[4][5] == "brick"
    assert land.terrain[5][7] == "wood"
    assert land.roof[5][7] == "blue"
    assert land.window[4][7]
    assert land.paper[4][7] == "cream"
    assert land.paper[7][5] == "", "the south wall looks into the open"


def test_the_step_before_a_door_stays_free_and_is_noted(
    land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]
) -> None:
    put_up(land, read_plan(cottage(PLAN), legend), (5, 4))
    assert land.fronts == [(7, 8)]
    assert {(7, 8), (7, 9), (7, 6)} <= land.free


def test_a_bed_stands_where_it_is_drawn(land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    put_up(land, read_plan(cottage(PLAN), legend), (5, 4))
    assert [(one.kind, one.at) for one in land.things] == [("bed", (6, 6))]


def test_the_sector_and_its_rooms_are_marked(land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]) -> None:
    put_up(land, read_plan(cottage(PLAN, opens="08:00-18:00"), legend), (5, 4))
    assert [(one.at, one.size, one.opens) for one in land.sectors] == [((5, 4), (5, 4), "08:00-18:00")]
    assert [(one.at, one.size) for one in land.rooms] == [((6, 5), (3, 2))]


def test_flowers_grow_along_the_south_wall_but_not_before_the_door(
    land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]
) -> None:
    plan = read_plan(cottage(PLAN, trim=["flowers_red"]), legend)
    put_up(land, plan, (5, 4))
    trim(land, plan, (5, 4))
    assert [one.at for one in land.decor if one.sprite == "flowers_red"] == [(5, 8), (6, 8), (8, 8), (9, 8)]


def test_a_mat_lies_before_the_door_and_boxes_hang_at_the_windows(
    land: DraftLand, cottage: Cottage, legend: dict[str, LegendMark]
) -> None:
    put_up(land, read_plan(cottage("#####\n#.1.#\n#W+W#", window_boxes=True), legend), (5, 4))
    assert [(one.sprite, one.at) for one in land.decor] == [
        ("window_box", (6, 6)),
        ("window_box", (8, 6)),
        ("doormat", (7, 7)),
    ]
