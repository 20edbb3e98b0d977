"""The original's reading of its own folders, as our notes describe it: which key means what, in which format.

Not its code: our own reader, as strict as the original is known to be, and stricter where the original would fail only
later. What it accepts, the original's loader, viewers and forks accept. Knows nothing of ours.
"""

import csv
import json
import math
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

LONG, DATE, NODE = "%B %d, %Y, %H:%M:%S", "%B %d, %Y", "%Y-%m-%d %H:%M:%S"
BLOCK = "32125"
MATRICES = ("collision", "sector", "arena", "game_object", "spawning_location")


def parsed(path: Path) -> Any:
    """A JSON file without constants that JSON does not have."""

    def refused(text: str) -> None:
        raise AssertionError(f"{path.name}: {text}")

    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refused)


class Maze:
    """The map: matrices of one row, tables of names."""

    def __init__(self, matrix: Path) -> None:
        meta = parsed(matrix / "maze_meta_info.json")
        self.width, self.height = int(meta["maze_width"]), int(meta["maze_height"])
        assert int(meta["sq_tile_size"]) > 0
        assert isinstance(meta["world_name"], str)
        assert isinstance(meta["special_constraint"], str)
        names = {kind: self._names(matrix, kind) for kind in ("world", "sector", "arena", "game_object")}
        (self.world,) = names["world"].values()
        grids = {kind: self._grid(matrix, kind) for kind in MATRICES}
        self.blocked = {at for at, found in grids["collision"].items() if found != "0"}
        # The flag of a tile and the path search must agree on what is a wall.
        assert set(grids["collision"].values()) <= {"0", BLOCK}
        self.addresses: dict[str, set[tuple[int, int]]] = {}
        for at, number in grids["sector"].items():
            parts = [self.world]
            for kind, found in (
                ("sector", number),
                ("arena", grids["arena"][at]),
                ("game_object", grids["game_object"][at]),
            ):
                if found == "0":
                    break
                parts.append(names[kind][found])
                self.addresses.setdefault(":".join(parts), set()).add(at)

    def knows(self, address: str) -> bool:
        """Whether the original can go there: to a place, to any thing of a room, to a person, or to a tile."""
        return address.removesuffix(":<random>") in self.addresses or address.startswith(("<persona> ", "<waiting> "))

    def _grid(self, matrix: Path, kind: str) -> dict[tuple[int, int], str]:
        with (matrix / "maze" / f"{kind}_maze.csv").open(encoding="utf-8", newline="") as file:
            (row,) = csv.reader(file)
        assert len(row) == self.width * self.height
        return {(place % self.width, place // self.width): found.strip() for place, found in enumerate(row)}

    @staticmethod
    def _names(matrix: Path, kind: str) -> dict[str, str]:
        """First column: the number; last column: the name."""
        with (matrix / "special_blocks" / f"{kind}_blocks.csv").open(encoding="utf-8", newline="") as file:
            rows = [[each.strip() for each in row] for row in csv.reader(file)]
        assert {len(row) for row in rows} == {{"world": 2, "sector": 3}.get(kind, 4)}
        assert len({row[0] for row in rows}) == len(rows)
        return {row[0]: row[-1] for row in rows}


class Reverie:
    """A simulation folder, read as when it is forked and continued."""

    def __init__(self, folder: Path) -> None:
        meta = parsed(folder / "reverie" / "meta.json")
        self.meta = meta
        assert isinstance(meta["fork_sim_code"], str)
        self.start = datetime.strptime(f"{meta['start_date']}, 00:00:00", LONG)
        self.now = datetime.strptime(meta["curr_time"], LONG)
        assert type(meta["sec_per_step"]) is int
        assert type(meta["step"]) is int
        assert self.now == self.start + timedelta(seconds=meta["sec_per_step"] * meta["step"])
        self.names: list[str] = meta["persona_names"]
        assert len(set(self.names)) == len(self.names) > 0
        assert sorted(path.name for path in (folder / "personas").iterdir()) == sorted(self.names)
        self.maze = Maze(folder / "assets" / meta["maze_name"] / "matrix")
        self._steps(folder)
        self.people = {name: Persona(folder / "personas" / name, self) for name in self.names}

    def _steps(self, folder: Path) -> None:
        step = self.meta["step"]
        for kind, count in (("environment", step + 1), ("movement", step)):
            assert {path.name for path in (folder / kind).iterdir()} == {f"{each}.json" for each in range(count)}
        self.tiles = {}
        before = None
        for each in range(step + 1):
            positions = parsed(folder / "environment" / f"{each}.json")
            self.tiles = {name: self._tile(positions[name]) for name in self.names}
            assert before in (None, self.tiles), "where a step begins is where the step before it led"
            if each < step:
                moved = parsed(folder / "movement" / f"{each}.json")
                due = self.start + timedelta(seconds=self.meta["sec_per_step"] * each)
                assert datetime.strptime(moved["meta"]["curr_time"], LONG) == due
                before = {name: shown(moved["persona"][name], self.maze) for name in self.names}

    def _tile(self, at: dict[str, Any]) -> tuple[int, int]:
        assert at["maze"] == self.meta["maze_name"]
        assert (type(at["x"]), type(at["y"])) == (int, int)
        assert 0 <= at["x"] < self.maze.width
        assert 0 <= at["y"] < self.maze.height
        return at["x"], at["y"]


def shown(each: dict[str, Any], maze: Maze | None = None) -> tuple[int, int]:
    """Read one person of a step as the page does; returns the tile the person is led to."""
    x, y = each["movement"]
    assert (type(x), type(y)) == (int, int)
    assert isinstance(each["pronunciatio"], str)
    what, where = each["description"].split("@")
    assert what.strip()
    assert where.strip()
    if maze is not None:
        assert where.strip() == maze.world or maze.knows(where.strip()), where
        assert (x, y) not in maze.blocked
    check_lines(each["chat"])
    return x, y


def check_lines(chat: Any) -> None:
    """A transcript: nothing, or speakers with their lines."""
    for line in chat or ():
        speaker, text = line
        assert isinstance(speaker, str)
        assert isinstance(text, str)


class Persona:
    """A person, read as when a simulation is opened; every key is required."""

    def __init__(self, folder: Path, of: Reverie) -> None:
        memory = folder / "bootstrap_memory"
        self.scratch = parsed(memory / "scratch.json")
        self._identity(folder.name)
        self._numbers()
        self._now(of)
        self._plan(of)
        self._places(parsed(memory / "spatial_memory.json"), of.maze)
        self.nodes = self._memory(memory / "associative_memory", of)

    def _identity(self, name: str) -> None:
        scratch = self.scratch
        texts = ("first_name", "last_name", "innate", "learned", "currently", "lifestyle", "daily_plan_req")
        assert scratch["name"] == name
        for key in texts:
            assert isinstance(scratch[key], str), key
        assert type(scratch["age"]) is int
        # Rooms of others are left out by the last name, so there must be a last name.
        assert scratch["last_name"]

    def _numbers(self) -> None:
        whole = (
            "vision_r att_bandwidth retention concept_forget daily_reflection_time daily_reflection_size "
            "overlap_reflect_th kw_strg_event_reflect_th kw_strg_thought_reflect_th thought_count "
            "importance_trigger_max importance_trigger_curr importance_ele_n"
        )
        for key in whole.split():
            assert type(self.scratch[key]) is int, key
        for key in ("recency_w", "relevance_w", "importance_w", "recency_decay"):
            assert type(self.scratch[key]) in (int, float), key
        assert 0 < self.scratch["recency_decay"] <= 1

    def _now(self, of: Reverie) -> None:
        scratch = self.scratch
        if of.meta["step"] == 0:
            assert (scratch["curr_time"], scratch["act_start_time"]) == (None, None)
            return
        last = of.now - timedelta(seconds=of.meta["sec_per_step"])
        assert datetime.strptime(scratch["curr_time"], LONG) == last
        if scratch["curr_tile"] is not None:
            x, y = scratch["curr_tile"]
            assert 0 <= x < of.maze.width
            assert 0 <= y < of.maze.height
        assert type(scratch["act_path_set"]) is bool
        for tile in scratch["planned_path"]:
            assert tuple(tile) not in of.maze.blocked
        self._act(of)
        check_lines(scratch["chat"])
        if scratch["chatting_with"]:
            assert scratch["chatting_with"] in of.names
            datetime.strptime(scratch["chatting_end_time"], LONG)
        for other, steps in scratch["chatting_with_buffer"].items():
            assert other in of.names
            assert type(steps) is int
        for other, felt in scratch.get("relationship", {}).items():  # only the affordable fork has it; it is optional
            assert other in of.names
            assert isinstance(felt["relationship"], str)
            assert isinstance(felt["feeling"], str)

    def _act(self, of: Reverie) -> None:
        scratch = self.scratch
        name, predicate, thing = scratch["act_event"]
        assert name == scratch["name"]
        assert len(scratch["act_obj_event"]) == 3
        if not scratch["act_address"]:
            return
        assert of.maze.knows(scratch["act_address"])
        start = datetime.strptime(scratch["act_start_time"], LONG)
        assert start < of.now
        assert type(scratch["act_duration"]) is int
        assert seen_to_end(scratch, of.now, of.meta["sec_per_step"]) == end_of(scratch), "it would go on for a day"
        for key in ("act_description", "act_pronunciatio"):
            assert isinstance(scratch[key], str), key
        assert isinstance(predicate, str)
        assert isinstance(thing, str)

    def _plan(self, of: Reverie) -> None:
        assert all(isinstance(each, str) for each in self.scratch["daily_req"])
        for key in ("f_daily_schedule", "f_daily_schedule_hourly_org"):
            minutes = 0
            for what, lasts in self.scratch[key]:
                assert isinstance(what, str)
                assert type(lasts) is int
                minutes += lasts
            # The current entry is found by adding up; every minute of the day must have one.
            assert minutes == (24 * 60 if of.meta["step"] else 0), key

    def _places(self, tree: dict[str, Any], maze: Maze) -> None:
        assert list(tree) == [maze.world]
        for sector, arenas in tree[maze.world].items():
            for arena, things in arenas.items():
                for thing in things:
                    assert f"{maze.world}:{sector}:{arena}:{thing}" in maze.addresses, (sector, arena, thing)
        living = self.scratch["living_area"]
        assert living in maze.addresses
        _, sector, arena = living.split(":")
        assert arena in tree[maze.world][sector], "the way home is known"

    @staticmethod
    def _memory(folder: Path, of: Reverie) -> list[dict[str, Any]]:
        vectors, nodes = parsed(folder / "embeddings.json"), parsed(folder / "nodes.json")
        found, counts = [], {"event": 0, "thought": 0, "chat": 0}
        for number in range(1, len(nodes) + 1):
            node = nodes[f"node_{number}"]
            counts[node["type"]] += 1
            assert (node["node_count"], node["type_count"]) == (number, counts[node["type"]])
            created = datetime.strptime(node["created"], NODE)
            assert created <= of.now
            assert node["expiration"] is None or datetime.strptime(node["expiration"], NODE) > created
            for key in ("subject", "predicate", "object", "description"):
                assert isinstance(node[key], str), key
            assert type(node["depth"]) is int
            assert node["poignancy"] in range(1, 11)
            assert all(isinstance(word.lower(), str) for word in node["keywords"])
            vector = vectors[node["embedding_key"]]
            assert math.isfinite(sum(vector))
            if node["type"] == "chat":
                check_lines(node["filling"])
            else:
                assert {*(node["filling"] or ())} <= set(nodes)
            found.append(node)
        assert len({len(vector) for vector in vectors.values()}) <= 1
        strength = parsed(folder / "kw_strength.json")
        for kind in ("kw_strength_event", "kw_strength_thought"):
            assert all(type(count) is int for count in strength[kind].values())
        return found


def end_of(scratch: dict[str, Any]) -> datetime:
    """The end of an action: that of the talk, or its minutes from the first full minute after its start."""
    if scratch["chatting_with"]:
        return datetime.strptime(scratch["chatting_end_time"], LONG)
    start = datetime.strptime(scratch["act_start_time"], LONG)
    if start.second:
        start = start.replace(second=0) + timedelta(minutes=1)
    return start + timedelta(minutes=scratch["act_duration"])


def seen_to_end(scratch: dict[str, Any], now: datetime, seconds: int) -> datetime | None:
    """When the original sees that an action has ended: at the first step whose time of day is the end time."""
    end = f"{end_of(scratch):%H:%M:%S}"
    steps = (now + timedelta(seconds=seconds * step) for step in range(2 * 24 * 3600 // seconds))
    return next((each for each in steps if f"{each:%H:%M:%S}" == end), None)


class Demo:
    """A packed folder, read as the page that plays it does."""

    def __init__(self, folder: Path) -> None:
        meta = parsed(folder / "meta.json")
        self.start = datetime.strptime(meta["start_date"], DATE)
        self.names: list[str] = meta["persona_names"]
        packed = parsed(folder / "master_movement.json")
        assert list(packed) == [str(step) for step in range(meta["step"])]
        assert set(packed["0"]) == set(self.names)
        self.last: dict[str, Any] = {}
        for step in packed.values():
            for name, each in step.items():
                shown(each)
                assert self.last.get(name) != each
                self.last[name] = each
        assert sorted(path.name for path in (folder / "personas").iterdir()) == sorted(self.names)
