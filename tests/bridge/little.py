"""A little town in the original's format, made up here: two houses and a cafe, two people, as files on disk.

Knows the formats only; every name is our own.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PLAN = """
##############################
#bb..#........................
#bb..#.....####.####..........
#..s.......#ccc....#..........
#dd..#.....#.......#..........
######.....#kk.....#..........
...........####.####..........
######........................
#bb..#........................
#bb...........................
#..s.#........................
######........................
""".strip("\n").split("\n")
"""`#` cannot be walked on; letters are things."""
WIDTH, HEIGHT = len(PLAN[0]), len(PLAN)
WORLD = "Littleton"
SECTORS = {
    11: ("Ada Reed's house", (0, 0, 6, 6)),
    12: ("Tom Hale's house", (0, 7, 6, 5)),
    13: ("Plum Cafe", (11, 2, 9, 5)),
}
ROOMS = {21: ("Ada Reed's house", "main room"), 22: ("Tom Hale's house", "main room"), 23: ("Plum Cafe", "cafe")}
THINGS = {
    31: ("b", "bed"),
    32: ("s", "shelf"),
    33: ("d", "desk"),
    34: ("c", "cafe customer seating"),
    35: ("k", "piano"),
}
NAMES = ("Ada Reed", "Tom Hale")
BLOCK = 9


def matrices() -> dict[str, list[int]]:
    """The five matrices, row by row."""
    found: dict[str, list[int]] = {
        name: [] for name in ("collision", "sector", "arena", "game_object", "spawning_location")
    }
    letters = {letter: number for number, (letter, _) in THINGS.items()}
    for y, row in enumerate(PLAN):
        for x, letter in enumerate(row):
            sector = next((n for n, (_, (a, b, w, h)) in SECTORS.items() if a <= x < a + w and b <= y < b + h), 0)
            found["collision"].append(BLOCK if letter == "#" else 0)
            found["sector"].append(sector)
            found["arena"].append(sector + 10 if sector and letter != "#" else 0)
            found["game_object"].append(letters.get(letter, 0))
            found["spawning_location"].append(41 if (x, y) == (1, 1) else 0)
    return found


def write_json(path: Path, value: Any) -> None:
    """A JSON file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def write_maze(folder: Path) -> Path:
    """A matrix folder; returns it."""
    matrix = folder / "littleton" / "matrix"
    meta = {"world_name": "littleton", "maze_width": WIDTH, "maze_height": HEIGHT, "sq_tile_size": 32}
    write_json(matrix / "maze_meta_info.json", meta)
    (matrix / "maze").mkdir()
    for name, numbers in matrices().items():
        (matrix / "maze" / f"{name}_maze.csv").write_text(", ".join(map(str, numbers)), encoding="utf-8")
    write_blocks(matrix / "special_blocks")
    return matrix


def write_blocks(folder: Path) -> None:
    """The tables of names."""
    folder.mkdir(parents=True)
    rows = {
        "world": [f"1, {WORLD}"],
        "sector": [f"{number}, {WORLD}, {name} " for number, (name, _) in SECTORS.items()],
        "arena": [f"{number}, {WORLD}, {sector}, {room}" for number, (sector, room) in ROOMS.items()],
        "game_object": [f"{number}, {WORLD}, <all>, {name}" for number, (_, name) in THINGS.items()],
        "spawning_location": [f"41, {WORLD}, Ada Reed's house, main room, sp-A"],
    }
    for name, lines in rows.items():
        (folder / f"{name}_blocks.csv").write_text("\n".join(lines), encoding="utf-8")


def write_tiled(path: Path, flipped: bool = True) -> Path:
    """The same maze as a Tiled map, with a flipped wall."""
    names = {
        "Collisions": "collision",
        "Sector Blocks": "sector",
        "Arena Blocks": "arena",
        "Object Interaction Blocks": "game_object",
        "Spawning Blocks": "spawning_location",
    }
    cells = matrices()
    if flipped:
        cells["collision"][0] |= 0xA0000000
    layers = [
        {"name": layer, "type": "tilelayer", "width": WIDTH, "height": HEIGHT, "data": cells[name]}
        for layer, name in names.items()
    ]
    write_json(path, {"width": WIDTH, "height": HEIGHT, "tilewidth": 32, "tileheight": 32, "layers": layers})
    return path


def scratch(name: str, **more: Any) -> dict[str, Any]:
    """A person's scratch file."""
    first, last = name.split()
    return {
        "vision_r": 8,
        "att_bandwidth": 8,
        "curr_time": None,
        "name": name,
        "first_name": first,
        "last_name": last,
        "age": 33,
        "innate": "patient, curious",
        "learned": f"{name} is a baker who works at Plum Cafe. She paints on Sundays.",
        "currently": f"{name} is looking for a new apron.",
        "lifestyle": f"{name} goes to bed around 10pm, awakes up around 6am.",
        "daily_plan_req": f"{name} bakes at Plum Cafe from 8am to 5pm.",
        "living_area": f"{WORLD}:{name}'s house:main room",
        "concept_forget": 100,
        **more,
    }


def acting(what: str, address: str, start: str, minutes: int, emoji: str = "🥖") -> dict[str, Any]:
    """The fields of a person's current action."""
    return {
        "act_description": what,
        "act_address": f"{WORLD}:{address}",
        "act_start_time": start,
        "act_duration": minutes,
        "act_pronunciatio": emoji,
        "f_daily_schedule": [
            ["sleeping", 360],
            ["washing", 60],
            ["baking at Plum Cafe (kneading)", 600],
            ["resting", 420],
        ],
    }


