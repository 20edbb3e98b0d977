"""Laid ground: one picture that repeats."""

import pytest

from milkwood_art.paving import PAVINGS, piece_name
from tests.art.tiles import TILES


@pytest.mark.parametrize("paving", [*PAVINGS])
def test_every_place_of_a_map_has_its_piece(paving: str) -> None:
    span = PAVINGS[paving].span
    assert {piece_name(paving, x, y) for x in range(9) for y in range(9)} <= set(TILES)
    assert piece_name(paving, 1, 2) == piece_name(paving, 1 + span, 2 + 3 * span)
