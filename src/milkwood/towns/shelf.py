"""Bundled and imported towns, and the town that a user names.

Invariant: a name becomes one folder with at most one scenario, or an error that names what comes close.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import TownId, typed_path
from milkwood.towns.draft import TOWN_FILE
from milkwood.towns.folder import PackFolder
from milkwood.towns.problem import Problems, meant, one_of, quoted

SHELF = Path(__file__).parent / "bundled"


class NoTown(SetupError):
    """No town has the name that a user typed."""


@dataclass(frozen=True, slots=True)
class InstalledPack:
    """A bundled or imported town pack."""

    id: TownId
    folder: Path


@dataclass(frozen=True, slots=True)
class PackChoice:
    """The pack that a user named, and the scenario if the name was an alias of one."""

    folder: Path
    scenario: str | None = None


def bundled() -> list[InstalledPack]:
    """The towns that come with Milkwood, in order of id."""
    folders = sorted(SHELF.iterdir()) if SHELF.is_dir() else []
    return [InstalledPack(TownId(path.name), path) for path in folders if (path / TOWN_FILE).is_file()]


def own_folder() -> Path:
    """The folder of imported towns: `towns` in MILKWOOD_HOME, or in the user's data folder."""
    chosen = os.environ.get("MILKWOOD_HOME", "").strip()
    if chosen:
        return typed_path(chosen) / "towns"
    from platformdirs import user_data_path

    return user_data_path("milkwood", appauthor=False) / "towns"


def brought() -> list[InstalledPack]:
    """The imported towns, in order of id."""
    try:
        folders = sorted(own_folder().iterdir())
    except OSError:
        return []
    towns = [path for path in folders if not path.name.startswith(".") and (path / TOWN_FILE).is_file()]
    return [InstalledPack(TownId(path.name), path) for path in towns]


def find(typed: str) -> PackChoice:
    """The pack that a user names by folder, id or alias of a scenario."""
    if folder := _folder(typed):
        return PackChoice(folder)
    shelved = {str(town.id): town.folder for town in (*brought(), *bundled())}
    if typed in shelved:
        return PackChoice(shelved[typed])
    aliases = dict(_aliases())
    if typed in aliases:
        return aliases[typed]
    known = [*shelved, *aliases]
    advice = meant(typed, known) or t("Give the path of a town pack, or one of: {names}.", names=one_of(known))
    if _is_there(typed):
        raise SetupError(
            t("There is no town.toml in {folder}, so it is not a town pack.", folder=quoted(typed)), remedy=advice
        )
    raise NoTown(t("There is no town {town}.", town=quoted(typed)), remedy=advice)


def namesake(typed: str) -> PackChoice | None:
    """The bundled scenario of that name, which a town of the user may have too."""
    return next((found for alias, found in _aliases() if alias == typed and found.folder.parent == SHELF), None)


def names() -> list[str]:
    """All names of towns: ids of imported and bundled ones, and aliases of their scenarios."""
    return [*dict.fromkeys(str(town.id) for town in (*brought(), *bundled())), *dict(_aliases())]


def _folder(typed: str) -> Path | None:
    """The pack folder at a path; a path to town.toml means its folder."""
    path = typed_path(typed)
    try:
        if path.name == TOWN_FILE and path.is_file():
            return path.parent
        return path if (path / TOWN_FILE).exists() or (path / TOWN_FILE).is_symlink() else None
    except (OSError, ValueError):
        return None


def _is_there(typed: str) -> bool:
    try:
        return bool(typed) and Path(typed).exists()
    except (OSError, ValueError):
        return False


def _aliases() -> Iterator[tuple[str, PackChoice]]:
    for town in (*bundled(), *brought()):
        folder = PackFolder(town.folder, Problems())
        files = folder.listing("scenarios", ".toml") if folder.opens() else None
        for file in files or ():
            table = folder.toml(file) or {}
            others = table.get("aliases")
            for alias in others if isinstance(others, list) else ():
                if isinstance(alias, str):
                    yield alias, PackChoice(town.folder, str(table.get("id", "")) or None)
