"""Writes a drafted land as a Tiled map (.tmj).

Knows the layers of the town pack format and Tiled's JSON; knows nothing of how the land came about. Invariant: the
same land gives the same bytes, and Tiled opens and saves the file without loss.
"""

import json
from collections.abc import Sequence

from milkwood.plain import Json, JsonObject, items, number, table
from milkwood_art.atlas import Atlas
from milkwood_art.drafting.blueprint import TextByLanguage
from milkwood_art.drafting.kinds import kind
from milkwood_art.drafting.land import DraftLand, MapArea, StandingSprite
from milkwood_art.dressing import Dressing
from milkwood_art.sprites import SPRITES
from milkwood_art.tiles import BLOCKED

TILE_PIXELS = 16
TILED_VERSION = "1.8.2"


def write_map(land: DraftLand, dressing: Dressing, atlas: Atlas, tiles_folder: str = "tiles") -> str:
    """The map as text, ready to be saved as `map.tmj`."""
    return _Writer(land, dressing, atlas, tiles_folder).text()


class _Writer:
    """Writes one map; counts its layers and objects."""

    def __init__(self, land: DraftLand, dressing: Dressing, atlas: Atlas, tiles_folder: str) -> None:
        self.land, self.dressing, self.atlas, self.folder = land, dressing, atlas, tiles_folder
        self.layers = 0
        self.objects = 0

    def text(self) -> str:
        """All of it, in Tiled's own order of fields."""
        layers = self._layers()
        content: JsonObject = {
            "compressionlevel": -1,
            "height": self.land.height,
            "infinite": False,
            "layers": layers,
            "nextlayerid": self.layers + 1,
            "nextobjectid": self.objects + 1,
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "tiledversion": TILED_VERSION,
            "tileheight": TILE_PIXELS,
            "tilesets": self.atlas.references(self.folder),
            "tilewidth": TILE_PIXELS,
            "type": "map",
            "version": "1.8",
            "width": self.land.width,
        }
        return _dump(content)

    def _layers(self) -> list[dict[str, Json]]:
        land, dressing = self.land, self.dressing
        blocked = [[BLOCKED if (x, y) in land.blocked else "" for x in range(land.width)] for y in range(land.height)]
        return [
            self._tiles("ground", dressing.ground),
            self._tiles("edges", dressing.edges),
            self._tiles("walls", dressing.walls),
            self._group("decor", [self._sprite(one) for one in _in_order(land.decor)]),
            self._group("things", [*map(self._sprite, _in_order(land.things)), *map(self._zone, land.zones)]),
            self._tiles("roofs", dressing.roofs, visible=False),
            self._tiles("glow", dressing.glow, visible=False),
            self._group("sectors", [self._area(one, "sector") for one in land.sectors], visible=False),
            self._group("rooms", [self._area(one, "room") for one in land.rooms], visible=False),
            self._group("doors", [self._door(one) for one in land.doors]),
            self._tiles("blocked", blocked, visible=False),
        ]

    def _layer(self, name: str, visible: bool) -> dict[str, Json]:
        self.layers += 1
        return {"id": self.layers, "name": name, "opacity": 1, "visible": visible, "x": 0, "y": 0}

    def _tiles(self, name: str, grid: Sequence[Sequence[str]], *, visible: bool = True) -> dict[str, Json]:
        data = [self.atlas.gid(tile) for row in grid for tile in row]
        size = {"width": self.land.width, "height": self.land.height}
        return dict(sorted({**self._layer(name, visible), **size, "data": data, "type": "tilelayer"}.items()))

    def _group(self, name: str, objects: list[dict[str, Json]], *, visible: bool = True) -> dict[str, Json]:
        content: JsonObject = {"draworder": "topdown", "objects": objects, "type": "objectgroup"}
        return dict(sorted({**self._layer(name, visible), **content}.items()))

    def _object(self, name: str, x: int, y: int, size: tuple[int, int], **more: Json) -> dict[str, Json]:
        self.objects += 1
        content = {
            "height": size[1] * TILE_PIXELS,
            "id": self.objects,
            "name": name,
            "rotation": 0,
            "type": "",
            "visible": True,
            "width": size[0] * TILE_PIXELS,
            "x": x * TILE_PIXELS,
            "y": y * TILE_PIXELS,
            **more,
        }
        return dict(sorted(content.items()))

    def _sprite(self, stood: StandingSprite) -> dict[str, Json]:
        art = SPRITES[stood.sprite]
        gid = self.atlas.gid(stood.sprite)
        x, y = stood.at
        if not stood.kind:
            return self._object(stood.sprite, x, y + 1, (art.width, art.height), gid=gid)
        names = {**kind(stood.kind).name, **stood.name}
        properties = _properties(names, kind=stood.kind)
        return self._object(_first(names), x, y + 1, (art.width, art.height), gid=gid, properties=properties)

    def _zone(self, zone: MapArea) -> dict[str, Json]:
        names = {**kind(zone.kind).name, **zone.name}
        properties = _properties(names, kind=zone.kind)
        return self._object(_first(names), *zone.at, zone.size, properties=properties)

    def _area(self, area: MapArea, what: str) -> dict[str, Json]:
        extra: dict[str, str | bool] = {"kind": area.kind}
        if area.opens:
            extra["opens"] = area.opens
        if area.outdoors:
            extra["outdoors"] = True
        if what == "sector":
            extra["public"] = area.public
        return self._object(_first(area.name), *area.at, area.size, properties=_properties(area.name, **extra))

    def _door(self, door: MapArea) -> dict[str, Json]:
        art, (x, y) = SPRITES[door.sprite], door.at
        return self._object("door", x, y + 1, (art.width, art.height), gid=self.atlas.gid(door.sprite))


def _in_order(stood: Sequence[StandingSprite]) -> list[StandingSprite]:
    """Flat ones first, then by row: the order in which they are painted."""
    return sorted(stood, key=lambda one: (not SPRITES[one.sprite].flat, one.at[1], one.at[0]))


def _first(names: TextByLanguage) -> str:
    return next(iter(names.values()), "")


def _properties(names: TextByLanguage, **more: str | bool) -> list[dict[str, str | bool]]:
    further = dict(list(names.items())[1:])
    values: dict[str, str | bool] = {**{f"name_{language}": text for language, text in further.items()}, **more}
    return [
        {"name": key, "type": "bool" if isinstance(value, bool) else "string", "value": value}
        for key, value in sorted(values.items())
    ]


def _dump(content: JsonObject) -> str:
    """JSON with one map row and one object to a line, so that a change can be read in a diff."""
    lines = []
    for key, value in content.items():
        if key == "layers":
            value_text = "[\n" + ",\n".join(_dump_layer(table(layer)) for layer in items(value)) + "]"
        else:
            value_text = json.dumps(value, ensure_ascii=False)
        lines.append(f' "{key}":{value_text}')
    return "{" + ",\n".join(lines).lstrip() + "\n}\n"


def _dump_layer(layer: JsonObject) -> str:
    parts = []
    for key, value in layer.items():
        if key == "data":
            width, cells = int(number(layer["width"])), items(value)
            rows = [",".join(map(str, cells[i : i + width])) for i in range(0, len(cells), width)]
            text = "[" + ",\n  ".join(rows) + "]"
        elif key == "objects":
            text = "[\n  " + ",\n  ".join(json.dumps(one, ensure_ascii=False) for one in items(value)) + "]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        parts.append(f'"{key}":{text}')
    return "  {" + ",\n   ".join(parts) + "}"
