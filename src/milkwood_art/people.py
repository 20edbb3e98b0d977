"""Pictures of people: sheets of figures, sleepers and portraits, from looks and age alone.

All that other packages use to draw people; knows nothing of towns or lives. Invariant: the same
looks and age give the same pixels for ever, on a transparent ground (portraits have their own).
"""

from PIL import Image

from milkwood.town.looks import Looks
from milkwood_art import figure
from milkwood_art.figure import FIGURE_HEIGHT_PIXELS, FIGURE_WIDTH_PIXELS, Arms, FigureView, Phase
from milkwood_art.portrait import portrait

__all__ = ["DIRECTIONS", "FIGURE_HEIGHT_PIXELS", "FIGURE_WIDTH_PIXELS", "FRAMES", "portrait", "sheet", "sleeping"]

DIRECTIONS = ("down", "left", "right", "up")
"""The rows of a sheet."""

FRAMES = (
    (Phase.STAND, Arms.SWING),
    (Phase.STEP_LEFT, Arms.SWING),
    (Phase.STAND, Arms.SWING),
    (Phase.STEP_RIGHT, Arms.SWING),
    (Phase.SIT, Arms.SWING),
    (Phase.SIT, Arms.HOLD),
    (Phase.SIT, Arms.SPEAK),
    (Phase.STAND, Arms.HOLD),
    (Phase.STAND, Arms.LOW),
    (Phase.STAND, Arms.WAVE),
    (Phase.STAND, Arms.SPEAK),
    (Phase.STEP_LEFT, Arms.HOLD),
    (Phase.STEP_RIGHT, Arms.HOLD),
)
"""The columns of a sheet; the last column, after them, shows the person lying awake, in its upper part."""


def sheet(looks: Looks, age: int) -> Image.Image:
    """A column for each of `FRAMES` and one for lying awake, a row for each of `DIRECTIONS`: 224 x 96 pixels."""
    columns = len(FRAMES) + 1
    image = Image.new("RGBA", (FIGURE_WIDTH_PIXELS * columns, FIGURE_HEIGHT_PIXELS * len(DIRECTIONS)))
    for row, direction in enumerate(DIRECTIONS):
        for column, (phase, arms) in enumerate(FRAMES):
            image.paste(
                _frame(looks, age, direction, phase, arms),
                (column * FIGURE_WIDTH_PIXELS, row * FIGURE_HEIGHT_PIXELS),
            )
    image.paste(figure.tucked_in(looks, age, awake=True), (len(FRAMES) * FIGURE_WIDTH_PIXELS, 0))
    return image


def sleeping(looks: Looks, age: int) -> Image.Image:
    """A head on a pillow, tucked in: 16 x 16 pixels to lay on the upper end of a bed."""
    return figure.tucked_in(looks, age)


def _frame(looks: Looks, age: int, direction: str, phase: Phase, arms: Arms) -> Image.Image:
    if direction != "right":
        return figure.draw(looks, age, FigureView(direction), phase, arms)
    picture = figure.draw(looks, age, FigureView.LEFT, phase, arms, far_side=True)
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
