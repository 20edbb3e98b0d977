"""A small sheet of pixels with the few strokes that pixel art needs.

Knows pixels and colours; knows nothing of what is drawn. Invariant: a stroke never leaves the sheet and never
anti-aliases; an RGB paint covers, an RGBA paint lies over what is there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from milkwood_art.palette import RGB, RGBA, alpha, material, shade

TILE = 16
"""The side of a tile in pixels."""

Paint = RGB | RGBA


def _over(top: RGBA, below: RGBA) -> RGBA:
    if top[3] == 255 or below[3] == 0:
        return top
    strength = top[3] + below[3] * (255 - top[3]) // 255
    if strength == 0:
        return (0, 0, 0, 0)
    parts = [(top[i] * top[3] * 255 + below[i] * below[3] * (255 - top[3])) // (strength * 255) for i in range(3)]
    return (parts[0], parts[1], parts[2], strength)


class Canvas:
    """A transparent sheet to draw on; coordinates are pixels from the top left."""

    __slots__ = ("_pixels", "height", "width")

    def __init__(self, width: int = TILE, height: int = TILE) -> None:
        self.width = width
        self.height = height
        self._pixels: list[RGBA] = [(0, 0, 0, 0)] * (width * height)

    def at(self, x: int, y: int) -> RGBA:
        """The pixel there; outside the sheet everything is empty."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self._pixels[y * self.width + x]
        return (0, 0, 0, 0)

    def filled(self, x: int, y: int) -> bool:
        """Whether something solid is painted there (shadows are not)."""
        return self.at(x, y)[3] == 255

    def dot(self, x: int, y: int, paint: Paint) -> None:
        """One pixel."""
        if 0 <= x < self.width and 0 <= y < self.height:
            place = y * self.width + x
            if len(paint) == 3:
                self._pixels[place] = (*paint, 255)
            else:
                self._pixels[place] = _over(paint, self._pixels[place])

    def dots(self, places: Iterable[tuple[int, int]], paint: Paint) -> None:
        """Several pixels of one paint."""
        for x, y in places:
            self.dot(x, y, paint)

    def row(self, x: int, y: int, length: int, paint: Paint) -> None:
        """A horizontal line to the right."""
        for step in range(length):
            self.dot(x + step, y, paint)

    def column(self, x: int, y: int, length: int, paint: Paint) -> None:
        """A vertical line downwards."""
        for step in range(length):
            self.dot(x, y + step, paint)

    def line(self, start: tuple[int, int], end: tuple[int, int], paint: Paint) -> None:
        """A straight line between two pixels, both included."""
        (x0, y0), (x1, y1) = start, end
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(steps + 1):
            self.dot(
                x0 + (2 * (x1 - x0) * step + steps) // (2 * steps),
                y0 + (2 * (y1 - y0) * step + steps) // (2 * steps),
                paint,
            )

    def box(self, x: int, y: int, width: int, height: int, paint: Paint) -> None:
        """A filled rectangle."""
        for step in range(height):
            self.row(x, y + step, width, paint)

    def frame(self, x: int, y: int, width: int, height: int, paint: Paint) -> None:
        """The outline of a rectangle."""
        self.row(x, y, width, paint)
        self.row(x, y + height - 1, width, paint)
        self.column(x, y + 1, height - 2, paint)
        self.column(x + width - 1, y + 1, height - 2, paint)

    def round_box(self, x: int, y: int, width: int, height: int, paint: Paint, cut: int = 1) -> None:
        """A filled rectangle without its `cut` corner pixels."""
        for step in range(height):
            inset = max(0, cut - min(step, height - 1 - step))
            self.row(x + inset, y + step, width - 2 * inset, paint)

    def oval(self, x: int, y: int, width: int, height: int, paint: Paint) -> None:
        """A filled ellipse inside the given rectangle."""
        for down in range(height):
            for right in range(width):
                across = (2 * right + 1 - width) * height
                along = (2 * down + 1 - height) * width
                if across * across + along * along <= width * width * height * height:
                    self.dot(x + right, y + down, paint)

    def stamp(self, x: int, y: int, rows: Sequence[str], key: Mapping[str, Paint]) -> None:
        """A picture written as text: each letter a paint of the key, blanks and dots left open."""
        for down, line in enumerate(rows):
            for right, letter in enumerate(line):
                if letter not in " .":
                    self.dot(x + right, y + down, key[letter])

    def paste(self, other: Canvas, x: int = 0, y: int = 0) -> None:
        """Another sheet laid over this one."""
        for down in range(other.height):
            for right in range(other.width):
                paint = other.at(right, down)
                if paint[3]:
                    self.dot(x + right, y + down, paint)

    def under(self, x: int, y: int, paint: Paint) -> None:
        """One pixel painted below what is already there."""
        if 0 <= x < self.width and 0 <= y < self.height:
            place = y * self.width + x
            full: RGBA = (*paint, 255) if len(paint) == 3 else paint
            self._pixels[place] = _over(self._pixels[place], full)

    def rim(self, steps: float = -2.4, keep: Iterable[RGB] = ()) -> None:
        """Darken every solid pixel that borders on nothing: an outline in the colours of the thing itself."""
        kept = {(*colour, 255) for colour in keep}
        edge = [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if self.filled(x, y)
            and self.at(x, y) not in kept
            and not all(self.filled(x + i, y + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        ]
        for x, y in edge:
            red, green, blue, _ = self.at(x, y)
            self.dot(x, y, shade((red, green, blue), steps))

    def shadow(self, x: int, y: int, width: int, height: int, strength: int = 70) -> None:
        """A soft drop shadow on the floor, below everything drawn so far; call it once and last."""
        tint = material("shadow")
        for down in range(height):
            for right in range(width):
                across = (2 * right + 1 - width) * height
                along = (2 * down + 1 - height) * width
                reach = across * across + along * along
                whole = width * width * height * height
                if reach <= whole:
                    soft = strength if reach <= whole * 5 // 8 else strength * 5 // 8
                    self.under(x + right, y + down, alpha(tint, soft))

    def flat_shadow(self, x: int, y: int, width: int, height: int, strength: int = 60) -> None:
        """A rectangular shadow below everything drawn so far."""
        tint = alpha(material("shadow"), strength)
        for down in range(height):
            for right in range(width):
                self.under(x + right, y + down, tint)

    def speckle(self, area: tuple[int, int, int, int], paints: Sequence[Paint], count: int, rng: random.Random) -> None:
        """Single pixels strewn over the solid part of an area."""
        x, y, width, height = area
        for _ in range(count):
            right, down = x + rng.randrange(width), y + rng.randrange(height)
            paint = rng.choice(paints)
            if self.filled(right, down):
                self.dot(right, down, paint)

    def mirrored(self) -> Canvas:
        """A copy with left and right exchanged."""
        copy = Canvas(self.width, self.height)
        for y in range(self.height):
            for x in range(self.width):
                copy._pixels[y * self.width + self.width - 1 - x] = self._pixels[y * self.width + x]
        return copy

    def image(self) -> Image.Image:
        """What is drawn, as a Pillow image (RGBA)."""
        picture = Image.new("RGBA", (self.width, self.height))
        picture.frombytes(bytes(part for pixel in self._pixels for part in pixel))
        return picture
