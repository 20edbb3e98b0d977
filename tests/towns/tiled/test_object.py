from typing import Any

import pytest

from milkwood.towns.tiled.object import Area, MapObject
from tests.towns.conftest import TinyPack


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"x": "left"}, "Its position or size is not a number that makes sense."),
        ({"x": 10**400}, "Its position or size is not a number that makes sense."),
        ({"width": -5}, "Its position or size is not a number that makes sense."),
        ({"rotation": 45}, "It is rotated. Set its rotation to 0 in Tiled."),
        ({"ellipse": True}, "It is of the shape “ellipse”, which is not read. Draw a rectangle instead."),
        ({"polygon": [{"x": 0, "y": 0}]}, "It is of the shape “polygon”, which is not read."),
        ({"template": "a.tx"}, "It is of the shape “template”, which is not read. Detach it from its template."),
        ({"gid": "bed"}, "Its picture is “bed”."),
        ({"gid": 2**40}, "Its picture is “1099511627776”."),
    ],
)
def test_an_object_that_cannot_be_read_is_named(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.thing("things", "cot", **change)
    assert any("map.tmj > things > “cot”" in found and error in found for found in tiny.errors()), tiny.errors()


def test_an_object_without_a_name_is_named_by_its_number(tiny: TinyPack) -> None:
    tiny.layer("doors", lambda layer: layer["objects"][0].update(id=7, rotation=1))
    assert "map.tmj > doors > object 7 (at tile 5, 4): It is rotated. Set its rotation to 0 in Tiled." in tiny.errors()


def test_a_sprite_stands_on_its_lower_left_corner_and_a_rectangle_hangs_from_its_upper_left() -> None:
    assert MapObject("", "", 32, 64, 16, 32, sprite=1).area() == Area(2, 2, 1, 2)
    assert MapObject("", "", 32, 64, 16, 32).area() == Area(2, 4, 1, 2)


def test_edges_are_taken_to_the_nearest_tile() -> None:
    assert MapObject("", "", 30.5, 17, 33, 15).area() == Area(2, 1, 2, 1)


def test_the_name_may_stand_among_the_properties(tiny: TinyPack) -> None:
    named = [{"name": "name", "type": "string", "value": "cot"}, {"name": "name_zh", "type": "string", "value": "小床"}]
    tiny.thing("things", "cot", name="", properties=named)
    assert tiny.problems() == []
