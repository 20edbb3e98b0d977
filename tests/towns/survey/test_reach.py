import numpy as np

from milkwood.towns.survey.reach import main_ground
from tests.towns.conftest import TREE, WALL, TinyPack, rectangle, sprite


def wall_up(tiny: TinyPack, *tiles: tuple[int, int]) -> list[str]:
    def build(layer: dict[str, list[int]]) -> None:
        for x, y in tiles:
            layer["data"][y * 16 + x] = WALL

    tiny.layer("walls", build)
    return tiny.errors()


def drop_doors(tiny: TinyPack, *kept: int) -> None:
    tiny.layer("doors", lambda layer: layer.update(objects=[layer["objects"][index] for index in kept]))


def test_an_unreachable_bed_is_named(tiny: TinyPack) -> None:
    assert wall_up(tiny, (4, 2), (4, 3)) == [
        "map.tmj > things > “House:bedroom:cot” (at tile 4, 2): Nobody can reach the bed “House:bedroom:cot”. "
        "It is used from its own tiles: clear them, and the way to them."
    ]


def test_an_unreachable_thing_is_named(tiny: TinyPack) -> None:
    [error] = wall_up(tiny, (6, 3), (7, 2))
    assert error == (
        "map.tmj > things > “House:kitchen:cooking area” (at tile 6, 2): "
        "Nobody can reach the cooking area “House:kitchen:cooking area”. "
        "It is used from beside it: leave a free tile next to it, and a way there."
    )


def test_a_room_without_a_door_is_named_and_not_each_thing_in_it(tiny: TinyPack) -> None:
    drop_doors(tiny, 1)
    assert wall_up(tiny, (5, 4)) == [
        "map.tmj > rooms > “House:bedroom” (at tile 2, 2): The room has no door, so nobody can get in. "
        "Put a door in one of its walls."
    ]


def test_a_room_behind_a_blocked_door_is_named(tiny: TinyPack) -> None:
    tiny.layer("decor", lambda layer: layer["objects"].append(sprite("", TREE, 7, 7)))
    errors = wall_up(tiny, (6, 7), (8, 7))
    assert any("“House:bedroom” (at tile 2, 2): Nobody can get into the room." in error for error in errors)
    assert any("“House:kitchen” (at tile 6, 2): Nobody can get into the room." in error for error in errors)


def test_a_room_without_floor_is_named(tiny: TinyPack) -> None:
    errors = wall_up(tiny, *((x, y) for x in (2, 3, 4) for y in (2, 3, 4, 5)))
    assert any("“House:bedroom” (at tile 2, 2): There is nowhere to stand in the room." in e for e in errors)


def test_a_walled_up_door_is_named(tiny: TinyPack) -> None:
    errors = wall_up(tiny, (5, 4))
    assert "map.tmj > doors > the door at tile 5, 4: The door is walled up. " in errors[0]


def test_a_door_in_the_middle_of_nowhere_is_named(tiny: TinyPack) -> None:
    tiny.layer("doors", lambda layer: layer["objects"].append(rectangle("", 3, 9, 1, 1)))
    assert tiny.errors() == [
        "map.tmj > doors > the door at tile 3, 9: The door leads from the open ground to nowhere else. "
        "Put it between two rooms, or a room and the open ground."
    ]


def test_a_gate_between_a_garden_and_the_open_ground_is_a_door(tiny: TinyPack) -> None:
    tiny.layer("doors", lambda layer: layer["objects"].append(rectangle("", 10, 3, 1, 1)))
    assert tiny.problems() == []


def test_a_gap_without_a_door_is_a_warning(tiny: TinyPack) -> None:
    drop_doors(tiny, 1)
    assert tiny.errors() == []
    assert sorted(tiny.warnings()) == [
        "map.tmj > rooms > “House:bedroom” (at tile 5, 4): People can walk from here to the open ground through a gap "
        "without a door. Put a door or a wall there.",
        "map.tmj > rooms > “House:kitchen” (at tile 5, 4): People can walk from here to the open ground through a gap "
        "without a door. Put a door or a wall there.",
    ]


def test_a_map_without_free_ground_is_named(tiny: TinyPack) -> None:
    tiny.layer("ground", lambda layer: layer.update(data=[3] * 192))
    assert tiny.errors() == ["map.tmj: There is nowhere to walk: every tile is solid. Leave some ground free."]


def test_the_main_ground_is_the_largest_part() -> None:
    walkable = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 0]], bool)
    assert main_ground(walkable).tolist() == [
        [True, True, False, False],
        [True, False, False, False],
        [False, False, False, False],
    ]
