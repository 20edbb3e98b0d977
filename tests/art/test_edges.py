"""Soft borders between grounds."""

import pytest

from milkwood_art.edges import MASKS, NORTH, SPILLS, WEST, edge_name, plain_mask
from tests.art.tiles import TILES


def test_a_corner_next_to_a_spilling_side_does_not_count() -> None:
    assert plain_mask(NORTH | 16 | 128) == NORTH
    assert plain_mask(16) == 16


def test_46_masks_remain() -> None:
    assert len(MASKS) == 46
    assert all(plain_mask(mask) in MASKS for mask in range(1, 256))


@pytest.mark.parametrize("spill", [*SPILLS])
def test_a_spill_from_the_north_covers_the_top_and_leaves_the_bottom_open(spill: str) -> None:
    canvas = TILES[edge_name(spill, NORTH, 0)].draw()
    assert all(canvas.at(x, 0)[3] for x in range(16))
    assert not any(canvas.at(x, 15)[3] for x in range(16))


def test_neighbouring_edges_meet_whatever_their_variants() -> None:
    reaches = set()
    for variant in range(SPILLS["sand"].variants):
        canvas = TILES[edge_name("sand", WEST, variant)].draw()
        for y in (0, 15):
            reaches.add(sum(canvas.filled(x, y) for x in range(8)))
    assert max(reaches) - min(reaches) <= 3
