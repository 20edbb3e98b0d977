"""Shoulders for portraits: neck and clothes as far down as a portrait shows them.

Knows the cut of every outfit; knows nothing of faces or hair. Invariant: every outfit of `looks.OUTFITS` is drawn here,
in the same colours as on the small figure.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from milkwood.town.looks import Looks
from milkwood_art import wardrobe
from milkwood_art.paint import (
    Mask,
    both,
    curve,
    cut,
    ellipse,
    fill,
    ink,
    line,
    paint,
    polygon,
    rows,
    union,
    within,
)
from milkwood_art.palette import MATERIAL, ramp, shade
from milkwood_art.wardrobe import Clothes

Cut = Callable[[Image.Image, Clothes, Mask], None]


def shoulders(age: int) -> Mask:
    """The shape of the upper body; the young have narrower shoulders, those of the old hang."""
    narrow = 3 if age < 20 else 0
    droop = 1 if age >= 60 else 0
    return both(
        curve(
            (31, 49),
            (26, 49),
            (18 + narrow, 51 + droop),
            (10 + narrow, 55 + droop),
            (6 + narrow, 64),
            (6, 80),
            (31, 80),
        )
    )


def draw(canvas: Image.Image, looks: Looks, age: int) -> None:
    """Neck, then the outfit."""
    clothes = wardrobe.dress(looks)
    body = shoulders(age)
    if looks.outfit == "hoodie":
        paint(canvas, ellipse(13, 40, 50, 62), clothes.top, shadow=4)
    paint(canvas, body, clothes.sleeve)
    fill(canvas, polygon((26, 42), (37, 42), (37, 50), (26, 50)), clothes.skin.dark)
    fill(canvas, polygon((27, 48), (36, 48), (36, 52), (32, 54), (31, 54), (27, 52)), clothes.skin.base)
    _CUTS[looks.outfit](canvas, clothes, body)
    arms = both(line((15, 57), (14, 64)))
    fill(canvas, within(arms, body), ink(clothes.sleeve.base))


def _collar(canvas: Image.Image, clothes: Clothes, *, white: bool) -> None:
    colours = clothes.shirt if white else ramp(clothes.top.light)
    paint(canvas, both(polygon((25, 48), (31, 54), (27, 57), (22, 51))), colours, light=1, shadow=1)


def _shirt(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    fill(canvas, line((32, 55), (32, 64)), clothes.top.dark)
    fill(canvas, union(*(ellipse(31, y, 32, y + 1) for y in (57, 61))), clothes.button)
    _collar(canvas, clothes, white=False)


def _sweater(canvas: Image.Image, clothes: Clothes, body: Mask) -> None:
    paint(canvas, cut(ellipse(22, 44, 41, 55), ellipse(25, 40, 38, 51)), clothes.top, light=1, shadow=1)
    zigzag = union(*(line((x, 61), (x + 2, 59), (x + 4, 61)) for x in range(0, 64, 4)))
    fill(canvas, within(union(zigzag, rows(63, 64)), body), clothes.trim.base)


def _jacket(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    fill(canvas, polygon((25, 50), (38, 50), (36, 64), (27, 64)), clothes.shirt.base)
    fill(canvas, polygon((27, 48), (36, 48), (34, 52), (29, 52)), clothes.skin.base)
    fill(canvas, polygon((35, 53), (38, 50), (36, 64), (35, 64)), clothes.shirt.dark)
    paint(
        canvas,
        both(polygon((24, 46), (27, 50), (27, 64), (21, 56), (20, 50))),
        ramp(clothes.top.dark),
        light=1,
        shadow=0,
    )
    fill(canvas, both(line((27, 52), (27, 64))), MATERIAL["steel"])


def _coat(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    fill(canvas, polygon((26, 49), (37, 49), (32, 60), (31, 60)), clothes.shirt.base)
    fill(canvas, line((32, 60), (32, 64)), ink(clothes.top.base))
    paint(
        canvas,
        both(polygon((24, 46), (31, 60), (24, 60), (25, 57), (20, 55), (20, 50))),
        clothes.top,
        light=1,
        shadow=1,
    )
    fill(canvas, both(ellipse(27, 62, 28, 63)), clothes.button)


def _dress(canvas: Image.Image, clothes: Clothes, body: Mask) -> None:
    neckline = within(ellipse(21, 40, 42, 57), body)
    fill(canvas, neckline, clothes.skin.base)
    fill(canvas, cut(neckline, ellipse(19, 38, 40, 55)), clothes.skin.dark)
    fill(canvas, polygon((27, 44), (36, 44), (36, 49), (27, 49)), clothes.skin.dark)
    fill(canvas, within(cut(ellipse(20, 40, 43, 58), ellipse(21, 39, 42, 57)), body), clothes.top.light)
    paint(canvas, within(both(ellipse(4, 54, 15, 70)), body), clothes.top, light=1, shadow=2)
    fill(canvas, within(rows(62, 64), polygon((16, 60), (47, 60), (47, 64), (16, 64))), clothes.trim.base)


def _hoodie(canvas: Image.Image, clothes: Clothes, body: Mask) -> None:
    hood = cut(ellipse(15, 42, 48, 60), ellipse(24, 38, 39, 55))
    paint(canvas, within(hood, union(body, rows(44, 64))), clothes.top, light=2, shadow=2)
    fill(canvas, polygon((26, 48), (37, 48), (35, 54), (28, 54)), clothes.top.deep)
    fill(canvas, polygon((27, 48), (36, 48), (34, 52), (29, 52)), clothes.skin.base)
    fill(canvas, both(line((28, 57), (28, 63))), MATERIAL["whitewash"])


def _apron(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    _collar(canvas, clothes, white=False)
    paint(canvas, both(polygon((21, 50), (24, 49), (25, 58), (22, 58))), clothes.trim, light=0, shadow=1)
    paint(canvas, polygon((20, 58), (43, 58), (44, 70), (19, 70)), clothes.trim, light=1, shadow=2)


def _suit(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    fill(canvas, polygon((25, 49), (38, 49), (32, 64), (31, 64)), clothes.shirt.base)
    fill(canvas, polygon((36, 52), (38, 50), (33, 64), (32, 62)), clothes.shirt.dark)
    _collar(canvas, clothes, white=True)
    paint(
        canvas,
        both(polygon((23, 49), (31, 64), (24, 64), (22, 60), (24, 58), (18, 55), (19, 51))),
        clothes.top,
        light=1,
    )


def _vest(canvas: Image.Image, clothes: Clothes, body: Mask) -> None:
    front = within(polygon((19, 50), (44, 50), (47, 70), (16, 70)), body)
    paint(canvas, cut(front, polygon((25, 48), (38, 48), (32, 61), (31, 61))), clothes.top)
    _collar(canvas, clothes, white=True)
    fill(canvas, ellipse(31, 62, 32, 63), clothes.button)


def _overalls(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    paint(canvas, cut(ellipse(23, 44, 40, 55), ellipse(25, 40, 38, 53)), clothes.top, light=1, shadow=0)
    paint(canvas, both(polygon((17, 51), (21, 50), (24, 60), (20, 60))), clothes.bottom, light=1, shadow=1)
    paint(canvas, polygon((19, 59), (44, 59), (45, 72), (18, 72)), clothes.bottom, light=1)
    fill(canvas, both(ellipse(21, 60, 23, 62)), MATERIAL["brass"])


def _tracksuit(canvas: Image.Image, clothes: Clothes, body: Mask) -> None:
    stripes = both(union(line((24, 50), (8, 58), width=2), line((26, 53), (11, 61), width=2)))
    fill(
        canvas,
        cut(within(stripes, body), polygon((27, 40), (36, 40), (36, 64), (27, 64))),
        clothes.shirt.base,
    )
    paint(canvas, both(polygon((24, 46), (31, 53), (31, 57), (23, 52))), clothes.top, light=1, shadow=1)
    fill(canvas, line((32, 54), (32, 64)), MATERIAL["steel"])


def _cardigan(canvas: Image.Image, clothes: Clothes, _body: Mask) -> None:
    fill(canvas, polygon((25, 49), (38, 49), (32, 63), (31, 63)), clothes.shirt.base)
    fill(canvas, polygon((27, 46), (36, 46), (34, 52), (29, 52)), clothes.skin.base)
    paint(
        canvas,
        both(polygon((22, 49), (25, 48), (32, 62), (32, 64), (28, 64))),
        clothes.trim,
        light=0,
        shadow=0,
    )
    fill(canvas, ellipse(33, 61, 34, 62), shade(clothes.top.base, -2))


_CUTS: Mapping[str, Cut] = MappingProxyType(
    {
        "shirt": _shirt,
        "sweater": _sweater,
        "jacket": _jacket,
        "coat": _coat,
        "dress": _dress,
        "hoodie": _hoodie,
        "apron": _apron,
        "suit": _suit,
        "vest": _vest,
        "overalls": _overalls,
        "tracksuit": _tracksuit,
        "cardigan": _cardigan,
    }
)
