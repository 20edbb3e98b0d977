from milkwood_art.drafting import earthwork
from milkwood_art.drafting.blueprint import Nature, Patch, PathLine, PlantBed, SitePlan
from milkwood_art.drafting.land import DraftLand
from milkwood_art.drafting.walking import reach

NATURE = Nature(trees=[], rim_trees=[])


def test_a_way_over_a_stream_becomes_a_bridge_that_can_be_walked(land: DraftLand) -> None:
    stream = PathLine(surface="water", width=2.5, along=[(12, -1), (12, 19)])
    street = PathLine(surface="cobble", width=2, along=[(-1, 9), (25, 9)])
    earthwork.lay(land, SitePlan(name="ford", size=(24, 18), seed=3, nature=NATURE, ways=[stream, street]))
    walked = {cell for cell in land.cells() if land.ground(cell) in ("cobble", "deck")}
    assert "deck" in {land.ground(cell) for cell in walked}
    assert (23, 9) in reach((0, 9), walked)


def test_a_pond_has_a_shore_of_sand_here_and_there(land: DraftLand) -> None:
    pond = Patch(surface="water", at=(12, 9), radius=(6, 4), shore="sand")
    earthwork.lay(land, SitePlan(name="pond", size=(24, 18), seed=3, nature=NATURE, patches=[pond]))
    grounds = {land.ground(cell) for cell in land.cells()}
    assert {"water", "sand"} <= grounds


def test_lamps_are_noted_on_both_sides_of_a_street(land: DraftLand) -> None:
    street = PathLine(surface="cobble", width=2, along=[(0, 9), (24, 9)], lamps=6)
    earthwork.lay(land, SitePlan(name="street", size=(24, 18), seed=3, nature=NATURE, ways=[street]))
    assert {y for _, y in land.lamps} == {7, 11}


def test_a_bed_is_dug_and_set_in_rows(land: DraftLand) -> None:
    earthwork.plant_bed(land, PlantBed(at=(4, 4), size=(3, 2), rows=["flowers_red", "flowers_blue"]))
    assert land.terrain[4][4:7] == ["soil"] * 3
    assert [one.sprite for one in land.decor] == ["flowers_red"] * 3 + ["flowers_blue"] * 3
