"""Shapes and light for larger pictures: masks cut from curves, painted flat and shaded as by a lamp at the top left.

Knows geometry and shading only. Invariant: a mask is an `L` image of the portrait's size whose pixels are 0 or 255;
there is no soft edge anywhere, so that everything stays pixel art.
"""

from collections.abc import Iterable, Sequence

from PIL import Image, ImageChops, ImageDraw

from milkwood_art.palette import MATERIAL, RGB, RGBA, Ramp, mix, shade

PORTRAIT_SIDE_PIXELS = 64

Mask = Image.Image
Point = tuple[float, float]

_CURVE_STEPS = 8


def blank() -> Mask:
    """A mask of nothing."""
    return Image.new("L", (PORTRAIT_SIDE_PIXELS, PORTRAIT_SIDE_PIXELS))


def ellipse(left: float, top: float, right: float, bottom: float) -> Mask:
    """A filled ellipse in a box, edges included."""
    mask = blank()
    ImageDraw.Draw(mask).ellipse((left, top, right, bottom), fill=255)
    return mask


def polygon(*points: Point) -> Mask:
    """A filled shape with straight sides."""
    mask = blank()
    ImageDraw.Draw(mask).polygon([(round(x), round(y)) for x, y in points], fill=255)
    return mask


def curve(*points: Point) -> Mask:
    """A filled shape whose rounded outline runs through all points."""
    return polygon(*_rounded(points))


def line(*points: Point, width: int = 1) -> Mask:
    """A stroke through the points."""
    mask = blank()
    ImageDraw.Draw(mask).line([(round(x), round(y)) for x, y in points], fill=255, width=width)
    return mask


def rows(top: int, bottom: int) -> Mask:
    """All pixels between two rows, both included."""
    return polygon((0, top), (PORTRAIT_SIDE_PIXELS, top), (PORTRAIT_SIDE_PIXELS, bottom), (0, bottom))


def union(*masks: Mask) -> Mask:
    """What is in any of the masks."""
    result = blank()
    for mask in masks:
        result = ImageChops.lighter(result, mask)
    return result


def within(mask: Mask, *others: Mask) -> Mask:
    """What is in all of the masks."""
    for other in others:
        mask = ImageChops.darker(mask, other)
    return mask


def cut(mask: Mask, *others: Mask) -> Mask:
    """What is in the first mask and in none of the others."""
    return ImageChops.subtract(mask, union(*others))


def mirrored(mask: Mask) -> Mask:
    """The mask seen in a mirror."""
    return mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def both(mask: Mask) -> Mask:
    """The mask together with its mirror image."""
    return union(mask, mirrored(mask))


def moved(mask: Mask, dx: int, dy: int) -> Mask:
    """The mask shifted; at the border it goes on as it was, as if the picture were cut from a larger one."""
    result = mask.copy()
    result.paste(mask, (dx, dy))
    return result


def fill(canvas: Image.Image, mask: Mask, colour: RGB | RGBA) -> None:
    """Paint a mask in one flat colour; a colour with opacity lets the ground shine through."""
    sheet = Image.new("RGBA", canvas.size)
    sheet.paste(colour, (0, 0, *canvas.size), mask)
    canvas.alpha_composite(sheet)


def paint(
    canvas: Image.Image, mask: Mask, colours: Ramp, *, light: int = 2, shadow: int = 3, edge: bool = True
) -> None:
    """Paint a mask as a rounded thing: lit at the top left, shaded at the bottom right, with a thin dark edge."""
    fill(canvas, mask, colours.base)
    if shadow:
        fill(canvas, cut(mask, moved(mask, -shadow, -shadow)), colours.dark)
    if light:
        fill(canvas, cut(mask, moved(mask, light, light)), colours.light)
    if edge:
        fill(canvas, rim(mask), ink(colours.base))


def rim(mask: Mask) -> Mask:
    """The outermost pixels of a mask; those at the picture's border are not an edge."""
    inner = mask
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inner = ImageChops.darker(inner, moved(mask, dx, dy))
    return cut(mask, inner)


def ink(colour: RGB) -> RGB:
    """The colour of the thin edge around something of this colour."""
    return mix(shade(colour, -3), MATERIAL["ink"], 0.45)


def _rounded(points: Sequence[Point]) -> Iterable[Point]:
    count = len(points)
    for index in range(count):
        before, start, end, after = (points[(index + offset) % count] for offset in (-1, 0, 1, 2))
        for step in range(_CURVE_STEPS):
            yield _between(before, start, end, after, step / _CURVE_STEPS)


def _between(before: Point, start: Point, end: Point, after: Point, t: float) -> Point:
    def axis(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return (axis(before[0], start[0], end[0], after[0]), axis(before[1], start[1], end[1], after[1]))
