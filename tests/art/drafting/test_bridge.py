from milkwood_art.drafting.bridge import span
from milkwood_art.drafting.land import DraftLand
from milkwood_art.drafting.walking import reach


def _ford(land: DraftLand) -> set[tuple[int, int]]:
    """A stream from west to east, and a path across it."""
    for x in range(land.width):
        for y in (8, 9, 10):
            land.terrain[y][x] = "water"
    for y in range(land.height):
        for x in (11, 12):
            land.terrain[y][x] = "deck" if y in (8, 9, 10) else "path"
    return {(x, y) for x in (11, 12) for y in (8, 9, 10)}


def test_a_bridge_has_a_rail_on_either_side(land: DraftLand) -> None:
    span(land, _ford(land))
    assert {one.at[0] for one in land.decor} == {10, 13}
    assert {one.sprite for one in land.decor} == {"bridge_rail_v"}
    assert land.ground((10, 9)) == "deck"


def test_the_rails_leave_the_path_open(land: DraftLand) -> None:
    span(land, _ford(land))
    assert (11, 17) in reach((11, 0), set(land.cells()) - land.solid_cells())


def test_a_crooked_crossing_is_left_as_it_is(land: DraftLand) -> None:
    crooked = {(4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 6), (7, 7), (8, 7)}
    for x, y in crooked:
        land.terrain[y][x] = "deck"
    span(land, crooked)
    assert not land.decor
