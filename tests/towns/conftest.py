"""A tiny town written by hand for the tests: a house of two rooms, a green, three people, two scenarios.

x 0         1
y 0123456789012345
0 ................
1 .#########.GGGG.
2 .#bbb#kkk#.GGGG.     b bedroom   k kitchen   G green (open)
...
6 .######+##.GGGG.     + doors at 5,4 (between the rooms) and 7,6 (to the open)
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from milkwood.towns import Problem, check

WIDTH, HEIGHT, PX = 16, 12, 16
GRASS, WALL, WATER = 1, 2, 3
BED, STOVE, TREE = 101, 102, 103

TOWN = """
format = 1
name = { en = "Tinytown", zh = "小镇" }
about = { en = "A town for tests.", zh = "测试用的小镇。" }
languages = ["en", "zh"]
map = "map.tmj"
start = 2023-03-10T07:00:00
seconds_per_tick = 10
default_scenario = "plain"

[defaults]
view_radius = 6
attention = 5
"""

PERSON = """
id = "{id}"
name = {{ en = "{name} Small", zh = "小{zh}" }}
called = {{ en = "{name}", zh = "{zh}" }}
age = {age}
pronoun = "they"
traits = {{ en = ["kind", "quick"], zh = ["善良", "敏捷"] }}
biography = {{ en = "{name} lives in the house.", zh = "{zh}住在房子里。" }}
concerns = {{ en = ["the roof leaks"], zh = ["屋顶漏水"] }}
speech = {{ style = "warm", en = "Speaks softly.", zh = "说话轻柔。" }}
bed = "{bed}"
places = ["Green"]

[work]
title = {{ en = "gardener", zh = "园丁" }}
at = "Green:green:flower bed"
hours = "08:00-12:00"

[habits]
wake = "07:00"
sleep = "22:00"

[[habits.day]]
from = "07:00"
to = "07:30"
what = {{ en = "making breakfast", zh = "做早饭" }}
where = "House:kitchen:cooking area"

[[habits.day]]
from = "08:00"
to = "12:00"
what = {{ en = "weeding", zh = "除草" }}
where = "Green:green:flower bed"

[[knows]]
person = "{friend}"
tie = {{ en = "housemate", zh = "室友" }}
feeling = {{ en = "likes them", zh = "喜欢" }}
closeness = 6
one_sided = true

[looks]
skin = "tan"
hair = "brown"
hair_style = "short"
outfit = "sweater"
top = "teal"
bottom = "navy"
"""

MEMORY = """
[[memories]]
text = {{ en = "I remember thing {n}.", zh = "我记得第{n}件事。" }}
importance = {n}
about = ["{friend}"]
"""

SCENARIO = """
id = "{id}"
aliases = ["{alias}"]
name = {{ en = "{id}", zh = "剧本" }}
about = {{ en = "A day.", zh = "一天。" }}
cast = {cast}
days = 2
"""

STORY = """
[[stories]]
id = "picnic"
title = { en = "The picnic", zh = "野餐" }

[[stories.memories]]
person = "ada"
text = { en = "I am giving a picnic.", zh = "我要办一次野餐。" }
importance = 8

[[stories.goals]]
person = "ada"
text = { en = "to have everybody there", zh = "让大家都来" }

[[stories.commitments]]
person = "ada"
what = { en = "giving the picnic", zh = "办野餐" }
from = 2023-03-11T12:00:00
to = 2023-03-11T14:00:00
where = "Green:green"
with = ["ben"]

