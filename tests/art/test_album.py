"""The index and the sheets of pictures match, and an error in them is named."""

import tomllib
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from milkwood.errors import OurBug
from milkwood_art.album import Album
from milkwood_art.canvas import TILE_PIXELS
from milkwood_art.pieces import SpriteArt, TileArt

PICTURES = Path(str(files("milkwood_art"))) / "pictures"
INDEX = tomllib.loads((PICTURES / "index.toml").read_text(encoding="utf-8"))
SHEETS = [f"{section}/{sheet}" for section in ("tiles", "sprites") for sheet in INDEX[section]]
RED = (200, 0, 0, 255)

SMALL = """
[[tiles.ground]]
names = '''
lawn_0 lawn_1

rock_0
'''
[[tiles.ground]]
solid = true
names = 'pond_0'
[sprites.yard]
shelf = { at = [0, 0], size = [2, 1], kind = "shelf" }
mat = { at = [2, 1], size = [1, 1], flat = true }
tree = { at = [0, 1], size = [2, 3], depth = 2, solid = false }
"""


def small(folder: Path, index: str = SMALL) -> Path:
    """A folder with two sheets, each with one red pixel."""
    (folder / "index.toml").write_text(index, encoding="utf-8")
    for sheet, at in (("tiles/ground", (0, 2 * TILE_PIXELS)), ("sprites/yard", (2 * TILE_PIXELS, TILE_PIXELS))):
        picture = Image.new("RGBA", (3 * TILE_PIXELS, 4 * TILE_PIXELS))
        picture.putpixel(at, RED)
        (folder / sheet).parent.mkdir()
        picture.save(folder / f"{sheet}.png")
    return folder


