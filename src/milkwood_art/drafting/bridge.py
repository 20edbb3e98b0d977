"""Bridges: where a way crosses water, straight planks with a rail on either side.

Knows decks and water only. Invariant: a bridge never closes the way that it carries, for its rails stand on planks of
their own beside the way.
"""

from milkwood_art.drafting.blueprint import BlueprintCell
from milkwood_art.drafting.land import NEIGHBOURS, DraftLand, StandingSprite
from milkwood_art.sprites import SPRITES

_WALKED = frozenset({"path", "cobble", "plaza", "sand"})
_RAIL, _RAIL_UPRIGHT = "bridge_rail", "bridge_rail_v"


def span(land: DraftLand, crossings: set[BlueprintCell]) -> None:
    """Make every crossing a proper bridge, if it is straight enough."""
    left = set(crossings)
    while left:
        crossing = _part(min(left), left)
        left -= crossing
        xs, ys = [x for x, _ in crossing], [y for _, y in crossing]
        box = (min(xs), min(ys), max(xs), max(ys))
        if (box[2] - box[0] + 1) * (box[3] - box[1] + 1) <= 1.6 * len(crossing):
            _build(land, box, _runs_upright(land, crossing))


def _part(start: BlueprintCell, among: set[BlueprintCell]) -> set[BlueprintCell]:
    part, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        near = {(x + dx, y + dy) for dx, dy in NEIGHBOURS} & among - part
        part |= near
        todo += near
    return part


def _runs_upright(land: DraftLand, crossing: set[BlueprintCell]) -> bool:
    """Whether the way that crosses comes from north and south."""
    ends = sum(land.ground((x, y + d)) in _WALKED for x, y in crossing for d in (-1, 1))
    sides = sum(land.ground((x + d, y)) in _WALKED for x, y in crossing for d in (-1, 1))
    return ends >= sides


def _build(land: DraftLand, box: tuple[int, int, int, int], upright: bool) -> None:
    left, top, right, bottom = box
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            land.terrain[y][x] = "deck"
    beside = _beside_upright(box) if upright else _beside_level(box)
    for x, y in beside:
        if land.ground((x, y)) not in _WALKED and land.inside((x, y)):
            land.terrain[y][x] = "deck"
            rail = _RAIL_UPRIGHT if upright else _RAIL
            if rail in SPRITES:
                land.stand(StandingSprite(rail, (x, y)))


def _beside_upright(box: tuple[int, int, int, int]) -> list[BlueprintCell]:
    left, top, right, bottom = box
    return [(x, y) for y in range(top, bottom + 1) for x in (left - 1, right + 1)]


def _beside_level(box: tuple[int, int, int, int]) -> list[BlueprintCell]:
    left, top, right, bottom = box
    return [(x, y) for x in range(left, right + 1) for y in (top - 1, bottom + 1)]
