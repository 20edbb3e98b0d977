"""Which run a user means: a new one, one to go on with, or a fork of another.

Knows names, headers and town packs; lives nothing. Invariant: what a run was begun with is never changed behind its
back: a wish that differs from it is refused with what differs, or, when no name was asked for, gets a run of its own.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from milkwood import towns
from milkwood.chronicle import Chronicle, Header, Reader
from milkwood.chronicle.behaviour import cut, snapshot_at
from milkwood.chronicle.file import take_back
from milkwood.chronicle.runs import SUFFIX, find_moment, new_path, path_for
from milkwood.chronicle.runs import find as find_run
from milkwood.cli.recorded import tick_of
from milkwood.cli.voice import preferred
from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.errors import SetupError
from milkwood.run import DEFAULT_SEED, LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.pack import folder_of, fork, pack_note, pack_of
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


class NameTaken(SetupError):
    """The name is that of another run than the one that is meant."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user asked for; None where they said nothing."""

    town: str
    scenario: str | None = None
    name: str | None = None
    seed: int | None = None
    language: str | None = None
    parent: str | None = None
    """`RUN` or `RUN@TICK`: go on from there in a run of its own."""
    minds: MindConfig | None = None
    routines: str | None = None
    """A run whose people's routines are taken along."""
    pack: str | None = None
    """Another town pack than the one the run carries."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a fork begins."""

    path: Path
    header: Header
    tick: int
    exact: bool
    """Whether the tick was asked for, or is where the parent happens to end."""

    def is_of(self, child: Header) -> bool:
        """Whether a run is this fork."""
        parent = child.parent
        same_run = parent is not None and parent.run == self.header.run
        return same_run and parent is not None and (parent.tick == self.tick or not self.exact)


@dataclass(frozen=True, slots=True)
class Choice:
    """The run that is meant."""

    pack: Pack
    path: Path
    name: str
    goes_on: bool
    """It is there already."""
    origin: Origin | None = None

    def begun(self, wish: Wish, options: RunOptions) -> LiveRun:
        """The run, ready to be lived."""
        if self.goes_on:
            return open_run(self.pack, self.path, options=options)
        if self.origin is not None:
            fork(self.origin.path, self.origin.tick, self.path, self.name, self.pack if wish.pack else None)
            try:
                return open_run(self.pack, self.path, options=options)
            except BaseException:
                take_back(self.path)
                raise
        seed = DEFAULT_SEED if wish.seed is None else wish.seed
        language = Language(wish.language) if wish.language else Language(preferred(self.pack.languages))
        return new_run(
            self.pack,
            self.path,
            self.name,
            seed=seed,
            language=language,
            options=options,
            minds=wish.minds,
            routines=_routines(wish, self.pack, language),
        )


def _routines(wish: Wish, pack: Pack, language: Language) -> dict[str, Any]:
    """What people bring along, if they are to."""
    if wish.routines is None:
        return {}
    from milkwood.run.routines import routines_for, routines_of

    return routines_for(asyncio.run(routines_of(find_run(wish.routines))), pack.people, language)


def run_name(run: str) -> str:
    """What a run that a user named is called; it may be gone, for what was taken along lies in the new run's file."""
    try:
        return _header(find_run(run)).run
    except SetupError:
        return Path(run).name.removesuffix(SUFFIX)


def choose(wish: Wish) -> Choice:
    """The run that a wish means."""
    if wish.routines is not None and wish.parent is not None:
        raise SetupError(
            "A fork goes on with the routines its people have.", remedy="Leave out --routines, or begin a new run."
        )
    wants = _wants(wish)
    choice = _fork_of(wish, wants) if wish.parent is not None else _plain(wish, wants)
    if wish.pack is not None and not choice.goes_on and choice.origin is None:
        raise SetupError(
            "--pack is for a run that is there already.", remedy="Name the town, or the folder of its pack, instead."
        )
    return choice


def refuse_bad_origin(wish: Wish) -> None:
    """An error when no run can begin as it is wished, whatever it may be called."""
    wants = _wants(wish)
    if wish.parent is not None:
        with Chronicle.read(_origin(wish.parent).path) as reader:
            wants.pack_for(reader)


def _wants(wish: Wish) -> "_Wants":
    found = find(wish.town)
    pack = towns.load(found.folder, wish.scenario or found.scenario)
    if wish.language and Language(wish.language) not in pack.languages:
        known = ", ".join(pack.languages)
        raise SetupError(f"The town does not speak “{wish.language}”.", remedy=f"It speaks: {known}.")
    return _Wants(wish, pack, said_scenario=bool(wish.scenario or found.scenario))


