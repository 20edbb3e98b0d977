"""Whether people can get everywhere: the walk through a drafted town before it is written.

Knows nothing of people. Invariant: a town that passes has no thing, door or room out of reach; open cells that
nobody can reach (pockets in a wood) are blocked, so that nobody is ever sent there.
"""

from collections.abc import Mapping

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import BlueprintCell
from milkwood_art.drafting.land import NEIGHBOURS, DraftLand, MapArea, StandingSprite
from milkwood_art.sprites import SPRITES


def reach(start: BlueprintCell, open_cells: set[BlueprintCell]) -> set[BlueprintCell]:
    """All cells that can be walked to from a start."""
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx, dy in NEIGHBOURS:
            cell = (x + dx, y + dy)
            if cell in open_cells and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return seen


def prove(land: DraftLand, used_on: Mapping[str, bool]) -> None:
    """Refuse a town in which a door, a room or a thing is out of reach; block unreachable pockets."""
    open_cells = set(land.cells()) - land.solid_cells()
    if not land.fronts:
        raise TownAuthorError("no building has a door into the open.", where="site.toml")
    reached = reach(land.fronts[0], open_cells)
    missing = [f"the door at {door.at}" for door in land.doors if door.at not in reached]
    missing += [_called(room) for room in land.rooms if not reached & set(_cells(room))]
    missing += [_called(zone) for zone in land.zones if not reached & set(_cells(zone))]
    missing += [
        f"{thing.sprite} at {thing.at}" for thing in land.things if not _usable(thing, used_on[thing.kind], reached)
    ]
    if missing:
        raise TownAuthorError(
            f"nobody can get to {', '.join(missing[:12])}.", where="the drafted map", remedy="Open a way to each."
        )
    for cell in sorted(open_cells - reached):
        if cell in land.built:
            raise TownAuthorError("nobody can get to this cell of a room.", where=f"the drafted map at {cell}")
        land.blocked.add(cell)


def _usable(thing: StandingSprite, used_on: bool, reached: set[BlueprintCell]) -> bool:
    cells = set(thing.cells())
    if used_on and not SPRITES[thing.sprite].solid:
        return bool(cells & reached)
    return any((x + dx, y + dy) in reached for x, y in cells for dx, dy in NEIGHBOURS)


def _cells(area: MapArea) -> list[BlueprintCell]:
    (x, y), (width, height) = area.at, area.size
    return [(x + i, y + j) for j in range(height) for i in range(width)]


def _called(area: MapArea) -> str:
    return f"{next(iter(area.name.values()), area.kind)} at {area.at}"
