"""Where places lie, as rectangles of tiles.

Knows tiles and the object layer that draws sectors. Invariant: the rectangles of a room cover exactly its tiles.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from milkwood.ids import SectorId
from milkwood.server.wire import RectangleOut
from milkwood.town.tile import Tile


def rectangles(tiles: Iterable[Tile]) -> list[RectangleOut]:
    """Few rectangles that cover these tiles: runs of each row, joined with equal runs below."""
    rows: dict[int, list[int]] = defaultdict(list)
    for tile in tiles:
        rows[tile.y].append(tile.x)
    done: list[RectangleOut] = []
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}
    for y in sorted(rows):
        runs = _runs(sorted(rows[y]))
        for run in [run for run, (top, height) in open_runs.items() if run not in runs or top + height != y]:
            top, height = open_runs.pop(run)
            done.append((run[0], top, run[1], height))
        for run in runs:
            top, height = open_runs.get(run, (y, 0))
            open_runs[run] = (top, height + 1)
    done.extend((x, top, width, height) for (x, width), (top, height) in open_runs.items())
    return sorted(done, key=lambda one: (one[1], one[0]))


def _runs(columns: list[int]) -> list[tuple[int, int]]:
    """Start and width of each unbroken run."""
    runs: list[tuple[int, int]] = []
    for x in columns:
        if runs and runs[-1][0] + runs[-1][1] == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((x, 1))
    return runs


def sector_rectangles(map_path: Path) -> dict[SectorId, list[RectangleOut]]:
    """The rectangles that the map draws for each sector; the map belongs to a pack that was loaded before."""
    tmj: Mapping[str, Any] = json.loads(map_path.read_text(encoding="utf-8"))
    size = int(tmj["tilewidth"])
    found: dict[SectorId, list[RectangleOut]] = defaultdict(list)
    for layer in tmj["layers"]:
        if layer.get("name") == "sectors":
            for item in layer.get("objects", ()):
                found[SectorId(str(item.get("name", "")))].append(_in_tiles(item, size))
    return found


def _in_tiles(item: Mapping[str, Any], size: int) -> RectangleOut:
    left, top = int(item["x"] // size), int(item["y"] // size)
    right, bottom = -int(-(item["x"] + item["width"]) // size), -int(-(item["y"] + item["height"]) // size)
    return left, top, max(1, right - left), max(1, bottom - top)
