"""The ground: meadows, water, squares, streets and bridges.

Knows nothing of houses. Invariant: where a way crosses water it becomes a deck, so no way is ever cut.
"""

from milkwood_art.drafting import bridge, shape
from milkwood_art.drafting.blueprint import BlueprintCell, PathLine, PlantBed, SitePlan
from milkwood_art.drafting.land import DraftLand, StandingSprite
from milkwood_art.sprites import SPRITES

_GREEN = frozenset({"grass", "meadow"})


def lay(land: DraftLand, site: SitePlan) -> None:
    """Cover the land with everything the site says of its ground."""
    _meadows(land, site.nature.meadow)
    waters = [one for one in site.patches if one.surface == "water"]
    for pond in waters:
        cells = shape.patch(pond.at, pond.radius, pond.wobble, land.noise)
        _cover(land, cells, "water")
        _bank(land, cells, pond.shore)
    for stream in site.ways:
        if stream.surface == "water":
            _stream(land, stream)
    for piece in site.patches:
        if piece.surface != "water":
            cells = shape.patch(piece.at, piece.radius, piece.wobble, land.noise)
            _cover(land, {cell for cell in cells if land.ground(cell) != "water"}, piece.surface)
    crossings: set[BlueprintCell] = set()
    for street in site.ways:
        if street.surface != "water":
            crossings |= _way(land, street)
    bridge.span(land, crossings)


def _meadows(land: DraftLand, share: float) -> None:
    for x, y in land.cells():
        if land.noise.cloud("meadow", x, y, 11) < share:
            land.terrain[y][x] = "meadow"


def _cover(land: DraftLand, cells: set[BlueprintCell], surface: str) -> None:
    for x, y in cells:
        if land.inside((x, y)):
            land.terrain[y][x] = surface


def _bank(land: DraftLand, cells: set[BlueprintCell], shore: str) -> None:
    if shore:
        bank = shape.grown(cells, land.noise, 0.5)
        _cover(land, {cell for cell in bank if land.ground(cell) in _GREEN}, shore)


def _stream(land: DraftLand, stream: PathLine) -> None:
    cells = shape.way(stream.along, stream.width, stream.wobble, stream.wander, land.noise)
    _cover(land, cells, "water")
    _bank(land, cells, stream.shore)


def _way(land: DraftLand, street: PathLine) -> set[BlueprintCell]:
    """Pave a way; returns where it crosses water. A way of planks is a landing stage and crosses nothing."""
    crossed = set()
    cells = shape.way(street.along, street.width, street.wobble, street.wander, land.noise)
    for x, y in cells:
        if not land.inside((x, y)):
            continue
        if land.terrain[y][x] in ("water", "deck"):
            land.terrain[y][x] = "deck"
            crossed.add((x, y))
        elif land.terrain[y][x] not in ("cobble", "plaza"):
            land.terrain[y][x] = street.surface
    if street.lamps:
        _note_lamps(land, street)
    return set() if street.surface == "deck" else crossed


def _note_lamps(land: DraftLand, street: PathLine) -> None:
    """Remember where lamp posts should stand: at even distances, left and right in turn."""
    points = shape.curve(street.along, 1.0)
    for number, index in enumerate(range(street.lamps // 2, len(points) - 1, street.lamps)):
        (x, y), (ahead_x, ahead_y) = points[index], points[index + 1]
        side = 1 if number % 2 else -1
        reach = street.width / 2 + 1
        if abs(ahead_x - x) >= abs(ahead_y - y):
            land.lamps.append((int(x), int(y + side * reach)))
        else:
            land.lamps.append((int(x + side * reach), int(y)))


def plant_bed(land: DraftLand, bed: PlantBed) -> None:
    """Dig a bed and set its rows of flowers or crops."""
    for j in range(bed.size[1]):
        taken = 0
        for i in range(bed.size[0]):
            x, y = bed.at[0] + i, bed.at[1] + j
            land.terrain[y][x] = bed.ground
            land.built.add((x, y))
            sprite = bed.rows[(i if bed.by_column else j) % len(bed.rows)]
            if sprite and i >= taken:
                land.stand(StandingSprite(sprite, (x, y)))
                taken = i + SPRITES[sprite].width
