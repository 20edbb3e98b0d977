"""The land while it is being laid out: the cover of each cell, and every object placed so far.

Knows nothing of blueprints or of Tiled. Invariant: all grids have the land's size; `solid` agrees with what the
written map will say, because both ask the same tiles and sprites.
"""

from dataclasses import dataclass, field

from milkwood_art.drafting.blueprint import BlueprintCell, TextByLanguage
from milkwood_art.drafting.noise import Noise
from milkwood_art.sprites import SPRITES

NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))
SURFACES = frozenset({"path", "cobble", "plaza", "deck", "sand"})
"""Grounds that are made for walking."""


@dataclass(frozen=True, slots=True)
class StandingSprite:
    """A sprite on the land; `at` is the lower left cell it stands on. With a kind it is a thing people use."""

    sprite: str
    at: BlueprintCell
    kind: str = ""
    name: TextByLanguage = field(default_factory=dict)

    def cells(self) -> list[BlueprintCell]:
        """The cells it covers on the ground."""
        art, (x, y) = SPRITES[self.sprite], self.at
        return [(x + i, y - j) for j in range(art.depth) for i in range(art.width)]

    def drawn(self) -> list[BlueprintCell]:
        """The cells it is drawn over."""
        art, (x, y) = SPRITES[self.sprite], self.at
        return [(x + i, y - j) for j in range(art.height) for i in range(art.width)]


@dataclass(frozen=True, slots=True)
class MapArea:
    """A named rectangle: a sector, a part of a room, a zone, or (one cell) a door with its sprite."""

    name: TextByLanguage
    kind: str
    at: BlueprintCell
    size: BlueprintCell
    opens: str = ""
    public: bool = False
    outdoors: bool = False
    sprite: str = ""


def _grid(width: int, height: int, value: str) -> list[list[str]]:
    return [[value] * width for _ in range(height)]


@dataclass(slots=True)
class DraftLand:
    """Grids and objects of one map in the making."""

    width: int
    height: int
    noise: Noise
    terrain: list[list[str]] = field(init=False)
    wall: list[list[str]] = field(init=False)
    paper: list[list[str]] = field(init=False)
    roof: list[list[str]] = field(init=False)
    window: list[list[bool]] = field(init=False)
    built: set[BlueprintCell] = field(default_factory=set)
    """Cells that a plan covers: nothing grows there by itself."""
    free: set[BlueprintCell] = field(default_factory=set)
    """Cells that must stay clear, such as the step before a door."""
    covered: set[BlueprintCell] = field(default_factory=set)
    """Cells that sprites stand on."""
    blocked: set[BlueprintCell] = field(default_factory=set)
    fronts: list[BlueprintCell] = field(default_factory=list)
    """The cells before outer doors and in gates, from which a footpath should start."""
    lamps: list[BlueprintCell] = field(default_factory=list)
    decor: list[StandingSprite] = field(default_factory=list)
    things: list[StandingSprite] = field(default_factory=list)
    zones: list[MapArea] = field(default_factory=list)
    sectors: list[MapArea] = field(default_factory=list)
    rooms: list[MapArea] = field(default_factory=list)
    doors: list[MapArea] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.terrain = _grid(self.width, self.height, "grass")
        self.wall = _grid(self.width, self.height, "")
        self.paper = _grid(self.width, self.height, "")
        self.roof = _grid(self.width, self.height, "")
        self.window = [[False] * self.width for _ in range(self.height)]

    def inside(self, cell: BlueprintCell) -> bool:
        """Whether a cell lies on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def ground(self, cell: BlueprintCell) -> str:
        """What covers a cell; beyond the border it is nothing."""
        return self.terrain[cell[1]][cell[0]] if self.inside(cell) else ""

    def cells(self) -> list[BlueprintCell]:
        """Every cell, row by row."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def stand(self, thing: StandingSprite) -> None:
        """Put up a sprite, wherever it is."""
        (self.things if thing.kind else self.decor).append(thing)
        self.covered.update(thing.cells() or thing.drawn())

    def takes(self, thing: StandingSprite, on: frozenset[str]) -> bool:
        """Whether wild growth may stand here: on this ground, on free cells, and without hiding a house or a way."""
        foot = thing.cells() or thing.drawn()
        for cell in foot:
            taken = cell in self.built or cell in self.free or cell in self.covered
            if taken or self.ground(cell) not in on or self.wall[cell[1]][cell[0]]:
                return False
        return all(self._may_hide(cell) for cell in thing.drawn() if cell not in foot)

    def _may_hide(self, cell: BlueprintCell) -> bool:
        return cell not in self.built and cell not in self.free and self.ground(cell) not in SURFACES

    def solid_cells(self) -> set[BlueprintCell]:
        """Every blocked cell."""
        solid = {cell for cell in self.cells() if self.ground(cell) == "water" or self.wall[cell[1]][cell[0]]}
        for thing in [*self.decor, *self.things]:
            if SPRITES[thing.sprite].solid:
                solid.update(thing.cells())
        return solid | self.blocked
