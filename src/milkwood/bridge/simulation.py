"""A simulation folder of generative agents: a base simulation, a saved run, or a compressed demo.

Invariant: steps are streamed in order, so that no folder is too large; a missing step is noted, and people stay where
they were.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from milkwood.bridge.origin import StepKeeper
from milkwood.bridge.persona import Persona, moment_of, persona_of, plain_emoji, read_persona
from milkwood.bridge.reading import LIST, TABLE, Unreadable, checked, fault, inside, members, said, table_of
from milkwood.bridge.reading import field as value
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject

BASE, SAVED, DEMO = "base", "saved", "demo"
MAX_STEPS = 20_000_000
MAX_NOTED_STEPS = 5
TalkLines: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """The metadata of a simulation."""

    code: str
    parent: str
    start: datetime
    seconds: int
    maze: str
    names: tuple[str, ...]
    step: int
    path: Path
    raw: JsonObject = field(hash=False)

    def step_at(self, moment: datetime) -> int:
        """The step that contains a moment."""
        return int((moment - self.start).total_seconds() // self.seconds)

    def time(self, step: int) -> datetime:
        """The start of a step."""
        return self.start + timedelta(seconds=step * self.seconds)


@dataclass(frozen=True, slots=True)
class Shown:
    """The visible state of a person after a step."""

    tile: tuple[int, int]
    emoji: str = ""
    what: str = ""
    address: str = ""
    chat: TalkLines = ()


Frame: TypeAlias = Mapping[str, Shown]
"""The people in a step, by name."""


@dataclass(slots=True)
class Simulation:
    """An open simulation folder."""

    folder: Path
    kind: str
    meta: Meta
    notes: list[str] = field(default_factory=list)
    size: tuple[int, int] | None = None
    """Width and height of the map, once known; people must be on it."""
    keeper: StepKeeper | None = None
    """Is given every step as its files have it."""
    _missing: list[int] = field(default_factory=list)

    # --- people

    def people(self) -> list[Persona]:
        """Everyone, in the order of the simulation."""
        found: list[Persona] = []
        personas = inside(self.folder, "personas")
        for name in self.meta.names:
            taken = [person.id for person in found]
            if self.kind == DEMO and not (personas / name).is_dir():
                self.notes.append(t("There is no folder of {name}: only their movements are known.", name=name))
                found.append(persona_of({}, name, self.meta.path, {}, taken))
            else:
                found.append(read_persona(personas, name, taken))
        return found

    # --- time

    def begins(self) -> dict[str, tuple[int, int]]:
        """People's positions before the first step, as far as known."""
        path = inside(self.folder, "environment", "0.json")
        return self._positions(path) if path.exists() else {}

    def positions(self, step: int) -> JsonObject | None:
        """The file of positions before a step as it is; None if there is none that can be read."""
        path = self.folder / "environment" / f"{step}.json"
        try:
            return table_of(inside(self.folder, "environment", path.name)) if path.exists() else None
        except Unreadable as error:
            self.notes.append(error.sentence())
            return None

    def frames(self, first: int = 0) -> Iterator[tuple[int, Frame]]:
        """The content of each step, from a step on; empty for a step without a file."""
        self._missing = []
        steps = self._packed(first) if self.kind == DEMO else self._files(first)
        yield from steps
        if self._missing:
            shown = ", ".join(map(str, self._missing[:MAX_NOTED_STEPS]))
            more = len(self._missing) - MAX_NOTED_STEPS
            self.notes.append(
                t("Step {steps} is missing: people stay where they were.", steps=shown)
                if more <= 0
                else t(
                    "Step {steps} and {count} more are missing: people stay where they were.",
                    steps=shown,
                    count=more,
                )
            )

    def _files(self, first: int) -> Iterator[tuple[int, Frame]]:
        for step in range(first, self.meta.step):
            path = self.folder / "movement" / f"{step}.json"
            after = self.folder / "environment" / f"{step + 1}.json"
            if path.is_file() or path.is_symlink():
                inside(self.folder, "movement", path.name)
                found = table_of(path)
                people = value(found, "persona", TABLE, path)
                if self.keeper is not None:
                    self.keeper.add(step, found, self.positions(step + 1))
                yield (
                    step,
                    {name: self._shown(name, entry, path, f"persona > {name}") for name, entry in people.items()},
                )
            elif after.is_file():
                yield step, {name: Shown(tile) for name, tile in self._positions(after).items()}
            else:
                self._missing.append(step)
                yield step, {}

    def _packed(self, first: int) -> Iterator[tuple[int, Frame]]:
        path = inside(self.folder, "master_movement.json")
        expected = 0
        for key, entry in members(path):
            if not key.isdigit() or len(key) > 9:
                raise fault(path, t("This is not the number of a step."), key)
            step = int(key)
            if step < expected:
                raise fault(path, t("The steps are not in order."), key)
            for gap in range(max(first, expected), min(step, self.meta.step)):
                self._missing.append(gap)
                yield gap, {}
            expected = step + 1
            if step >= self.meta.step:
                break
            people = checked(entry, TABLE, path, key)
            shown = {name: self._shown(name, each, path, f"{key} > {name}") for name, each in people.items()}
            if self.keeper is not None:
                self.keeper.add_changes(step, people, first=first)
            if step >= first:
                yield step, shown
        for gap in range(max(first, expected), self.meta.step):
            self._missing.append(gap)
            yield gap, {}

    def _shown(self, name: str, entry: Json, path: Path, at: str) -> Shown:
        if name not in self.meta.names:
            raise fault(path, t("Nobody of this simulation is called “{name}”.", name=name[:60]), at)
        table = checked(entry, TABLE, path, at)
        tile = value(table, "movement", LIST, path)
        if len(tile) != 2:
            raise fault(path, t("It is {value}, not a tile.", value=said(tile)), f"{at} > movement")
        x, y = (checked(each, int, path, f"{at} > movement") for each in tile)
        self._check_on_map(x, y, path, f"{at} > movement")
        what, _, address = value(table, "description", str, path, "").rpartition("@")
        if not what:
            what, address = address, ""
        emoji = plain_emoji(value(table, "pronunciatio", str, path, ""))
        return Shown((x, y), emoji, what.strip(), address.strip(), _chat(table.get("chat"), path, at))

    def _positions(self, path: Path) -> dict[str, tuple[int, int]]:
        found = {}
        for name, entry in table_of(path).items():
            if name not in self.meta.names:
                raise fault(path, t("Nobody of this simulation is called “{name}”.", name=name[:60]), name)
            table = checked(entry, TABLE, path, name)
            found[name] = (value(table, "x", int, path), value(table, "y", int, path))
            self._check_on_map(*found[name], path, name)
        return found

    def _check_on_map(self, x: int, y: int, path: Path, at: str) -> None:
        if self.size is not None and not (0 <= x < self.size[0] and 0 <= y < self.size[1]):
            raise fault(
                path,
                t(
                    "Tile {x}, {y} is not on the map of {width} x {height} tiles.",
                    x=x,
                    y=y,
                    width=self.size[0],
                    height=self.size[1],
                ),
                at,
            )


