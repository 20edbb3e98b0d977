import base64
import gzip
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from milkwood.towns import load
from tests.towns.conftest import TinyPack


def packed(layer: dict[str, Any], compress: Callable[[bytes], bytes], name: str) -> None:
    raw = struct.pack(f"<{len(layer['data'])}I", *layer["data"])
    layer.update(data=base64.b64encode(compress(raw)).decode(), encoding="base64", compression=name)


@pytest.mark.parametrize(("name", "compress"), [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)])
def test_packed_layers_give_the_same_town(tiny: TinyPack, name: str, compress: Callable[[bytes], bytes]) -> None:
    plain = load(tiny.folder).town_map
    for layer in ("ground", "walls"):
        tiny.layer(layer, lambda table: packed(table, compress, name))
    assert (load(tiny.folder).town_map.walkable == plain.walkable).all()


def test_flipped_tiles_are_the_same_tiles(tiny: TinyPack) -> None:
    plain = load(tiny.folder).town_map
    tiny.layer("walls", lambda layer: layer.update(data=[n | 0xE0000000 if n else 0 for n in layer["data"]]))
    assert (load(tiny.folder).town_map.walkable == plain.walkable).all()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"width": 15}, "The layer is 15 x 12 tiles, and the map 16 x 12."),
        ({"width": None}, "The layer is ? x 12 tiles, and the map 16 x 12."),
        ({"data": [1, 2, 3]}, "The layer holds 3 cells, not 16 x 12 = 192."),
        ({"data": [1, "two"]}, "Cell 1 is “two”, which is not a tile number."),
        ({"data": [1, 1.5]}, "Cell 1 is “1.5”"),
        ({"data": [-1]}, "Cell 0 is “-1”, which is not a tile number."),
        ({"data": [2**32]}, "Cell 0 is “4294967296”, which is not a tile number."),
        ({"data": None}, "The layer holds no tiles."),
        ({"data": "!!", "encoding": "base64"}, "The layer cannot be unpacked"),
        ({"data": "AAAA", "encoding": "base64"}, "The layer unpacks to 3 bytes, not 768."),
        ({"data": "AAAA", "encoding": "base64", "compression": "zlib"}, "The layer cannot be unpacked"),
        ({"data": "AAAA", "encoding": "base64", "compression": "zstd"}, "The layer is packed with “zstd”."),
    ],
)
def test_a_damaged_layer_is_named(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.layer("walls", lambda layer: layer.update(change))
    assert any(found.startswith(f"map.tmj > walls: {error}") for found in tiny.errors()), tiny.errors()


def test_a_layer_that_decompresses_without_end_is_cut_off(tiny: TinyPack) -> None:
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    tiny.layer("walls", lambda layer: layer.update(data=bomb, encoding="base64", compression="zlib"))
    assert any("The layer unpacks to 769 bytes, not 768." in error for error in tiny.errors())
