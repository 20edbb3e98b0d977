"""The bundled towns: their contents, that everything can be reached, and that maps match their blueprints."""

import json
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from milkwood_art.drafting.draft import draft
from tests.art.drafting.conftest import BLUEPRINTS
from tests.art.drafting.walk import Walk

TOWNS = BLUEPRINTS.parent / "src" / "milkwood" / "towns"
PACKS = {
    "the_ville": TOWNS / "bundled" / "the_ville",
    "gull_quay": TOWNS / "bundled" / "gull_quay",
    "starter": TOWNS / "starter",
}
BATH = "bathroom sink, shower, toilet"
KITCHENETTE = "refrigerator, cooking area, kitchen sink"
COMMON = "common room table, shelf"

THE_VILLE = {
    "Hobbs Cafe": {"cafe": f"behind the cafe counter, cafe customer seating, piano, {KITCHENETTE}"},
    "The Rose and Crown Pub": {
        "pub": f"behind the bar counter, bar customer seating, microphone, shelf, {KITCHENETTE}"
    },
    "Oak Hill College": {
        "classroom": "blackboard, classroom podium, classroom student seating",
        "library": "bookshelf, library table, library sofa",
        "hallway": "",
    },
    "Harvey Oak Supply Store": {
        "supply store": "supply store counter, behind the supply store counter, supply store product shelf"
    },
    "The Willows Market and Pharmacy": {
        "store": "grocery store counter, behind the grocery counter, grocery store shelf, pharmacy store counter, "
        "behind the pharmacy counter, pharmacy store shelf"
    },
    "Johnson Park": {"park": "park garden"},
    "Dorm for Oak Hill College": {
        "Klaus Mueller's room": "bed, desk, closet, game console",
        "Maria Lopez's room": "bed, desk, closet, computer, blackboard",
        "Ayesha Khan's room": "bed, desk, closet, shelf",
        "Wolfgang Schulz's room": "bed, desk, closet, game console, lifting weight",
        "man's bathroom": BATH,
        "woman's bathroom": BATH,
        "common room": "common room table, common room sofa, pool table",
        "kitchen": f"{KITCHENETTE}, toaster",
        "garden": "dorm garden",
    },
    "artist's co-living space": {
        "Latoya Williams's room": "bed, closet, desk, shelf",
        "Rajiv Patel's room": "bed, closet, guitar, easel",
        "Abigail Chen's room": "bed, closet, desk",
        "Francisco Lopez's room": "bed, closet, shelf, easel",
        "Hailey Johnson's room": "bed, closet, desk, easel",
        "Latoya Williams's bathroom": BATH,
        "Rajiv Patel's bathroom": BATH,
        "Abigail Chen's bathroom": BATH,
        "Francisco Lopez's bathroom": BATH,
        "Hailey Johnson's bathroom": BATH,
        "common room": "common room table, common room sofa",
        "kitchen": f"{KITCHENETTE}, toaster",
    },
    "Arthur Burton's apartment": {"main room": "bed, closet, refrigerator, desk, shelf, guitar", "bathroom": BATH},
    "Isabella Rodriguez's apartment": {"main room": "bed, closet, refrigerator, desk, shelf", "bathroom": BATH},
    "Ryan Park's apartment": {"main room": f"bed, closet, computer desk, {KITCHENETTE}", "bathroom": BATH},
    "Giorgio Rossi's apartment": {"main room": f"bed, closet, desk, blackboard, {KITCHENETTE}", "bathroom": BATH},
    "Carlos Gomez's apartment": {"main room": f"bed, closet, desk, {KITCHENETTE}", "bathroom": BATH},
    "Adam Smith's house": {"main room": f"bed, desk, closet, {KITCHENETTE}", "bathroom": BATH},
    "Yuriko Yamamoto's house": {"main room": f"bed, desk, closet, shelf, {KITCHENETTE}", "bathroom": BATH},
    "Moore family's house": {
        "main room": f"bed, desk, closet, common room sofa, {KITCHENETTE}",
        "bathroom": BATH,
    },
    "Tamara Taylor and Carmen Ortiz's house": {
        "Tamara Taylor's room": "bed, desk, closet",
        "Carmen Ortiz's room": "bed, closet, guitar",
        "common room": COMMON,
        "kitchen": KITCHENETTE,
        "bathroom": BATH,
        "garden": "house garden",
    },
    "Moreno family's house": {
        "Tom and Jane Moreno's bedroom": "bed, desk, closet",
        "empty bedroom": "bed, closet, guitar",
        "common room": f"{COMMON}, harp",
        "kitchen": KITCHENETTE,
        "bathroom": BATH,
        "garden": "house garden, garden chair",
    },
    "Lin family's house": {
        "Mei and John Lin's bedroom": "bed, desk, closet",
        "Eddy Lin's bedroom": "bed, desk, closet",
        "common room": COMMON,
        "kitchen": KITCHENETTE,
        "bathroom": BATH,
        "garden": "house garden",
    },
}