def _chat(found: Json, path: Path, at: str) -> TalkLines:
    if found is None or found == "":
        return ()
    lines = []
    for place, line in enumerate(checked(found, LIST, path, f"{at} > chat")):
        name = f"{at} > chat > {place}"
        if not isinstance(line, list) or len(line) < 2:
            raise fault(path, t("It is {value}, not a speaker with a line.", value=said(line)), name)
        lines.append((checked(line[0], str, path, name), checked(line[1], str, path, name)))
    return tuple(lines)


def open_simulation(folder: Path) -> Simulation:
    """The simulation in a folder."""
    packed = (folder / "master_movement.json").exists()
    path = inside(folder, "meta.json") if packed else inside(folder, "reverie", "meta.json")
    meta = _meta(folder, path)
    kind = DEMO if packed else SAVED if meta.step > 0 else BASE
    found = Simulation(folder, kind, meta)
    said_time = meta.raw.get("curr_time")
    if isinstance(said_time, str) and moment_of(said_time, path, "curr_time") != meta.time(meta.step):
        found.notes.append(
            t(
                "The simulation says it is {said}; by its steps it is {counted}.",
                said=said_time,
                counted=meta.time(meta.step),
            )
        )
    return found


def _folders(folder: Path) -> list[str]:
    personas = inside(folder, "personas")
    return sorted(each.name for each in personas.iterdir() if each.is_dir()) if personas.is_dir() else []


def _meta(folder: Path, path: Path) -> Meta:
    raw = table_of(path)
    listed: list[Json] = value(raw, "persona_names", LIST, path, [*_folders(folder)])
    names = tuple(checked(name, str, path, "persona_names").strip() for name in listed)
    if not names:
        raise fault(path, t("It has no people."), "persona_names")
    if len(set(names)) < len(names):
        raise fault(path, t("A person is named twice."), "persona_names")
    for name in names:
        if not name or name in (".", "..") or any(char in name for char in "/\\\0"):
            raise fault(
                path, t("“{name}” is not a name: it points outside the folder.", name=name[:60]), "persona_names"
            )
    seconds, step = value(raw, "sec_per_step", int, path, 10), value(raw, "step", int, path, 0)
    if not 1 <= seconds <= 3600:
        raise fault(path, t("{seconds} is not from 1 to 3600 seconds.", seconds=seconds), "sec_per_step")
    if not 0 <= step <= MAX_STEPS:
        raise fault(path, t("{step} is not a valid number of steps.", step=step), "step")
    start = moment_of(value(raw, "start_date", str, path), path, "start_date")
    if not 1 <= start.year <= 9000:
        raise fault(path, t("{year} is not a year.", year=start.year), "start_date")
    maze = value(raw, "maze_name", str, path, "the_ville").strip()
    parent = value(raw, "fork_sim_code", str, path, "")
    return Meta(folder.absolute().name, parent, start, seconds, maze, names, step, path, raw)
