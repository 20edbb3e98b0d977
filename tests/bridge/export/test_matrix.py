from pathlib import Path

from milkwood import towns
from milkwood.bridge.export.folder import write_matrix
from milkwood.bridge.export.matrix import _table
from milkwood.bridge.maze import NO_INDEX, _blocks, read_matrix
from milkwood.bridge.report import ImportReport
from milkwood.town.tile import Tile
from milkwood.towns.shelf import find


def test_a_town_is_read_back_from_its_maze_tile_by_tile(tmp_path: Path) -> None:
    town_map = towns.load(find("gull_quay").folder).town_map
    write_matrix(tmp_path / "matrix", town_map)
    maze = read_matrix(tmp_path / "matrix")
    assert (maze.world, maze.width, maze.height) == (town_map.name, town_map.width, town_map.height)
    assert {*maze.sectors} == {*town_map.sectors}
    assert {":".join(room) for room in maze.rooms} == {*town_map.rooms}
    assert {":".join(thing) for thing in maze.things} == {*town_map.things}
    used = {tile for thing in town_map.things.values() for tile in thing.tiles}
    for y in range(town_map.height):
        for x in range(town_map.width):
            tile = Tile(x, y)
            assert bool(maze.blocked[y, x]) == (not town_map.is_walkable(tile) and tile not in used)
            room = town_map.room_at(tile)
            if room is not None and tile not in used:
                assert ":".join(maze.rooms[maze.room_at[y, x]]) == room.id
            assert (maze.thing_at[y, x] != NO_INDEX) == (tile in used)


def test_names_with_commas_and_quotes_survive(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text(_table([(1, "a", 'the "Gull", upstairs')]), encoding="utf-8")
    assert _blocks(tmp_path / "names.csv", ImportReport()) == {1: ["a", 'the "Gull", upstairs']}
