"""The atlas: every picture has one number, and the tilesets hold what a map needs."""

import json
from pathlib import Path

import pytest
from PIL import Image

from milkwood.errors import OurBug
from milkwood.plain import number
from milkwood_art.atlas import BLOCK_IDS, build
from milkwood_art.sprites import SPRITES
from milkwood_art.tiles import SHEETS
from tests.art.tiles import TILES

ATLAS = build()


def test_every_tile_and_sprite_has_its_own_number() -> None:
    assert set(ATLAS.gids) == {*TILES, *SPRITES}
    assert len(set(ATLAS.gids.values())) == len(ATLAS.gids)


def test_numbers_stay_within_the_block_of_their_sheet() -> None:
    for sheet in ATLAS.sheets:
        assert sheet.firstgid % BLOCK_IDS == 1
        assert len(sheet.pieces) <= BLOCK_IDS
    assert len({sheet.firstgid for sheet in ATLAS.sheets}) == len(ATLAS.sheets)


def test_well_known_numbers_do_not_move() -> None:
    assert ATLAS.gid("grass_0000_0") == 1
    assert next(sheet.firstgid for sheet in ATLAS.sheets if sheet.name == "sprites_1x2") == 1 + 16 * BLOCK_IDS
    assert [sheet.name for sheet in ATLAS.sheets][: len(SHEETS)] == [*SHEETS]


def test_without_a_name_there_is_no_picture() -> None:
    assert ATLAS.gid("") == 0


def test_an_unknown_name_is_our_fault() -> None:
    with pytest.raises(OurBug, match="no picture is called “dragon”"):
        ATLAS.gid("dragon")


def test_a_map_can_refer_to_all_sheets() -> None:
    references = ATLAS.references("tiles")
    assert references[0] == {"firstgid": 1, "source": "tiles/ground.tsj"}
    first = [number(entry["firstgid"]) for entry in references]
    assert first == sorted(first)


def test_tilesets_tell_name_kind_depth_and_solidity(tmp_path: Path) -> None:
    ATLAS.write(tmp_path, ["sprites_1x2", "marks"])
    tileset = json.loads((tmp_path / "sprites_1x2.tsj").read_text(encoding="utf-8"))
    bed = next(tile for tile in tileset["tiles"] if tile["type"] == "bed")
    facts = {fact["name"]: fact["value"] for fact in bed["properties"]}
    assert facts == {"depth": 2, "kind": "bed", "solid": False}
    with Image.open(tmp_path / tileset["image"]) as picture:
        assert picture.size == (tileset["imagewidth"], tileset["imageheight"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "marks.png",
        "marks.tsj",
        "sprites_1x2.png",
        "sprites_1x2.tsj",
    ]


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    names = ["sprites_2x1", "glow"]
    for folder in ("one", "two"):
        ATLAS.write(tmp_path / folder, names)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
