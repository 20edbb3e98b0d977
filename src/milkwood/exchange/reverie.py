"""Export of a run as a folder of generative agents: a simulation, or a compressed demo.

Invariant: the run is only read, at one tick; the folder gets its name when it is complete; an existing folder is
replaced only if asked for and only if it is such an export.
"""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from milkwood.bridge.export.folder import Noted, Outgoing, write_demo, write_simulation
from milkwood.bridge.export.nodes import Lines
from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.scratch import Situation, scratch_of
from milkwood.bridge.export.shown import Seen, Showing, Spoken, spoken
from milkwood.bridge.export.steps import Steps
from milkwood.chronicle import Reader
from milkwood.chronicle.vectors import FoundOnly
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import Finished, t
from milkwood.ids import PersonId, file_names
from milkwood.models.embedding import Meanings
from milkwood.providers.sentences import Sentences
from milkwood.run import RestoredRun
from milkwood.run.characters import character_of
from milkwood.town.events import Entered, Happening
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import Pack
from milkwood.words import Language

REVERIE, COMPRESSED = "reverie", "compressed"
_STRETCH = 1000
_PARTS = {"reverie", "personas", "environment", "movement", "assets", "meta.json", "master_movement.json"}
"""The contents of such a folder."""


def export_simulation(
    reader: Reader, pack: Pack, format_: str, out: Path, *, overwrite: bool, noted: Noted, warn: Callable[[str], None]
) -> None:
    """Write a run into a folder in one of the two forms."""
    _refuse(out, overwrite)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
        with reader.held():
            _write(reader, pack, format_, part, noted, warn)
        _publish(part, out)
    except OSError as error:
        why = Finished(error.strerror or error)
        remedy = t("Choose a folder that you may write to, on a disk that is not full.")
        raise SetupError(t("“{file}” cannot be written ({error}).", file=out, error=why), remedy=remedy) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write(reader: Reader, pack: Pack, format_: str, part: Path, noted: Noted, warn: Callable[[str], None]) -> None:
    if reader.settled < 0:
        raise SetupError(
            t("The run “{name}” has no ticks yet.", name=reader.header.run), remedy=t("Run it for a while first.")
        )
    write = write_simulation if format_ == REVERIE else write_demo
    look = _looked(reader, pack, warn)
    try:
        going, showing = _outgoing(reader, pack, look)
        write(part, going, frames(reader, pack, showing), noted)
    finally:
        if look is not None:
            look.close()


def _looked(reader: Reader, pack: Pack, warn: Callable[[str], None]) -> RestoredRun | None:
    """Everyone's mind at the end; None, with a note, if minds cannot be restored."""
    try:
        look = asyncio.run(RestoredRun.at(reader.path, pack, reader.end))
        if look.note:
            warn(look.note)
        return look
    except MilkwoodError as error:
        warn(t("Plans and acquaintances are left out: {why}", why=error.sentence()))
        return None


def frames(reader: Reader, pack: Pack, showing: Showing) -> Iterator[tuple[int, Mapping[str, Seen]]]:
    """What is visible at each tick of a run, its end included."""
    town, end = Town(pack.town_map), reader.end
    town.fold(reader.happenings(BEFORE_TIME, 0))
    for first in range(0, end + 1, _STRETCH):
        until = min(first + _STRETCH, end + 1)
        town.fold(reader.happenings(first, min(until, end)))
        for tick in range(first, until):
            yield tick, showing.at(town, tick)
        town.forget_before(until - 1)


def _outgoing(reader: Reader, pack: Pack, look: RestoredRun | None) -> tuple[Outgoing, Showing]:
    header, town_map = reader.header, pack.town_map
    entered = {each.person: each for each in reversed(reader.happenings(kinds=("entered",)))}
    everybody = [*header.cast, *(person for person in entered if person not in header.cast)]
    names = file_names((person, _name(person, pack, header.language)) for person in everybody)
    known = {str(person): name for person, name in names.items()}
    talks = spoken(((each.id, [(line.speaker, line.text) for line in each.lines]) for each in reader.talks()), known)
    entrances = {person: _entrance(entered.get(person), pack) for person in everybody}
    people = tuple(
        replace(_leaver(person, names[person], reader, pack, look), entrance=entrances[person]) for person in everybody
    )
    meanings = Meanings(Sentences(), FoundOnly(reader))
    going = Outgoing(
        parent=header.parent.run if header.parent else header.scenario,
        town=str(pack.id),
        steps=Steps(header.clock),
        tick=reader.end,
        town_map=town_map,
        people=people,
        scratches=_scratches(reader, pack, people, known, talks),
        talks=talks,
        vector=lambda text: [float(number) for number in meanings.vector(text).tolist()],
        own={
            "town": header.town,
            "scenario": header.scenario,
            "language": header.language,
            "embedding": meanings.name,
        },
    )
    return going, Showing(town_map, names, header.language, talks, entrances)


