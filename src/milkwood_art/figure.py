"""One person as a small figure, 16 x 24 pixels, in one view and one phase of a step.

Puts body, clothes, head, hair and extras on top of each other in the order in which they hide each other, and draws a
tinted outline around the whole. Knows nothing of sheets or portraits. Invariant: the same looks, age, view and phase
always give the same pixels, and the feet always stand on the lowest rows, whatever the age.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PIL import Image, ImageDraw

from milkwood.town.looks import Looks
from milkwood_art import inks, stencil, wardrobe
from milkwood_art.palette import MATERIAL, RGB, alpha, mix, shade
from milkwood_art.stencil import Inks

FIGURE_WIDTH_PIXELS = 16
FIGURE_HEIGHT_PIXELS = 24

_HAT_BRIM_ROW = 4
_SEAT_PIXELS = 3
"""How much lower people are when they sit."""
_LAP_ROW = 21
"""Clothes reach down to this row when people sit."""
_ONE_ARM = frozenset({"wave", "speak"})
_UNDER_HEAD = ("tie", "necklace", "bow neck", "scarf", "backpack")
_ON_HEAD = ("glasses", "sunglasses", "earrings", "hat", "cap", "beret", "headphones", "bow hair", "flower")


class FigureView(StrEnum):
    """From where a figure is seen; to the right is to the left in a mirror."""

    DOWN = "down"
    LEFT = "left"
    UP = "up"


class Phase(StrEnum):
    """What the legs are doing."""

    STAND = "stand"
    STEP_LEFT = "step left"
    STEP_RIGHT = "step right"
    SIT = "sit"


class Arms(StrEnum):
    """What the arms are doing, if they do not swing with the legs."""

    SWING = ""
    HOLD = "hold"
    LOW = "low"
    WAVE = "wave"
    SPEAK = "speak"


@dataclass(frozen=True, slots=True)
class Build:
    """What age does to a body: how far it is lowered, narrowed, and its head bent, in pixels."""

    lower: int = 0
    narrow: int = 0
    bend: int = 0


def build_at(age: int) -> Build:
    """The young are slighter, the old a little bent."""
    if age < 20:
        return Build(lower=1, narrow=1)
    if age >= 60:
        return Build(bend=1)
    return Build()


def draw(
    looks: Looks,
    age: int,
    view: FigureView,
    phase: Phase = Phase.STAND,
    arms: Arms = Arms.SWING,
    *,
    far_side: bool = False,
) -> Image.Image:
    """The figure on a transparent ground with a soft shadow at its feet; `far_side` leaves out a flower."""
    return _Figure(looks, age, view, phase, arms, far_side).picture()


def tucked_in(looks: Looks, age: int, *, awake: bool = False) -> Image.Image:
    """A head on a pillow, 16 x 16 pixels, the sheet drawn up to the chin."""
    linen = inks.of_linen()
    head = Image.new("RGBA", (FIGURE_WIDTH_PIXELS, FIGURE_WIDTH_PIXELS))
    skin = inks.of_head(looks)
    stencil.stamp(head, stencil.load("head")["head down"], skin, dy=1)
    if not awake:
        stencil.stamp(head, stencil.load("head")["asleep down"], skin, dy=1)
    beard = stencil.load("head").get(f"{looks.beard} down")
    if beard is not None:
        stencil.stamp(head, beard, {**skin, **inks.of_beard(looks, age)}, dy=1)
    stencil.stamp(head, stencil.load("hair")[f"{looks.hair_style} down"], inks.of_hair(looks, age), dy=1)
    bed = Image.new("RGBA", (FIGURE_WIDTH_PIXELS, FIGURE_WIDTH_PIXELS))
    stencil.stamp(bed, stencil.load("head")["pillow"], linen)
    bed.alpha_composite(outlined(head))
    stencil.stamp(bed, stencil.load("head")["sheet"], linen)
    return bed


class _Figure:
    """One figure being drawn: the canvas and what all its parts need to know."""

    def __init__(self, looks: Looks, age: int, view: FigureView, phase: Phase, arms: Arms, far_side: bool) -> None:
        self.looks = looks
        self.view = view
        self.phase = phase
        self.arms = arms
        self.far_side = far_side
        self.build = build_at(age)
        self.clothes = wardrobe.dress(looks)
        self.skin = inks.of_head(looks)
        self.beard = inks.of_beard(looks, age)
        self.hair = inks.of_hair(looks, age)
        self.image = Image.new("RGBA", (FIGURE_WIDTH_PIXELS, FIGURE_HEIGHT_PIXELS))
        self.body_dy = self.build.lower + {Phase.STAND: 0, Phase.SIT: _SEAT_PIXELS}.get(phase, 1)
        self.head_dy = self.body_dy + self.build.bend
        self.head_dx = -self.build.bend if view is FigureView.LEFT else 0

    def picture(self) -> Image.Image:
        """All parts, from the hindmost to the foremost, then outline and shadow."""
        self._hair(f"{self.looks.hair_style} {self.view} back")
        parts = [self._legs, self._outfit]
        for part in reversed(parts) if self.phase is Phase.SIT else parts:
            part()
        if self.arms is not Arms.WAVE:
            self._arms()
        self._extras(_UNDER_HEAD, dx=0, dy=self.body_dy)
        self._head()
        self._hair(f"{self.looks.hair_style} {self.view}")
        self._extras(_ON_HEAD, dx=self.head_dx, dy=self.head_dy)
        if self.arms is Arms.WAVE:  # a raised arm is in front of the hair
            self._arms()
        return _grounded(outlined(self.image))

    def _stamp(self, sheet: str, name: str, inks: Inks, *, dx: int = 0, dy: int = 0, turned: bool = False) -> None:
        shape = stencil.load(sheet).get(name)
        if shape is not None:
            stencil.stamp(self.image, shape.mirrored() if turned else shape, inks, dx=dx, dy=dy)

    def _outfit(self) -> None:
        shape = stencil.load("clothes")[f"{self.looks.outfit} {self.view}"]
        if self.phase is Phase.SIT:
            shape = shape.above(_LAP_ROW - self.body_dy)
        stencil.stamp(self.image, shape, inks.of_clothes(self.clothes), dy=self.body_dy)

    def _legs(self) -> None:
        cut = "skirt" if self.clothes.has_skirt else "trousers"
        side = self._front
        name = {
            Phase.STAND: f"{cut} {side}",
            Phase.STEP_LEFT: f"{cut} {side} step",
            Phase.STEP_RIGHT: f"{cut} {side} " + ("stride" if side is FigureView.LEFT else "step"),
            Phase.SIT: f"{cut} {self.view} sit",
        }[self.phase]
        turned = side is FigureView.DOWN and self.phase is Phase.STEP_RIGHT
        colours = inks.of_clothes(self.clothes)
        self._stamp("clothes", name, inks.turned(colours) if turned else colours, turned=turned)

    def _arms(self) -> None:
        colours = inks.of_arms(self.clothes)
        swing = {Phase.STEP_LEFT: ("aft", "fore"), Phase.STEP_RIGHT: ("fore", "aft")}
        near, far = swing.get(self.phase, ("", ""))
        if self.arms:
            near, far = self.arms, "" if self.arms in _ONE_ARM else self.arms
        dx = self.build.narrow
        self._stamp("clothes", self._arm(near), colours, dx=dx, dy=self.body_dy)
        if self.view is not FigureView.LEFT:
            colours = inks.turned(colours, stripe=self.clothes.stripe)
            self._stamp("clothes", self._arm(far), colours, dx=-dx, dy=self.body_dy, turned=True)

    def _arm(self, move: str) -> str:
        """The stencil of an arm. Seen from behind, only the elbow of an arm that reaches forward shows."""
        if self.view is FigureView.UP and move == Arms.HOLD:
            return "arm up hold"
        if self.view is FigureView.UP and move == Arms.LOW:
            return "arm down"
        return f"arm {self._front} {move}".strip()

    @property
    def _front(self) -> FigureView:
        return FigureView.LEFT if self.view is FigureView.LEFT else FigureView.DOWN

    def _head(self) -> None:
        self._stamp("head", f"head {self.view}", self.skin, dx=self.head_dx, dy=self.head_dy)
        colours = {**self.skin, **self.beard}
        self._stamp("head", f"{self.looks.beard} {self.view}", colours, dx=self.head_dx, dy=self.head_dy)

    def _hair(self, name: str) -> None:
        shape = stencil.load("hair").get(name)
        if shape is None:
            return
        if self.looks.headwear:
            shape = shape.below(_HAT_BRIM_ROW)
        stencil.stamp(self.image, shape, self.hair, dx=self.head_dx, dy=self.head_dy)

    def _extras(self, parts: Iterable[str], *, dx: int, dy: int) -> None:
        for part in parts:
            extra, _, at = part.partition(" ")
            if not wardrobe.is_worn(self.looks, extra, at_neck=at == "neck") or (extra == "flower" and self.far_side):
                continue
            self._stamp("extras", f"{part} {self.view}", inks.of_extra(self.looks, extra), dx=dx, dy=dy)


def outlined(image: Image.Image) -> Image.Image:
    """The picture with a thin dark edge around it, tinted by what it surrounds."""
    result = image.copy()
    width, pixels = image.width, image.tobytes()
    seen = [tuple(pixels[at : at + 3]) if pixels[at + 3] else None for at in range(0, len(pixels), 4)]
    for place, own in enumerate(seen):
        if own is None:
            x, y = place % width, place // width
            beside = [
                seen[place + step]
                for step, is_inside in (
                    (-width, y > 0),
                    (-1, x > 0),
                    (1, x < width - 1),
                    (width, y < image.height - 1),
                )
                if is_inside
            ]
            found = [colour for colour in beside if colour is not None]
            if found:
                result.putpixel((x, y), _edge(*min(found, key=sum)))
    return result


@cache
def _edge(red: int, green: int, blue: int) -> RGB:
    """The colour of the edge around a colour."""
    return mix(shade((red, green, blue), -3.2), MATERIAL["ink"], 0.55)


def _grounded(figure: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", figure.size)
    ImageDraw.Draw(ground).ellipse((2, 20, 13, 23), fill=alpha(MATERIAL["shadow"], 80))
    ground.alpha_composite(figure)
    return ground
