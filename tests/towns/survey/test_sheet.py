from typing import Any

import pytest

from tests.towns.conftest import TinyPack, properties


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"properties": properties(name_zh="厨房")}, "“kitchen” (at tile 6, 2): It has no kind."),
        ({"name": ""}, "It has no name. Give it a name in Tiled."),
        ({"name": "kit:chen"}, "Its name has a “:” in it"),
        ({"name": "k" * 200}, "Its name is too long or holds control characters."),
        ({"name": "kit\x1bchen"}, "Its name is too long or holds control characters."),
        ({"properties": properties(name_zh="厨房", kind="kit\u202echen")}, "It has no kind."),
        (
            {"properties": properties(name_zh="厨房", kind="kitchen", outdoors="yes")},
            "Its property outdoors is “yes”. Make it a bool in Tiled: ticked or not.",
        ),
    ],
)
def test_a_fault_in_an_objects_name_or_properties_is_named(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.thing("rooms", "kitchen", **change)
    assert any("map.tmj > rooms" in found and error in found for found in tiny.errors()), tiny.errors()


def test_an_unused_property_is_a_warning(tiny: TinyPack) -> None:
    tiny.thing("rooms", "kitchen", properties=properties(name_zh="厨房", kind="kitchen", outdoor=False))
    [warning] = tiny.warnings()
    assert warning.endswith("Its property “outdoor” is ignored. Did you mean “outdoors”?")
