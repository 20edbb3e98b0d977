"""Walls: faces, caps and how they join."""

import pytest

from milkwood_art.canvas import TILE
from milkwood_art.masonry import CAPS, PAPERS, STYLES
from milkwood_art.walls import CAP_ROWS, JOINS, cap_name, face_name
from tests.art.tiles import TILES


@pytest.mark.parametrize("style", [*STYLES])
def test_every_style_has_faces_and_caps_for_every_join(style: str) -> None:
    for join in JOINS:
        assert cap_name(style, join) in TILES
        for paper in ("", *PAPERS):
            assert face_name(style, paper, join) in TILES
            assert face_name(style, paper, join, window=True) in TILES


def test_a_window_shows_on_a_face() -> None:
    plain = TILES[face_name("brick", "", "0ff")].draw().image()
    window = TILES[face_name("brick", "", "0ff", window=True)].draw().image()
    assert plain.tobytes() != window.tobytes()


def test_caps_and_faces_side_by_side_have_one_strip() -> None:
    face = TILES[face_name("plaster", "cream", "0ff")].draw()
    cap = TILES[cap_name("plaster", "0fn")].draw()
    assert [face.at(TILE - 1, y) for y in range(CAP_ROWS - 1)] == [cap.at(2, y) for y in range(CAP_ROWS - 1)]


def test_styles_share_the_stuff_of_their_caps() -> None:
    assert set(CAPS) == set(STYLES)
    assert cap_name("plaster", "1nn") == cap_name("brick", "1nn")
