"""Trodden paths from every door and gate to the nearest street.

Knows nothing of who walks. Invariant: each front of the land is joined to made ground by unplanted cells.
"""

import heapq

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import BlueprintCell
from milkwood_art.drafting.land import NEIGHBOURS, SURFACES, DraftLand

_HARD = frozenset({"cobble", "plaza", "deck", "path"})


def tread(land: DraftLand) -> None:
    """Join every front to the streets, nearest to a street first, so that later ones join earlier ones."""
    solid = land.solid_cells()
    streets = {cell for cell in land.cells() if land.ground(cell) in _HARD and cell not in land.built}
    fronts = sorted(land.fronts, key=lambda cell: (_steps(cell, streets), cell))
    for front in fronts:
        for x, y in _route(land, front, solid, streets):
            if land.terrain[y][x] not in SURFACES or land.terrain[y][x] == "sand":
                land.terrain[y][x] = "path"
            land.free.add((x, y))
            streets.add((x, y))


def _steps(cell: BlueprintCell, streets: set[BlueprintCell]) -> int:
    return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in streets), default=0)


def _route(
    land: DraftLand, front: BlueprintCell, solid: set[BlueprintCell], streets: set[BlueprintCell]
) -> list[BlueprintCell]:
    """The cheapest way to a street; a little unevenness in the cost makes it stray as feet do."""
    queue: list[tuple[float, BlueprintCell]] = [(0.0, front)]
    came: dict[BlueprintCell, BlueprintCell | None] = {front: None}
    cost = {front: 0.0}
    while queue:
        so_far, cell = heapq.heappop(queue)
        if cell in streets and cell != front:
            return _back(came, cell)
        if so_far > cost[cell]:
            continue
        for dx, dy in NEIGHBOURS:
            near = (cell[0] + dx, cell[1] + dy)
            if not land.inside(near) or near in solid or (near in land.built and near not in land.free):
                continue
            price = so_far + 0.7 + land.noise.smooth("tread", near[0], near[1], 3.5)
            price += 0.8 * sum((near[0] + a, near[1] + b) in land.built for a, b in NEIGHBOURS)
            if price < cost.get(near, 1e9):
                cost[near], came[near] = price, cell
                heapq.heappush(queue, (price, near))
    raise TownAuthorError(
        "no street can be reached from the door here.",
        where=f"the site at column {front[0]}, row {front[1]}",
        remedy="Move the building or lead a way to it.",
    )


def _back(came: dict[BlueprintCell, BlueprintCell | None], cell: BlueprintCell | None) -> list[BlueprintCell]:
    cells = []
    while cell is not None:
        cells.append(cell)
        cell = came[cell]
    return cells
