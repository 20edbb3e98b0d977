"""Chooses the run that a user requests: a new one, an existing one, or a fork.

Invariant: what a run was begun with is never changed: a request that differs from it is refused with what differs or,
without a name, gets a run of its own.
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
from milkwood.errors import SetupError
from milkwood.i18n import join, t
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.run import DEFAULT_SEED, LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.names import tick_of
from milkwood.run.own_prompts import refuse_other_prompts
from milkwood.run.pack import folder_of, fork, pack_note, pack_of
from milkwood.run.routines import routines_for, routines_of
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


class NameTaken(SetupError):
    """The name belongs to a run that does not fit the request."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A user's request; None for options that were not given."""

    town: str
    scenario: str | None = None
    name: str | None = None
    seed: int | None = None
    language: str | None = None
    parent: str | None = None
    """`RUN` or `RUN@TICK`: the origin of a fork."""
    minds: MindConfig | None = None
    routines: str | None = None
    """The run whose routines a new run starts with."""
    pack: str | None = None
    """Another town pack than the one the run carries."""
    prompts: OwnPrompts | None = None
    """Prompts of the user's own; None for those of the run, or the built-in ones."""


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """The origin of a fork."""

    path: Path
    header: Header
    tick: int
    exact: bool
    """Whether the user gave the tick; otherwise it is the end of the parent."""

    def is_of(self, child: Header) -> bool:
        """Whether a run is this fork."""
        parent = child.parent
        same_run = parent is not None and parent.run == self.header.run
        return same_run and parent is not None and (parent.tick == self.tick or not self.exact)


@dataclass(frozen=True, slots=True)
class RunChoice:
    """The chosen run."""

    pack: Pack
    path: Path
    name: str
    goes_on: bool
    """Whether it exists already."""
    origin: ForkOrigin | None = None

    def begun(self, request: RunRequest, options: RunOptions, language: str) -> LiveRun:
        """The run, ready to execute; a new one in this language, unless the request names one."""
        if self.goes_on:
            return open_run(self.pack, self.path, options=options)
        if self.origin is not None:
            pack = self.pack if request.pack else None
            fork(self.origin.path, self.origin.tick, self.path, self.name, pack, request.prompts)
            try:
                run = open_run(self.pack, self.path, options=options)
            except BaseException:
                take_back(self.path)
                raise
            run.made = self.path
            return run
        seed = DEFAULT_SEED if request.seed is None else request.seed
        spoken = Language(request.language or language)
        return new_run(
            self.pack,
            self.path,
            self.name,
            seed=seed,
            language=spoken,
            options=options,
            minds=request.minds,
            routines=_routines(request, self.pack, spoken),
            prompts=request.prompts or BUILT_IN,
        )


def _routines(request: RunRequest, pack: Pack, language: Language) -> dict[str, Any]:
    if request.routines is None:
        return {}
    return routines_for(asyncio.run(routines_of(find_run(request.routines))), pack.people, language)


def run_name(run: str) -> str:
    """The name of a run that a user gave; it may be deleted, because the new run holds its routines."""
    try:
        return _header(find_run(run)).run
    except SetupError:
        return Path(run).name.removesuffix(SUFFIX)


def choose(request: RunRequest) -> RunChoice:
    """Choose the run for a request."""
    if request.routines is not None and request.parent is not None:
        raise SetupError(
            t("A fork keeps the routines of its people."), remedy=t("Leave out --routines, or start a new run.")
        )
    wants = _wants(request)
    choice = _fork_of(request, wants) if request.parent is not None else _plain(request, wants)
    if request.pack is not None and not choice.goes_on and choice.origin is None:
        raise SetupError(
            t("--pack is only for an existing run."), remedy=t("Name the town, or the folder of its pack, instead.")
        )
    return choice


def refuse_bad_origin(request: RunRequest) -> None:
    """Raise an error if the request has no valid origin, whatever the run's name."""
    wants = _wants(request)
    if request.parent is not None:
        with Chronicle.read(_origin(request.parent).path) as reader:
            wants.pack_for(reader)


def _wants(request: RunRequest) -> "_Requirements":
    found = find(request.town)
    pack = towns.load(found.folder, request.scenario or found.scenario)
    if request.language and Language(request.language) not in pack.languages:
        known = ", ".join(pack.languages)
        raise SetupError(
            t("The town is not available in “{language}”.", language=request.language),
            remedy=t("Available: {languages}.", languages=known),
        )
    return _Requirements(request, pack, said_scenario=bool(request.scenario or found.scenario))


