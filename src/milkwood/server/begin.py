"""Beginning a run, or going on with one, for whoever asks by the page.

Knows towns, settings and how a run is put together; knows no requests. Invariant: a page names towns, runs and models
by name, never by a path; what a run was begun with is not changed behind its back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from milkwood import config, towns
from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import OtherBehaviour
from milkwood.chronicle.runs import path_for
from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.errors import SetupError
from milkwood.mind.head import Switches
from milkwood.run import DEFAULT_SEED, LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.run.pack import pack_note
from milkwood.server.house import House
from milkwood.server.living import USUAL_SPEED, Living, Speed
from milkwood.server.refusal import Refused
from milkwood.server.wire_live import BeginIn
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that begins to be lived."""

    name: str
    living: Living


def begin(house: House, wish: BeginIn) -> Begun:
    """Begin a new run and live it."""
    pack = _pack(wish.town, wish.scenario)
    language = Language(wish.language) if wish.language else None
    name = wish.name or house.shelf.free_name(f"{pack.id}-{pack.scenario.id}")
    path = path_for(name)
    if path.exists() or name in house.shelf.paths():
        raise Refused(409, f"There is a run “{name}” already.", "Choose another name, or go on with it.")
    seed = DEFAULT_SEED if wish.seed is None else wish.seed
    options = RunOptions(models=_wanted(wish))
    minds = minds_by_settings(wish.off)

    def make(options: RunOptions) -> LiveRun:
        return new_run(pack, path, name, seed=seed, language=language, options=options, minds=minds)

    return Begun(name, house.lives.begin(name, make, options))


def go_on(house: House, name: str, wanted: ModelConfig | None = None, speed: Speed = USUAL_SPEED) -> Begun:
    """Go on with a run where it was left."""
    path = house.shelf.find(name)
    if house.state(name) == "elsewhere":
        raise Refused(409, f"The run “{name}” is being lived by another program.", "End that one first.")
    pack = _pack_of(house, path)
    living = house.lives.begin(
        name, lambda options: open_run(pack, path, options=options), RunOptions(models=wanted), speed
    )
    return Begun(name, living)


def minds_by_settings(also: Sequence[config.Part] = ()) -> MindConfig | None:
    """The minds that settings ask for, with more taken from them; None for the usual ones."""
    settings = config.read().minds
    off = [*settings.off, *also]
    if not off and settings.embedding:
        return None
    return MindConfig(embedding=settings.embedding, switches=Switches(**dict.fromkeys(off, False)))


def _pack(town: str, scenario: str | None) -> Pack:
    if any(char in town for char in "/\\.~") or any(char in (scenario or "") for char in "/\\."):
        raise Refused(404, f"There is no town “{town[:80]}” here.", "See /api/towns for those there are.")
    found = find(town)
    return towns.load(found.folder, scenario or found.scenario)


def _pack_of(house: House, path: Path) -> Pack:
    with Chronicle.read(path) as reader:
        header = reader.header
        if header.behaviour != BEHAVIOUR:
            other = OtherBehaviour(reader)
            remedy = f"Fork it at its last snapshot, tick {other.tick} ({other.when}), and go on with the fork."
            raise Refused(409, other.what, remedy, fork=True)
        pack = house.packs.of(reader)
    if pack_note(header, pack):
        raise Refused(
            409,
            f"The files of the town are not those that the run “{header.run}” was begun with, so it cannot go on.",
            "Bring the old files back, or begin another run.",
        )
    return pack


def _wanted(wish: BeginIn) -> ModelConfig:
    if wish.model and (wish.model.endswith(".gguf") or wish.model.startswith(("/", ".", "~")) or "\\" in wish.model):
        raise SetupError("A page names models, not files.", remedy="Give it a name in milkwood.toml.")
    return ModelConfig.from_settings(model=wish.model, budget=wish.budget)
