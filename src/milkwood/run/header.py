"""The header of a new run: everything its history follows from, besides the answers."""

from datetime import UTC, datetime
from platform import python_version

from milkwood.chronicle import Header
from milkwood.engine.behaviour import current_behaviour
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.questions.registry import prompt_hashes
from milkwood.run.mind_config import MindConfig
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash
from milkwood.version import release
from milkwood.words import Language

DEFAULT_SEED = 1


def header_of(pack: Pack, name: str, seed: int, language: Language, minds: MindConfig) -> Header:
    """Everything a run's history follows from, besides the answers."""
    if language not in pack.languages:
        known = ", ".join(pack.languages)
        raise SetupError(
            t("The town is not available in “{language}”.", language=language),
            remedy=t("Available: {languages}.", languages=known),
        )
    settings = minds.to_header()
    return Header(
        run=name,
        town=pack.id,
        town_path=str(pack.folder.resolve()),
        scenario=pack.scenario.id,
        language=language,
        seed=seed,
        start=pack.scenario.start.isoformat(),
        seconds_per_tick=pack.seconds_per_tick,
        view_radius=pack.view_radius,
        attention=pack.attention,
        cast=tuple(pack.people),
        versions={"milkwood": release() or "unknown", "python": python_version()},
        pack_hash=pack_hash(pack.folder),
        prompt_hashes=prompt_hashes(),
        settings=settings,
        behaviour=current_behaviour(settings),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