[people.ben]
age = 50
habits = { wake = "06:00" }
"""


def properties(**values: Any) -> list[dict[str, Any]]:
    kinds = {bool: "bool", int: "int", str: "string"}
    return [{"name": key, "type": kinds[type(value)], "value": value} for key, value in values.items()]


def rectangle(name: str, x: int, y: int, width: int, height: int, **values: Any) -> dict[str, Any]:
    return {
        "id": y * WIDTH + x + 1,
        "name": name,
        "x": x * PX,
        "y": y * PX,
        "width": width * PX,
        "height": height * PX,
        "rotation": 0,
        "properties": properties(**values),
    }


def sprite(name: str, gid: int, x: int, y: int, **values: Any) -> dict[str, Any]:
    """A sprite of 1 x 2 tiles whose lowest tile is at x, y."""
    return {**rectangle(name, x, y + 1, 1, 2, **values), "gid": gid}


def _objects(name: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": name, "type": "objectgroup", "objects": objects, "x": 0, "y": 0, "visible": True}


def _tiles(name: str, cells: list[list[int]]) -> dict[str, Any]:
    data = [number for row in cells for number in row]
    return {"name": name, "type": "tilelayer", "width": WIDTH, "height": HEIGHT, "data": data, "x": 0, "y": 0}


def _tileset(name: str, image: str, tile_height: int, tiles: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "image": image,
        "columns": 4,
        "tilecount": 4,
        "tilewidth": PX,
        "tileheight": tile_height,
        "tiles": tiles,
        "type": "tileset",
    }


def tiny_map() -> dict[str, Any]:
    ground = [[GRASS] * WIDTH for _ in range(HEIGHT)]
    ground[11] = [WATER] * WIDTH
    walls = [[0] * WIDTH for _ in range(HEIGHT)]
    for x in range(1, 10):
        walls[1][x] = walls[6][x] = WALL
    for y in range(1, 7):
        walls[y][1] = walls[y][5] = walls[y][9] = WALL
    walls[4][5] = walls[6][7] = 0
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "infinite": False,
        "width": WIDTH,
        "height": HEIGHT,
        "tilewidth": PX,
        "tileheight": PX,
        "tilesets": [{"firstgid": 1, "source": "tiles/ground.tsj"}, {"firstgid": 101, **_tiny_sprites()}],
        "layers": [_tiles("ground", ground), _tiles("walls", walls), *_tiny_objects()],
    }


def _tiny_sprites() -> dict[str, Any]:
    facts = [
        {"id": 0, "properties": properties(kind="bed", depth=2)},
        {"id": 1, "properties": properties(kind="cooking_area")},
        {"id": 2, "properties": properties(solid=True)},
    ]
    return _tileset("sprites", "tiles/sprites.png", 32, facts)


def _tiny_objects() -> list[dict[str, Any]]:
    things = [
        sprite("big bed", BED, 2, 3, name_zh="大床"),
        sprite("cot", BED, 4, 3, name_zh="小床"),
        sprite("", STOVE, 6, 2),
        rectangle("flower bed", 12, 3, 2, 2, name_zh="花圃", kind="garden"),
    ]
    return [
        _objects("decor", [sprite("", TREE, 14, 9)]),
        _objects("things", things),
        _objects(
            "sectors",
            [
                rectangle("House", 1, 1, 9, 6, name_zh="房子", kind="house"),
                rectangle("Green", 11, 1, 4, 6, name_zh="绿地", kind="park", public=True, opens="06:00-22:00"),
            ],
        ),
        _objects(
            "rooms",
            [
                rectangle("bedroom", 2, 2, 3, 4, name_zh="卧室", kind="bedroom"),
                rectangle("kitchen", 6, 2, 3, 4, name_zh="厨房", kind="kitchen"),
                rectangle("green", 11, 1, 4, 6, name_zh="草地", kind="park", outdoors=True),
            ],
        ),
        _objects("doors", [rectangle("", 5, 4, 1, 1), rectangle("", 7, 6, 1, 1)]),
    ]


def tiny_ground() -> dict[str, Any]:
    solid = [{"id": number - 1, "properties": properties(solid=True)} for number in (WALL, WATER)]
    return _tileset("ground", "ground.png", 16, solid)


@dataclass(frozen=True)
class TinyPack:
    """A pack on disk that a test may change."""

    folder: Path

    def write(self, file: str, text: str | bytes) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    def swap(self, file: str, old: str, new: str) -> None:
        """Change a text in a file; it must be there."""
        text = self.read(file)
        assert old in text, f"{old!r} is not in {file}"
        self.write(file, text.replace(old, new))

    def redraw(self, change: Callable[[dict[str, Any]], None], file: str = "map.tmj") -> None:
        """Change the map."""
        table = json.loads(self.read(file))
        change(table)
        self.write(file, json.dumps(table, ensure_ascii=False))

    def layer(self, name: str, change: Callable[[dict[str, Any]], None]) -> None:
        """Change one layer of the map."""
        self.redraw(lambda table: change(next(entry for entry in table["layers"] if entry["name"] == name)))

    def thing(self, layer: str, name: str, /, **fields: Any) -> None:
        """Change one object of a layer."""
        self.layer(layer, lambda table: next(o for o in table["objects"] if o["name"] == name).update(fields))

    def problems(self) -> list[Problem]:
        return check(self.folder)

    def errors(self) -> list[str]:
        """The errors as sentences."""
        return [problem.sentence() for problem in self.problems() if problem.is_error]

    def warnings(self) -> list[str]:
        """The warnings as sentences."""
        return [problem.sentence() for problem in self.problems() if not problem.is_error]


def write_tiny_pack(folder: Path) -> TinyPack:
    pack = TinyPack(folder)
    pack.write("town.toml", TOWN)
    pack.write("LICENSE", "CC0-1.0\n")
    pack.write("map.tmj", json.dumps(tiny_map(), ensure_ascii=False))
    pack.write("tiles/ground.tsj", json.dumps(tiny_ground()))
    Image.new("RGBA", (4 * PX, PX), (90, 140, 80, 255)).save(folder / "tiles/ground.png")
    Image.new("RGBA", (4 * PX, 2 * PX), (140, 90, 80, 255)).save(folder / "tiles/sprites.png")
    people = [("ada", "Ada", "艾达", "big bed"), ("ben", "Ben", "本", "big bed"), ("cleo", "Cleo", "克莉", "cot")]
    for index, (person, name, chinese, bed) in enumerate(people):
        friend = people[index - 1][0]
        address = f"House:bedroom:{bed}"
        text = PERSON.format(id=person, name=name, zh=chinese, age=30 + index, bed=address, friend=friend)
        text += "".join(MEMORY.format(n=n, friend=friend) for n in range(1, 9))
        pack.write(f"people/{person}.toml", text)
    pack.write("scenarios/plain.toml", SCENARIO.format(id="plain", alias="tiny_n3", cast='"all"'))
    picnic = SCENARIO.format(id="picnic", alias="tiny_n2", cast='["ben", "ada"]')
    pack.write("scenarios/picnic.toml", picnic + STORY)
    return pack


@pytest.fixture(scope="session")
def _tiny_master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_pack(tmp_path_factory.mktemp("master") / "tinytown").folder


@pytest.fixture
def tiny(_tiny_master: Path, tmp_path: Path) -> TinyPack:
    """A fresh copy of the tiny pack."""
    return TinyPack(Path(shutil.copytree(_tiny_master, tmp_path / "tinytown")))
