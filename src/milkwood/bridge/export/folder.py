"""The exported folders: a simulation with a file for each step, or a compressed demo.

Invariant: steps count from the first midnight and none is missing; before the run starts everyone is at their first
place; a step shows the state at the tick after it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from milkwood.bridge.export import nodes
from milkwood.bridge.export.matrix import matrix
from milkwood.bridge.export.nodes import NodeContext, SpokenLines
from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.shown import Seen
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.export.unchanged import strengths_since
from milkwood.bridge.origin import OriginalStep, OriginalSteps, positions_of
from milkwood.bridge.own import OWN
from milkwood.bridge.persona import MEMORY
from milkwood.clean import clean_all
from milkwood.ids import PersonId
from milkwood.plain import Json, JsonObject, table, text
from milkwood.town.map import TownMap

Frames = Iterable[tuple[int, Mapping[str, Seen]]]
"""The visible state at each tick from 0 on, in order."""
Noted = Callable[[int], None]
"""Called with the number of written ticks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalFiles:
    """The simulation that a run was imported from; empty for other runs."""

    meta: JsonObject = field(default_factory=dict, hash=False)
    begins: JsonObject = field(default_factory=dict, hash=False)
    """The positions before the first step."""
    steps: OriginalSteps = field(default_factory=OriginalSteps, hash=False)
    names: frozenset[str] = frozenset()
    strengths: Mapping[PersonId, JsonObject | None] = field(default_factory=dict, hash=False)
    """Counts of keywords."""
    until: int = 0
    """The first step that was not imported."""
    is_all: bool = False
    """Whether nothing was lived since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A run to export, without its steps."""

    parent: str
    town: str
    """The name of the map."""
    steps: Steps
    tick: int
    """The end of the run as a tick."""
    town_map: TownMap
    people: tuple[ExportedPerson, ...]
    scratches: Mapping[PersonId, JsonObject] = field(hash=False)
    places: Mapping[PersonId, JsonObject] = field(hash=False)
    """The places that people know."""
    talks: Mapping[str, SpokenLines] = field(hash=False)
    vectors: Callable[[PersonId, Iterable[str]], Iterable[tuple[str, Sequence[float] | None]]]
    """A person's vectors: of these texts, and those that were imported."""
    own: JsonObject = field(hash=False)
    """Our additional metadata."""
    source: OriginalFiles = field(default_factory=OriginalFiles)

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
    for step, shown, kept in _shown(going, frames, noted):
        positions = {**positions_of(shown, going.town), **(kept.positions if kept is not None else {})}
        _put(out / "environment" / f"{step + 1}.json", positions, indent=2)
        if step >= 0:
            rest: JsonObject = {"meta": {"curr_time": going.steps.long(step)}}
            told = {"persona": shown, **((kept.rest if kept is not None else {}) or rest)}
            _put(out / "movement" / f"{step}.json", told, indent=2)


def write_demo(out: Path, going: Outgoing, frames: Frames, noted: Noted = lambda _tick: None) -> None:
    """Write a compressed demo into an empty folder: only the changes of each step."""
    _put(out / "meta.json", meta_of(going), indent=2)
    _write_people(out, going)
    write_matrix(out / "assets" / going.town / "matrix", going.town_map)
    before: dict[str, Json] = {}
    with (out / "master_movement.json").open("w", encoding="utf-8", newline="\n") as file:
        file.write("{")
        for step, shown, _ in _shown(going, frames, noted):
            if step < 0:
                continue
            changed = {name: seen for name, seen in shown.items() if before.get(name) != seen}
            file.write(f'{"," if step else ""}\n"{step}": {json.dumps(clean_all(changed))}')
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
    ours: dict[str, Json] = {
        "fork_sim_code": going.parent,
        "start_date": going.steps.date(0),
        "curr_time": going.steps.long(going.last),
        "sec_per_step": going.steps.clock.seconds_per_tick,
        "maze_name": going.town,
        "persona_names": [leaver.name for leaver in going.people],
        "step": going.last,
    }
    if going.source.is_all:
        return {**ours, **going.source.meta, "fork_sim_code": going.parent}
    return {**going.source.meta, **ours, OWN: dict(going.own)}


def _shown(
    going: Outgoing, frames: Frames, noted: Noted
) -> Iterator[tuple[int, Mapping[str, Json], OriginalStep | None]]:
    """The visible state after each step, from step -1 (the start) on; imported steps are as they came."""
    offset = going.steps.offset if going.tick > 0 else 0
    last: dict[str, Json] = {}
    for tick, shown in frames:
        step = offset + tick - 1
        if tick == 0:
            for before in range(-1, offset):
                yield before, shown, OriginalStep({}, positions=going.source.begins) if before < 0 else None
        elif (kept := going.source.steps.at(step)) is not None:
            new = {name: each for name, each in shown.items() if name not in going.source.names}
            last = {**new, **kept.people}
            yield step, last, kept
        else:
            stay = {name: each for name, each in last.items() if _tile(each) == _tile(shown.get(name))}
            yield step, {**shown, **(stay if step < going.source.until else {})}, None
        noted(tick)


def _tile(entry: Json) -> Json:
    return table(entry).get("movement")


def _write_people(out: Path, going: Outgoing) -> None:
    names = {str(leaver.id): leaver.name for leaver in going.people}
    context = NodeContext(going.steps, going.town_map.name, names, going.talks, going.last)
    for leaver in going.people:
        folder = out / "personas" / leaver.name / MEMORY
        memory = folder / "associative_memory"
        memory.mkdir(parents=True)
        _put(folder / "scratch.json", going.scratches[leaver.id], indent=2)
        _put(folder / "spatial_memory.json", going.places[leaver.id])
        told = nodes.nodes_of(leaver, context)
        _put(memory / "nodes.json", told)
        _put(memory / "kw_strength.json", _strengths(told, leaver, going.source))
        texts = dict.fromkeys(text(node.get("embedding_key")) for node in told.values())
        _put_members(memory / "embeddings.json", going.vectors(leaver.id, texts))


def _strengths(told: Mapping[str, JsonObject], leaver: ExportedPerson, source: OriginalFiles) -> JsonObject:
    """Counts of keywords, as imported and of new nodes."""
    oldest_first = list(told.values())[::-1]
    before = source.strengths.get(leaver.id)
    if before is None:
        return nodes.keyword_strengths(oldest_first)
    return strengths_since(before, nodes.keyword_strengths(oldest_first[len(leaver.nodes) :]))


def _put_members(path: Path, members: Iterable[tuple[str, object]]) -> None:
    """A table of JSON, entry by entry, because it may be large."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for place, (key, value) in enumerate(members):
            file.write(f"{', ' if place else '{'}{json.dumps(clean_all(key))}: {json.dumps(value)}")
        file.write("}" if file.tell() else "{}")


def _put(path: Path, content: Any, indent: int | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(clean_all(content), indent=indent), encoding="utf-8", newline="\n")