def _name(person: PersonId, pack: Pack, language: str) -> str:
    known = pack.people.get(person)
    return known.name.in_language(Language(language)) if known is not None else str(person)


def _entrance(entered: Happening | None, pack: Pack) -> Tile:
    """A person's position before they arrive."""
    if entered is not None and isinstance(entered.event, Entered):
        return entered.event.tile
    return next(iter(pack.town_map.floor(next(iter(pack.town_map.rooms)))), Tile(0, 0))


def _leaver(person: PersonId, name: str, reader: Reader, pack: Pack, look: RestoredRun | None) -> ExportedPerson:
    head = look.head(person) if look is not None and person in look.people else None
    known = pack.people.get(person)
    character = head.character if head is not None else None
    if character is None and known is not None:
        character = character_of(known, pack, Language(reader.header.language))
    written = tuple((tick, memory) for tick, _, memory in reader.memories(person=person, until=reader.end))
    language = Language(reader.header.language)
    came = _came_with(reader, person)
    return ExportedPerson(
        person,
        name,
        character,
        head,
        written,
        looks={**asdict(known.looks), "extras": list(known.looks.extras)} if known is not None else {},
        title=known.work.title.in_language(language) if known is not None and known.work is not None else "",
        before=_table(came, "scratch"),
        chats=_table(came, "chats"),
    )


def _came_with(reader: Reader, person: PersonId) -> Mapping[str, Any]:
    imported = reader.header.settings.get("imported")
    people = imported.get("people") if isinstance(imported, dict) else None
    return _table(people if isinstance(people, dict) else {}, person)


def _table(of: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = of.get(key)
    return found if isinstance(found, dict) else {}


def _scratches(
    reader: Reader, pack: Pack, people: tuple[ExportedPerson, ...], names: Mapping[str, str], talks: Mapping[str, Lines]
) -> dict[PersonId, dict[str, Any]]:
    header, end = reader.header, reader.end
    scene = reader.scene(end, pack.town_map)
    began = {each.person: each.tick for each in reader.happenings(until=end, kinds=("deed_began", "entered"))}
    found = {}
    for leaver in people:
        body = scene.bodies.get(leaver.id)
        chat = talks.get(body.talk) if body is not None and body.talk is not None else None
        now = Situation(
            tick=end,
            steps=Steps(header.clock),
            town_map=pack.town_map,
            names=names,
            view_radius=header.view_radius,
            attention=header.attention,
            body=body,
            began=began.get(leaver.id, 0),
            chat=chat,
            visiting=Spoken.of(header.language).visiting,
        )
        found[leaver.id] = scratch_of(leaver, now)
    return found


# --- the folder


def _refuse(out: Path, overwrite: bool) -> None:
    """Raise an error if the target exists, unless it is such an export and may be replaced."""
    try:
        there = {path.name for path in out.iterdir()} if out.is_dir() else set()
        if out.exists() and not out.is_dir():
            raise SetupError(t("“{file}” is a file.", file=out), remedy=t("Give a folder to export to."))
    except OSError as error:
        raise SetupError(
            t("“{file}” cannot be read ({error}).", file=out, error=error),
            remedy=t("Choose another folder."),
        ) from error
    if there and not overwrite:
        remedy = t("Choose another folder, or add --overwrite.")
        raise SetupError(t("There are files in “{folder}” already.", folder=out), remedy=remedy)
    if there - _PARTS or (out.is_symlink() and there):
        odd = ", ".join(sorted(there - _PARTS)[:3]) or t("a link")
        raise SetupError(
            t("“{folder}” contains other files ({names}), so it is not replaced.", folder=out, names=odd),
            remedy=t("Choose another folder."),
        )


def _publish(part: Path, out: Path) -> None:
    """Rename the complete folder; only then is the old one removed."""
    if not out.exists():
        part.rename(out)
        return
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    out.rename(old)
    try:
        part.rename(out)
    except BaseException:
        old.rename(out)
        raise
    shutil.rmtree(old)
