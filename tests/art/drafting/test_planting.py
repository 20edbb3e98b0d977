from milkwood_art.drafting.blueprint import Nature, SitePlan
from milkwood_art.drafting.land import SURFACES, DraftLand
from milkwood_art.drafting.noise import Noise
from milkwood_art.drafting.planting import plant, variants
from milkwood_art.sprites import SPRITES

NATURE = Nature(
    trees=["tree_oak", "tree_birch"],
    rim_trees=["tree_pine"],
    undergrowth=["bush", "tall_grass"],
    flowers=["flowers_white"],
)
SITE = SitePlan(name="wood", size=(40, 30), seed=5, nature=NATURE)


def _wood() -> DraftLand:
    land = DraftLand(40, 30, Noise(5))
    for x in range(40):
        land.terrain[15][x] = "path"
    land.built |= {(x, y) for x in range(15, 25) for y in range(6, 12)}
    land.free.add((20, 12))
    plant(land, SITE)
    return land


def test_nothing_grows_on_paths_houses_or_before_doors() -> None:
    land = _wood()
    grown = {cell for one in land.decor for cell in one.cells()}
    assert not grown & land.built
    assert not grown & land.free
    assert not {cell for cell in grown if land.ground(cell) in SURFACES}


def test_no_tree_hides_a_house() -> None:
    land = _wood()
    assert not {cell for one in land.decor for cell in one.drawn()} & land.built


def test_two_things_never_stand_on_one_cell() -> None:
    stood = [cell for one in _wood().decor for cell in one.cells()]
    assert len(stood) == len(set(stood))


def test_the_rim_is_thicker_than_the_middle() -> None:
    trees = [one.at for one in _wood().decor if one.sprite.startswith("tree_")]
    rim = [at for at in trees if min(at[0], at[1], 39 - at[0], 29 - at[1]) < 5]
    assert len(rim) > len(trees) / 2


def test_the_same_seed_grows_the_same_wood() -> None:
    assert _wood().decor == _wood().decor


def test_a_sprite_has_its_numbered_sisters() -> None:
    assert all(name in SPRITES for name in variants("tree_oak"))
    assert variants("well") == ["well"]
