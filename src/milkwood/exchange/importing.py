"""Import from generative agents: mazes, simulations, demos and histories become towns and runs.

Invariant: findings are reported before anything is made; an existing town or run does not change, except that a history
may be added to a run; the same command continues an interrupted import.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from milkwood.bridge import aga, habits, nodes, recognise
from milkwood.bridge import simulation as simulations
from milkwood.bridge.history import HistoryRow, read
from milkwood.bridge.pack import Plan, language_of
from milkwood.bridge.persona import Persona, slug_of
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import CHANGED, READ, ImportReport
from milkwood.bridge.residents import residents
from milkwood.bridge.simulation import Simulation
from milkwood.chronicle.runs import SUFFIX, listed
from milkwood.chronicle.runs import find as find_run
from milkwood.errors import SetupError
from milkwood.exchange.history import HistoryImport, add_history
from milkwood.exchange.maps import MapSource, map_named, map_of_ground, read_ground
from milkwood.exchange.origin import base_origin
from milkwood.exchange.report import write_report
from milkwood.exchange.run_import import ImportedRun, RunImport
from milkwood.exchange.town_pack import copy_with_history, new_pack, town_folder
from milkwood.i18n import t
from milkwood.mind.port import Memory
from milkwood.towns.problem import meant
from milkwood.towns.routines import routines_in
from milkwood.towns.shelf import bundled
from milkwood.towns.shelf import find as find_town

_MAZE_START = datetime(2023, 2, 13)
_SECONDS_A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The user's options besides the path."""

    name: str = ""
    """The name of the town and the run; empty: that of the source."""
    to: str = ""
    """Town or maze of the simulation; for a history, the town or run to add it to."""
    visuals: Path | None = None
    """The original's folder of pictures."""
    history: Path | None = None
    """A history for the people of a base simulation."""

    def town_id(self, source: str) -> str:
        """The id of the new town; ids of bundled towns are refused."""
        found = slug_of(self.name or source)
        return f"{found}_maze" if not self.name and found in {str(town.id) for town in bundled()} else found


@dataclass(frozen=True, slots=True)
class ImportReporter:
    """Callbacks of an import."""

    say: Callable[[str], None] = lambda _text: None
    warn: Callable[[str], None] = lambda _text: None
    progress: Callable[[str, int, int], None] = lambda _run, _step, _last: None


@dataclass(frozen=True, slots=True)
class ImportedTown:
    """A new town."""

    id: str
    folder: Path
    source: Literal["maze", "base", "history"]
    people: int = 0
    statements: int = 0
    """Statements of a history that people remember."""
    memories: int = 0
    """Memories from people's own files."""
    report: ImportReport = field(default_factory=ImportReport)


def import_path(
    path: Path, options: ImportOptions | None = None, report: ImportReporter | None = None
) -> ImportedTown | ImportedRun | HistoryImport:
    """Import what is at a path."""
    found = recognise.recognise(path)
    options, report = options or ImportOptions(), report or ImportReporter()
    if found.kind == recognise.HISTORY:
        return _import_history(found.path, options, report)
    if found.kind == recognise.SIMULATION:
        return _import_simulation(found.path, options, report)
    return _import_maze(found.kind, found.path, options, report)


# --- maps


def _import_maze(kind: str, path: Path, options: ImportOptions, report: ImportReporter) -> ImportedTown:
    ground = read_ground(kind, path)
    source, maze = map_of_ground(ground), ground.maze
    report.say(
        t(
            "This is a maze, “{name}”: {width} x {height} tiles, {sectors} sectors, {rooms} rooms, {things} things, "
            "{free} tiles to walk on.",
            name=maze.title or maze.world,
            width=maze.width,
            height=maze.height,
            sectors=len(ground.sectors),
            rooms=len(ground.rooms),
            things=len(ground.things),
            free=int(ground.walkable.sum()),
        )
    )
    people = residents(source.places)
    if not people:
        raise SetupError(
            t("This maze has no bed, so nobody can live in it."),
            where=str(path),
            remedy=t("Add a thing with “bed” in its name."),
        )
    plan = Plan(
        options.town_id(maze.title or maze.world),
        maze.world,
        f"A town imported from {path.name}.",
        _MAZE_START,
        10,
        people,
        source.places,
        path,
        language_of(maze.sectors),
        days=1,
    )
    folder = town_folder(plan.id)
    plan.report.source, plan.report.kind = plan.title, "maze"
    plan.report.take(ground.report)
    with new_pack(plan, source.origin, options.visuals) as made:
        write_report(plan.report, made.folder)
    return ImportedTown(plan.id, folder, "maze", len(people), report=plan.report)


# --- simulations