@dataclass(frozen=True, slots=True)
class _Wants:
    """A wish with the pack it means."""

    wish: Wish
    pack: Pack
    said_scenario: bool

    def differences(self, header: Header) -> list[str]:
        """What a run was begun with that is not what is wished for now."""
        if header.town != self.pack.id:
            return [f"its town is {header.town}, not {self.pack.id}"]
        wish, found = self.wish, []
        if self.said_scenario and header.scenario != self.pack.scenario.id:
            found.append(f"its scenario is {header.scenario}, not {self.pack.scenario.id}")
        if wish.seed is not None and header.seed != wish.seed:
            found.append(f"its seed is {header.seed}, not {wish.seed}")
        if wish.language is not None and header.language != wish.language:
            found.append(f"its language is {header.language}, not {wish.language}")
        if wish.minds is not None and header.settings != wish.minds.to_header():
            found.append(f"its minds are {header.settings}, not {wish.minds.to_header()}")
        if wish.routines is not None and header.routines.get("of") != run_name(wish.routines):
            found.append(f"its routines are of {header.routines.get('of', 'nobody')}, not of {wish.routines}")
        return found

    def is_met_by(self, header: Header) -> bool:
        """Whether a run is one that a wish without a name goes on with."""
        goes_on = header.behaviour == BEHAVIOUR and header.parent is None
        return goes_on and not self.differences(header)

    def pack_for(self, reader: Reader) -> Pack:
        """The pack that a run carries, or that is named instead; refused when the run was begun otherwise."""
        header = reader.header
        differences = self.differences(header)
        if differences:
            raise NameTaken(
                f"The run “{header.run}” was begun otherwise: {'; '.join(differences)}.",
                remedy="Leave that out to go on with it, or begin another run under another name (--name, -t).",
            )
        if self.wish.pack is not None:
            return pack_of(reader, self.wish.pack)
        folder = folder_of(reader)
        if folder.resolve() == self.pack.folder.resolve() and header.scenario == self.pack.scenario.id:
            return self.pack
        return towns.load(folder, header.scenario)


def _plain(wish: Wish, wants: _Wants) -> Choice:
    if wish.name is None:
        stem = f"{wants.pack.id}-{wants.pack.scenario.id}"
        path, goes_on = _unnamed(stem, wants.is_met_by)
        name = path.name.removesuffix(SUFFIX)
    else:
        path, name = new_path(wish.name)
        goes_on = path.exists()
    if not goes_on:
        return Choice(wants.pack, path, name, goes_on)
    with Chronicle.read(path) as reader:
        return Choice(wants.pack_for(reader), path, name, goes_on)


def _fork_of(wish: Wish, wants: _Wants) -> Choice:
    origin = _origin(wish.parent or "")
    with Chronicle.read(origin.path) as reader:
        pack = wants.pack_for(reader)
        if wish.pack is not None and pack_note(reader.header, pack):
            origin = replace(origin, tick=snapshot_at(reader, origin.tick))
    if wish.name is None:
        path, goes_on = _unnamed(f"{origin.header.run}-from-{origin.tick}", origin.is_of)
        return Choice(pack, path, path.name.removesuffix(SUFFIX), goes_on, origin)
    path, name = new_path(wish.name)
    goes_on = path.exists()
    if goes_on and not origin.is_of(_header(path)):
        raise NameTaken(
            f"There is a run “{name}” already, and it is no fork of “{wish.parent}”.",
            remedy="Choose another name (--name, -t), or leave out what it forks (--from, -o) to go on with it.",
        )
    return Choice(pack, path, name, goes_on, origin)


def _origin(text: str) -> Origin:
    path, when = find_moment(text)
    with Chronicle.read(path) as reader:
        return Origin(path, reader.header, cut(reader, tick_of(reader, when)), exact=when is not None)


def _header(path: Path) -> Header:
    with Chronicle.read(path) as reader:
        return reader.header


def _unnamed(stem: str, fits: Callable[[Header], bool]) -> tuple[Path, bool]:
    """The run that goes by this name, or by this name and a number: one that fits, or one that is free."""
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    for path in map(path_for, names):
        if not path.exists():
            return path, False
        if fits(_header(path)):
            return path, True
    raise AssertionError("numbers do not end")
