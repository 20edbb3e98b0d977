"""Pictures of people: sheets of walking figures, sleepers, sitters and portraits, from looks and age alone.

All that other packages use to draw people; knows nothing of towns or lives. Invariant: the same
looks and age give the same pixels for ever, on a transparent ground (portraits have their own).
"""

from PIL import Image

from milkwood.town.looks import Looks
from milkwood_art import figure
from milkwood_art.figure import FIGURE_HEIGHT_PIXELS, FIGURE_WIDTH_PIXELS, FigureView, Phase
from milkwood_art.portrait import portrait

__all__ = ["DIRECTIONS", "FIGURE_HEIGHT_PIXELS", "FIGURE_WIDTH_PIXELS", "FRAMES", "portrait", "sheet", "sleeping"]

DIRECTIONS = ("down", "left", "right", "up")
"""The rows of a sheet."""

FRAMES = (Phase.STAND, Phase.STEP_LEFT, Phase.STAND, Phase.STEP_RIGHT)
"""The columns of a sheet."""


def sheet(looks: Looks, age: int) -> Image.Image:
    """Walking in all directions: 4 columns of frames by 4 rows of `DIRECTIONS`, 64 x 96 pixels."""
    image = Image.new("RGBA", (FIGURE_WIDTH_PIXELS * len(FRAMES), FIGURE_HEIGHT_PIXELS * len(DIRECTIONS)))
    for row, direction in enumerate(DIRECTIONS):
        for column, phase in enumerate(FRAMES):
            image.paste(
                _frame(looks, age, direction, phase), (column * FIGURE_WIDTH_PIXELS, row * FIGURE_HEIGHT_PIXELS)
            )
    return image


def sleeping(looks: Looks, age: int) -> Image.Image:
    """A head on a pillow, tucked in: 16 x 16 pixels to lay on the upper end of a bed."""
    return figure.tucked_in(looks, age)


def _frame(looks: Looks, age: int, direction: str, phase: Phase) -> Image.Image:
    if direction != "right":
        return figure.draw(looks, age, FigureView(direction), phase)
    picture = figure.draw(looks, age, FigureView.LEFT, phase, far_side=True)
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
