"""`milkwood up`: runs a town and opens it in the browser.

Invariant: it first prints which run is running and its address; a run keeps the options it was started with.
"""

import socket
from concurrent.futures import CancelledError
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import refuse_to_go_on
from milkwood.chronicle.runs import SUFFIX, listed, path_for
from milkwood.chronicle.runs import find as find_run
from milkwood.cli.parts import (
    NoPolicy,
    NoRelationship,
    NoWandering,
    Off,
    Prompts,
    StrictModels,
    also_off,
    minds_by_settings,
)
from milkwood.cli.recorded import OtherPack
from milkwood.cli.run import AtCap, OnLimit, TrustAll
from milkwood.cli.runner import say_which
from milkwood.cli.serving import (
    HOST_HELP,
    LANG_HELP,
    OPEN_HELP,
    PORT_HELP,
    TOKEN_HELP,
    VIEW_ONLY_HELP,
    address,
    check_language,
    greet,
    listen,
    open_packs,
    rights_of,
    served,
    show,
)
from milkwood.cli.voice import around, preferred, say
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import sentences, t
from milkwood.ids import typed_path
from milkwood.questions.own_prompts import OwnPrompts
from milkwood.run import MindConfig, ModelConfig, RunOptions
from milkwood.run.choice import RunRequest, choose
from milkwood.run.own_prompts import prompts_by_settings, refuse_other_prompts
from milkwood.run.pack import pack_of, refuse_other_pack
from milkwood.server.errors import HttpError
from milkwood.server.files import STATIC, UNBUILT, UNBUILT_REMEDY, is_built
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import CALL_TIMEOUT_SECONDS, RunSpeed, RunStopped, RunThread
from milkwood.server.live.start import continue_run
from milkwood.server.packs import Packs
from milkwood.server.run_files import name_of
from milkwood.towns import Pack
from milkwood.towns.shelf import find as find_town
from milkwood.words import Language

DEFAULT_TOWN = "the_ville"
_LOOK_SECONDS = 0.5


class StartSpeed(StrEnum):
    """Initial speed."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    MAX = "max"


def up(
    town: Annotated[
        str, typer.Argument(metavar="TOWN|RUN", help="A town (name or folder), or a run to continue.")
    ] = DEFAULT_TOWN,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new run even if an existing one could be continued.")
    ] = False,
    name: Annotated[str | None, typer.Option(help="The run's name.", show_default="TOWN-live")] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario.", show_default="the town's default")] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed.", show_default="1")] = None,
    speed: Annotated[
        StartSpeed, typer.Option(help="Initial speed: 1 to 5 (1, 2, 5, 15, 60 ticks per second) or max.")
    ] = StartSpeed.TWO,
    model: Annotated[
        str | None,
        typer.Option(
            help="Model: PROVIDER/MODEL, a name in milkwood.toml, a .gguf file, “local” or “understudy”.",
            show_default="from your settings",
        ),
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="Budget of the whole run: 2.00 (dollars), 50000tokens or 300calls.")
    ] = None,
    at_cap: Annotated[
        AtCap | None, typer.Option(help="What to do when the budget is used up.", show_default="understudy")
    ] = None,
    on_limit: Annotated[
        OnLimit | None,
        typer.Option(help="What to do when a model is rate-limited or cannot be reached.", show_default="wait"),
    ] = None,
    strict: StrictModels = None,
    trust_all: TrustAll = False,
    prompts: Prompts = None,
    off: Off = None,
    disable_policy: NoPolicy = False,
    disable_relationship: NoRelationship = False,
    disable_wandering: NoWandering = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help=PORT_HELP)] = 8000,
    host: Annotated[str, typer.Option(help=HOST_HELP)] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(help=TOKEN_HELP)] = None,
    view_only: Annotated[bool, typer.Option("--view-only", help=VIEW_ONLY_HELP)] = False,
    browser: Annotated[bool, typer.Option("--open/--no-open", help=OPEN_HELP)] = True,
    lang: Annotated[str | None, typer.Option("--language", "--lang", help=LANG_HELP)] = None,
    pack: OtherPack = None,
) -> None:
    """Run a town and open it in the browser."""
    if not is_built(STATIC):
        raise SetupError(UNBUILT, remedy=UNBUILT_REMEDY)
    rights = rights_of(host, token, view_only=view_only)
    also = also_off(policy=disable_policy, relationship=disable_relationship, wandering=disable_wandering)
    minds = minds_by_settings(off, also) if off or also else None
    own = None if prompts is None else prompts_by_settings(prompts)
    asked = UpRequest(town, scenario, name, seed, lang, new, minds, pack, own)
    wanted = ModelConfig.from_settings(
        model=model, budget=budget, at_cap=at_cap, on_limit=on_limit, strict=strict, trust_all=trust_all
    )
    packs, run = chosen(asked)
    check_language(packs[0], lang)
    app_state = AppState(packs=Packs(packs))
    with listen(host, port) as listener, closing(app_state):  # also if Ctrl-C comes before it serves
        told = _begun(app_state, asked, run, wanted, _speed(speed))
        notes = _notes(app_state, run.name)
        url = _greeted(packs[0], listener, host, run, lang, rights.token)
        say(told)
        for note in notes:
            say(note)
        greet(url, rights, host, listener.getsockname()[1])
        show(url, browser)
        served(packs, app_state, listener, host, rights, lang)


@dataclass(frozen=True, slots=True)
class UpRequest:
    """What the user asked for."""

    town: str
    scenario: str | None = None
    name: str | None = None
    seed: int | None = None
    lang: str | None = None
    new: bool = False
    minds: MindConfig | None = None
    """Minds of the flags; None without flags, so that an existing run keeps its own."""
    pack: str | None = None
    """A town pack to use instead of the run's own."""
    prompts: OwnPrompts | None = None
    """Prompts of the option; None without it, so that an existing run keeps its own."""


