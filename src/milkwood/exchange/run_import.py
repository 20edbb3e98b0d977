"""A run written from a simulation.

Invariant: an unfinished run has a hidden name and is continued when the same simulation is imported again; a run under
its own name is complete; an existing run does not change.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from milkwood.bridge import aga, minds, nodes
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.habits import note_of
from milkwood.bridge.origin import StepKeeper
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import CHANGED, DROPPED, READ, ImportReport
from milkwood.bridge.simulation import Shown, Simulation, TalkLines
from milkwood.bridge.step_converter import StepConverter
from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.runs import path_for
from milkwood.engine.keeper import RestingPerson
from milkwood.errors import OurBug, SetupError
from milkwood.exchange.origin import BEGINS, MEMORY_OF, NODES, STEPS
from milkwood.exchange.report import keep_report
from milkwood.exchange.town_pack import routines_from
from milkwood.i18n import t
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject
from milkwood.run import DEFAULT_SEED, MindConfig
from milkwood.run.header import header_of
from milkwood.run.minds import MindFactory
from milkwood.town.body import Deed
from milkwood.town.tile import Tile
from milkwood.towns import Pack
from milkwood.towns.archive import packed
from milkwood.words import Language

Progress = Callable[[int, int], None]
"""Called with the steps done and their total."""


@dataclass(slots=True)
class ImportedRun:
    """An imported run and its contents."""

    path: Path
    header: Header
    memories: dict[str, int] = field(default_factory=dict)
    """By kind."""
    vectors: int = 0
    events: int = 0
    resumed: int = 0
    """The step an earlier, interrupted import had reached."""
    steps: int = 0
    days: int = 0
    """The days the town needs so that the run can continue."""
    report: ImportReport = field(default_factory=ImportReport)


class RunImport:
    """Writes a run from a simulation; may be stopped at any time and started again."""

    def __init__(self, simulation: Simulation, people: Sequence[Persona], town: Pack, folder: Path, name: str) -> None:
        self._simulation = simulation
        self._people = {person.id: person for person in people}
        self._ids = {person.name: PersonId(person.id) for person in people}
        self._town = town
        self._places = Places.of_map(town.town_map)
        self._path = path_for(name)
        self._part = self._path.with_name(f".{self._path.name}.import")
        self._mark = self._part.with_name(f"{self._part.name}.json")
        self._memories: dict[str, list[minds.DatedMemory]] = {}
        self._after: dict[str, dict[int, minds.Afterlife]] = {}
        self._nodes: dict[str, dict[int, JsonObject]] = {}
        """Memories as the files have them, by number."""
        self._lines: dict[str, dict[int, TalkLines]] = {}
        """The lines of remembered talks, by the number of the memory."""
        for person in people:
            self._recollect(person)
        self._header = self._made_header(folder, name)
        simulation.size = town.town_map.width, town.town_map.height
        if self._path.exists():
            raise SetupError(
                t("There is a run “{name}” already.", name=name),
                where=str(self._path),
                remedy=t("Give another name with --name."),
            )

    def _made_header(self, folder: Path, name: str) -> Header:
        simulation, language = self._simulation, self._town.languages[0]
        made = header_of(self._town, name, DEFAULT_SEED, language, MindConfig())
        imported = {
            "from": simulation.meta.code,
            "kind": simulation.kind,
            "step": simulation.meta.step,
            "meta": simulation.meta.raw,
            "pack": made.pack_hash,
            "people": {
                person.id: {"scratch": person.raw, "spatial": person.spatial} for person in self._people.values()
            },
        }
        found = aga.beside(simulation.folder, simulation.meta.names, simulation.report)
        routines = routines_from(found, self._town, simulation.meta.code, list(self._people.values()))
        for note in note_of(routines):
            simulation.report.add(READ, note)
        settings = {**made.settings, "imported": {**imported, **({"aga": found} if found else {})}}
        where = str(folder.absolute())
        return replace(made, town=self._town.id, town_path=where, settings=settings, routines=routines)

    def make(self, progress: Progress = lambda _done, _all: None) -> ImportedRun:
        """Write the run; it has its name when this returns."""
        kept = self._kept()
        with self._opened(kept) as chronicle:
            self._tell(chronicle, kept, progress)
            self._simulation.report.take(self._simulation.step_report)
            vectors = self._keep_vectors(chronicle)
            keep_report(chronicle, self._simulation.report)
            found = ImportedRun(
                self._path,
                self._header,
                chronicle.counts("memories"),
                vectors,
                chronicle.count("events"),
                int(kept["step"]) if kept else 0,
                self._simulation.meta.step,
                report=self._simulation.report,
            )
        self._publish()
        return found

    def discard(self) -> None:
        """Remove the unfinished run."""
        for path in (self._part, self._mark, *self._beside()):
            path.unlink(missing_ok=True)

    def _beside(self) -> list[Path]:
        return [self._part.with_name(f"{self._part.name}{end}") for end in ("-wal", "-shm")] + [
            self._part.with_name(f".{self._part.name}.lock")
        ]

    def _publish(self) -> None:
        if self._path.exists():
            raise SetupError(t("A run “{name}” has been made meanwhile.", name=self._header.run), where=str(self._path))
        self._part.rename(self._path)
        self.discard()

    # --- continuing

    def _kept(self) -> dict[str, Any] | None:
        """The step where an earlier import of the same simulation stopped; files of another one are removed."""
        try:
            kept = json.loads(self._mark.read_text(encoding="utf-8"))
            with Chronicle.read(self._part) as reader:
                same = reader.header.pack_hash == self._header.pack_hash and reader.settled >= kept["step"] > 0
                same = same and reader.header.settings == json.loads(json.dumps(self._header.settings))
            if same and kept["of"] == str(self._simulation.folder.absolute()):
                found: dict[str, Any] = kept
                return found
        except (OSError, ValueError, KeyError, TypeError, SetupError):
            pass
        self.discard()
        return None

    def _opened(self, kept: Mapping[str, Any] | None) -> Chronicle:
        if kept is not None:
            return Chronicle.open(self._part)
        return Chronicle.create(self._part, self._header, pack=packed(self._town.folder))

    def _keep_mark(self, step: int, teller: StepConverter, report: Mapping[str, Json]) -> None:
        kept = {"of": str(self._simulation.folder.absolute()), "step": step, "teller": teller.keep(), "report": report}
        new = self._mark.with_name(f"{self._mark.name}.new")
        new.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
        new.replace(self._mark)

    # --- events

    def _tell(self, chronicle: Chronicle, kept: Mapping[str, Any] | None, progress: Progress) -> None:
        simulation, last = self._simulation, self._simulation.meta.step
        teller = StepConverter(self._ids, self._begins(), self._whither)
        steps = Steps(self._header.clock)
        simulation.keeper = StepKeeper(lambda step: {"meta": {"curr_time": steps.long(step)}}, simulation.meta.maze)
        first = 0
        if kept is None:
            teller.begin()
            chronicle.keep_origin(BEGINS, -1, simulation.positions(0) or {})
            self._record(chronicle, 0, teller)
        else:
            first = int(kept["step"])
            teller.restore(kept["teller"])
            simulation.step_report = ImportReport.of_plain(kept["report"])
            chronicle.relive(first)
        hour = self._header.clock.ticks_in_minutes(60)
        kept_at, told = first, simulation.step_report.plain()
        for step, frame in simulation.frames(first):
            full = step - step % hour
            if full > kept_at:  # after a long time without files, many hours later
                teller.pause(full)
                self._record(chronicle, full, teller)
                self._snapshot(chronicle, full, teller)
                self._keep_mark(full, teller, told)
                progress(full, last)
                kept_at = full
            teller.step(step, frame)
            if (step + 1) % hour == 0:
                told = simulation.step_report.plain()
        teller.finish(last)
        self._record(chronicle, last, teller)
        self._snapshot(chronicle, last, teller)
        progress(last, last)

    def _record(self, chronicle: Chronicle, up_to: int, teller: StepConverter) -> None:
        since = chronicle.settled if up_to > chronicle.settled else None
        steps = self._simulation.keeper.take(up_to) if self._simulation.keeper is not None else {}
        fresh = [
            (tick, PersonId(person), self._linked(person, memory, teller))
            for person, remembered in self._memories.items()
            for tick, memory in remembered
            if tick < up_to and since is not None and tick >= since
        ]
        happenings = teller.take()
        if since is None:
            return  # already on disk: the mark was one hour behind
        raw: dict[str, dict[str, JsonObject]] = {}
        for _, person, memory in fresh:
            raw.setdefault(person, {})[str(memory.number)] = self._nodes[person][memory.number]
        chronicle.keep_origin(STEPS, up_to - 1, steps)
        chronicle.keep_origin(NODES, up_to - 1, raw)
        chronicle.record(up_to, [each for each in happenings if each.tick >= since], fresh)

    def _linked(self, person: str, memory: Memory, teller: StepConverter) -> Memory:
        """A memory of a talk, with its talk."""
        lines = self._lines[person].get(memory.number)
        return replace(memory, talk=teller.talk_of(PersonId(person), lines)) if lines else memory

    def _begins(self) -> dict[PersonId, Shown]:
        """Everyone's first position: from the files, from the first step, or in bed."""
        known = self._simulation.begins()
        seen: dict[str, Shown] = {}
        for step, frame in self._simulation.frames(quietly=True):
            for name, shown in frame.items():
                seen.setdefault(name, shown)
            if len(seen) == len(self._ids) or step > 100:
                break
        found = {}
        for name, person in self._ids.items():
            bed = self._town.town_map.spots(self._town.people[person].bed)[0]
            tile = known.get(name) or (seen[name].tile if name in seen else self._people[person].tile or tuple(bed))
            found[person] = Shown((tile[0], tile[1]))
        return found

    def _whither(self, address: str, tile: Tile) -> tuple[RoomId | None, ThingId | None]:
        town_map = self._town.town_map
        room = town_map.room_at(tile)
        thing = town_map.things.get(ThingId(self._places.address(address)))
        there = thing is not None and room is not None and thing.room == room.id
        return (room.id if room else None), (thing.id if thing is not None and there else None)

    # --- minds

    def _recollect(self, person: Persona) -> None:
        folder, meta = self._simulation.folder / "personas", self._simulation.meta
        there = (folder / person.name).is_dir()
        report = self._simulation.report
        found = nodes.nodes_of(folder, person.name, person.id, report) if there else []
        known = frozenset(node.number for node in found)
        memories: list[tuple[int, Memory]] = []
        for node in found:
            tick = self._tick_of(node, person.id)
            address = self._places.address(node.place or node.subject)
            room = self._places.room(address) if address.count(":") >= 1 else ""
            memories.append((tick, nodes.memory_of(node, person.name, self._ids, room, known)))
        self._memories[person.id] = sorted(memories, key=lambda each: (each[0], each[1].number))
        self._after[person.id] = {node.number: nodes.afterlife_of(node, self._ids, meta.step_at) for node in found}
        self._lines[person.id] = {node.number: node.lines for node in found if node.lines}
        self._nodes[person.id] = {node.number: node.raw for node in found}

    def _tick_of(self, node: nodes.Node, person: str) -> int:
        """The tick of a memory: within the run, or before it."""
        meta, detail = self._simulation.meta, f"node_{node.number}: {node.created:%Y-%m-%d %H:%M:%S}"
        tick, last = meta.step_at(node.created), max(-1, meta.step - 1)
        if tick > last + 1:
            topic = t("memories dated after the last step, taken as of that step")
            self._simulation.report.add(CHANGED, topic, detail, person=person)
        elif tick < 0:
            self._simulation.report.add(CHANGED, t("memories from before the first step"), detail, person=person)
        return min(max(-1, tick), last)

    def _snapshot(self, chronicle: Chronicle, tick: int, teller: StepConverter) -> None:
        town, header = self._town, self._header
        factory = MindFactory(
            town,
            header.clock,
            Language(header.language),
            header.seed,
            shelf=lambda _person: (),
            routines=header.routines.get("people"),
        )
        kept, wakes = {}, {}
        everybody = factory.everybody()
        deeds: Mapping[PersonId, Deed | None] = teller.deeds()
        for person, mind in everybody.items():
            past = [each for each in self._memories[person] if each[0] < tick]
            after = self._after[person] if tick >= self._simulation.meta.step else {}
            found = minds.settled(mind.head, self._people[person], self._places, tick, deeds[person], past, after)
            kept[person] = RestingPerson(found.mind, found.wake, roused=False).keep()
            wakes[person] = found.wake
        scene = chronicle.scene(tick, town.town_map)
        if scene.tiles != teller.tiles():
            raise OurBug(t("The imported events do not lead to people's positions at step {step}.", step=tick))
        chronicle.keep_snapshot(tick, scene, kept, wakes)

    def _keep_vectors(self, chronicle: Chronicle) -> int:
        """Keep everyone's vectors and counts of keywords; returns the number of vectors."""
        folder, count = self._simulation.folder / "personas", 0
        for person in self._people.values():
            models: list[Json] = []
            for found, text, vector in nodes.vectors_of(folder, person.name, person.id, self._simulation.report):
                model = found
                if vector and chronicle.find_vector(model, text) not in (None, vector):
                    model = f"{found}/{person.id}"  # the same text has another vector in another person's file
                if vector:
                    chronicle.keep_vector(model, text, vector)
                    count += 1
                models.append([text, model])
            kept = {"strengths": self._strengths(folder, person.name), "vectors": models}
            chronicle.keep_origin(f"{MEMORY_OF}{person.id}", self._simulation.meta.step - 1, kept)
        return count

    def _strengths(self, folder: Path, name: str) -> JsonObject | None:
        try:
            return nodes.strengths_of(folder, name)
        except Unreadable as error:
            topic = t("files of keywords that cannot be read")
            self._simulation.report.add(DROPPED, topic, error.sentence())
            return None
