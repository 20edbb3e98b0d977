"""What the town puts along its streets: lamp posts, fences, and the pieces placed by hand.

Knows nothing of plants. Invariant: a fence never closes a way, and no lamp stands in one.
"""

from itertools import pairwise

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import BlueprintCell, Fence, SitePlan
from milkwood_art.drafting.land import SURFACES, DraftLand, StandingSprite
from milkwood_art.sprites import SPRITES

LAMP = "lamp_post"
_LAMP_GROUND = frozenset({"grass", "meadow", "sand", "soil"})
_LAMP_DISTANCE_TILES = 6
_SHIFTS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2))


def fence(land: DraftLand, line: Fence) -> None:
    """Put up a fence from corner to corner, leaving out ways, water and whatever stands there already."""
    for start, end in pairwise(line.along):
        for x, y in _between(start, end):
            cell = (x, y)
            open_way = land.ground(cell) in SURFACES or land.ground(cell) == "water"
            if open_way or cell in land.built or cell in land.free or cell in land.covered:
                continue
            land.wall[y][x] = line.style


def _between(start: BlueprintCell, end: BlueprintCell) -> list[BlueprintCell]:
    (x0, y0), (x1, y1) = start, end
    if x0 != x1 and y0 != y1:
        raise TownAuthorError(
            f"a fence must run straight, not from {start} to {end}.", where="site.toml", remedy="Add a corner."
        )
    step_x, step_y = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    count = max(abs(x1 - x0), abs(y1 - y0))
    return [(x0 + step_x * i, y0 + step_y * i) for i in range(count + 1)]


def furnish(land: DraftLand, site: SitePlan) -> None:
    """Place what the site names piece by piece."""
    for piece in site.placed:
        if piece.sprite not in SPRITES:
            raise TownAuthorError(f"there is no sprite {piece.sprite!r}.", where=f"site.toml, placed at {piece.at}")
        stood = StandingSprite(piece.sprite, piece.at)
        for cell in stood.cells():
            if cell in land.built or cell in land.covered:
                raise TownAuthorError(f"{piece.sprite} would stand on something.", where=f"site.toml, placed at {cell}")
        land.stand(stood)
        land.free.update(stood.drawn())


def light(land: DraftLand) -> None:
    """Set the noted lamp posts beside their streets, a step aside when the place is taken, none too near another."""
    lit = [one.at for one in land.decor if one.sprite == LAMP]
    for x, y in land.lamps:
        if any(_apart(one, (x, y)) < _LAMP_DISTANCE_TILES for one in lit):
            continue
        for dx, dy in _SHIFTS:
            lamp = StandingSprite(LAMP, (x + dx, y + dy))
            if land.inside(lamp.at) and land.takes(lamp, _LAMP_GROUND):
                land.stand(lamp)
                land.free.update(lamp.drawn())
                lit.append(lamp.at)
                break


def _apart(one: BlueprintCell, other: BlueprintCell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
