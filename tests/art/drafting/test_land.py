from milkwood_art.drafting.land import DraftLand, StandingSprite

GREEN = frozenset({"grass"})


def test_only_the_foot_of_a_tree_is_solid(land: DraftLand) -> None:
    tree = StandingSprite("tree_birch", (8, 8))
    land.stand(tree)
    assert land.solid_cells() == set(tree.cells())
    assert len(tree.drawn()) > len(tree.cells())


def test_water_and_walls_are_solid(land: DraftLand) -> None:
    land.terrain[2][3] = "water"
    land.wall[4][5] = "hedge"
    assert land.solid_cells() == {(3, 2), (5, 4)}


def test_wild_growth_keeps_off_what_is_taken_free_or_built(land: DraftLand) -> None:
    bush = StandingSprite("bush", (8, 8))
    assert land.takes(bush, GREEN)
    land.free.add((8, 8))
    assert not land.takes(bush, GREEN)


def test_a_tree_may_not_hide_a_path(land: DraftLand) -> None:
    land.terrain[7][8] = "path"
    assert not land.takes(StandingSprite("tree_birch", (8, 8)), GREEN)


def test_nothing_grows_beyond_the_border(land: DraftLand) -> None:
    assert not land.takes(StandingSprite("tree_birch", (23, 8)), GREEN)
