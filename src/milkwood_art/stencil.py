"""Pictures written as letters: stencils that are painted in the colours of a person.

A stencil file holds blocks such as

    [bob left 2]
    ....12222221....

where the last word of the heading is the row of the canvas on which the block begins, and every letter stands for an
ink. Knows nothing of people or of colours. Invariant: all rows of a file are equally wide, and a dot is always a hole.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from PIL import Image

from milkwood.errors import OurBug
from milkwood_art.palette import RGB, RGBA

Inks = Mapping[str, RGB | RGBA]
"""Which colour each letter of a stencil is painted in."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """One picture in letters and the row at which it begins."""

    top: int
    rows: tuple[str, ...]

    def mirrored(self) -> "Stencil":
        """The same picture seen in a mirror."""
        return Stencil(self.top, tuple(row[::-1] for row in self.rows))

    def below(self, row: int) -> "Stencil":
        """What is left of the picture when all above a row of the canvas is hidden."""
        return Stencil(max(row, self.top), self.rows[max(0, row - self.top) :])

    def above(self, row: int) -> "Stencil":
        """What is left of the picture when a row of the canvas and all below it is hidden."""
        return Stencil(self.top, self.rows[: max(0, row - self.top)])


@cache
def load(sheet: str) -> Mapping[str, Stencil]:
    """All stencils of one file, by the words of their headings."""
    text = resources.files(__package__).joinpath("stencils", f"{sheet}.txt").read_text(encoding="utf-8")
    blocks: dict[str, tuple[int, list[str]]] = {}
    rows: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("[") and line.endswith("]"):
            *words, top = line[1:-1].split()
            rows = []
            blocks[" ".join(words)] = (int(top), rows)
        elif line and not line.startswith("#"):
            rows.append(line)
            if len(line) != len(rows[0]):
                raise OurBug("A row of a stencil is not as wide as the first.", where=f"{sheet}.txt:{number}")
    return {name: Stencil(top, tuple(lines)) for name, (top, lines) in blocks.items()}


def stamp(image: Image.Image, stencil: Stencil, inks: Inks, *, dx: int = 0, dy: int = 0) -> None:
    """Paint a stencil onto the image, moved by (dx, dy); what falls outside is lost."""
    pixels, (width, height) = image.load(), image.size
    assert pixels is not None
    for y, row in enumerate(stencil.rows, start=stencil.top + dy):
        for x, letter in enumerate(row, start=dx):
            if letter != "." and 0 <= x < width and 0 <= y < height:
                pixels[x, y] = inks[letter]
