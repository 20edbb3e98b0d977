"""Pictures are bounded before they are opened."""

import struct
import time
import zlib
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from milkwood.cli import app
from milkwood.server.files import TILE_KINDS, find_file
from milkwood.towns.tiled.picture import MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, picture_fault, picture_size
from tests.towns.conftest import TinyPack

PICTURE = "tiles/ground.png"


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int, height: int, pixels: bytes = b"", *more: bytes) -> bytes:
    """A PNG file that says it is so large, whatever it holds."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = [_chunk(b"IHDR", head), *more, _chunk(b"IDAT", zlib.compress(pixels)), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_a_picture_that_swells_is_refused_by_what_its_head_says(tiny: TinyPack) -> None:
    tiny.write(PICTURE, png(20_000, 20_000))
    began = time.process_time()
    [error] = tiny.errors()
    assert error == (
        "tiles/ground.tsj: “tiles/ground.png” has 400,000,000 pixels; a picture may have 64,000,000. "
        "Save the picture again, and smaller if it is too large."
    )
    assert time.process_time() - began < 5


@pytest.mark.parametrize("kept", [30, 60, -1, -12])
def test_a_picture_that_is_cut_off_is_refused(tiny: TinyPack, kept: int) -> None:
    whole = (tiny.folder / PICTURE).read_bytes()
    tiny.write(PICTURE, whole[:kept])
    [error] = tiny.errors()
    assert "“tiles/ground.png” is cut off or damaged." in error


def test_one_changed_bit_is_found(tiny: TinyPack) -> None:
    whole = bytearray((tiny.folder / PICTURE).read_bytes())
    whole[len(whole) // 2] ^= 1
    tiny.write(PICTURE, bytes(whole))
    assert any("is cut off or damaged" in error for error in tiny.errors())


def test_a_file_that_is_too_large_is_refused_without_being_read(tiny: TinyPack) -> None:
    tiny.write(PICTURE, png(64, 32, b"", _chunk(b"teXt", b"x" * MAX_PICTURE_BYTES)))
    [error] = tiny.errors()
    assert "“tiles/ground.png” is larger than 20 MB." in error


def test_neither_check_nor_draw_opens_it_and_both_say_so(tiny: TinyPack, tmp_path: Path) -> None:
    tiny.write(PICTURE, png(20_000, 20_000))
    for line in (["town", "check", str(tiny.folder)], ["town", "draw", str(tiny.folder), str(tmp_path / "b.png")]):
        told = CliRunner().invoke(app, line)
        assert told.exit_code != 0
        assert "400,000,000 pixels" in told.output
        assert "Traceback" not in told.output
    assert not (tmp_path / "b.png").exists()


def test_pictures_that_are_well_are_well(tmp_path: Path) -> None:
    for mode in ("RGBA", "P", "L", "1"):
        path = tmp_path / f"{mode}.png"
        Image.new(mode, (64, 32)).save(path)
        assert picture_size(path) == (64, 32)
        assert picture_fault(path, (64, 32)) == ""
    assert picture_fault(tmp_path / "none.png", (1, 1)).startswith("cannot be read")
    assert "pixels" in picture_fault(path, (MAX_PICTURE_PIXELS, 2))


def test_the_server_sends_no_picture_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "big.png"
    path.write_bytes(b"")
    assert find_file(tmp_path, "big.png", TILE_KINDS) == path
    with path.open("r+b") as file:
        file.truncate(MAX_PICTURE_BYTES + 1)
    assert find_file(tmp_path, "big.png", TILE_KINDS) is None
