"""`milkwood import`: takes over towns and runs of generative agents: mazes, simulations, demos, histories.

Knows what a user may give and what is made of it. Invariant: says what it found before it makes anything, and what it
made afterwards; a town or run that exists is never changed, and what is interrupted goes on when it is asked for again.
"""

import shlex
import sys
import time
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from milkwood.cli.voice import label, padded, said, say
from milkwood.errors import SetupError

if TYPE_CHECKING:
    from milkwood.bridge.ground import Ground
    from milkwood.bridge.history import Entry
    from milkwood.bridge.pack import Plan
    from milkwood.bridge.persona import Persona
    from milkwood.bridge.places import Places
    from milkwood.bridge.simulation import Simulation
    from milkwood.mind.port import Memory

_LINE_SECONDS = 5.0
_MOST_NOTES = 12


def import_town(
    path: Annotated[
        Path, typer.Argument(help="A matrix folder, a Tiled map, a simulation, a demo, or a history in CSV.")
    ],
    name: Annotated[
        str, typer.Option("--name", help="What the town and the run are called.  [default: (as there)]")
    ] = "",
    to: Annotated[
        str, typer.Option("--to", help="The town or maze it takes place in; for a history, the town or run it is for.")
    ] = "",
    visuals: Annotated[
        Path | None, typer.Option("--visuals", help="The original's visuals folder, to show its own map and pictures.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option("--history", help="A history in CSV that people of a base simulation begin with.")
    ] = None,
) -> None:
    """Take over a town, a run or a history of generative agents."""
    from milkwood.bridge import recognise

    found = recognise.recognise(path)
    wish = Wish(name, to, visuals, history)
    match found.kind:
        case recognise.HISTORY:
            _import_history(found.path, wish)
        case recognise.SIMULATION:
            _import_simulation(found.path, wish)
        case _:
            _import_maze(found.kind, found.path, wish)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user asked for besides the path."""

    name: str = ""
    to: str = ""
    visuals: Path | None = None
    history: Path | None = None

    def town_id(self, source: str) -> str:
        """The id of the town that is made; one that comes with Milkwood keeps its name to itself."""
        from milkwood.bridge.persona import slug_of
        from milkwood.towns.shelf import bundled

        found = slug_of(self.name or source)
        return f"{found}_maze" if not self.name and found in {str(town.id) for town in bundled()} else found


@dataclass(slots=True)
class Land:
    """The ground that something takes place on: a maze that was read, or a town of ours."""

    places: "Places"
    ground: "Ground | None" = None
    folder: Path | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def source(self) -> "Ground | Path":
        """What a pack's map is made from."""
        found = self.ground or self.folder
        assert found is not None
        return found


# --- maps


def _import_maze(kind: str, path: Path, wish: Wish) -> None:
    from milkwood.bridge.pack import Plan, language_of
    from milkwood.bridge.residents import residents
    from milkwood.cli.arrival import new_pack, town_folder

    ground = _read_ground(kind, path)
    land = _land_of(ground)
    maze = ground.maze
    size = f"{maze.width} x {maze.height} tiles, {_counted(ground)}"
    say(f"This is a maze, “{maze.title or maze.world}”: {size}.")
    people = residents(land.places)
    if not people:
        raise SetupError(
            "There is no bed in this maze, so nobody could live in it.",
            where=str(path),
            remedy="Give something a name with “bed” in it.",
        )
    plan = Plan(
        wish.town_id(maze.title or maze.world),
        maze.world,
        f"A town imported from {path.name}.",
        datetime(2023, 2, 13),
        10,
        people,
        land.places,
        path,
        language_of(maze.sectors),
        days=1,
    )
    folder = town_folder(plan.id)
    with new_pack(plan, land.source, wish.visuals):
        pass
    _say_notes(ground.notes)
    beds = f"{len(people)} people live in it, one for each bedroom, until you bring others"
    say(f"{plan.id}: the town is in {folder}; {beds}.")
    _say_next(plan.id)


def _read_ground(kind: str, path: Path) -> "Ground":
    from milkwood.bridge import ground, maze, recognise

    if kind == recognise.MAZE:
        return ground.plan(maze.read_matrix(path))
    blocks = recognise.blocks_near(path)
    if blocks is None:
        raise SetupError(
            "The places of this map have numbers and no names.",
            where=str(path),
            remedy="Put the folder special_blocks with its tables beside the map.",
        )
    return ground.plan(maze.read_tiled(path, blocks))


def _land_of(ground: "Ground") -> Land:
    from milkwood.bridge.places import Places

    return Land(Places.of_ground(ground), ground, notes=ground.notes)


def _land_for(simulation: "Simulation", wish: Wish) -> Land:
    """Where a simulation takes place: as the user says, as its folder has it near by, or in a town of that name."""
    from milkwood.bridge import recognise

    if wish.to:
        return _land_named(wish.to)
    near = recognise.maze_near(simulation.folder, simulation.meta.maze)
    if near is not None:
        say(f"Its map is the maze in {near}.")
        return _land_of(_read_ground(recognise.MAZE, near))
    raise SetupError(
        f"The map of this simulation, “{simulation.meta.maze}”, is not near by.",
        where=str(simulation.folder),
        remedy="Say where its matrix folder is, or which town it takes place in, by --to.",
    )


def _land_named(to: str) -> Land:
    """A maze at a path, or a town of ours by name or path."""
    from milkwood import towns
    from milkwood.bridge import recognise
    from milkwood.bridge.places import Places
    from milkwood.bridge.reading import Unreadable
    from milkwood.towns.shelf import find

    try:
        found = recognise.recognise(Path(to))
    except Unreadable:
        folder = find(to).folder
        pack = towns.load(folder)
        return Land(Places.of_map(pack.town_map), folder=folder)
    if found.kind not in (recognise.MAZE, recognise.TILED):
        raise SetupError(f"“{to}” is no map.", remedy="Give a matrix folder, a Tiled map or a town by --to.")
    return _land_of(_read_ground(found.kind, found.path))


# --- simulations


def _import_simulation(path: Path, wish: Wish) -> None:
    from milkwood.bridge import aga
    from milkwood.bridge import simulation as simulations
    from milkwood.bridge.pack import Plan, language_of

    simulation = simulations.open_simulation(path)
    meta = simulation.meta
    people = simulation.people()
    kinds = {
        simulations.BASE: "a base simulation",
        simulations.SAVED: f"a saved run at step {meta.step} ({meta.time(meta.step)})",
        simulations.DEMO: f"a demo of {meta.step} steps (to {meta.time(meta.step)})",
    }
    say(f"This is {kinds[simulation.kind]}, “{meta.code}”, with {len(people)} people.")
    land = _land_for(simulation, wish)
    plan = Plan(
        wish.town_id(meta.code),
        meta.code,
        f"Imported from the simulation {meta.code}.",
        meta.start,
        meta.seconds,
        people,
        land.places,
        path,
        language_of(meta.names),
        history=_history_for(people, wish),
        history_file=wish.history,
        memories=_memories(simulation, people) if simulation.kind == simulations.BASE else {},
        pools=aga.beside(path, meta.names) if simulation.kind == simulations.BASE else {},
        days=max(2, -(-(meta.step + 1) * meta.seconds // 86_400)),
    )
    if simulation.kind == simulations.BASE:
        _make_base(simulation, plan, land, wish)
    else:
        _make_run(simulation, plan, land, wish)


def _memories(simulation: "Simulation", people: "list[Persona]") -> "dict[str, list[Memory]]":
    """What people of a base have in their memory before the first step."""
    from milkwood.bridge import nodes

    folder, ids = simulation.folder / "personas", {person.name: person.id for person in people}
    return {
        person.id: [
            nodes.memory_of(node, person.name, ids, "", frozenset()) for node in nodes.of_base(folder, person.name)
        ]
        for person in people
    }


def _history_for(people: "list[Persona]", wish: Wish) -> "list[Entry]":
    from milkwood.bridge.history import read
    from milkwood.bridge.reading import Unreadable
    from milkwood.towns.problem import meant

    if wish.history is None:
        return []
    entries = read(wish.history)
    names = {person.name.casefold() for person in people}
    for entry in entries:
        if entry.name.casefold() not in names:
            advice = meant(entry.name, [person.name for person in people]) or "Correct the name, or remove the row."
            where = f"{wish.history}, line {entry.line}"
            raise Unreadable(f"Nobody is called “{entry.name}”.", where=where, remedy=advice)
    return entries


def _make_base(simulation: "Simulation", plan: "Plan", land: Land, wish: Wish) -> None:
    from milkwood.bridge import aga, habits
    from milkwood.cli.arrival import new_pack, town_folder
    from milkwood.towns.routines import routines_in

    folder = town_folder(plan.id)
    with new_pack(plan, land.source, wish.visuals) as made:
        routines = routines_in(made, made.languages[0])
    _say_notes([*land.notes, *simulation.notes, *aga.notes_of(plan.pools), *habits.note_of(routines)])
    told = sum(len(entry.statements) for entry in plan.history)
    known = sum(map(len, plan.memories.values()))
    counted = ((told, "statements of the history"), (known, "things from their memory files"))
    extra = " and ".join(f"{count} {what}" for count, what in counted if count)
    who = f", who remember {extra}" if extra else ""
    say(f"{plan.id}: a scenario with {len(plan.people)} people{who}, in {folder}.")
    _say_next(plan.id)


def _make_run(simulation: "Simulation", plan: "Plan", land: Land, wish: Wish) -> None:
    from milkwood.cli.arrival import Arrival, new_pack, town_folder

    folder = town_folder(plan.id)
    name = wish.name or simulation.meta.code
    progress = Progress(f"{name}: step")
    with new_pack(plan, land.source, wish.visuals) as pack:
        arrival = Arrival(simulation, plan.people, pack, folder, name)
        try:
            made = arrival.make(progress.told)
        except KeyboardInterrupt:
            say("Interrupted: give the same command again to go on from here.", err=True)
            raise
    if made.resumed:
        say(f"Gone on from step {made.resumed}, where it was interrupted.")
    _say_notes([*land.notes, *simulation.notes])
    kinds = ", ".join(f"{count} {label(kind)}" for kind, count in sorted(made.memories.items()))
    say(f"{name}: {simulation.meta.step} steps, {made.events} events, {made.vectors} vectors, in {made.path}")
    typer.echo(f"  {padded('memories', 12)}{kinds or label('none')}")
    typer.echo(f"  {padded('town', 12)}{folder}")
    typer.echo(f"  {padded('look at it', 12)}milkwood show {shlex.quote(name)}")
    typer.echo(f"  {padded('go on', 12)}milkwood run {plan.id} --name {shlex.quote(name)} --days {plan.days}")


# --- histories


def _import_history(path: Path, wish: Wish) -> None:
    from milkwood.bridge.history import read
    from milkwood.chronicle.runs import listed

    entries = read(path)
    count = sum(len(entry.statements) for entry in entries)
    say(f"This is a history: {count} statements for {len(entries)} people.")
    runs = {run.name.removesuffix(".milkwood") for run in listed()}
    if wish.to in runs or wish.to.endswith(".milkwood"):
        from milkwood.cli.history import history

        history(wish.to, path)
    elif wish.to:
        _make_storied(path, entries, wish)
    else:
        raise SetupError(
            "It does not say whom of which town it is for.",
            where=str(path),
            remedy="Name the run or the town by --to.",
        )


def _make_storied(path: Path, entries: "list[Entry]", wish: Wish) -> None:
    from milkwood.cli.arrival import storied, town_folder
    from milkwood.towns.shelf import find

    found = find(wish.to)
    name = wish.town_id(f"{found.folder.name}_{path.stem}")
    folder = town_folder(name)
    count = storied(found.folder, found.scenario, entries, path, name)
    say(f"{name}: a copy of the town in which people remember {count} statements from before, in {folder}.")
    _say_next(name)


# --- saying


class Progress:
    """Says how far it is: a line that changes in a terminal, a line now and then elsewhere."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._last = time.monotonic()

    def told(self, done: int, total: int) -> None:
        """So many of so many are done."""
        line = said(f"{self._label} {done:,} of {total:,}")
        if sys.stderr.isatty():
            typer.echo(f"\r{line}" + ("\n" if done >= total else ""), nl=False, err=True)
        elif time.monotonic() - self._last >= _LINE_SECONDS:
            self._last = time.monotonic()
            typer.echo(line, err=True)


def _counted(ground: "Ground") -> str:
    return (
        f"{len(ground.sectors)} sectors, {len(ground.rooms)} rooms, {len(ground.things)} things, "
        f"{int(ground.walkable.sum())} tiles to walk on"
    )


def _say_notes(notes: list[str]) -> None:
    for note in notes[:_MOST_NOTES]:
        say(f"  note: {note}")
    if len(notes) > _MOST_NOTES:
        say(f"  … and {len(notes) - _MOST_NOTES} more notes")


def _say_next(town: str) -> None:
    typer.echo(f"  {padded('look at it', 12)}milkwood up {town}")
    typer.echo(f"  {padded('live in it', 12)}milkwood run {town}")
