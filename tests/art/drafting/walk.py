"""A plain reader of a drafted map, for tests: walkable cells, positions and reachability.

Written apart from the code under test on purpose: it knows only the map format and the catalogue of things.
"""

import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
CATALOGUE = Path(__file__).parents[3] / "src" / "milkwood" / "towns" / "catalogue.toml"
KINDS = tomllib.loads(CATALOGUE.read_text("utf-8"))


@dataclass(frozen=True)
class Walk:
    """One map, opened."""

    folder: Path

    @cached_property
    def map(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((self.folder / "map.tmj").read_text("utf-8"))
        return content

    @cached_property
    def tiles(self) -> dict[int, dict[str, Any]]:
        """Properties of each picture by its gid."""
        found: dict[int, dict[str, Any]] = {}
        for entry in self.map["tilesets"]:
            tileset = json.loads((self.folder / entry["source"]).read_text("utf-8"))
            for tile in tileset["tiles"]:
                facts = {one["name"]: one["value"] for one in tile.get("properties", ())}
                found[entry["firstgid"] + tile["id"]] = facts
        return found

    def layer(self, name: str) -> dict[str, Any]:
        return next(layer for layer in self.map["layers"] if layer["name"] == name)

    def objects(self, name: str) -> list[dict[str, Any]]:
        objects: list[dict[str, Any]] = self.layer(name)["objects"]
        return objects

    def cells(self, item: dict[str, Any]) -> set[Cell]:
        """The tiles that an object covers."""
        left, bottom, width = item["x"] // 16, item["y"] // 16, item["width"] // 16
        height = item["height"] // 16
        if "gid" in item:
            rows = self.tiles[item["gid"]].get("depth", 1)
            return {(left + i, bottom - 1 - j) for i in range(width) for j in range(rows)}
        return {(left + i, bottom + j) for i in range(width) for j in range(height)}

    def doors(self) -> list[Cell]:
        """The tile of each door."""
        return [(item["x"] // 16, item["y"] // 16 - 1) for item in self.objects("doors")]

    @staticmethod
    def facts(item: dict[str, Any]) -> dict[str, Any]:
        return {one["name"]: one["value"] for one in item.get("properties", ())}

    @cached_property
    def open_cells(self) -> set[Cell]:
        """Every cell that can be walked on."""
        width, height = self.map["width"], self.map["height"]
        solid: set[Cell] = set()
        for name in ("ground", "walls", "blocked"):
            for place, gid in enumerate(self.layer(name)["data"]):
                if gid and (name == "blocked" or self.tiles[gid].get("solid")):
                    solid.add((place % width, place // width))
        for item in self.objects("decor"):
            if self.tiles[item["gid"]].get("solid"):
                solid |= self.cells(item)
        for item in self.objects("things"):
            if "gid" in item and KINDS[self.facts(item)["kind"]].get("solid", True):
                solid |= self.cells(item)
        return {(x, y) for x in range(width) for y in range(height)} - solid

    def reach(self, start: set[Cell]) -> set[Cell]:
        """All cells that can be reached on foot from the given cells."""
        seen = start & self.open_cells
        todo = list(seen)
        while todo:
            x, y = todo.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in self.open_cells and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return seen

    def usable_from(self, item: dict[str, Any]) -> set[Cell]:
        """The cells from which a thing can be used, walkable or not."""
        cells = self.cells(item)
        if KINDS[self.facts(item)["kind"]]["use"] == "on":
            return cells
        return {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))} - cells

    @cached_property
    def inventory(self) -> dict[str, dict[str, set[str]]]:
        """Sector, room, names of things."""
        found: dict[str, dict[str, set[str]]] = {}
        rooms = []
        for sector in self.objects("sectors"):
            found[sector["name"]] = {}
            for room in self.objects("rooms"):
                if self.cells(room) <= self.cells(sector):
                    found[sector["name"]].setdefault(room["name"], set())
                    rooms.append((sector["name"], room["name"], self.cells(room)))
        for thing in self.objects("things"):
            homes = {(sector, room) for sector, room, cells in rooms if cells & self.cells(thing)}
            assert len(homes) == 1, f"{thing['name']} at {thing['x'] // 16}, {thing['y'] // 16} stands in {homes}"
            sector_name, room_name = homes.pop()
            found[sector_name][room_name].add(thing["name"])
        return found