def _import_simulation(path: Path, options: ImportOptions, report: ImportReporter) -> ImportedTown | ImportedRun:
    simulation = simulations.open_simulation(path)
    meta, is_base = simulation.meta, simulation.kind == simulations.BASE
    people = simulation.people()
    found: dict[str, Any] = {"name": meta.code, "people": len(people), "step": meta.step, "time": meta.time(meta.step)}
    if is_base:
        report.say(t("This is a base simulation, “{name}”, with {people} people.", **found))
    elif simulation.kind == simulations.SAVED:
        report.say(t("This is a saved run at step {step} ({time}), “{name}”, with {people} people.", **found))
    else:
        report.say(t("This is a demo of {step} steps (to {time}), “{name}”, with {people} people.", **found))
    source = _map_for(simulation, options, report)
    plan = Plan(
        options.town_id(meta.code),
        meta.code,
        f"Imported from the simulation {meta.code}.",
        meta.start,
        meta.seconds,
        people,
        source.places,
        path,
        language_of([person.learned or person.currently or person.name for person in people]),
        report=simulation.report,
        history=_history_for(people, options.history),
        history_file=options.history,
        memories=_memories(simulation, people) if is_base else {},
        pools=aga.beside(path, meta.names, simulation.report) if is_base else {},
        origin=base_origin(simulation, people) if is_base else {},
        days=max(2, -(-(meta.step + 1) * meta.seconds // _SECONDS_A_DAY)),
    )
    simulation.report.take(source.report)
    make = _make_base if is_base else _make_run
    return make(simulation, plan, source, options, report)


def _map_for(simulation: Simulation, options: ImportOptions, report: ImportReporter) -> MapSource:
    """The map of a simulation: given by the user, or found near its folder."""
    if options.to:
        return map_named(options.to)
    near = recognise.maze_near(simulation.folder, simulation.meta.maze)
    if near is None:
        raise SetupError(
            t("The map of this simulation, “{name}”, was not found near it.", name=simulation.meta.maze),
            where=str(simulation.folder),
            remedy=t("Give its matrix folder, or its town, with --to."),
        )
    report.say(t("Its map is the maze in {folder}.", folder=near))
    return map_of_ground(read_ground(recognise.MAZE, near))


def _memories(simulation: Simulation, people: Sequence[Persona]) -> dict[str, list[Memory]]:
    """Memories of a base simulation's people before the first step."""
    folder, ids = simulation.folder / "personas", {person.name: person.id for person in people}
    return {
        person.id: [
            nodes.memory_of(node, person.name, ids, "", frozenset())
            for node in nodes.of_base(folder, person.name, person.id, simulation.report)
        ]
        for person in people
    }


def _history_for(people: Sequence[Persona], file: Path | None) -> list[HistoryRow]:
    entries = [] if file is None else read(file)
    names = {person.name.casefold() for person in people}
    for entry in entries:
        if entry.name.casefold() not in names:
            advice = meant(entry.name, [person.name for person in people]) or t("Correct the name, or remove the row.")
            where = t("{file}, line {line}", file=file, line=entry.line)
            raise Unreadable(t("Nobody is called “{name}”.", name=entry.name), where=where, remedy=advice)
    return entries


def _make_base(
    _simulation: Simulation, plan: Plan, source: MapSource, options: ImportOptions, _report: ImportReporter
) -> ImportedTown:
    folder = town_folder(plan.id)
    statements, memories = sum(len(entry.statements) for entry in plan.history), sum(map(len, plan.memories.values()))
    with new_pack(plan, source.origin, options.visuals) as made:
        for note in habits.note_of(routines_in(made, made.languages[0])):
            plan.report.add(READ, note)
        if statements:
            plan.report.add(READ, t("statements of a history"), options.history or "", count=statements)
        if memories:
            topic = t("dates, kinds and evidence of memories: in a new town they are from before")
            plan.report.add(CHANGED, topic, count=memories)
        write_report(plan.report, made.folder)
    return ImportedTown(plan.id, folder, "base", len(plan.people), statements, memories, plan.report)


def _make_run(
    simulation: Simulation, plan: Plan, source: MapSource, options: ImportOptions, report: ImportReporter
) -> ImportedRun:
    folder = town_folder(plan.id)
    name = options.name or simulation.meta.code
    with new_pack(plan, source.origin, options.visuals) as pack:
        run = RunImport(simulation, plan.people, pack, folder, name)
        try:
            made = run.make(lambda done, last: report.progress(name, done, last))
        except KeyboardInterrupt:
            report.warn(t("Interrupted: the same command continues from here."))
            raise
    return replace(made, days=plan.days)


# --- histories


def _import_history(path: Path, options: ImportOptions, report: ImportReporter) -> ImportedTown | HistoryImport:
    entries = read(path)
    count = sum(len(entry.statements) for entry in entries)
    report.say(t("This is a history: {count} statements for {people} people.", count=count, people=len(entries)))
    if not options.to:
        raise SetupError(
            t("The history does not say which town it is for."),
            where=str(path),
            remedy=t("Name the run or the town with --to."),
        )
    if options.to.endswith(SUFFIX) or options.to in {run.name.removesuffix(SUFFIX) for run in listed()}:
        return add_history(find_run(options.to), path)
    found = find_town(options.to)
    name = options.town_id(f"{found.folder.name}_{path.stem}")
    folder = town_folder(name)
    count = copy_with_history(found.folder, found.scenario, entries, path, name)
    return ImportedTown(name, folder, "history", statements=count)
