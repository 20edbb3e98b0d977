"""Town packs made from imported data.

Invariant: an unfinished pack has a hidden name; a town under its own name is complete; an existing town does not
change.
"""

import json
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from milkwood import towns
from milkwood.bridge import aga, drawing, pack, pictures, sheet, toml
from milkwood.bridge.ground import MazeGround
from milkwood.bridge.habits import Pools
from milkwood.bridge.history import HistoryRow, own_words
from milkwood.bridge.persona import Persona, slug_of
from milkwood.chronicle import lock
from milkwood.clock import MINUTES_A_DAY
from milkwood.errors import SetupError
from milkwood.exchange.origin import write_origin
from milkwood.i18n import join, t
from milkwood.ids import PersonId, TownId
from milkwood.towns import Pack
from milkwood.towns.copy import copy_folder
from milkwood.towns.new import STARTER
from milkwood.towns.pack import BrokenPack
from milkwood.towns.problem import meant
from milkwood.towns.routines import ROUTINES
from milkwood.towns.shelf import own_folder


def town_folder(name: str) -> Path:
    """The folder of a new town; refused if it exists."""
    folder = own_folder() / name
    if folder.exists() or folder.is_symlink():
        raise SetupError(
            t("You have a town “{name}” already.", name=name),
            where=str(folder),
            remedy=t("Give the new one another name with --name, or move the old one away."),
        )
    return folder


@contextmanager
def new_pack(plan: pack.Plan, source: MazeGround | Path, visuals: Path | None = None) -> Iterator[Pack]:
    """A checked pack in a hidden folder, renamed when the block succeeds."""
    if visuals is not None and not isinstance(source, MazeGround):
        raise SetupError(
            t("Pictures of the original fit its own maze only."),
            where=str(visuals),
            remedy=t("Name the maze with --to, or leave out --visuals."),
        )
    with _hidden(plan.id) as part:
        if isinstance(source, MazeGround):
            sheet.write_map(source, drawing.draw(source), part, STARTER / "tiles")
            if visuals is not None:
                pictures.show(visuals, part)
        else:
            copy_folder(source / "tiles", part / "tiles")
            shutil.copyfile(source / "map.tmj", part / "map.tmj")
        pack.write(plan, part)
        made = _loaded(part, plan.id)
        routines = routines_from(plan.pools, made, plan.title, plan.people)
        if routines:
            (part / ROUTINES).write_text(json.dumps(routines, ensure_ascii=False), encoding="utf-8")
        if plan.origin:
            write_origin(plan.origin, part)
        yield made


def routines_from(pools: aga.AgaRecords, town: Pack, of: str, people: Sequence[Persona]) -> dict[str, Any]:
    """Routines from the data of the affordable fork, for people of this town."""
    found = Pools(pools, town.town_map, town.languages[0], town.clock.ticks_in_minutes(MINUTES_A_DAY))
    return found.carried(of, people, {person.id: town.people[PersonId(person.id)].bed for person in people})


def copy_with_history(source: Path, scenario: str | None, entries: Sequence[HistoryRow], path: Path, name: str) -> int:
    """A copy of a town whose people remember a history; returns the number of statements."""
    town = towns.load(source, scenario)
    language = str(town.languages[0])
    told = []
    for entry in entries:
        person = _person_of(town, entry, path)
        for text in entry.statements:
            memory = {"person": person, "text": {code: own_words(text, language) for code in map(str, town.languages)}}
            told.append({**memory, "importance": 6})
    with _hidden(name) as part:
        copy_folder(source, part)
        file = part / "scenarios" / f"{town.scenario.id}.toml"
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        words = dict.fromkeys(map(str, town.languages), path.stem)
        known = {story["id"] for story in table.get("stories", [])}
        table.setdefault("stories", []).append({"id": slug_of(path.stem, known), "title": words, "memories": told})
        file.write_text(toml.text_of(table), encoding="utf-8", newline="\n")
        shutil.copyfile(path, part / "history.csv")
        _loaded(part, name)
    return len(told)


def _person_of(town: Pack, entry: HistoryRow, path: Path) -> str:
    names = {name.casefold(): person.id for person in town.people.values() for name in person.name.values()}
    found = names.get(entry.name.casefold())
    if found is None:
        advice = meant(entry.name, [name for person in town.people.values() for name in person.name.values()])
        raise SetupError(
            t("Nobody in the town is called “{name}”.", name=entry.name),
            where=t("{file}, line {line}", file=path, line=entry.line),
            remedy=advice or t("Correct the name, or remove the row."),
        )
    return found


@contextmanager
def _hidden(name: str) -> Iterator[Path]:
    """A hidden folder that is renamed to the town's on success, and removed on failure."""
    folder = town_folder(name)
    part = folder.with_name(f".{name}.part")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _alone(part):
            folder = town_folder(name)  # another process may have made it just now
            try:
                shutil.rmtree(part, ignore_errors=True)
                part.mkdir()
                yield part
                part.rename(folder)
            finally:
                shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise SetupError(
            t("The town cannot be written ({error}).", error=why),
            where=str(folder),
            remedy=t("Check that you may write there, and that the disk is not full."),
        ) from error


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """Holds a lock, since two imports of the same town would remove each other's files."""
    try:
        held = lock.take(part)
    except lock.Taken:
        raise SetupError(
            t("Another process is importing this."),
            where=str(part.parent),
            remedy=t("Wait for it, or give this one another name with --name."),
        ) from None
    try:
        yield
    finally:
        Path(held.lock_file).unlink(missing_ok=True)
        held.release()


def _loaded(part: Path, name: str) -> Pack:
    try:
        return replace(towns.load(part), id=TownId(name))
    except BrokenPack as error:
        listed = join(t("; ", context="clauses"), (each.sentence() for each in error.problems if each.is_error))
        raise SetupError(t("No town can be made from this: {problems}", problems=listed)) from error
