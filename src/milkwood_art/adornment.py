"""Extras for portraits: what people wear on head, face and neck besides clothes.

Knows each extra's shape on a portrait; knows nothing of what it is worn with. Invariant: every extra of `looks.EXTRAS`
that can be seen from the front is drawn here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from milkwood.town.looks import Looks
from milkwood_art import wardrobe
from milkwood_art.paint import (
    both,
    curve,
    cut,
    ellipse,
    fill,
    line,
    moved,
    paint,
    polygon,
    rim,
    rows,
    union,
    within,
)
from milkwood_art.palette import MATERIAL, Ramp, alpha

Adorn = Callable[[Image.Image, Ramp, Ramp], None]


def draw(canvas: Image.Image, looks: Looks, layer: str) -> None:
    """Draw the extras of one layer: `neck` (under the chin), `face` (under the hair) or `head` (over all)."""
    for extra in _LAYERS[layer]:
        if wardrobe.is_worn(looks, extra, at_neck=layer == "neck"):
            shape = _bow_tie if (extra, layer) == ("bow", "neck") else _SHAPES[extra]
            shape(canvas, *wardrobe.extra_colours(looks, extra))


def _glasses(canvas: Image.Image, frame: Ramp, _lens: Ramp) -> None:
    lens = ellipse(20, 26, 29, 36)
    fill(canvas, both(lens), alpha(MATERIAL["foam"], 70))
    fill(canvas, both(rim(lens)), frame.dark)
    fill(canvas, union(line((30, 30), (33, 30)), both(line((17, 30), (20, 30)))), frame.dark)
    fill(canvas, union(line((22, 29), (23, 28)), line((36, 29), (37, 28))), MATERIAL["foam"])


def _sunglasses(canvas: Image.Image, frame: Ramp, lens: Ramp) -> None:
    glass = polygon((20, 28), (29, 28), (29, 33), (27, 35), (23, 35), (20, 33))
    paint(canvas, both(glass), frame, light=0, shadow=0)
    fill(canvas, union(line((17, 29), (46, 29)), line((18, 28), (45, 28))), frame.deep)
    fill(canvas, union(line((22, 33), (25, 30)), line((35, 33), (38, 30))), lens.dark)


def _hat(canvas: Image.Image, felt: Ramp, band: Ramp) -> None:
    crown = curve((19, 17), (20, 6), (26, 1), (31.5, 3), (37, 1), (43, 6), (44, 17), (31.5, 19))
    paint(canvas, crown, felt, shadow=4)
    paint(canvas, within(crown, rows(12, 17)), band, light=1, shadow=2)
    paint(canvas, curve((5, 18), (16, 15), (31.5, 18), (47, 15), (58, 18), (48, 23), (31.5, 22), (15, 23)), felt)


def _cap(canvas: Image.Image, cloth: Ramp, badge: Ramp) -> None:
    dome = curve((15, 21), (17, 9), (25, 3), (38, 3), (46, 9), (48, 21), (31.5, 23))
    paint(canvas, dome, cloth, light=3, shadow=5)
    fill(canvas, union(line((31, 3), (31, 16)), line((24, 4), (20, 18)), line((39, 4), (43, 18))), cloth.dark)
    paint(canvas, ellipse(28, 9, 35, 15), badge, light=1, shadow=1)
    paint(
        canvas,
        curve((14, 22), (22, 18), (31.5, 17), (41, 18), (49, 22), (41, 24), (31.5, 23), (22, 24)),
        cloth,
    )


def _beret(canvas: Image.Image, cloth: Ramp, _second: Ramp) -> None:
    paint(
        canvas,
        curve((14, 18), (10, 11), (18, 3), (34, 1), (50, 5), (55, 13), (48, 19), (31, 17)),
        cloth,
        light=3,
        shadow=4,
    )
    fill(canvas, curve((16, 18), (31, 14), (47, 18), (46, 20), (31, 17), (17, 20)), cloth.deep)
    paint(canvas, polygon((32, 0), (35, 0), (35, 3), (32, 3)), cloth, light=0, shadow=0)


def _scarf(canvas: Image.Image, wool: Ramp, fringe: Ramp) -> None:
    paint(canvas, polygon((35, 53), (43, 53), (44, 68), (37, 68)), wool, light=1, shadow=2)
    wrap = curve((20, 48), (31.5, 52), (43, 48), (45, 53), (39, 58), (24, 58), (18, 53))
    paint(canvas, wrap, wool, light=2, shadow=2)
    folds = union(line((22, 52), (31, 55), (40, 53)), line((28, 57), (36, 56)))
    fill(canvas, folds, wool.dark)
    fill(canvas, union(line((37, 61), (43, 60)), line((38, 63), (43, 62))), fringe.base)


def _headphones(canvas: Image.Image, shell: Ramp, pad: Ramp) -> None:
    band = cut(ellipse(13, 3, 50, 52), ellipse(16, 6, 47, 52), rows(28, 63))
    paint(canvas, band, shell, light=1, shadow=1)
    paint(canvas, both(ellipse(11, 25, 19, 39)), shell, light=1, shadow=2)
    paint(canvas, both(ellipse(12, 28, 16, 36)), pad, light=1, shadow=1)


def _earrings(canvas: Image.Image, gold: Ramp, _second: Ramp) -> None:
    hoop = rim(ellipse(15, 37, 19, 42))
    fill(canvas, both(hoop), gold.base)
    fill(canvas, within(both(hoop), moved(both(hoop), -1, 0)), gold.bright)


def _flower(canvas: Image.Image, petal: Ramp, heart: Ramp) -> None:
    petals = union(
        *(ellipse(x - 3, y - 3, x + 3, y + 3) for x, y in ((44, 12), (49, 15), (47, 21), (41, 21), (39, 16)))
    )
    paint(canvas, petals, petal, light=2, shadow=2)
    paint(canvas, ellipse(42, 15, 46, 19), heart, light=1, shadow=1)


def _tie(canvas: Image.Image, silk: Ramp, _second: Ramp) -> None:
    paint(canvas, polygon((30, 56), (33, 56), (35, 68), (28, 68)), silk, light=1, shadow=1)
    paint(canvas, polygon((29, 51), (34, 51), (33, 56), (30, 56)), silk, light=1, shadow=1)


def _necklace(canvas: Image.Image, gold: Ramp, _second: Ramp) -> None:
    fill(canvas, both(line((26, 49), (28, 53), (31, 55))), gold.base)
    paint(canvas, ellipse(30, 55, 33, 58), gold, light=1, shadow=0)


def _bow(canvas: Image.Image, silk: Ramp, _second: Ramp) -> None:
    paint(canvas, curve((42, 13), (33, 6), (33, 17)), silk, light=2, shadow=2)
    paint(canvas, curve((44, 13), (54, 8), (52, 19)), silk, light=2, shadow=2)
    paint(canvas, ellipse(40, 10, 45, 16), silk, light=1, shadow=2)


def _bow_tie(canvas: Image.Image, silk: Ramp, _second: Ramp) -> None:
    paint(canvas, both(polygon((31, 53), (24, 50), (24, 57))), silk, light=1, shadow=1)
    paint(canvas, ellipse(30, 51, 33, 55), silk, light=1, shadow=1)


def _backpack(canvas: Image.Image, leather: Ramp, _second: Ramp) -> None:
    paint(canvas, both(polygon((15, 51), (19, 50), (21, 68), (17, 68))), leather, light=1, shadow=1)


_LAYERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "neck": ("backpack", "necklace", "tie", "bow", "scarf"),
        "face": ("glasses", "sunglasses"),
        "head": ("earrings", "hat", "cap", "beret", "headphones", "bow", "flower"),
    }
)

_SHAPES: Mapping[str, Adorn] = MappingProxyType(
    {
        "glasses": _glasses,
        "sunglasses": _sunglasses,
        "hat": _hat,
        "cap": _cap,
        "beret": _beret,
        "scarf": _scarf,
        "headphones": _headphones,
        "earrings": _earrings,
        "flower": _flower,
        "tie": _tie,
        "necklace": _necklace,
        "bow": _bow,
        "backpack": _backpack,
    }
)
