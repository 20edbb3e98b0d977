import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from milkwood.bridge.ground import plan
from milkwood.bridge.maze import NO_INDEX, Maze, read_matrix, read_tiled
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import DROPPED
from milkwood.bridge.sheet import rectangles
from tests.bridge import upstream
from tests.bridge.little import HEIGHT, PLAN, ROOMS, SECTORS, WIDTH, write_maze, write_tiled
from tests.bridge.upstream import needs_data


@pytest.fixture
def maze(tmp_path: Path) -> Maze:
    return read_matrix(write_maze(tmp_path))


def same(one: Maze, other: Maze) -> bool:
    """Whether two mazes agree on every tile."""
    arrays = ("blocked", "sector_at", "room_at", "thing_at")
    lists = ("world", "sectors", "rooms", "things", "spawns")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays) and all(
        getattr(one, name) == getattr(other, name) for name in lists
    )


def test_names_are_trimmed_and_tiles_know_where_they_belong(maze: Maze) -> None:
    assert (maze.width, maze.height, maze.world) == (WIDTH, HEIGHT, "Littleton")
    assert sorted(maze.sectors) == sorted(name for name, _ in SECTORS.values())
    assert sorted(maze.rooms) == sorted(ROOMS.values())
    assert maze.things[int(maze.thing_at[1, 1])] == ("Ada Reed's house", "main room", "bed")
    assert maze.thing_at[0, 0] == NO_INDEX
    assert int(maze.blocked.sum()) == sum(row.count("#") for row in PLAN)
    assert maze.spawns == (("Ada Reed's house", "main room", "sp-A", 1, 1),)


def test_a_tiled_map_gives_the_same_maze_flips_and_all(tmp_path: Path, maze: Maze) -> None:
    tiled = write_tiled(tmp_path / "visuals" / "town.json")
    assert same(read_tiled(tiled, tmp_path / "littleton" / "matrix" / "special_blocks"), maze)


def test_a_matrix_may_be_written_in_rows_with_any_line_ends(tmp_path: Path, maze: Maze) -> None:
    path = tmp_path / "littleton" / "matrix" / "maze" / "sector_maze.csv"
    numbers = path.read_text().split(", ")
    rows = [",".join(numbers[y * WIDTH : (y + 1) * WIDTH]) for y in range(HEIGHT)]
    path.write_bytes("\r\n".join(rows[:4]).encode() + b"\n" + "\r".join(rows[4:]).encode() + b"\n")
    assert same(read_matrix(tmp_path / "littleton" / "matrix"), maze)


