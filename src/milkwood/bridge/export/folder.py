"""The exported folders: a simulation with a file for each step, or a compressed demo.

Invariant: steps count from the first midnight and none is missing; before the run starts everyone is at their first
place; a step shows the state at the tick after it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from milkwood.bridge.export import nodes
from milkwood.bridge.export.matrix import matrix
from milkwood.bridge.export.nodes import Lines, NodeContext
from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.scratch import spatial_of
from milkwood.bridge.export.shown import Seen
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.own import OWN
from milkwood.bridge.persona import MEMORY
from milkwood.ids import PersonId
from milkwood.plain import JsonObject
from milkwood.town.map import TownMap

Frames = Iterable[tuple[int, Mapping[str, Seen]]]
"""The visible state at each tick from 0 on, in order."""
Noted = Callable[[int], None]
"""Called with the number of written ticks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A run to export, without its steps."""

    parent: str
    town: str
    steps: Steps
    tick: int
    """The end of the run as a tick."""
    town_map: TownMap
    people: tuple[ExportedPerson, ...]
    scratches: Mapping[PersonId, JsonObject] = field(hash=False)
    talks: Mapping[str, Lines] = field(hash=False)
    vector: Callable[[str], list[float]]
    own: JsonObject = field(hash=False)
    """Our additional metadata."""

    @property
    def last(self) -> int:
        """The next step; a run without ticks is exported as a base simulation."""
        return self.steps.step(self.tick) if self.tick > 0 else 0


def write_simulation(out: Path, going: Outgoing, frames: Frames, noted: Noted = lambda _tick: None) -> None:
    """Write a simulation into an empty folder."""
    _put(out / "reverie" / "meta.json", meta_of(going), indent=2)
    _write_people(out, going)
    write_matrix(out / "assets" / going.town / "matrix", going.town_map)
    (out / "environment").mkdir(parents=True, exist_ok=True)
    (out / "movement").mkdir(exist_ok=True)
    for step, shown in _shown(going, frames, noted):
        positions = {name: {"maze": going.town, "x": x, "y": y} for name, (x, y) in _tiles(shown)}
        _put(out / "environment" / f"{step + 1}.json", positions, indent=2)
        if step >= 0:
            told = {"persona": shown, "meta": {"curr_time": going.steps.long(step)}}
            _put(out / "movement" / f"{step}.json", told, indent=2)


def write_demo(out: Path, going: Outgoing, frames: Frames, noted: Noted = lambda _tick: None) -> None:
    """Write a compressed demo into an empty folder: only the changes of each step."""
    _put(out / "meta.json", meta_of(going), indent=2)
    _write_people(out, going)
    write_matrix(out / "assets" / going.town / "matrix", going.town_map)
    before: dict[str, Seen] = {}
    with (out / "master_movement.json").open("w", encoding="utf-8", newline="\n") as file:
        file.write("{")
        for step, shown in _shown(going, frames, noted):
            if step < 0:
                continue
            changed = {name: seen for name, seen in shown.items() if before.get(name) != seen}
            file.write(f'{"," if step else ""}\n"{step}": {json.dumps(changed)}')
            before.update(changed)
        file.write("\n}\n")


def write_matrix(folder: Path, town_map: TownMap) -> None:
    """Write the town as a maze."""
    for name, content in matrix(town_map):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8", newline="\n")
        else:
            _put(path, content, indent=2)


def meta_of(going: Outgoing) -> JsonObject:
    """The metadata of a simulation."""
    return {
        "fork_sim_code": going.parent,
        "start_date": going.steps.date(0),
        "curr_time": going.steps.long(going.last),
        "sec_per_step": going.steps.clock.seconds_per_tick,
        "maze_name": going.town,
        "persona_names": [leaver.name for leaver in going.people],
        "step": going.last,
        OWN: dict(going.own),
    }


def _shown(going: Outgoing, frames: Frames, noted: Noted) -> Iterator[tuple[int, Mapping[str, Seen]]]:
    """The visible state after each step, from step -1 (the start) on."""
    offset = going.steps.offset if going.tick > 0 else 0
    for tick, shown in frames:
        if tick == 0:
            for step in range(-1, offset):
                yield step, shown
        else:
            yield offset + tick - 1, shown
        noted(tick)


def _tiles(shown: Mapping[str, Seen]) -> Iterator[tuple[str, list[int]]]:
    return ((name, seen["movement"]) for name, seen in shown.items())


def _write_people(out: Path, going: Outgoing) -> None:
    names = {str(leaver.id): leaver.name for leaver in going.people}
    context = NodeContext(going.steps, going.town_map.name, names, going.talks, going.last)
    for leaver in going.people:
        folder = out / "personas" / leaver.name / MEMORY
        memory = folder / "associative_memory"
        memory.mkdir(parents=True)
        _put(folder / "scratch.json", going.scratches[leaver.id], indent=2)
        _put(folder / "spatial_memory.json", spatial_of(leaver, going.town_map))
        told = nodes.nodes_of(leaver, context)
        _put(memory / "nodes.json", told)
        _put(memory / "kw_strength.json", nodes.keyword_strengths(told))
        texts = dict.fromkeys(node["embedding_key"] for node in told.values())
        _put(memory / "embeddings.json", {text: going.vector(text) for text in texts})


def _put(path: Path, content: Any, indent: int | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=indent), encoding="utf-8", newline="\n")
