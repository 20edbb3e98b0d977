"""Drawing a map: layers, depth, roofs, night, people."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from milkwood.errors import TownAuthorError
from milkwood_art import render
from milkwood_art.atlas import build
from milkwood_art.dressing import dress
from milkwood_art.palette import RGB
from tests.art.plans import HOUSE, site_from

ATLAS = build()
RED, GREEN = (255, 0, 0), (0, 255, 0)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pack")
    ATLAS.write(place / "tiles")
    return place


def house(*objects: tuple[str, int, int]) -> dict[str, Any]:
    site = site_from(HOUSE)
    dressed = dress(site, 5)
    layers: list[dict[str, Any]] = [
        {"name": name, "type": "tilelayer", "data": [ATLAS.gid(cell) for row in getattr(dressed, name) for cell in row]}
        for name in ("ground", "edges", "walls", "roofs", "glow")
    ]
    things = [{"gid": ATLAS.gid(name), "x": x * 16, "y": (y + 1) * 16} for name, x, y in objects]
    layers.append({"name": "things", "type": "objectgroup", "objects": things})
    return {
        "tilewidth": 16,
        "tileheight": 16,
        "width": site.width,
        "height": site.height,
        "layers": layers,
        "tilesets": ATLAS.references(),
    }


def person(colour: RGB) -> Image.Image:
    return Image.new("RGBA", (16, 24), (*colour, 255))


def cell(picture: Image.Image, x: int, y: int) -> Image.Image:
    return picture.crop((x * 16, y * 16, x * 16 + 16, y * 16 + 16))


def test_a_map_is_drawn_in_its_full_size(folder: Path) -> None:
    picture = render.draw(house(), folder)
    assert picture.size == (12 * 16, 12 * 16)
    assert picture.mode == "RGB"


def test_the_same_map_gives_the_same_picture(folder: Path) -> None:
    assert render.draw(house(), folder).tobytes() == render.draw(house(), folder).tobytes()


def test_a_scale_repeats_pixels(folder: Path) -> None:
    assert render.draw(house(), folder, scale=3).size == (12 * 48, 12 * 48)


def test_a_person_who_stands_further_south_covers_the_one_who_stands_further_north(folder: Path) -> None:
    behind, before = (4, 9, person(RED)), (4, 10, person(GREEN))
    for people in ([behind, before], [before, behind]):
        picture = render.draw(house(), folder, people=people)
        assert picture.getpixel((4 * 16 + 8, 10 * 16 - 4)) == GREEN


def test_a_person_stands_before_the_thing_on_the_same_tile(folder: Path) -> None:
    picture = render.draw(house(("chair", 3, 3)), folder, people=[(3, 3, person(RED))])
    assert picture.getpixel((3 * 16 + 8, 4 * 16 - 4)) == RED


def test_a_rug_lies_below_everything(folder: Path) -> None:
    bare = render.draw(house(("table_small", 3, 3)), folder)
    with_rug = render.draw(house(("table_small", 3, 3), ("rug_round", 2, 4)), folder)
    assert cell(with_rug, 3, 3).getpixel((8, 2)) == cell(bare, 3, 3).getpixel((8, 2))


def test_a_roof_hides_who_is_inside_but_not_who_stands_before_the_house_or_in_the_door(folder: Path) -> None:
    people = [(3, 3, person(RED)), (6, 8, person(GREEN)), (4, 7, person(GREEN))]
    picture = render.draw(house(), folder, roofs=True, people=people)
    counted = picture.getcolors(maxcolors=100_000)
    assert counted is not None
    assert RED not in {colour for _, colour in counted}
    assert picture.getpixel((6 * 16 + 8, 8 * 16 - 4)) == GREEN
    assert picture.getpixel((4 * 16 + 8, 7 * 16 - 4)) == GREEN


def test_night_is_darker_but_windows_shine(folder: Path) -> None:
    day, night = (render.draw(house(), folder, night=night) for night in (False, True))
    assert sum(night.convert("L").histogram()[:96]) > sum(day.convert("L").histogram()[:96])
    shine = ImageChops.subtract(cell(night, 2, 7), cell(night, 6, 7)).convert("L")
    assert any(shine.histogram()[61:])


def test_a_map_without_roofs_or_glow_can_be_drawn(folder: Path) -> None:
    bare = house()
    bare["layers"] = [layer for layer in bare["layers"] if layer["name"] not in ("roofs", "glow")]
    assert render.draw(bare, folder, roofs=True, night=True).size == (192, 192)


def test_a_sprite_over_the_rim_is_cut_off(folder: Path) -> None:
    assert render.draw(house(("tree_oak", -1, 1)), folder).size == (192, 192)


def test_a_missing_tileset_is_named(tmp_path: Path) -> None:
    with pytest.raises(TownAuthorError, match=r"tiles/ground\.tsj"):
        render.draw(house(), tmp_path)


def test_a_tile_of_no_tileset_is_named(folder: Path) -> None:
    broken = house()
    broken["layers"][0]["data"][0] = 1_999
    with pytest.raises(TownAuthorError, match="tile 1999 belongs to no tileset"):
        render.draw(broken, folder)
