"""From a plain plan of a site to the names of the tiles that show it.

A site says for every cell what ground, wall, paper, window and roof it has; `dress` chooses tiles so that tones flow,
borders are soft, walls join and roofs close. Knows names of tiles; draws nothing and knows no map format.
Invariant: every cell gets a ground tile, and the same site and seed give the same names.
"""

from collections.abc import Callable
from dataclasses import dataclass

from milkwood_art.noise import pick, scatter, swell
from milkwood_art.roofing import roof_tiles
from milkwood_art.site import Site
from milkwood_art.tile_names import GROUNDS, cap_name, face_name, piece_name, span, variants, varied

Grid = list[list[str]]

_GRAIN = {"grass": 6.5, "meadow": 3.5, "path": 4.0, "sand": 6.0, "soil": 4.0, "water": 7.0}
"""How many cells apart the patches of a ground's second tone lie."""
_SHARE = {"grass": 0.45, "meadow": 0.75, "path": 0.4, "sand": 0.4, "soil": 0.3, "water": 0.8}
"""About how much of a ground has its second tone."""
_TURF = ("grass", "meadow")
_HARD = ("cobble", "plaza")
_HALO = "glow_lamp"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_SIDES = ((NORTH, 0, -1), (EAST, 1, 0), (SOUTH, 0, 1), (WEST, -1, 0))
_CORNERS = ((16, 1, -1), (32, 1, 1), (64, -1, 1), (128, -1, -1))
_BESIDE = {16: NORTH | EAST, 32: SOUTH | EAST, 64: SOUTH | WEST, 128: NORTH | WEST}
"""The sides that meet at a corner."""

# What spills onto a terrain, the strongest first: (the spill, the neighbours it comes from).
_SPILLS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "path": (("grass", _TURF),),
    "sand": (("grass", _TURF),),
    "soil": (("grass", _TURF), ("path", ("path",)), ("sand", ("sand",))),
    "cobble": (("grass", _TURF), ("sand", ("sand",)), ("path", ("path",))),
    "plaza": (("grass", _TURF), ("sand", ("sand",)), ("path", ("path",))),
    "deck": (("grass", _TURF), ("sand", ("sand",))),
}

__all__ = ["Dressing", "Grid", "Site", "dress", "light_lamp"]


@dataclass(frozen=True, slots=True)
class Dressing:
    """Five grids of tile names, row by row; an empty name leaves the cell empty."""

    ground: Grid
    edges: Grid
    walls: Grid
    roofs: Grid
    glow: Grid


def dress(site: Site, seed: int) -> Dressing:
    """The tiles of a whole site."""

    def each(choose: Callable[[Site, int, int, int], str]) -> Grid:
        return [[choose(site, seed, x, y) for x in range(site.width)] for y in range(site.height)]

    return Dressing(
        ground=each(_ground_tile),
        edges=each(_edge_tile),
        walls=each(_wall_tile),
        roofs=roof_tiles(site, seed),
        glow=_glow_tiles(site),
    )


def light_lamp(lights: Grid, x: int, y: int) -> None:
    """Add the halo of a lamp post to a grid of glow; glow that is there already stays.

    The cell is the one where the lamp hangs: for a post three tiles high, two above its foot.
    """
    size = span(_HALO)
    for down in range(size):
        for right in range(size):
            row, column = y + down - size // 2, x + right - size // 2
            if 0 <= row < len(lights) and 0 <= column < len(lights[row]) and not lights[row][column]:
                lights[row][column] = piece_name(_HALO, right, down)


def _corner_level(site: Site, seed: int, terrain: str, x: int, y: int) -> str:
    """How much of the ground's second tone there is at the north-west corner of a cell; none on a border."""
    around = ((x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y))
    if any(site.terrain_at(*cell) != terrain for cell in around):
        return "0"
    slow = swell(seed + len(terrain), x, y, _GRAIN[terrain]) * 0.7
    quick = swell(seed + 77, x, y, _GRAIN[terrain] * 0.45) * 0.3
    excess = slow + quick - (1 - _SHARE[terrain] - (0.5 - _SHARE[terrain]) * 0.45)
    return "2" if excess > 0.03 else "1" if excess > -0.03 else "0"


def _ground_tile(site: Site, seed: int, x: int, y: int) -> str:
    terrain = site.terrain[y][x]
    if terrain not in GROUNDS:
        return piece_name(terrain, x, y)
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    stem = f"{terrain}_{''.join(_corner_level(site, seed, terrain, *cell) for cell in corners)}"
    # Rich variants come in drifts, and a few stray ones anywhere.
    drift = swell(seed + 5, x, y, 4.0) * 1.5 - 0.35
    chance = scatter(seed + 6, x, y)
    variant = int(min(0.999, max(0.0, chance * 0.35 + drift * chance)) * variants(stem))
    return f"{stem}_{variant}"