def test_ids_without_a_name_mean_nothing_and_are_noted(tmp_path: Path, maze: Maze) -> None:
    path = tmp_path / "littleton" / "matrix" / "maze" / "arena_maze.csv"
    path.write_text(path.read_text().replace("23", "99"))
    read = read_matrix(tmp_path / "littleton" / "matrix")
    assert ("Plum Cafe", "cafe") not in read.rooms
    (entry,) = read.report.entries()
    assert (entry.sort, entry.topic, entry.details) == (DROPPED, "tiles with ids that nobody named", ["arena: 99"])
    assert len(maze.rooms) == len(read.rooms) + 1


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("maze/sector_maze.csv", "1, 2, 3", r"sector_maze\.csv: It has 3 numbers, not 30 x 12"),
        ("maze_meta_info.json", '{"maze_width": 30}', r"maze_meta_info\.json > maze_height: The field is missing"),
        ("maze_meta_info.json", '{"maze_width": 99999, "maze_height": 2}', r"maze_width: 99999 is not from 1 to 512"),
        ("maze_meta_info.json", '{"maze_width": "wide"}', r"maze_width: It is “wide”, not a whole number"),
    ],
)
def test_a_damaged_maze_is_named_by_file_and_field(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    matrix = write_maze(tmp_path)
    (matrix / file).write_text(text)
    with pytest.raises(Unreadable, match=complaint):
        read_matrix(matrix)


BLOCKS = "special_blocks/sector_blocks.csv"
NO_NAME = "rows of a table of names without an id or a name"


@pytest.mark.parametrize(
    ("file", "change", "topic"),
    [
        ("maze/sector_maze.csv", lambda text: f"two, {text.split(', ', 1)[1]}", "cells of a matrix that are no id"),
        ("maze/sector_maze.csv", lambda text: f"{text}, 0, 0, 0,", "numbers beyond the size of the map"),
        (BLOCKS, lambda text: f"{text}\nx, y", NO_NAME),
        (BLOCKS, lambda text: f"{text}\n5,", NO_NAME),
        (BLOCKS, lambda text: f"{text}\n11, x, Ada's", "ids that are named twice: the last name counts"),
        (BLOCKS, lambda text: text.replace("Tom Hale", "Ada Reed"), "several ids with one address, taken as one place"),
    ],
)
def test_what_the_original_overlooks_in_a_maze_is_reported(
    tmp_path: Path, file: str, change: Callable[[str], str], topic: str
) -> None:
    matrix = write_maze(tmp_path)
    (matrix / file).write_text(change((matrix / file).read_text()))
    assert topic in [entry.topic for entry in read_matrix(matrix).report.entries()]


def test_anything_but_zero_is_a_wall_as_for_the_original(tmp_path: Path) -> None:
    matrix = write_maze(tmp_path)
    path = matrix / "maze" / "collision_maze.csv"
    numbers = path.read_text().split(", ")
    numbers[4 * WIDTH + 8] = "tree"
    path.write_text(", ".join(numbers))
    assert read_matrix(matrix).blocked[4, 8]


def test_the_ground_is_the_part_that_people_can_reach(maze: Maze) -> None:
    ground = plan(maze)
    assert {(room.sector, room.name) for room in ground.rooms} == set(ROOMS.values())
    assert (5, 3) in ground.doors
    assert ground.report.entries() == []
    beds = [thing for thing in ground.things if thing.kind == "bed"]
    assert {thing.sector for thing in beds} == {"Ada Reed's house", "Tom Hale's house"}


def test_unreachable_parts_are_left_out_and_noted(tmp_path: Path) -> None:
    matrix = write_maze(tmp_path)
    path = matrix / "maze" / "collision_maze.csv"
    numbers = path.read_text().split(", ")
    numbers[3 * WIDTH + 5] = "9"  # Ada's only way out
    path.write_text(", ".join(numbers))
    ground = plan(read_matrix(matrix))
    assert {room.sector for room in ground.rooms} == {"Tom Hale's house", "Plum Cafe"}
    (entry,) = ground.report.entries()
    assert entry.topic == "places and things that nobody can reach"
    assert "Ada Reed's house:main room" in entry.details


def test_rectangles_cover_every_cell_once_and_each_touches_one_before_it() -> None:
    cells = {(x, y) for x in range(6) for y in range(5) if not (x in (2, 3) and y > 1)}
    found = rectangles(cells)
    covered = [(x + i, y + j) for x, y, width, height in found for i in range(width) for j in range(height)]
    assert sorted(covered) == sorted(cells)
    done: set[tuple[int, int]] = set()
    for x, y, width, height in found:
        now = {(x + i, y + j) for i in range(width) for j in range(height)}
        assert not done or any(
            (a + 1, b) in done or (a - 1, b) in done or (a, b + 1) in done or (a, b - 1) in done for a, b in now
        )
        done |= now


@needs_data
def test_the_published_maze_is_read_whole() -> None:
    maze = read_matrix(upstream.MATRIX)
    blocks = upstream.MATRIX / "special_blocks"
    rows = {name: len(list(csv.reader((blocks / f"{name}_blocks.csv").open()))) for name in ("sector", "arena")}
    assert (len(maze.sectors), len(maze.rooms)) == (rows["sector"], rows["arena"])
    text = (upstream.MATRIX / "maze" / "game_object_maze.csv").read_text()
    assert int((maze.thing_at != NO_INDEX).sum()) == sum(int(number) != 0 for number in text.split(","))
    assert same(maze, read_tiled(upstream.TILED, blocks))


@needs_data
def test_all_of_the_published_maze_is_ground_to_live_on() -> None:
    maze = read_matrix(upstream.MATRIX)
    ground = plan(maze)
    assert (len(ground.sectors), len(ground.rooms), len(ground.things)) == (19, 63, 222)
    assert (int(ground.walkable.sum()), ground.report.entries()) == (4158, [])