GULL_QUAY = {
    "The Salt Loaf": {
        "bakery": "bread oven, bakery counter, behind the bakery counter, bread shelf, bakery seating",
        "pantry": "flour shelf, kitchen sink",
    },
    "The Anchor Inn": {
        "taproom": "inn counter, behind the inn counter, inn seating, fireplace-side piano, shelf",
        "kitchen": KITCHENETTE,
        "Bram Okoye's room": "bed, closet, desk",
        "Lottie Okoye's room": "bed, closet, music stand",
        "bathroom": BATH,
    },
    "Lighthouse": {
        "lamp room": "great lamp, logbook desk",
        "main room": "bed, bookshelf, cooking area, refrigerator, kitchen table",
        "bathroom": BATH,
    },
    "Boat Shed": {
        "workshop": "workbench, half-built boat, tool shelf",
        "loft": "bed, closet, cooking area",
        "bathroom": BATH,
    },
    "Marsh house": {
        "bedroom": "bed, closet",
        "kitchen": f"{KITCHENETTE}, kitchen table",
        "bathroom": BATH,
        "garden": "vegetable garden, garden chair",
    },
    "The Quay": {"quay": "fishing boat, net rack, quay bench, noticeboard"},
    "The Green": {"green": "green garden, green bench, stage"},
}


@cache
def _walk(town: str) -> Walk:
    return Walk(PACKS[town])


def _named(inventory: dict[str, dict[str, str]]) -> dict[str, dict[str, set[str]]]:
    return {
        sector: {room: set(filter(None, things.split(", "))) for room, things in rooms.items()}
        for sector, rooms in inventory.items()
    }


def test_the_ville_has_every_sector_room_and_thing_by_its_name() -> None:
    assert _walk("the_ville").inventory == _named(THE_VILLE)


def test_the_ville_has_19_sectors_63_rooms_and_its_things() -> None:
    rooms = [things for rooms in _walk("the_ville").inventory.values() for things in rooms.values()]
    assert (len(_walk("the_ville").inventory), len(rooms), sum(map(len, rooms))) == (19, 63, 222)


def test_gull_quay_has_every_sector_room_and_thing_by_its_name() -> None:
    assert _walk("gull_quay").inventory == _named(GULL_QUAY)


@pytest.mark.parametrize("town", PACKS)
def test_every_thing_can_be_reached_from_every_bed(town: str) -> None:
    walk = _walk(town)
    beds = [item for item in walk.objects("things") if walk.facts(item)["kind"] == "bed"]
    reached = walk.reach(walk.cells(beds[0]))
    missing = [item["name"] for item in walk.objects("things") if not walk.usable_from(item) & reached]
    assert beds
    assert not missing


@pytest.mark.parametrize("town", PACKS)
def test_every_door_joins_two_sides_and_can_be_walked_through(town: str) -> None:
    walk = _walk(town)
    for x, y in walk.doors():
        across = {(x, y - 1), (x, y + 1)} <= walk.open_cells or {(x - 1, y), (x + 1, y)} <= walk.open_cells
        assert (x, y) in walk.open_cells
        assert across, f"the door at {x}, {y} is blocked"


@pytest.mark.parametrize("town", PACKS)
def test_no_open_cell_is_cut_off(town: str) -> None:
    walk = _walk(town)
    assert walk.reach({walk.doors()[0]}) == walk.open_cells


@pytest.mark.parametrize("town", PACKS)
def test_rooms_of_one_town_never_overlap(town: str) -> None:
    walk = _walk(town)
    cells = [cell for room in walk.objects("rooms") for cell in walk.cells(room)]
    assert len(cells) == len(set(cells))


@pytest.mark.parametrize("town", PACKS)
def test_everything_with_a_meaning_has_a_chinese_name(town: str) -> None:
    walk = _walk(town)
    for layer in ("sectors", "rooms", "things"):
        for item in walk.objects(layer):
            assert walk.facts(item)["name_zh"], item["name"]
            assert not any(letter.isascii() and letter.isalpha() for letter in walk.facts(item)["name_zh"])


@pytest.mark.parametrize("town", PACKS)
def test_the_map_is_what_the_blueprint_gives(town: str, tmp_path: Path) -> None:
    draft(BLUEPRINTS / town, tmp_path)
    assert (tmp_path / "map.tmj").read_text("utf-8") == (PACKS[town] / "map.tmj").read_text("utf-8")
    fresh = sorted(path.name for path in (tmp_path / "tiles").iterdir())
    assert fresh == sorted(path.name for path in (PACKS[town] / "tiles").iterdir())
    for name in fresh:
        new, kept = tmp_path / "tiles" / name, PACKS[town] / "tiles" / name
        if name.endswith(".tsj"):
            assert json.loads(new.read_text("utf-8")) == json.loads(kept.read_text("utf-8")), name
        else:
            with Image.open(new) as one, Image.open(kept) as other:
                assert ImageChops.difference(one.convert("RGBA"), other.convert("RGBA")).getbbox() is None, name
