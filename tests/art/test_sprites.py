"""The register of sprites: everything in the catalogue has a picture, and every picture suits a map."""

import tomllib
from importlib.resources import files

import pytest

from milkwood_art.canvas import TILE_PIXELS
from milkwood_art.sprites import SPRITES

CATALOGUE = tomllib.loads(files("milkwood.towns").joinpath("catalogue.toml").read_text(encoding="utf-8"))
PICTURED = {kind: facts for kind, facts in CATALOGUE.items() if facts["sprite"]}
DECOR = """
tree_oak tree_round tree_maple tree_birch tree_willow tree_cherry tree_pine tree_apple bush bush_berry bush_flower
flowers_red flowers_white flowers_yellow flowers_blue flowers_mixed tall_grass reeds lily_pad rock rock_small stump log
mushroom lamp_post bench_park signpost mailbox well fountain statue noticeboard cart barrel crate hay stall
picnic_table birdbath flowerbed flowerbed_v veg_bed rug_red rug_blue rug_green rug_round plant_pot plant_big floor_lamp
fireplace clock painting mirror coffee_machine cake_display dartboard bottle_shelf tv window_box laundry_basket
bookpile door_wood door_green door_red door_blue door_glass chimney boat pier_post buoy net_rack crate_fish lighthouse
rowing_boat
"""


@pytest.mark.parametrize("kind", [*PICTURED])
def test_every_kind_of_thing_with_a_size_has_a_sprite_of_that_name_and_size(kind: str) -> None:
    sprite, facts = SPRITES[kind], PICTURED[kind]
    assert sprite.kind == kind
    assert f"{sprite.width}x{sprite.height}" == facts["sprite"]
    assert sprite.depth == facts.get("depth", 1)
    assert sprite.solid == facts.get("solid", True)


@pytest.mark.parametrize("name", [*SPRITES])
def test_a_sprite_is_as_large_as_it_says_and_not_empty(name: str) -> None:
    sprite = SPRITES[name]
    canvas = sprite.draw()
    assert (canvas.width, canvas.height) == (sprite.width * TILE_PIXELS, sprite.height * TILE_PIXELS)
    assert canvas.image().getchannel("A").histogram()[255] > 20


def test_a_drawn_picture_can_be_painted_over_without_harm() -> None:
    before = SPRITES["bed"].draw().image().tobytes()
    SPRITES["bed"].draw().image().paste((255, 0, 0, 255), (0, 0, TILE_PIXELS, TILE_PIXELS))
    assert SPRITES["bed"].draw().image().tobytes() == before


def test_a_sprite_has_few_colours() -> None:
    """A larger number would be a sign of soft edges or of a photograph."""
    assert [name for name, sprite in SPRITES.items() if sprite.draw().image().getcolors(256) is None] == []


def test_only_these_sprites_look_alike() -> None:
    pictures: dict[bytes, list[str]] = {}
    for name, sprite in SPRITES.items():
        pictures.setdefault(sprite.draw().image().tobytes(), []).append(name)
    assert {tuple(names) for names in pictures.values() if len(names) > 1} == {
        ("bench_park", "bench"),
        ("chair", "chair_s"),
    }


@pytest.mark.parametrize("name", DECOR.split())
def test_towns_can_be_decorated_with_it(name: str) -> None:
    assert name in SPRITES


def test_kinds_of_sprites_are_kinds_of_the_catalogue() -> None:
    assert {sprite.kind for sprite in SPRITES.values() if sprite.kind} <= set(CATALOGUE)


def test_flat_things_cover_no_floor_and_do_not_block() -> None:
    flat = [sprite for sprite in SPRITES.values() if sprite.flat]
    assert flat
    assert all(sprite.depth == 0 and not sprite.solid for sprite in flat)
    assert all(1 <= sprite.depth <= sprite.height for sprite in SPRITES.values() if not sprite.flat)


def test_doors_are_flat_and_one_tile_large() -> None:
    doors = [sprite for name, sprite in SPRITES.items() if name.startswith("door")]
    assert doors
    assert all(sprite.flat and (sprite.width, sprite.height) == (1, 1) for sprite in doors)
