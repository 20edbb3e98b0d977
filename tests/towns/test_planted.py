"""Faults planted in a copy of a real town are found there as well, and nothing else is reported."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from milkwood.ids import PersonId
from milkwood.town.tile import Tile, neighbours
from milkwood.towns import load
from milkwood.towns.shelf import SHELF

from .conftest import TinyPack


@pytest.fixture
def quay(tmp_path: Path) -> TinyPack:
    return TinyPack(Path(shutil.copytree(SHELF / "gull_quay", tmp_path / "gull_quay")))


def block(quay: TinyPack, tiles: set[Tile]) -> None:
    """Make tiles solid through the layer `blocked`."""

    def paint(table: dict[str, Any]) -> None:
        width, height = table["width"], table["height"]
        layer = next((entry for entry in table["layers"] if entry["name"] == "blocked"), None)
        if layer is None:
            layer = {"name": "blocked", "type": "tilelayer", "width": width, "height": height}
            layer["data"] = [0] * (width * height)
            table["layers"].append(layer)
        for tile in tiles:
            layer["data"][tile.y * width + tile.x] = 1

    quay.redraw(paint)


def test_an_unreachable_bed_is_named(quay: TinyPack) -> None:
    pack = load(quay.folder)
    bed = pack.town_map.things[pack.people[PersonId("wen_zhao")].bed]
    around = {near for tile in bed.tiles for near in neighbours(tile)}
    block(quay, {*around, *bed.tiles})
    assert any(f"Nobody can reach the bed “{bed.id}”" in error for error in quay.errors())


def test_a_room_whose_doors_are_walled_up_is_named(quay: TinyPack) -> None:
    town = load(quay.folder).town_map
    room = next(room for room in town.rooms.values() if room.kind == "loft")
    block(quay, {door.tile for door in town.doors if not room.tiles.isdisjoint(neighbours(door.tile))})
    errors = quay.errors()
    assert any("The door is walled up." in error for error in errors)
    assert any(f"“{room.id}”" in error and "Nobody can get into the room." in error for error in errors)


def test_a_missing_picture_is_named(quay: TinyPack) -> None:
    picture = next((quay.folder / "tiles").glob("*.png"))
    picture.unlink()
    assert any(f"The picture “tiles/{picture.name}” is missing." in error for error in quay.errors())


def test_a_renamed_place_is_reported_for_everyone_who_goes_there(quay: TinyPack) -> None:
    quay.thing("sectors", "The Anchor Inn", name="The Anchor")
    errors = quay.errors()
    assert any("people/bram_okoye.toml > bed: There is no place “The Anchor Inn:" in error for error in errors)
    assert all("The Anchor" in error for error in errors)


def test_a_removed_person_is_reported_by_everyone_with_a_tie(quay: TinyPack) -> None:
    (quay.folder / "people/nell_avery.toml").unlink()
    errors = quay.errors()
    assert errors
    assert all("There is no person “nell_avery”." in error for error in errors)


def test_a_map_saved_again_by_another_program_gives_the_same_town(quay: TinyPack) -> None:
    before = load(quay.folder).town_map
    quay.write("map.tmj", json.dumps(json.loads(quay.read("map.tmj")), indent=4, sort_keys=True))
    after = load(quay.folder).town_map
    assert (after.walkable == before.walkable).all()
    assert list(after.things) == list(before.things)
