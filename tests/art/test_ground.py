"""Open ground: tones that flow into one another without a seam."""

import pytest

from milkwood_art.canvas import TILE
from milkwood_art.ground import CORNERS, FULL, GROUNDS, PLAIN, tile_name, variants_of
from tests.art.tiles import TILES


@pytest.mark.parametrize("ground", [*GROUNDS])
def test_there_is_a_tile_for_all_corners_and_variants(ground: str) -> None:
    for corners in CORNERS:
        for variant in range(variants_of(ground, corners)):
            assert tile_name(ground, corners, variant) in TILES


def test_plain_and_full_tiles_come_in_several_variants() -> None:
    assert variants_of("grass", PLAIN) == variants_of("grass", FULL) > 4
    assert variants_of("grass", "0122") == 1


def test_no_two_variants_of_grass_look_alike() -> None:
    pictures = {TILES[tile_name("grass", PLAIN, number)].draw().image().tobytes() for number in range(8)}
    assert len(pictures) == 8


def test_tones_meet_at_the_border_of_two_tiles_that_share_corners() -> None:
    left, right = (TILES[tile_name("water", corners, 0)].draw() for corners in ("0220", "2002"))
    tone, base = GROUNDS["water"].tone, GROUNDS["water"].base
    same = sum(left.at(TILE - 1, y)[:3] == right.at(0, y)[:3] for y in range(TILE))
    assert tone != base
    assert same >= TILE - 4
