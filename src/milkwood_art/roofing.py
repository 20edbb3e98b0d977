"""Closing a building: which roof tile lies over which cell.

Works column by column on runs of cells under one roof. The lowest cell of a run that ends in a wall stays open, for
it is the facade; the one above it is the facade's upper row; the rest is shingles with the ridge nearer to the far
side, as one sees a roof from the south. Knows a site and names of tiles. Invariant: the cell of a door stays empty,
so a person in it is never covered.
"""

from dataclasses import dataclass

from milkwood_art import tile_names
from milkwood_art.noise import pick, scatter
from milkwood_art.site import Site

_FAR_SLOPE_SHARE = 0.36
"""How much of a roof's depth lies beyond its ridge."""
_MIN_FRONT_TILES = 4
"""A shorter run has no room for an upper facade."""
_WEST_END_MASK, _EAST_END_MASK = 1, 2
_FEATURES = {"chimney": (1, 2), "dormer": (2, 2), "skylight": (1, 1)}
"""What stands on a lit slope, and how many tiles it takes each way; a chimney begins on the ridge."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Cells of one column under one roof."""

    x: int
    top: int
    bottom: int
    colour: str
    shingles: int
    """How many rows of the run, from its top, are shingles."""

    @property
    def ridge(self) -> int:
        """The row of the ridge."""
        return self.top + max(0, min(self.shingles - 2, round(self.shingles * _FAR_SLOPE_SHARE)))


def roof_tiles(site: Site, seed: int) -> list[list[str]]:
    """The whole roof layer of a site."""
    names = [["" for _ in range(site.width)] for _ in range(site.height)]
    runs = {(run.x, y): run for run in _runs(site) for y in range(run.top, run.bottom + 1)}
    for (x, y), run in runs.items():
        if y < run.top + run.shingles:
            names[y][x] = _shingle(runs, run, y, seed)
        elif y < run.bottom:
            names[y][x] = f"front_{_facade(site, runs, run)}"
        elif site.built(x, y) and run.bottom - run.top + 1 >= _MIN_FRONT_TILES:
            names[y][x] = f"lintel_{_facade(site, runs, run)}"
    _place_features(seed, runs, names)
    return names


def _runs(site: Site) -> list[_Run]:
    runs = []
    for x in range(site.width):
        y = 0
        while y < site.height:
            colour = site.roof[y][x]
            if not colour:
                y += 1
                continue
            top = y
            while y < site.height and site.roof[y][x] == colour:
                y += 1
            runs.append(_Run(x, top, y - 1, colour, _shingle_rows(site, x, top, y - 1)))
    return runs


def _is_front(site: Site, x: int, y: int) -> bool:
    """Whether the foot of a run is a facade: an outside wall, or a door between two of them."""
    if site.built(x, y):
        return not site.paper[y][x]
    return site.built(x - 1, y) or site.built(x + 1, y)


def _shingle_rows(site: Site, x: int, top: int, bottom: int) -> int:
    height = bottom - top + 1
    if not _is_front(site, x, bottom):
        return height
    return height - 2 if height >= _MIN_FRONT_TILES else height - 1


def _facade(site: Site, runs: dict[tuple[int, int], _Run], run: _Run) -> str:
    return f"{_style(site, run)}_{_front(site, run)}_{_front_ends(runs, run)}"


def _style(site: Site, run: _Run) -> str:
    for away in (0, -1, 1, -2, 2):
        if site.built(run.x + away, run.bottom):
            return site.wall[run.bottom][run.x + away]
    return "plaster"


def _front(site: Site, run: _Run) -> str:
    if not site.built(run.x, run.bottom):
        return "door"
    return "window" if site.window[run.bottom][run.x] else "plain"


def _front_ends(runs: dict[tuple[int, int], _Run], run: _Run) -> int:
    ends = 0
    for bit, side in ((_WEST_END_MASK, -1), (_EAST_END_MASK, 1)):
        beside = runs.get((run.x + side, run.bottom))
        if beside is None or beside.bottom != run.bottom:
            ends |= bit
    return ends


def _shingle(runs: dict[tuple[int, int], _Run], run: _Run, y: int, seed: int) -> str:
    last = run.top + run.shingles - 1
    course = "north" if y < run.ridge else "ridge" if y == run.ridge else "south"
    if y == last and course != "ridge":
        course = "eave"
    elif y == run.top and course == "north":
        course = "crown"
    ends = 0
    for bit, side in ((_WEST_END_MASK, -1), (_EAST_END_MASK, 1)):
        beside = runs.get((run.x + side, y))
        joined = beside is not None and beside.colour == run.colour and beside.ridge == run.ridge
        if not joined or beside is None or y >= beside.top + beside.shingles:
            ends |= bit
    return tile_names.varied(f"roof_{run.colour}_{course}_{ends}", seed + 31, run.x, y)


def _place_features(seed: int, runs: dict[tuple[int, int], _Run], names: list[list[str]]) -> None:
    """Chimneys on every roof of some width, and dormers or skylights spread over wide ones."""
    done: set[tuple[int, int]] = set()
    for (x, y), run in sorted(runs.items()):
        if (x, y) in done or y != run.top:
            continue
        width = 0
        while (beside := runs.get((x + width, y))) and _alike(beside, run):
            done.add((x + width, y))
            width += 1
        slope = run.top + run.shingles - 2 - run.ridge
        if width >= 5 and slope >= 1:
            _furnish_roof(seed, names, run, width, slope)


def _furnish_roof(seed: int, names: list[list[str]], run: _Run, width: int, slope: int) -> None:
    """Put things on one rectangle of roof, its first column `run`; `slope` rows of it are free and lit."""
    x, y = run.x, run.top
    side = 1 if scatter(seed + 41, x, y) < 0.5 else width - 2
    for place in (side,) if width < 16 else (2, width - 3):
        _put(names, run, "chimney", x + place, run.ridge)
    if width < 7 or slope < 2:
        return
    step = 5 + pick(seed + 43, x, y, 2)
    dormers = slope >= 3 and scatter(seed + 42, x, y) < 0.7
    if slope >= 6:
        _spread(names, run, width, "skylight", step, run.ridge + 2)
        _spread(names, run, width, "dormer", step, run.ridge + slope - 2)
    elif dormers:
        _spread(names, run, width, "dormer", step, run.ridge + 1 + (slope - 1) // 2)
    else:
        _spread(names, run, width, "skylight", step, run.ridge + 1 + slope // 2)


def _spread(names: list[list[str]], run: _Run, width: int, feature: str, step: int, row: int) -> None:
    """The same thing several times in a row, evenly, leaving out where something stands already."""
    wide, high = _FEATURES[feature]
    count = (width - 3) // step
    start = (width - (count - 1) * step - wide + 1) // 2
    for place in range(start, start + count * step, step):
        around = range(run.x + place - 1, run.x + place + wide + 1)
        if not any("_chimney_" in names[row + down][column] for down in range(high) for column in around):
            _put(names, run, feature, run.x + place, row)


def _alike(one: _Run, other: _Run) -> bool:
    return (one.top, one.ridge, one.shingles, one.colour) == (other.top, other.ridge, other.shingles, other.colour)


def _put(names: list[list[str]], run: _Run, feature: str, x: int, y: int) -> None:
    wide, high = _FEATURES[feature]
    for down in range(high):
        for right in range(wide):
            names[y + down][x + right] = f"roof_{run.colour}_{feature}_{right}{down}"