@dataclass(frozen=True, slots=True)
class UpTarget:
    """The run to show."""

    name: str
    path: Path
    wish: RunRequest | None
    """The options of a new run; None for an existing one."""


def chosen(asked: UpRequest) -> tuple[list[Pack], UpTarget]:
    """The towns to show, that of the run first, and the run."""
    try:
        packs = open_packs(asked.town, asked.scenario)
    except SetupError as error:
        path = _run_named(asked.town)
        if path is None:
            remedy = sentences(error.remedy, t("Or name a run: see “milkwood runs”."))
            raise SetupError(error.what, where=error.where, remedy=remedy) from error
        return _of_run(path, asked)
    say_which(asked.town)
    pack = packs[0]
    said = asked.scenario or find_town(asked.town).scenario
    last = None if asked.new or asked.name else latest(pack, said, asked)
    name = asked.name or last or _free(f"{pack.id}-live")
    path = typed_path(name) if name.endswith(SUFFIX) else path_for(name)
    minds = asked.minds or minds_by_settings()
    wish = RunRequest(asked.town, asked.scenario, name, asked.seed, asked.lang, minds=minds, pack=asked.pack)
    wish = replace(wish, prompts=prompts_by_settings() if asked.prompts is None else asked.prompts)
    if last is not None or path.exists():
        if asked.new:
            raise SetupError(
                t("There is a run “{name}” already.", name=name), remedy=t("Choose another --name, or leave out --new.")
            )
        wish = replace(wish, minds=asked.minds, prompts=asked.prompts)
    return packs, UpTarget(name_of(path) if name.endswith(SUFFIX) else name, path, wish)


def latest(pack: Pack, scenario: str | None, asked: UpRequest) -> str | None:
    """The name of the latest run of a town that `up` started and that matches the request."""
    found: list[tuple[float, str]] = []
    for path in listed():
        header = _header(path)
        if header is None or not name_of(path).startswith(f"{pack.id}-live") or header.town != pack.id:
            continue
        fits = (
            scenario in (None, header.scenario),
            asked.lang in (None, header.language),
            asked.seed in (None, header.seed),
            asked.minds is None or header.settings == asked.minds.to_header(),
            header.has_prompts(asked.prompts),
        )
        if all(fits) and header.behaviour == header.current_behaviour:
            found.append((path.stat().st_mtime, name_of(path)))
    return max(found, default=(0.0, None))[1]


