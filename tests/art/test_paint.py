from PIL import Image

from milkwood_art import paint
from milkwood_art.palette import CLOTH, ramp


def area(mask: Image.Image) -> int:
    return sum(value > 0 for value in mask.tobytes())


def test_masks_have_hard_edges_only() -> None:
    for mask in (
        paint.ellipse(10, 10, 40, 30),
        paint.curve((10, 10), (40, 12), (30, 50)),
        paint.line((0, 0), (60, 31)),
    ):
        assert set(mask.tobytes()) == {0, 255}


def test_union_and_cut_and_within_are_those_of_sets() -> None:
    left, right = paint.polygon((0, 0), (40, 0), (40, 63), (0, 63)), paint.polygon((30, 0), (63, 0), (63, 63), (30, 63))
    assert area(paint.union(left, right)) == 64 * 64
    assert area(paint.within(left, right)) == 11 * 64
    assert area(paint.cut(left, right)) == 30 * 64


def test_a_curve_runs_through_its_points() -> None:
    points = [(10, 30), (30, 8), (52, 33), (31, 55)]
    mask = paint.curve(*points)
    assert all(mask.getpixel(point) == 255 for point in points)


def test_both_sides_mirror_each_other() -> None:
    mask = paint.both(paint.ellipse(5, 5, 12, 20))
    assert mask.tobytes() == paint.mirrored(mask).tobytes()


def test_a_shape_cut_by_the_border_has_no_edge_there() -> None:
    edge = paint.rim(paint.polygon((20, 40), (43, 40), (43, 63), (20, 63)))
    assert edge.getpixel((30, 40)) == 255
    assert edge.getpixel((30, 63)) == 0


def test_light_falls_from_the_top_left() -> None:
    canvas = Image.new("RGBA", (paint.PORTRAIT_SIDE_PIXELS, paint.PORTRAIT_SIDE_PIXELS))
    colours = ramp(CLOTH["teal"])
    paint.paint(canvas, paint.ellipse(10, 10, 50, 50), colours, edge=False)
    assert canvas.getpixel((17, 17)) == (*colours.light, 255)
    assert canvas.getpixel((43, 43)) == (*colours.dark, 255)
    assert canvas.getpixel((30, 30)) == (*colours.base, 255)


def test_a_colour_with_opacity_lets_the_ground_shine_through() -> None:
    canvas = Image.new("RGBA", (paint.PORTRAIT_SIDE_PIXELS, paint.PORTRAIT_SIDE_PIXELS), (0, 0, 0, 255))
    paint.fill(canvas, paint.rows(0, 9), (255, 255, 255, 128))
    pixel = canvas.getpixel((5, 5))
    assert isinstance(pixel, tuple)
    assert 120 < pixel[0] < 136
    assert canvas.getpixel((5, 20)) == (0, 0, 0, 255)
