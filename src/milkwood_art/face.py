"""The face of a portrait: the shape of a head and what it shows.

Knows skin, eyes, mouths, beards and the marks of age; knows nothing of hair or clothes. A face's features are drawn
from its looks, so the same person always has the same face. Invariant: nothing is drawn outside the head but ears.
"""

import random
from dataclasses import dataclass

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
    line,
    moved,
    paint,
    polygon,
    rows,
    union,
    within,
)
from milkwood_art.palette import CLOTH, MATERIAL, mix, ramp, shade

_SOFT_STYLES = frozenset({"long", "bob", "ponytail", "bun", "braids", "curly", "wavy", "afro"})
_WRINKLES_AGE = 50


@dataclass(frozen=True, slots=True)
class Features:
    """The features of one person's face."""

    jaw: str
    brows: str
    eyes: str
    mouth: str
    lashes: bool


def features_of(looks: Looks) -> Features:
    """Choose features that belong to this body for ever, whatever it wears."""
    chance = random.Random(f"{looks.skin} {looks.hair} {looks.hair_style} {looks.beard}")
    soft = looks.beard == "none" and looks.hair_style in _SOFT_STYLES
    return Features(
        jaw=chance.choice(("round", "oval") if soft else ("oval", "square")),
        brows=chance.choice(("arched", "level", "raised")),
        eyes=chance.choice(("round", "almond")),
        mouth=chance.choice(("smile", "grin", "smirk", "calm")),
        lashes=soft,
    )


def head_mask(looks: Looks) -> Mask:
    """The shape of the head without ears."""
    jaw = {
        "round": ((44, 34), (42, 41), (36, 46), (31.5, 47), (27, 46), (21, 41), (19, 34)),
        "oval": ((44, 33), (41, 41), (35, 47), (31.5, 48), (28, 47), (22, 41), (19, 33)),
        "square": ((44, 35), (42, 43), (37, 47), (31.5, 48), (26, 47), (21, 43), (19, 35)),
    }[features_of(looks).jaw]
    return union(ellipse(19, 10, 44, 40), curve((19, 25), (31.5, 18), (44, 25), *jaw))


def draw(canvas: Image.Image, looks: Looks, age: int) -> None:
    """Head, ears, eyes, brows, nose, mouth, beard and wrinkles."""
    features = features_of(looks)
    skin = wardrobe.skin(looks)
    head = head_mask(looks)
    paint(canvas, both(ellipse(16, 28, 21, 36)), skin, light=1, shadow=2)
    paint(canvas, head, skin, light=2, shadow=3)
    fill(canvas, ellipse(23, 14, 30, 19), skin.light)
    blush = mix(skin.base, CLOTH["red"], 0.28)
    fill(canvas, within(both(ellipse(21, 36, 26, 39)), head), blush)
    _nose(canvas, looks)
    _mouth(canvas, features, looks)
    _beard(canvas, looks, age, head)
    _eyes(canvas, features, looks)
    _brows(canvas, features, looks, age)
    if age >= _WRINKLES_AGE:
        _lines(canvas, looks, age)


def _nose(canvas: Image.Image, looks: Looks) -> None:
    skin = wardrobe.skin(looks)
    fill(canvas, line((33, 32), (33, 37)), shade(skin.base, -0.7))
    fill(canvas, line((30, 38), (33, 38)), skin.dark)
    fill(canvas, line((31, 33), (31, 36)), skin.light)


def _eyes(canvas: Image.Image, features: Features, looks: Looks) -> None:
    tall = 1 if features.eyes == "round" else 0
    dark = mix(MATERIAL["ink"], wardrobe.skin(looks).deep, 0.15)
    iris = ramp(wardrobe.eye_colour(looks))
    white = mix(MATERIAL["porcelain"], wardrobe.skin(looks).base, 0.12)
    fill(canvas, both(polygon((22, 30 - tall), (27, 30 - tall), (27, 33), (23, 33))), white)
    fill(canvas, both(polygon((24, 29 - tall), (26, 29 - tall), (26, 33), (24, 33))), iris.base)
    fill(canvas, both(polygon((24, 32), (26, 32), (26, 33), (24, 33))), shade(iris.base, 1.6))
    fill(canvas, both(line((25, 30), (25, 31))), dark)
    fill(canvas, both(line((22, 29 - tall), (27, 29 - tall))), dark)
    fill(canvas, both(line((21, 30 - tall), (22, 30 - tall))), dark)
    fill(canvas, union(line((24, 30), (24, 30)), line((37, 30), (37, 30))), MATERIAL["foam"])
    if features.lashes:
        fill(canvas, both(union(line((20, 29 - tall), (21, 29 - tall)), line((22, 28 - tall), (26, 28 - tall)))), dark)
    fill(canvas, both(line((23, 34), (26, 34))), wardrobe.skin(looks).dark)


