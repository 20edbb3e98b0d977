"""A simulation folder of generative agents: a base simulation, a saved run, or a compressed demo.

Invariant: steps are streamed in order, so that no folder is too large; what the original's loader takes is taken, and
what is odd or missing is reported: people then stay where they were. A long time without files is passed over at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from milkwood.bridge.fields import Fields, number_in, tile_in
from milkwood.bridge.origin import StepKeeper
from milkwood.bridge.persona import Persona, moment_of, persona_of, plain_emoji, read_persona
from milkwood.bridge.reading import LIST, Unreadable, checked, fault, inside, members, said, table_of, value_of
from milkwood.bridge.reading import field as value
from milkwood.bridge.report import CHANGED, DROPPED, GUESSED, ImportReport
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject, table

BASE, SAVED, DEMO = "base", "saved", "demo"
MAX_STEPS = 20_000_000
LONG_GAP_STEPS = 8640
"""Steps without files that are passed over: a day at ten seconds a step."""
SHORT_GAP_STEPS = 60
"""Steps of a gap that are gone through one by one, so that a talk can end."""
MAX_SECONDS = 3600
_UNKNOWN_PEOPLE = t("people in the steps who are not in the simulation")
_NO_TILE = t("positions that are no tile of the map: people stay where they were")
_NO_STEP = t("entries of steps that cannot be read: people stay where they were")
_NO_LINE = t("lines of talks without a speaker or a text")
_MISSING = t("steps without a file: people stay where they were")
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
    report: ImportReport = field(default_factory=ImportReport)
    step_report: ImportReport = field(default_factory=ImportReport)
    """The report on the steps, which are streamed."""
    size: tuple[int, int] | None = None
    """Width and height of the map, once known; people must be on it."""
    keeper: StepKeeper | None = None
    """Is given every step as its files have it."""
    in_order: bool = True
    """Whether the file of a demo has its steps in order."""

    # --- people

    def people(self) -> list[Persona]:
        """Everyone, in the order of the simulation."""
        found: list[Persona] = []
        personas = inside(self.folder, "personas")
        for name in self.meta.names:
            taken = [person.id for person in found]
            if self.kind == DEMO and not (personas / name).is_dir():
                found.append(persona_of({}, name, {}, taken, self.report))
                what = t("there is no folder of the person: nothing is known but what was seen")
                self.report.add(GUESSED, what, person=found[-1].id)
            else:
                found.append(read_persona(personas, name, taken, self.report))
        known = {person.name for person in found}
        for person in found:
            for name, _, _ in person.relationships:
                if name not in known:
                    self.report.add(DROPPED, t("relationships to unknown people"), name, person=person.id)
        if personas.is_dir():
            for folder in sorted(each.name for each in personas.iterdir() if each.is_dir()):
                if folder not in known:
                    self.report.add(DROPPED, t("folders of people who are not in the simulation"), folder)
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
            return table_of(inside(self.folder, "environment", path.name), self._odd) if path.exists() else None
        except Unreadable as error:
            self.step_report.add(DROPPED, t("files of positions that cannot be read"), error.sentence())
            return None

    def frames(self, first: int = 0, *, quietly: bool = False) -> Iterator[tuple[int, Frame]]:
        """The content of each step, from a step on; empty for a step without a file, none for a long time without.

        What is odd is reported, unless the steps are only looked at.
        """
        report, self.step_report = self.step_report, ImportReport() if quietly else self.step_report
        try:
            yield from self._packed(first) if self.kind == DEMO else self._files(first)
        finally:
            self.step_report = report

    def _gap(self, first: int, end: int) -> Iterator[tuple[int, Frame]]:
        """Steps without a file."""
        if end <= first:
            return
        shown = str(first) if end == first + 1 else f"{first}-{end - 1}"
        until = first + SHORT_GAP_STEPS if end - first > LONG_GAP_STEPS else end
        for step in range(first, until):
            self.step_report.add(CHANGED, _MISSING, shown)
            yield step, {}
        if until < end:
            self.step_report.add(CHANGED, _MISSING, shown, count=end - until)

    def _files(self, first: int) -> Iterator[tuple[int, Frame]]:
        there = sorted(step for step in steps_with_files(self.folder) if first <= step < self.meta.step)
        expected = first
        for step in there:
            yield from self._gap(expected, step)
            expected = step + 1
            yield step, self._file(step)
        yield from self._gap(expected, self.meta.step)

    def _file(self, step: int) -> Frame:
        path = self.folder / "movement" / f"{step}.json"
        after = self.folder / "environment" / f"{step + 1}.json"
        if not (path.is_file() or path.is_symlink()):
            return {name: Shown(tile) for name, tile in self._positions(after).items()}
        inside(self.folder, "movement", path.name)
        found = self._table(path)
        if self.keeper is not None:
            self.keeper.add(step, found, self.positions(step + 1))
        return self._people(Fields(found, self.step_report, where=f"{path.name} > ").table("persona"), path.name)

    def _table(self, path: Path) -> JsonObject:
        """The file of a step; empty if it holds anything but a table."""
        found = value_of(path, self._odd)
        if not isinstance(found, dict):
            self.step_report.add(CHANGED, _NO_STEP, f"{path.name}: {said(found)}")
        return table(found)

    def _odd(self, text: str) -> None:
        self.step_report.add(CHANGED, t("values that are no JSON (NaN, half a character), replaced"), text)

    def _packed(self, first: int) -> Iterator[tuple[int, Frame]]:
        path = inside(self.folder, "master_movement.json")
        expected = 0
        for key, entry in self._in_order(path):
            step = int(key)
            yield from self._gap(max(first, expected), min(step, self.meta.step))
            expected = step + 1
            if step >= self.meta.step:
                break
            people = table(entry)
            shown = self._people(people, key)
            if self.keeper is not None:
                self.keeper.add_changes(step, people, first=first)
            if step >= first:
                yield step, shown
        yield from self._gap(max(first, expected), self.meta.step)

    def _in_order(self, path: Path) -> Iterator[tuple[str, Json]]:
        """The entries of a demo by step: streamed if the file has them in order, else all at once."""
        found = ((key, entry) for key, entry in members(path, self._odd) if _is_step(key))
        yield from found if self.in_order else sorted(dict(found).items(), key=lambda each: int(each[0]))

    def _people(self, people: JsonObject, at: str) -> Frame:
        found = {}
        for name, entry in people.items():
            if name not in self.meta.names:
                self.step_report.add(DROPPED, _UNKNOWN_PEOPLE, name)
                continue
            shown = self._shown(table(entry), f"{at} > {name}") if isinstance(entry, dict) else None
            if shown is not None:
                found[name] = shown
            elif not isinstance(entry, dict):
                self.step_report.add(CHANGED, _NO_STEP, f"{at} > {name}: {said(entry)}")
        return found

    def _shown(self, entry: JsonObject, at: str) -> Shown | None:
        tile = tile_in(entry.get("movement"))
        if tile is None or not self._is_on_map(*tile):
            self.step_report.add(CHANGED, _NO_TILE, f"{at}: {said(entry.get('movement'))} {tile or ''}".rstrip())
            return None
        fields = Fields(entry, self.step_report, where=f"{at} > ")
        what, _, address = fields.text("description").rpartition("@")
        if not what:
            what, address = address, ""
        emoji = plain_emoji(fields.text("pronunciatio"))
        return Shown(tile, emoji, what.strip(), address.strip(), self._chat(entry.get("chat"), fields, at))

    def _chat(self, found: Json, fields: Fields, at: str) -> TalkLines:
        lines = []
        for line in fields.items("chat") if found != "" else ():
            if isinstance(line, list) and len(line) >= 2 and isinstance(line[0], str) and isinstance(line[1], str):
                lines.append((line[0], line[1]))
            else:
                self.step_report.add(DROPPED, _NO_LINE, f"{at} > chat: {said(line)}")
        return tuple(lines)

    def _positions(self, path: Path) -> dict[str, tuple[int, int]]:
        found = {}
        for name, entry in self._table(path).items():
            if name not in self.meta.names:
                self.step_report.add(DROPPED, _UNKNOWN_PEOPLE, name)
                continue
            x, y = (number_in(table(entry).get(side)) for side in "xy")
            if x is not None and y is not None and self._is_on_map(round(x), round(y)):
                found[name] = (round(x), round(y))
            else:
                shown = ", ".join(str(table(entry).get(side)) for side in "xy")
                self.step_report.add(CHANGED, _NO_TILE, f"{path.name} > {name}: {shown}")
        return found

    def _is_on_map(self, x: int, y: int) -> bool:
        return self.size is None or (0 <= x < self.size[0] and 0 <= y < self.size[1])


def steps_with_files(folder: Path) -> set[int]:
    """The steps of which there is a file: of what was done, or of the positions after it."""
    found: set[int] = set()
    for name, before in (("movement", 0), ("environment", 1)):
        place = folder / name
        for each in place.iterdir() if place.is_dir() else ():
            number, _, suffix = each.name.partition(".")
            if suffix == "json" and _is_step(number):
                found.add(int(number) - before)
    return {step for step in found if step >= 0}


def _is_step(key: str) -> bool:
    return key.isascii() and key.isdigit() and len(key) <= 9


def open_simulation(folder: Path) -> Simulation:
    """The simulation in a folder."""
    packed = (folder / "master_movement.json").exists()
    path = inside(folder, "meta.json") if packed else inside(folder, "reverie", "meta.json")
    report = ImportReport()
    in_order, there = _demo_steps(folder, report) if packed else (True, steps_with_files(folder))
    meta = _meta(folder, path, there, report)
    kind = DEMO if packed else SAVED if meta.step > 0 else BASE
    report.source, report.kind = meta.code, kind
    return Simulation(folder, kind, meta, report, in_order=in_order)


def _demo_steps(folder: Path, report: ImportReport) -> tuple[bool, set[int]]:
    """Whether the steps of a demo are in order, and its last step."""
    in_order, last, previous = True, -1, -1
    for key, _ in members(inside(folder, "master_movement.json"), lambda _text: None):
        if not _is_step(key):
            report.add(DROPPED, t("entries of a demo that are no step"), key)
            continue
        in_order, previous = in_order and int(key) > previous, int(key)
        last = max(last, previous)
    if not in_order:
        report.add(CHANGED, t("steps of a demo that are not in order, put in order"))
    return in_order, {last}


def _with_files(step: int, files: set[int], report: ImportReport) -> int:
    """The number of steps that the files bear out.

    The original goes on from the positions of the last step. Without that file, and without files of the day before,
    the number is a mistake; the run then ends with its last file.
    """
    last = max((each for each in files if each < step), default=-1) + 1
    if step - last <= LONG_GAP_STEPS:
        return step
    topic = t("a number of steps of which there are no files: the run ends with the last file")
    report.add(CHANGED, topic, f"step: {step:,} → {last:,}")
    return last


def _folders(folder: Path) -> list[str]:
    personas = inside(folder, "personas")
    return sorted(each.name for each in personas.iterdir() if each.is_dir()) if personas.is_dir() else []


def _meta(folder: Path, path: Path, files: set[int], report: ImportReport) -> Meta:
    raw = table_of(
        path, lambda text: report.add(CHANGED, t("values that are no JSON (NaN, half a character), replaced"), text)
    )
    fields = Fields(raw, report, where=f"{path.name} > ")
    names = _names(folder, raw, path, report)
    step = value(raw, "step", int, path, 0)
    if not 0 <= step <= MAX_STEPS:
        raise fault(path, t("{step} is not a valid number of steps.", step=step), "step")
    step = _with_files(step, files, report)
    seconds = fields.whole("sec_per_step", 10, 1, MAX_SECONDS)
    start = moment_of(value(raw, "start_date", str, path), path, "start_date")
    start = _start_by_clock(start, step * seconds, fields, report)
    if not 1 <= start.year <= 9000:
        raise fault(path, t("{year} is not a year.", year=start.year), "start_date")
    maze = fields.text("maze_name", "the_ville")
    return Meta(folder.absolute().name, fields.text("fork_sim_code"), start, seconds, maze, names, step, path, raw)


def _start_by_clock(start: datetime, lived: int, fields: Fields, report: ImportReport) -> datetime:
    """The time of the first step: the original goes by the current time, not by the date and the steps."""
    now = fields.moment("curr_time")
    if now is None:
        return start
    try:
        begun = now - timedelta(seconds=lived)
    except OverflowError:
        return start
    if begun != start:
        topic = t("the time of the first step, which follows from the current time and not from the date")
        report.add(CHANGED, topic, f"{start:%Y-%m-%d %H:%M:%S} → {begun:%Y-%m-%d %H:%M:%S}")
    return begun


def _names(folder: Path, raw: JsonObject, path: Path, report: ImportReport) -> tuple[str, ...]:
    listed = raw.get("persona_names")
    if listed is None:
        everyone = _folders(folder)
        listed = [*everyone]
        report.add(GUESSED, t("who takes part: everyone with a folder"), ", ".join(everyone))
    found: list[str] = []
    listed = [*listed] if isinstance(listed, dict) else listed
    for each in checked(listed, LIST, path, "persona_names"):
        name = checked(each, str, path, "persona_names")
        name = name if (folder / "personas" / name).is_dir() and name == name.lstrip() else name.strip()
        if not name or name in (".", "..") or any(char in name for char in "/\\\0"):
            raise fault(
                path, t("“{name}” is not a name: it points outside the folder.", name=name[:60]), "persona_names"
            )
        if name in found:
            report.add(CHANGED, t("people who are named twice, taken once"), name)
        else:
            found.append(name)
    if not found:
        raise fault(path, t("It has no people."), "persona_names")
    return tuple(found)
