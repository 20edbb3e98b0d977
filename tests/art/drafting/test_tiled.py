import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from milkwood_art import atlas
from milkwood_art.drafting.land import DraftLand, MapArea, StandingSprite
from milkwood_art.drafting.tiled import write_map
from milkwood_art.dressing import Site, dress

LAYERS = ["ground", "edges", "walls", "decor", "things", "roofs", "glow", "sectors", "rooms", "doors", "blocked"]


def _written(land: DraftLand) -> str:
    site = Site(land.terrain, land.wall, land.paper, land.window, land.roof)
    return write_map(land, dress(site, 1), atlas.build())


def test_a_map_has_every_layer_in_order(land: DraftLand) -> None:
    content = json.loads(_written(land))
    assert [layer["name"] for layer in content["layers"]] == LAYERS
    assert all(len(layer["data"]) == 24 * 18 for layer in content["layers"] if "data" in layer)
    assert all(content["layers"][0]["data"])


def test_a_thing_has_its_names_and_kind_and_stands_on_its_lower_left_corner(land: DraftLand) -> None:
    land.stand(StandingSprite("bed", (5, 6), "bed"))
    thing = json.loads(_written(land))["layers"][4]["objects"][0]
    assert (thing["name"], thing["x"], thing["y"]) == ("bed", 80, 112)
    assert {one["name"]: one["value"] for one in thing["properties"]} == {"kind": "bed", "name_zh": "床"}


def test_a_zone_is_a_rectangle_without_a_picture(land: DraftLand) -> None:
    land.zones.append(MapArea({"en": "plot", "zh": "园子"}, "garden", (3, 4), (2, 5)))
    zone = json.loads(_written(land))["layers"][4]["objects"][0]
    assert "gid" not in zone
    assert (zone["x"], zone["y"], zone["width"], zone["height"]) == (48, 64, 32, 80)


def test_a_sector_says_whether_it_is_public_and_when_it_is_open(land: DraftLand) -> None:
    land.sectors.append(MapArea({"en": "Shop", "zh": "店"}, "store", (3, 4), (2, 5), opens="08:00-18:00", public=True))
    sector = json.loads(_written(land))["layers"][7]["objects"][0]
    properties = {one["name"]: (one["type"], one["value"]) for one in sector["properties"]}
    assert properties["public"] == ("bool", True)
    assert properties["opens"] == ("string", "08:00-18:00")


def test_ids_are_unique_and_the_next_one_is_free(land: DraftLand) -> None:
    land.stand(StandingSprite("bed", (5, 6), "bed"))
    land.stand(StandingSprite("bush", (8, 8)))
    content = json.loads(_written(land))
    ids = [one["id"] for layer in content["layers"] for one in layer.get("objects", ())]
    assert len(ids) == len(set(ids))
    assert content["nextobjectid"] > max(ids)


def test_the_same_land_gives_the_same_bytes(land: DraftLand) -> None:
    assert _written(land) == _written(land)


@pytest.mark.skipif(shutil.which("tiled") is None, reason="Tiled is not installed")
def test_tiled_itself_opens_and_saves_a_map_without_loss(land: DraftLand, tmp_path: Path) -> None:
    land.stand(StandingSprite("bed", (5, 6), "bed"))
    land.sectors.append(MapArea({"en": "Shop", "zh": "店"}, "store", (3, 4), (2, 5), opens="08:00-18:00"))
    atlas.build().write(tmp_path / "tiles")
    (tmp_path / "map.tmj").write_text(_written(land), "utf-8")
    command: list[str | Path] = ["tiled", "--export-map", "json", tmp_path / "map.tmj", tmp_path / "again.json"]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert _without_numbers(tmp_path / "again.json") == _without_numbers(tmp_path / "map.tmj")


def _without_numbers(path: Path) -> dict[str, Any]:
    """A map with each gid as tileset and position: Tiled renumbers the tilesets when it saves."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    first = sorted((one["firstgid"], Path(one["source"]).name) for one in content.pop("tilesets"))

    def named(gid: int) -> str:
        base, name = max(one for one in first if one[0] <= gid) if gid else (0, "")
        return f"{name} {gid - base}"

    for layer in content["layers"]:
        layer["data"] = [named(gid) for gid in layer.get("data", ())]
        for item in layer.get("objects", ()):
            item["gid"] = named(item.get("gid", 0))
    return {**content, "tiledversion": "", "version": ""}
