"""A plan of a piece of land, cell by cell: what a draughtsman gives and a dresser reads.

Knows the words of a plan; knows no tile. Invariant: all five grids have the same size and use only known words, which
a site checks when it is made.
"""

from dataclasses import dataclass

from milkwood.errors import TownAuthorError
from milkwood.i18n import t
from milkwood_art.tile_names import FENCES, GROUNDS, PAPERS, ROOFS, STYLES, pavings

OUTDOORS = (*GROUNDS, "cobble", "plaza", "deck")
"""Terrain under the open sky."""


def floors() -> tuple[str, ...]:
    """Terrain inside buildings."""
    return tuple(name for name in pavings() if name not in OUTDOORS)


@dataclass(frozen=True, slots=True)
class Site:
    """Five grids of the same size, row by row."""

    terrain: list[list[str]]
    """A word of `OUTDOORS` or `floors` for every cell."""
    wall: list[list[str]]
    """"" or a style of building wall or a kind of fence."""
    paper: list[list[str]]
    """On wall cells whose south face looks into a room: the room's paper; "" shows the style from outside."""
    window: list[list[bool]]
    """Wall cells with a window."""
    roof: list[list[str]]
    """"" or the colour of the roof over the cell."""

    def __post_init__(self) -> None:
        words = (
            ("terrain", self.terrain, {*OUTDOORS, *floors()}),
            ("wall", self.wall, {"", *STYLES, *FENCES}),
            ("paper", self.paper, {"", *PAPERS}),
            ("roof", self.roof, {"", *ROOFS}),
        )
        for name, grid, known in words:
            self._check_shape(name, [len(row) for row in grid])
            for y, row in enumerate(grid):
                for x, word in enumerate(row):
                    if word not in known:
                        raise TownAuthorError(
                            f"“{word}” is no {name}.",
                            where=f"column {x}, row {y}",
                            remedy=t("Use one of: {names}.", names=", ".join(sorted(known - {""}))),
                        )
        self._check_shape("window", [len(row) for row in self.window])

    def _check_shape(self, name: str, lengths: list[int]) -> None:
        if lengths != [self.width] * self.height:
            raise TownAuthorError(
                f"the grid “{name}” is not {self.width} x {self.height} cells like the terrain.",
                remedy="Give every grid one entry for each cell.",
            )

    @property
    def width(self) -> int:
        """In cells."""
        return len(self.terrain[0]) if self.terrain else 0

    @property
    def height(self) -> int:
        """In cells."""
        return len(self.terrain)

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell is on the site."""
        return 0 <= x < self.width and 0 <= y < self.height

    def terrain_at(self, x: int, y: int) -> str:
        """The terrain of a cell; beyond the rim, that of the nearest cell."""
        return self.terrain[min(max(y, 0), self.height - 1)][min(max(x, 0), self.width - 1)]

    def built(self, x: int, y: int) -> bool:
        """Whether a wall of a building stands there."""
        return self.holds(x, y) and self.wall[y][x] in STYLES

    def shows_face(self, x: int, y: int) -> bool:
        """Whether the wall there is seen from the south: nothing is built right below it."""
        return self.built(x, y) and not self.built(x, y + 1)

    def fence_at(self, x: int, y: int) -> str:
        """The kind of fence there, or nothing."""
        return self.wall[y][x] if self.holds(x, y) and self.wall[y][x] in FENCES else ""
