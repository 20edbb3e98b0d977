from milkwood_art.drafting.land import Land, Stood

GREEN = frozenset({"grass"})


def test_only_the_foot_of_a_tree_is_solid(land: Land) -> None:
    tree = Stood("tree_birch", (8, 8))
    land.stand(tree)
    assert land.solid_cells() == set(tree.cells())
    assert len(tree.drawn()) > len(tree.cells())


def test_water_and_walls_are_solid(land: Land) -> None:
    land.terrain[2][3] = "water"
    land.wall[4][5] = "hedge"
    assert land.solid_cells() == {(3, 2), (5, 4)}


def test_wild_growth_keeps_off_what_is_taken_free_or_built(land: Land) -> None:
    bush = Stood("bush", (8, 8))
    assert land.takes(bush, GREEN)
    land.free.add((8, 8))
    assert not land.takes(bush, GREEN)


def test_a_tree_may_not_hide_a_path(land: Land) -> None:
    land.terrain[7][8] = "path"
    assert not land.takes(Stood("tree_birch", (8, 8)), GREEN)


def test_nothing_grows_beyond_the_border(land: Land) -> None:
    assert not land.takes(Stood("tree_birch", (23, 8)), GREEN)