def cells(sheet: str) -> list[tuple[int, int]]:
    """Every tile of a sheet that is covered by an entry of the index."""
    section, name = sheet.split("/")
    if section == "tiles":
        rows = [line.split() for group in INDEX["tiles"][name] for line in group["names"].splitlines() if line]
        return [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    boxes = [(*entry["at"], *entry["size"]) for entry in INDEX["sprites"][name].values()]
    return [cell for x, y, wide, high in boxes for cell in product(range(x, x + wide), range(y, y + high))]


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_entry_lies_on_its_sheet_and_overlaps_no_other(sheet: str) -> None:
    covered = cells(sheet)
    with Image.open(PICTURES / f"{sheet}.png") as picture:
        assert (picture.width % TILE_PIXELS, picture.height % TILE_PIXELS) == (0, 0)
        assert all(x < picture.width // TILE_PIXELS and y < picture.height // TILE_PIXELS for x, y in covered)
    assert len(set(covered)) == len(covered)


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_pixel_lies_outside_an_entry(sheet: str) -> None:
    with Image.open(PICTURES / f"{sheet}.png") as picture:
        rest = picture.convert("RGBA")
    for x, y in cells(sheet):
        rest.paste((0, 0, 0, 0), (x * TILE_PIXELS, y * TILE_PIXELS, (x + 1) * TILE_PIXELS, (y + 1) * TILE_PIXELS))
    assert rest.getbbox() is None


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_a_small_png_with_opacity(sheet: str, tmp_path: Path) -> None:
    path = PICTURES / f"{sheet}.png"
    with Image.open(path) as picture:
        assert (picture.format, picture.mode) == ("PNG", "RGBA")
        picture.save(tmp_path / "again.png", optimize=True)
    assert path.stat().st_size <= 1.1 * (tmp_path / "again.png").stat().st_size, "Compress it (docs/how-to/develop.md)."


def test_every_sheet_is_in_the_index() -> None:
    assert {path.relative_to(PICTURES).with_suffix("").as_posix() for path in PICTURES.rglob("*.png")} == {*SHEETS}


def test_pictures_keep_the_order_and_the_facts_of_the_index(tmp_path: Path) -> None:
    album = Album(small(tmp_path))
    assert [(tile.name, tile.solid) for tile in album.tiles["ground"]] == [
        ("lawn_0", False),
        ("lawn_1", False),
        ("rock_0", False),
        ("pond_0", True),
    ]
    shelf, mat, tree = album.sprites.values()
    assert (shelf.name, shelf.width, shelf.height, shelf.depth, shelf.solid) == ("shelf", 2, 1, 1, True)
    assert (shelf.kind, shelf.flat, tree.kind) == ("shelf", False, None)
    assert (mat.depth, mat.solid, mat.flat) == (0, False, True)
    assert (tree.depth, tree.solid) == (2, False)


def test_a_picture_is_cut_from_its_place(tmp_path: Path) -> None:
    album = Album(small(tmp_path))
    pieces: list[TileArt | SpriteArt] = [*album.tiles["ground"], *album.sprites.values()]
    red = [piece.name for piece in pieces if piece.draw().image().getbbox()]
    assert red == ["pond_0", "mat"]
    assert album.sprites["mat"].draw().image().getpixel((0, 0)) == RED
    assert (album.sprites["tree"].draw().width, album.sprites["tree"].draw().height) == (
        2 * TILE_PIXELS,
        3 * TILE_PIXELS,
    )


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("size = [2, 1]", "size = [2, 1", "the index of pictures cannot be read .*at line \\d+"),
        ("size = [2, 1], ", "", "sprites/yard: shelf: the field “size” is missing"),
        ("size = [2, 1]", "size = [2]", "sprites/yard: shelf: “size” must be two whole numbers, 1 or more"),
        ("size = [2, 1]", "size = [2, 0]", "sprites/yard: shelf: “size” must be two whole numbers, 1 or more"),
        ("at = [0, 0]", 'at = "left"', "sprites/yard: shelf: “at” must be two whole numbers"),
        ("at = [0, 0]", "at = [-1, 0]", "sprites/yard: shelf: “at” must be two whole numbers, 0 or more"),
        ("at = [0, 0]", "at = [1, 1]", "sprites/yard: mat: it overlaps “shelf”"),
        (
            "depth = 2",
            "dept = 2",
            "sprites/yard: tree: there is no field “dept”; use at, size, depth, solid, kind, flat",
        ),
        ("depth = 2", "depth = 4", "sprites/yard: tree: a sprite 3 tiles high has a depth from 1 to 3, not 4"),
        ("solid = false", 'solid = "no"', "sprites/yard: tree: “solid” must be true or false"),
        ("flat = true", "flat = true, solid = true", "sprites/yard: mat: what is flat has no depth and is not solid"),
        ("tree =", "lawn_1 =", "sprites/yard: two pictures are called “lawn_1”"),
        ("rock_0", "lawn_0", "tiles/ground: two pictures are called “lawn_0”"),
        ("names = 'pond_0'", "", "tiles/ground: the field “names” is missing"),
        ("[sprites.yard]", "[sprite.yard]", "there is no field “sprite”; use tiles, sprites"),
        ("[sprites.yard]", "[sprites]\nyard = 1\n[sprites.other]", "sprites/yard: here must be a table"),
    ],
)
def test_a_mistake_in_the_index_is_named_with_its_entry(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(OurBug, match=rf"index\.toml.*{said}"):
        Album(small(tmp_path, SMALL.replace(right, wrong, 1)))


def test_a_folder_without_an_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(OurBug, match=r"index\.toml: the index of pictures cannot be read"):
        Album(tmp_path)


@pytest.mark.parametrize(("right", "wrong"), [("at = [0, 1]", "at = [0, 2]"), ("at = [0, 1]", "at = [3, 0]")])
def test_a_picture_outside_its_sheet_is_named(right: str, wrong: str, tmp_path: Path) -> None:
    album = Album(small(tmp_path, SMALL.replace(right, wrong)))
    with pytest.raises(OurBug, match="sprites/yard: tree: it lies outside its sheet, which has 3 x 4 tiles"):
        album.sprites["tree"].draw()


@pytest.mark.parametrize("content", [None, b"", b"no picture", "half"])
def test_a_sheet_that_cannot_be_read_is_named(content: bytes | str | None, tmp_path: Path) -> None:
    path = small(tmp_path) / "sprites" / "yard.png"
    whole = path.read_bytes()
    path.unlink()
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else whole[: len(whole) // 2])
    with pytest.raises(OurBug, match=r"the sheet sprites/yard\.png cannot be read"):
        Album(tmp_path).sprites["mat"].draw()