def _mask_of(x: int, y: int, spilling: Callable[[int, int], bool]) -> int:
    mask = 0
    for bit, right, down in (*_SIDES, *_CORNERS):
        if spilling(x + right, y + down):
            mask |= bit
    return plain_mask(mask)


def plain_mask(mask: int) -> int:
    """A mask of spilling neighbours without corners that a spilling side swallows; 46 masks besides 0 remain."""
    return mask & ~sum(corner for corner, sides in _BESIDE.items() if mask & sides)


def _edge_tile(site: Site, seed: int, x: int, y: int) -> str:
    terrain = site.terrain[y][x]
    if site.built(x, y):
        return ""
    if terrain == "water":
        return _shore_tile(site, seed, x, y)
    for spill, sources in _SPILLS.get(terrain, ()):

        def spilling(right: int, down: int, sources: tuple[str, ...] = sources) -> bool:
            return site.terrain_at(right, down) in sources and not site.built(right, down)

        mask = _mask_of(x, y, spilling)
        if mask:
            return varied(f"{spill}_edge_{mask:03d}", seed + 9, x, y)
    return _litter(seed, terrain, x, y)


def _shore_tile(site: Site, seed: int, x: int, y: int) -> str:
    """The border of the water: bank, beach, quay or pier, by what most of the land there is."""
    votes = {"bank": 0, "beach": 0, "quay": 0, "pier": 0}
    for bit, right, down in (*_SIDES, *_CORNERS):
        land = site.terrain_at(x + right, y + down)
        if land != "water":
            kind = {"sand": "beach", "deck": "pier"}.get(land, "bank" if land in GROUNDS else "quay")
            votes[kind] += 3 if bit <= WEST else 1
    mask = _mask_of(x, y, lambda right, down: site.terrain_at(right, down) != "water")
    if not mask:
        return ""
    kind = max(votes, key=lambda name: votes[name])
    return varied(f"{kind}_edge_{mask:03d}", seed + 9, x, y)


def _litter(seed: int, terrain: str, x: int, y: int) -> str:
    """Now and then something small on a wide pavement, so that its pattern does not show."""
    if terrain not in _HARD or scatter(seed + 21, x, y) > 0.14 * swell(seed + 22, x, y, 5.0) * 2:
        return ""
    kinds = ("moss", "blades", "petals") if terrain == "cobble" else ("moss", "petals", "petals")
    kind = kinds[pick(seed + 23, x, y, len(kinds))]
    return varied(f"litter_{kind}", seed + 24, x, y)


def _wall_tile(site: Site, _seed: int, x: int, y: int) -> str:
    if site.built(x, y):
        style, window = site.wall[y][x], site.window[y][x]
        join = "1" if site.built(x, y - 1) else "0"
        for side in (x - 1, x + 1):
            join += "n" if not site.built(side, y) else "f" if site.shows_face(side, y) else "t"
        if site.shows_face(x, y):
            return face_name(style, site.paper[y][x], join, window=window)
        return cap_name(style, join, window=window)
    fence = site.fence_at(x, y)
    if fence:
        mask = 0
        for bit, right, down in _SIDES:
            if site.fence_at(x + right, y + down) == fence or site.built(x + right, y + down):
                mask |= bit
        return f"{fence}_{mask:02d}"
    return _wall_shadow(site, x, y)


def _wall_shadow(site: Site, x: int, y: int) -> str:
    if site.terrain[y][x] == "water":
        return ""
    north, west = site.built(x, y - 1), site.built(x - 1, y)
    if north or west:
        return f"wall_shade_{'n' if north else ''}{'w' if west else ''}"
    return "wall_shade_c" if site.built(x - 1, y - 1) else ""


def _glow_tiles(site: Site) -> Grid:
    lights = [["" for _ in range(site.width)] for _ in range(site.height)]
    lit = [
        (x, y)
        for y in range(site.height)
        for x in range(site.width)
        if site.window[y][x] and site.shows_face(x, y) and not site.paper[y][x]
    ]
    for x, y in lit:
        lights[y][x] = "glow_window"
        if site.holds(x, y + 1):
            lights[y + 1][x] = "glow_pool"
        if site.holds(x, y - 1):
            lights[y - 1][x] = lights[y - 1][x] or "glow_above"
    return lights