def _header(path: Path) -> Header | None:
    try:
        with Chronicle.read(path) as reader:
            return reader.header
    except MilkwoodError:
        return None


def _free(stem: str) -> str:
    names = {name_of(path) for path in listed()}
    return next(name for name in (stem, *(f"{stem}-{number}" for number in range(2, 10**6))) if name not in names)


def _run_named(text: str) -> Path | None:
    try:
        return find_run(text)
    except MilkwoodError:
        return None


def _of_run(path: Path, asked: UpRequest) -> tuple[list[Pack], UpTarget]:
    minds = asked.minds
    with Chronicle.read(path) as reader:
        header, pack = reader.header, pack_of(reader, asked.pack)
        refuse_to_go_on(reader)
        refuse_other_pack(reader, pack)
    if minds is not None and header.settings != minds.to_header():
        raise SetupError(
            t("The run “{name}” was started with other minds, which do not change.", name=header.run),
            remedy=t("Leave out the options that switch parts off, or start another run: name the town, with --new."),
        )
    refuse_other_prompts(header, asked.prompts)
    packs = [pack, *(other for other in open_packs() if other.id != pack.id)]
    return packs, UpTarget(name_of(path), path, None)


def _begun(app_state: AppState, asked: UpRequest, run: UpTarget, wanted: ModelConfig, speed: RunSpeed) -> str:
    """Start the run, or show it; returns what to print."""
    app_state.run_files.add(run.path)
    if run.path.exists() and app_state.run_state(run.name) == "elsewhere":
        return t("Another program is running “{name}”: you can watch it, but not act.", name=run.name)
    goes_on = run.path.exists()
    try:
        thread = _thread(app_state, run, wanted, speed)
        thread.ready.result()
        _await_trial(thread)
    except HttpError as refused:
        raise SetupError(refused.body.what, remedy=refused.body.remedy) from refused
    thread.ended.add_done_callback(lambda ended: _say_end(run.name, ended.result()))
    entry = app_state.run_files.entry(run.name)
    clock = entry.header.clock
    if goes_on and entry.end:
        when = t("day {day} {time:%H:%M}", day=clock.day(entry.end), time=clock.moment(entry.end))
        other = t("“milkwood up --new” starts another.") if asked.town != run.name else ""
        return sentences(t("The run “{name}” continues from {when}.", name=run.name, when=when), other)
    return t("The run “{name}” starts.", name=run.name)


def _await_trial(thread: RunThread) -> None:
    """Wait until the models have answered a first question, and say what is waited for."""
    told = ""
    while True:
        try:
            return thread.tried.result(_LOOK_SECONDS)
        except TimeoutError:
            if thread.trying != told:
                told = thread.trying
                say(told, err=True)


def _notes(app_state: AppState, name: str) -> list[str]:
    """What the user should know about the models of a run that has just begun."""
    thread = app_state.threads.find(name)
    if thread is None:
        return []
    try:
        return thread.call(lambda run: run.stack.fitting.notes() if run.stack else []).result(CALL_TIMEOUT_SECONDS)
    except (RunStopped, TimeoutError, CancelledError):
        return []


def _thread(app_state: AppState, run: UpTarget, wanted: ModelConfig, speed: RunSpeed) -> RunThread:
    if run.wish is None:
        return continue_run(app_state, run.name, wanted, speed).thread
    wish, choice = run.wish, choose(run.wish)
    language = preferred(choice.pack.languages)
    return app_state.threads.begin(
        run.name, lambda options: choice.begun(wish, options, language), RunOptions(models=wanted), speed
    )


def _say_end(name: str, why: str) -> None:
    if why:
        say(t("The run “{name}” has stopped: {why}", name=name, why=why), err=True)


def _speed(speed: StartSpeed) -> RunSpeed:
    speeds: dict[str, RunSpeed] = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "max": "max"}
    return speeds[speed]


def _greeted(pack: Pack, listener: socket.socket, host: str, run: UpTarget, lang: str | None, token: str) -> str:
    url = address(host, listener.getsockname()[1], lang, run=run.name, token=token)
    name = pack.name.in_language(Language(around(next(iter(pack.name)))))
    say(t("{name} is at {url}", name=f"{name[:1].upper()}{name[1:]}", url=url))
    return url
