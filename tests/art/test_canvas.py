"""The strokes of a canvas."""

import random

from milkwood_art.canvas import Canvas

RED, BLUE = (200, 0, 0), (0, 0, 200)


def test_a_new_canvas_is_empty() -> None:
    canvas = Canvas(3, 2)
    assert canvas.image().size == (3, 2)
    assert not any(canvas.filled(x, y) for x in range(3) for y in range(2))


def test_a_stroke_beyond_the_rim_is_lost_without_complaint() -> None:
    canvas = Canvas(4, 4)
    canvas.box(-2, -2, 20, 20, RED)
    assert canvas.at(3, 3) == (*RED, 255)
    assert canvas.at(4, 0) == (0, 0, 0, 0)


def test_a_clear_paint_lies_over_what_is_there() -> None:
    canvas = Canvas(1, 1)
    canvas.dot(0, 0, RED)
    canvas.dot(0, 0, (*BLUE, 128))
    red, _, blue, strength = canvas.at(0, 0)
    assert 0 < red < 200
    assert 0 < blue < 200
    assert strength == 255


def test_a_shadow_lies_below_what_is_drawn() -> None:
    canvas = Canvas(4, 4)
    canvas.dot(1, 1, RED)
    canvas.flat_shadow(0, 0, 4, 4, 90)
    assert canvas.at(1, 1) == (*RED, 255)
    assert canvas.at(2, 2)[3] == 90
    assert not canvas.filled(2, 2)


def test_a_soft_shadow_is_weaker_at_its_rim() -> None:
    canvas = Canvas(16, 8)
    canvas.shadow(0, 0, 16, 8, 80)
    assert canvas.at(8, 4)[3] == 80
    assert 0 < canvas.at(8, 0)[3] < 80
    assert canvas.at(0, 0)[3] == 0


def test_a_rim_darkens_only_the_outermost_pixels() -> None:
    canvas = Canvas(5, 5)
    canvas.box(1, 1, 3, 3, RED)
    canvas.rim()
    assert canvas.at(2, 2) == (*RED, 255)
    assert canvas.at(1, 1)[0] < RED[0]


def test_a_stamp_reads_letters_as_paints_and_leaves_dots_open() -> None:
    canvas = Canvas(3, 1)
    canvas.stamp(0, 0, ["r.b"], {"r": RED, "b": BLUE})
    assert [canvas.at(x, 0)[3] for x in range(3)] == [255, 0, 255]


def test_a_mirrored_canvas_exchanges_left_and_right() -> None:
    canvas = Canvas(3, 1)
    canvas.dot(0, 0, RED)
    assert canvas.mirrored().filled(2, 0)


def test_a_line_includes_both_its_ends() -> None:
    canvas = Canvas(8, 8)
    canvas.line((1, 1), (6, 4), RED)
    assert canvas.filled(1, 1)
    assert canvas.filled(6, 4)


def test_an_oval_fills_its_rectangle_but_not_the_corners() -> None:
    canvas = Canvas(8, 6)
    canvas.oval(0, 0, 8, 6, RED)
    assert canvas.filled(4, 0)
    assert canvas.filled(0, 3)
    assert not canvas.filled(0, 0)


def test_speckles_fall_only_on_what_is_painted() -> None:
    canvas = Canvas(8, 8)
    canvas.box(0, 0, 4, 8, RED)
    canvas.speckle((0, 0, 8, 8), [BLUE], 200, random.Random(1))
    assert any(canvas.at(x, y) == (*BLUE, 255) for x in range(4) for y in range(8))
    assert not any(canvas.filled(x, y) for x in range(4, 8) for y in range(8))