def node(number: int, kind: str, text: str, created: str, **more: Any) -> dict[str, Any]:
    """A memory."""
    return {
        "node_count": number,
        "type_count": number,
        "type": kind,
        "depth": 0,
        "created": created,
        "expiration": None,
        "subject": "Ada Reed",
        "predicate": "is",
        "object": "it",
        "description": text,
        "embedding_key": text,
        "poignancy": 3,
        "keywords": [],
        "filling": [],
        **more,
    }


def write_people(folder: Path, scratches: Mapping[str, Mapping[str, Any]], nodes: Mapping[str, Any]) -> None:
    """The personas of a simulation."""
    for name, table in scratches.items():
        memory = folder / "personas" / name / "bootstrap_memory"
        write_json(memory / "scratch.json", table)
        write_json(memory / "spatial_memory.json", {WORLD: {"Plum Cafe": {"cafe": ["piano"]}}})
        write_json(memory / "associative_memory" / "nodes.json", nodes.get(name, {}))
        vectors = {each["embedding_key"]: [0.5] * 1536 for each in nodes.get(name, {}).values()}
        write_json(memory / "associative_memory" / "embeddings.json", vectors)


def meta(step: int, **more: Any) -> dict[str, Any]:
    """The metadata of a simulation."""
    hour, rest = divmod(step * 10, 3600)
    return {
        "fork_sim_code": "base_littleton",
        "start_date": "March 04, 2024",
        "curr_time": f"March 04, 2024, {hour:02}:{rest // 60:02}:{rest % 60:02}",
        "sec_per_step": 10,
        "maze_name": "littleton",
        "persona_names": list(NAMES),
        "step": step,
        **more,
    }


def write_base(root: Path) -> Path:
    """A base simulation beside its maze."""
    folder = root / "storage" / "base_littleton"
    write_json(folder / "reverie" / "meta.json", meta(0))
    starts = {"Ada Reed": (1, 1), "Tom Hale": (1, 8)}
    write_json(
        folder / "environment" / "0.json",
        {name: {"maze": "littleton", "x": x, "y": y} for name, (x, y) in starts.items()},
    )
    write_people(folder, {name: scratch(name) for name in NAMES}, {})
    return folder


CHAT = [["Tom Hale", "Good morning, Ada."], ["Ada Reed", "Morning! Will you come on Friday?"], ["Tom Hale", "I will."]]


def movement(step: int) -> dict[str, Any]:
    """The state after each step of the little run: Ada walks out of her house; Tom comes over and they talk."""
    way = [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3)]
    ada = way[min(step, len(way) - 1)]
    tom = (7, 9) if step < 6 else (7, max(4, 9 - (step - 5)))
    talks = 12 <= step < 18
    at = f"{WORLD}:Plum Cafe:cafe:piano"
    ada_does = "chatting @ <persona> Tom Hale" if talks else f"baking at Plum Cafe (kneading) @ {at}"
    tom_does = "chatting @ <persona> Ada Reed" if talks else f"looking around @ {WORLD}:Plum Cafe:cafe"
    chat = CHAT if talks else None
    people = {
        "Ada Reed": {"movement": list(ada), "pronunciatio": "🥖", "description": ada_does, "chat": chat},
        "Tom Hale": {"movement": list(tom), "pronunciatio": "👀", "description": tom_does, "chat": chat},
    }
    return {"persona": people, "meta": {"curr_time": ""}}


def write_saved(root: Path, steps: int = 40) -> Path:
    """A saved run beside its maze."""
    folder = root / "storage" / "little-1"
    write_json(folder / "reverie" / "meta.json", meta(steps))
    for step in range(steps):
        write_json(folder / "movement" / f"{step}.json", movement(step))
    before = {"Ada Reed": {"maze": "littleton", "x": 1, "y": 3}, "Tom Hale": {"maze": "littleton", "x": 7, "y": 9}}
    write_json(folder / "environment" / "0.json", before)
    early = "March 04, 2024, 00:00:00"
    scratches = {
        "Ada Reed": scratch(
            "Ada Reed",
            **acting("baking at Plum Cafe (kneading)", "Plum Cafe:cafe:piano", early, 600),
            curr_tile=[8, 3],
            relationship={"Tom Hale": {"relationship": "old friend", "feeling": "glad of him"}},
        ),
        "Tom Hale": scratch("Tom Hale", curr_tile=[7, 4]),
    }
    nodes = {
        "node_1": node(1, "event", "Ada Reed is kneading dough", "2024-03-04 00:00:10"),
        "node_2": node(2, "event", "piano is idle", "2024-03-04 00:00:20", subject=f"{WORLD}:Plum Cafe:cafe:piano"),
        "node_3": node(3, "chat", "chatting with Tom Hale", "2024-03-04 00:02:10", filling=CHAT, poignancy=6),
        "node_4": node(4, "thought", "Tom Hale comes on Friday", "2024-03-04 00:03:00", filling=["node_3"]),
        "node_5": node(5, "thought", "the plan: to bake", "2024-03-04 00:00:00", predicate="plan", filling=None),
        "node_6": node(6, "thought", "aprons wear out", "2024-03-04 00:04:00", filling=None),
    }
    write_people(folder, scratches, {"Ada Reed": dict(reversed(nodes.items()))})
    return folder


def write_demo(root: Path, steps: int = 40) -> Path:
    """The same run as a demo: only changes are stored."""
    folder = root / "compressed_storage" / "little-demo"
    last: dict[str, Any] = {}
    packed: dict[str, Any] = {}
    for step in range(steps):
        people = movement(step)["persona"]
        packed[str(step)] = {name: each for name, each in people.items() if last.get(name) != each}
        last = people
    write_json(folder / "master_movement.json", packed)
    write_json(folder / "meta.json", meta(steps))
    write_people(folder, {name: scratch(name) for name in NAMES}, {})
    return folder