def _brows(canvas: Image.Image, features: Features, looks: Looks, age: int) -> None:
    shapes = {
        "arched": line((21, 26), (23, 24), (25, 24), (28, 25)),
        "level": line((21, 25), (24, 24), (28, 25)),
        "raised": line((21, 25), (24, 23), (28, 24)),
    }
    brow = shapes[features.brows]
    if not features.lashes:
        brow = union(brow, moved(brow, 0, 1))
    colour = shade(wardrobe.hair_colour(looks, age), -1.4)
    if looks.hair in ("pink", "blue"):
        colour = mix(colour, MATERIAL["ink"], 0.4)
    fill(canvas, both(brow), colour)


def _mouth(canvas: Image.Image, features: Features, looks: Looks) -> None:
    skin = wardrobe.skin(looks)
    lip = mix(skin.dark, CLOTH["crimson"], 0.4)
    dark = mix(skin.deep, CLOTH["crimson"], 0.45)
    if features.mouth == "grin":
        fill(canvas, curve((27, 41), (36, 41), (34, 44), (29, 44)), dark)
        fill(canvas, line((28, 41), (35, 41)), MATERIAL["porcelain"])
        fill(canvas, union(line((26, 40), (26, 40)), line((37, 40), (37, 40))), dark)
        return
    shapes = {
        "smile": line((27, 41), (29, 42), (34, 42), (36, 41)),
        "smirk": line((28, 42), (34, 42), (37, 40)),
        "calm": line((28, 42), (35, 42)),
    }
    fill(canvas, shapes[features.mouth], dark)
    fill(canvas, line((30, 44), (33, 44)) if not features.lashes else line((29, 43), (34, 43)), lip)


def _beard(canvas: Image.Image, looks: Looks, age: int, head: Mask) -> None:
    colours = ramp(shade(wardrobe.hair_colour(looks, age), -0.5))
    whiskers = union(
        curve((31.5, 39), (25, 40), (24, 43), (27, 43), (31.5, 41), (36, 43), (39, 43), (38, 40)),
    )
    if looks.beard == "stubble":
        jaw = cut(within(head, rows(37, 48)), ellipse(22, 28, 41, 40), ellipse(27, 40, 36, 43))
        fill(canvas, jaw, mix(colours.base, wardrobe.skin(looks).base, 0.6))
    if looks.beard == "full":
        full = curve(
            (19, 31),
            (19, 40),
            (23, 48),
            (31.5, 53),
            (40, 48),
            (44, 40),
            (44, 31),
            (42, 36),
            (37, 39),
            (26, 39),
            (21, 36),
        )
        paint(canvas, cut(full, ellipse(28, 41, 35, 44)), colours, light=1, shadow=2)
        fill(canvas, union(line((25, 46), (26, 49)), line((31, 47), (31, 51)), line((37, 46), (36, 49))), colours.dark)
    if looks.beard in ("moustache", "full"):
        paint(canvas, whiskers, colours, light=1, shadow=1)


def _lines(canvas: Image.Image, looks: Looks, age: int) -> None:
    fold = shade(wardrobe.skin(looks).base, -0.6)
    fill(canvas, both(line((23, 36), (26, 36))), fold)
    fill(canvas, both(line((20, 32), (20, 32))), fold)
    if looks.beard not in ("full", "moustache"):
        fill(canvas, both(line((27, 38), (25, 41))), fold)
    if age >= _WRINKLES_AGE + 10:
        fill(canvas, line((27, 21), (36, 21)), fold)
