"""What grows by itself: groves, the wood around the town, bushes, flowers, reeds and stones.

Knows nothing of names and rooms. Invariant: nothing solid grows on made ground, on a plan, or before a door.
"""

from collections.abc import Sequence
from math import hypot

from milkwood_art.drafting.blueprint import BlueprintCell, Grove, SitePlan
from milkwood_art.drafting.land import NEIGHBOURS, SURFACES, DraftLand, StandingSprite
from milkwood_art.sprites import SPRITES

_GREEN = frozenset({"grass", "meadow"})
_WATER = frozenset({"water"})
_ALL_AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def variants(name: str) -> list[str]:
    """A sprite and its numbered sisters."""
    return [name, *(f"{name}_{number}" for number in range(2, 10) if f"{name}_{number}" in SPRITES)]


def plant(land: DraftLand, site: SitePlan) -> None:
    """Let everything grow, the large before the small."""
    _trees(land, site)
    if site.nature.fresh_water:
        _waterside(land)
    _undergrowth(land, site)


def _trees(land: DraftLand, site: SitePlan) -> None:
    order = sorted(land.cells(), key=lambda cell: land.noise.dice("order", *cell))
    for cell in order:
        wood = _wood(site.woods, cell)
        edge = _edge(land, cell)
        density = _density(land, site, cell, wood, edge)
        if land.noise.dice("tree", *cell) >= density:
            continue
        tree = StandingSprite(_species(land, site, cell, wood, edge), cell)
        if land.takes(tree, _GREEN) and _spaced(land, tree, density):
            land.stand(tree)


def _edge(land: DraftLand, cell: BlueprintCell) -> float:
    """How far a cell lies from the border, which is itself uneven."""
    x, y = cell
    away = min(x, y, land.width - 1 - x, land.height - 1 - y)
    return away + (land.noise.cloud("rim", x, y, 9) - 0.5) * 5


def _wood(woods: Sequence[Grove], cell: BlueprintCell) -> Grove | None:
    for wood in woods:
        away = hypot((cell[0] - wood.at[0]) / wood.radius[0], (cell[1] - wood.at[1]) / wood.radius[1])
        if away < 1:
            return wood
    return None


def _density(land: DraftLand, site: SitePlan, cell: BlueprintCell, wood: Grove | None, edge: float) -> float:
    if edge < site.nature.rim:
        return 0.95
    if wood:
        return wood.density
    grove = land.noise.cloud("grove", cell[0], cell[1], site.nature.grove_scale)
    return 0.55 if grove > site.nature.grove else 0.025


def _species(land: DraftLand, site: SitePlan, cell: BlueprintCell, wood: Grove | None, edge: float) -> str:
    """Neighbours are mostly of one kind, as in a real wood."""
    x, y = cell
    kinds = site.nature.trees
    if edge < site.nature.rim:
        kinds = site.nature.rim_trees
    elif wood and wood.trees:
        kinds = wood.trees
    field = land.noise.cloud("species", x, y, 15) + (land.noise.dice("stray", x, y) - 0.5) * 0.5
    kind = kinds[min(len(kinds) - 1, max(0, int((field - 0.15) / 0.7 * len(kinds))))]
    if site.nature.fresh_water and land.noise.dice("willow", x, y) < 0.45 and _near(land, cell, "water", 3):
        kind = "tree_willow"
    return land.noise.pick("tree variant", x, y, variants(kind))


def _spaced(land: DraftLand, tree: StandingSprite, density: float) -> bool:
    """Trees of a thick wood may stand side by side; elsewhere they keep a cell apart."""
    if density > 0.9:
        return True
    return not any((x + dx, y + dy) in land.covered for x, y in tree.cells() for dx, dy in _ALL_AROUND)


def _near(land: DraftLand, cell: BlueprintCell, ground: str, reach: int) -> bool:
    x, y = cell
    span = range(-reach, reach + 1)
    return any(land.ground((x + dx, y + dy)) == ground for dx in span for dy in span)


def _waterside(land: DraftLand) -> None:
    for cell in land.cells():
        x, y = cell
        shore = any(land.ground((x + dx, y + dy)) == "water" for dx, dy in NEIGHBOURS)
        chance = land.noise.dice("waterside", x, y)
        if land.ground(cell) == "water":
            banks = sum(land.ground((x + dx, y + dy)) != "water" for dx, dy in _ALL_AROUND)
            lilies = land.noise.smooth("lilies", x, y, 5)
            if banks == 0 and lilies > 0.62 and chance < 0.35:
                _try(land, "lily_pad", cell, _WATER)
        elif shore and chance < 0.4 and land.ground(cell) in _GREEN:
            _try(land, "reeds" if chance < 0.26 else "fern", cell, _GREEN)


def _try(land: DraftLand, sprite: str, cell: BlueprintCell, on: frozenset[str]) -> None:
    growth = StandingSprite(land.noise.pick("variant", cell[0], cell[1], variants(sprite)), cell)
    if land.takes(growth, on):
        land.stand(growth)


def _undergrowth(land: DraftLand, site: SitePlan) -> None:
    nature = site.nature
    trunks = {cell for one in land.decor if one.sprite.startswith("tree_") for cell in one.cells()}
    for cell in land.cells():
        x, y = cell
        if land.ground(cell) not in _GREEN:
            continue
        chance = land.noise.dice("undergrowth", x, y)
        bloom = land.noise.cloud("bloom", x, y, 6)
        shade = any((x + dx, y + dy) in trunks for dx, dy in _ALL_AROUND)
        verge = any(land.ground((x + dx, y + dy)) in SURFACES for dx, dy in NEIGHBOURS)
        if nature.flowers and bloom > 0.62 and chance < nature.wild * 0.6:
            patch = land.noise.smooth("hue", x, y, 8)
            _try(land, nature.flowers[int(patch * len(nature.flowers))], cell, _GREEN)
        elif nature.shade and shade and chance < nature.wild * 0.3:
            _try(land, land.noise.pick("sort", x, y, nature.shade), cell, _GREEN)
        elif nature.undergrowth and chance < nature.wild * (0.05 if verge else 0.12):
            _try(land, land.noise.pick("sort", x, y, nature.undergrowth), cell, _GREEN)