@dataclass(frozen=True, slots=True)
class _Requirements:
    """A request with its pack."""

    request: RunRequest
    pack: Pack
    said_scenario: bool

    def differences(self, header: Header) -> list[str]:
        """The differences between a run's header and the request."""
        if header.town != self.pack.id:
            return [t("its town is {one}, not {other}", one=header.town, other=self.pack.id)]
        request, found = self.request, list[str]()
        if self.said_scenario and header.scenario != self.pack.scenario.id:
            found.append(t("its scenario is {one}, not {other}", one=header.scenario, other=self.pack.scenario.id))
        if request.seed is not None and header.seed != request.seed:
            found.append(t("its seed is {one}, not {other}", one=header.seed, other=request.seed))
        if request.language is not None and header.language != request.language:
            found.append(t("its language is {one}, not {other}", one=header.language, other=request.language))
        if request.minds is not None and header.settings != request.minds.to_header():
            found.append(t("its minds are {one}, not {other}", one=header.settings, other=request.minds.to_header()))
        if request.routines is not None and header.routines.get("of") != run_name(request.routines):
            found.append(
                t(
                    "its routines are of {one}, not of {other}",
                    one=header.routines.get("of", "nobody"),
                    other=request.routines,
                )
            )
        return found

    def is_met_by(self, header: Header) -> bool:
        """Whether a request without a name continues this run."""
        goes_on = header.behaviour == header.current_behaviour and header.parent is None
        return goes_on and header.has_prompts(self.request.prompts) and not self.differences(header)

    def pack_for(self, reader: Reader) -> Pack:
        """The pack that a run carries, or the one named instead; raises an error if the run started with another."""
        header = reader.header
        differences = self.differences(header)
        if differences:
            raise NameTaken(
                t(
                    "The run “{name}” was started with other options: {differences}.",
                    name=header.run,
                    differences=join(t("; ", context="clauses"), differences),
                ),
                remedy=t("Leave that out to continue it, or start another run with another name (--name, -t)."),
            )
        if self.request.pack is not None:
            return pack_of(reader, self.request.pack)
        folder = folder_of(reader)
        if folder.resolve() == self.pack.folder.resolve() and header.scenario == self.pack.scenario.id:
            return self.pack
        return towns.load(folder, header.scenario)


def _plain(request: RunRequest, wants: _Requirements) -> RunChoice:
    if request.name is None:
        stem = f"{wants.pack.id}-{wants.pack.scenario.id}"
        path, goes_on = _unnamed(stem, wants.is_met_by)
        name = path.name.removesuffix(SUFFIX)
    else:
        path, name = new_path(request.name)
        goes_on = path.exists()
    if not goes_on:
        return RunChoice(wants.pack, path, name, goes_on)
    with Chronicle.read(path) as reader:
        refuse_other_prompts(reader.header, request.prompts)
        return RunChoice(wants.pack_for(reader), path, name, goes_on)


def _fork_of(request: RunRequest, wants: _Requirements) -> RunChoice:
    origin = _origin(request.parent or "")
    with Chronicle.read(origin.path) as reader:
        pack = wants.pack_for(reader)
        if request.pack is not None and pack_note(reader.header, pack):
            origin = replace(origin, tick=snapshot_at(reader, origin.tick))
    if request.name is None:
        path, goes_on = _unnamed(
            f"{origin.header.run}-from-{origin.tick}",
            lambda child: origin.is_of(child) and child.has_prompts(request.prompts),
        )
        return RunChoice(pack, path, path.name.removesuffix(SUFFIX), goes_on, origin)
    path, name = new_path(request.name)
    goes_on = path.exists()
    if goes_on and not origin.is_of(header := _header(path)):
        raise NameTaken(
            t("There is a run “{name}” already, and it is not a fork of “{parent}”.", name=name, parent=request.parent),
            remedy=t("Choose another name (--name, -t), or leave out --from or -o to continue it."),
        )
    if goes_on:
        refuse_other_prompts(header, request.prompts)
    return RunChoice(pack, path, name, goes_on, origin)


def _origin(text: str) -> ForkOrigin:
    path, when = find_moment(text)
    with Chronicle.read(path) as reader:
        return ForkOrigin(path, reader.header, cut(reader, tick_of(reader, when)), exact=when is not None)


def _header(path: Path) -> Header:
    with Chronicle.read(path) as reader:
        return reader.header


def _unnamed(stem: str, fits: Callable[[Header], bool]) -> tuple[Path, bool]:
    """The first run with this name, or this name and a number, that fits or does not exist."""
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    for path in map(path_for, names):
        if not path.exists():
            return path, False
        if fits(_header(path)):
            return path, True
    raise AssertionError("numbers do not end")
