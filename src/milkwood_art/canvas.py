"""A picture on the grid of tiles.

Knows pixels; knows nothing of what they show. Invariant: a canvas is never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

TILE_PIXELS = 16
"""The side of a tile in pixels."""


class Canvas:
    """A picture (RGBA); coordinates are pixels from the top left."""

    __slots__ = ("_picture", "height", "width")

    def __init__(self, picture: Image.Image) -> None:
        self._picture = picture
        self.width, self.height = picture.size

    def cut(self, left: int, top: int, width: int, height: int) -> Canvas:
        """A part of the picture."""
        return Canvas(self._picture.crop((left, top, left + width, top + height)))

    def image(self) -> Image.Image:
        """The picture as a Pillow image."""
        return self._picture.copy()
