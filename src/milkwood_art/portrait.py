"""A portrait: head and shoulders, 64 x 64 pixels, on a soft ground.

Puts ground, hair, clothes, face and extras on top of each other; each is drawn by its own module. Invariant: the same
looks and age give the same pixels, and every pixel is opaque.
"""

import random

from PIL import Image

from milkwood.town.looks import Looks
from milkwood_art import adornment, bust, face, wardrobe
from milkwood_art.hairdo import HAIRDOS, Hairdo
from milkwood_art.paint import PORTRAIT_SIDE_PIXELS, Mask, cut, ellipse, fill, paint, rows, union, within
from milkwood_art.palette import CLOTH, HAIR, MATERIAL, RGB, Ramp, mix, ramp, shade

_HAT_BRIM_ROW = 17
_TINTS = ("wall_cream", "wall_sage", "wall_sky", "wall_rose", "wall_ochre", "wall_lilac")


def portrait(looks: Looks, age: int) -> Image.Image:
    """Draw a person's portrait."""
    canvas = _ground(looks)
    hairdo = HAIRDOS[looks.hair_style]()
    colours = ramp(wardrobe.hair_colour(looks, age))
    drop = 1 if age >= 60 else 0
    person = Image.new("RGBA", (PORTRAIT_SIDE_PIXELS, PORTRAIT_SIDE_PIXELS))
    for mask in hairdo.back:
        paint(person, _under_hat(looks, mask), _shadowed(colours))
    bust.draw(person, looks, age)
    adornment.draw(person, looks, "neck")
    head = Image.new("RGBA", (PORTRAIT_SIDE_PIXELS, PORTRAIT_SIDE_PIXELS))
    face.draw(head, looks, age)
    adornment.draw(head, looks, "face")
    _front_hair(head, looks, hairdo, colours)
    adornment.draw(head, looks, "head")
    person.alpha_composite(head, (0, drop))
    canvas.alpha_composite(person)
    return canvas


def _front_hair(head: Image.Image, looks: Looks, hairdo: Hairdo, colours: Ramp) -> None:
    fill(head, hairdo.shaved, mix(colours.base, wardrobe.skin(looks).base, 0.5))
    for mask in hairdo.front:
        shape = _under_hat(looks, mask)
        paint(head, shape, colours, light=0, shadow=3)
        shine = cut(ellipse(19, 10, 40, 30), ellipse(20, 13, 43, 34))
        fill(head, within(shine, shape), shade(colours.base, 1.9 if max(colours.base) < 100 else 1.3))
    everything = union(*(_under_hat(looks, mask) for mask in hairdo.front))
    fill(head, within(hairdo.locks, everything), colours.dark)
    ribbon = wardrobe.extra_colours(looks, "ribbon")[0]
    paint(head, hairdo.ribbon, ribbon, light=1, shadow=1)


def _under_hat(looks: Looks, mask: Mask) -> Mask:
    return cut(mask, rows(0, _HAT_BRIM_ROW)) if looks.headwear else mask


def _shadowed(colours: Ramp) -> Ramp:
    return ramp(shade(colours.base, -0.9))


def _ground(looks: Looks) -> Image.Image:
    """A soft colour that hair and clothes stand out against."""
    worn = (HAIR[looks.hair], CLOTH[looks.top])
    tints = sorted(_TINTS, key=lambda name: min(_distance(MATERIAL[name], colour) for colour in worn))
    base = mix(MATERIAL[random.Random(repr(looks)).choice(tints[-3:])], MATERIAL["light"], 0.2)
    canvas = Image.new("RGBA", (PORTRAIT_SIDE_PIXELS, PORTRAIT_SIDE_PIXELS), base)
    fill(canvas, ellipse(-6, -4, 58, 58), shade(base, 0.5))
    fill(canvas, ellipse(0, 2, 48, 50), shade(base, 1))
    return canvas


def _distance(first: RGB, second: RGB) -> int:
    return sum(abs(one - two) for one, two in zip(first, second, strict=True))
