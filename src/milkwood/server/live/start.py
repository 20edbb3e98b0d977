"""Starting a new run, or continuing one, for the page.

Invariant: a page names towns, runs and models by name, never by a path; a run keeps the options it was started with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from milkwood import config, towns
from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import OtherBehaviour
from milkwood.chronicle.runs import path_for
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.mind.head import Switches
from milkwood.questions.own_prompts import BUILT_IN
from milkwood.run import DEFAULT_SEED, LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.run.own_prompts import prompts_by_settings
from milkwood.run.pack import pack_note
from milkwood.server.errors import HttpError
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import USUAL_SPEED, RunSpeed, RunThread
from milkwood.server.wire.runs import BeginIn
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class StartedRun:
    """A run and its thread."""

    name: str
    thread: RunThread


def start_run(app_state: AppState, wish: BeginIn) -> StartedRun:
    """Start a new run."""
    pack = _pack(wish.town, wish.scenario)
    language = Language(wish.language) if wish.language else None
    name = wish.name or app_state.run_files.free_name(f"{pack.id}-{pack.scenario.id}")
    path = path_for(name)
    if path.exists() or name in app_state.run_files.paths():
        raise HttpError(
            409, t("There is a run “{name}” already.", name=name), t("Choose another name, or continue it.")
        )
    seed = DEFAULT_SEED if wish.seed is None else wish.seed
    options = RunOptions(models=_wanted(wish))
    minds, own = minds_by_settings(wish.off), prompts_by_settings() or BUILT_IN

    def make(options: RunOptions) -> LiveRun:
        return new_run(pack, path, name, seed=seed, language=language, options=options, minds=minds, prompts=own)

    return StartedRun(name, app_state.threads.begin(name, make, options))


def continue_run(
    app_state: AppState, name: str, wanted: ModelConfig | None = None, speed: RunSpeed = USUAL_SPEED
) -> StartedRun:
    """Continue a run where it was left."""
    path = app_state.run_files.find(name)
    if app_state.run_state(name) == "elsewhere":
        raise HttpError(409, t("Another program is running “{name}”.", name=name), t("Stop it there first."))
    pack = _pack_of(app_state, path)
    thread = app_state.threads.begin(
        name, lambda options: open_run(pack, path, options=options), RunOptions(models=wanted), speed
    )
    return StartedRun(name, thread)


def minds_by_settings(also: Sequence[config.PartName] = ()) -> MindConfig | None:
    """The minds of the settings, with more parts switched off; None: the default ones."""
    settings = config.read().minds
    off = [*settings.off, *also]
    if not off and settings.embedding and not settings.limits:
        return None
    return MindConfig(
        embedding=settings.embedding,
        switches=Switches(**dict.fromkeys(off, False)),
        limits={str(name): most for name, most in settings.limits.items()},
    )


def _pack(town: str, scenario: str | None) -> Pack:
    if any(char in town for char in "/\\.~") or any(char in (scenario or "") for char in "/\\."):
        raise HttpError(404, t("There is no town “{town}” here.", town=town[:80]), t("/api/towns lists the towns."))
    found = find(town)
    return towns.load(found.folder, scenario or found.scenario)


def _pack_of(app_state: AppState, path: Path) -> Pack:
    with Chronicle.read(path) as reader:
        header = reader.header
        if header.behaviour != header.current_behaviour:
            other = OtherBehaviour(reader)
            remedy = t(
                "Fork it at its last snapshot, tick {tick} ({when}), and continue the fork.",
                tick=other.tick,
                when=other.when,
            )
            raise HttpError(409, other.what, remedy, fork=True)
        pack = app_state.packs.of(reader)
    if pack_note(header, pack):
        raise HttpError(
            409,
            t("The run “{name}” cannot continue: the town's files have changed since it was started.", name=header.run),
            t("Restore the old files, or start another run."),
        )
    return pack


def _wanted(wish: BeginIn) -> ModelConfig:
    if wish.model and (wish.model.endswith(".gguf") or wish.model.startswith(("/", ".", "~")) or "\\" in wish.model):
        raise SetupError(t("A page can name models, but not files."), remedy=t("Give it a name in milkwood.toml."))
    return ModelConfig.from_settings(model=wish.model, budget=wish.budget)
