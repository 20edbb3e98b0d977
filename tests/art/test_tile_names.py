"""Every tile that a site can use exists."""

from collections import defaultdict
from itertools import product

import pytest

from milkwood_art.dressing import NORTH, plain_mask
from milkwood_art.tile_names import (
    FENCES,
    GROUNDS,
    PAPERS,
    ROOFS,
    STYLES,
    cap_name,
    face_name,
    pavings,
    piece_name,
    span,
    variants,
)
from tests.art.tiles import TILES

JOINS = ["".join(parts) for parts in product("01", "nft", "nft")]
SPILLS = ("grass", "sand", "path", "bank", "beach", "quay", "pier")


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_ground_has_a_tile_for_all_corners(ground: str) -> None:
    assert all(variants(f"{ground}_{''.join(corners)}") for corners in product("012", repeat=4))


def test_plain_and_full_ground_comes_in_several_variants() -> None:
    assert min(variants("grass_0000"), variants("grass_2222")) > 4
    assert variants("grass_0122") == 1


def test_variants_are_numbered_from_0_without_a_gap() -> None:
    numbers = defaultdict(list)
    for name in TILES:
        stem, _, number = name.rpartition("_")
        if number.isdecimal() and "_chimney" not in stem and "_dormer" not in stem:
            numbers[stem].append(int(number))
    assert len(numbers) > 900
    assert {stem for stem, found in numbers.items() if found != [*range(len(found))]} == set()


@pytest.mark.parametrize("paving", [*pavings(), "glow_lamp"])
def test_a_floor_is_one_square_picture_that_repeats(paving: str) -> None:
    size = span(paving)
    assert size * size == variants(paving)
    assert {piece_name(paving, x, y) for x in range(9) for y in range(9)} <= set(TILES)
    assert piece_name(paving, 1, 2) == piece_name(paving, 1 + size, 2 + 3 * size)


def test_a_corner_next_to_a_spilling_side_does_not_count() -> None:
    assert plain_mask(NORTH | 16 | 128) == NORTH
    assert plain_mask(16) == 16


@pytest.mark.parametrize("spill", SPILLS)
def test_every_spill_has_an_edge_for_all_46_masks(spill: str) -> None:
    masks = {plain_mask(mask) for mask in range(1, 256)}
    assert len(masks) == 46
    assert all(variants(f"{spill}_edge_{mask:03d}") for mask in masks)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_has_faces_and_caps_for_every_join(style: str) -> None:
    for join, window in product(JOINS, (False, True)):
        assert cap_name(style, join, window=window) in TILES
        for paper in ("", *PAPERS):
            assert face_name(style, paper, join, window=window) in TILES


def test_styles_share_the_stuff_of_their_caps() -> None:
    assert cap_name("plaster", "1nn") == cap_name("brick", "1nn")


@pytest.mark.parametrize("fence", FENCES)
def test_every_fence_has_a_piece_for_every_way_of_joining(fence: str) -> None:
    assert {f"{fence}_{mask:02d}" for mask in range(16)} <= set(TILES)


@pytest.mark.parametrize("roof", ROOFS)
def test_every_roof_has_all_courses_ends_and_features(roof: str) -> None:
    for course, ends in product(("crown", "north", "ridge", "south", "eave"), range(4)):
        assert variants(f"roof_{roof}_{course}_{ends}")
    for feature in ("chimney_00", "chimney_01", "dormer_00", "dormer_10", "dormer_01", "dormer_11", "skylight_00"):
        assert f"roof_{roof}_{feature}" in TILES
