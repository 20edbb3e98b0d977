"""Recognises the type of a path: a maze, a Tiled map, a simulation, a demo or a history; and finds its map.

Invariant: looks at names and first lines only; an unknown path is an error that says what was looked for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from milkwood.bridge.reading import Unreadable, fault, table_of
from milkwood.i18n import t
from milkwood.ids import typed_path

MAZE, TILED, SIMULATION, HISTORY = "maze", "tiled", "simulation", "history"
MATRIX, META, BLOCKS = "matrix", "maze_meta_info.json", "special_blocks"
_MAX_LISTED_SIMULATIONS = 12
_MAX_PARENT_FOLDERS = 5
"""Number of parent folders in which a map or a history is searched."""
_ASSETS = (
    "",
    "assets",
    "static_dirs/assets",
    "frontend_server/static_dirs/assets",
    "environment/frontend_server/static_dirs/assets",
)
"""Where the original keeps mazes and histories, seen from folders above them."""


@dataclass(frozen=True, slots=True)
class ImportSource:
    """The type of a path, and its folder or file."""

    kind: str
    path: Path


def recognise(given: Path) -> ImportSource:
    """The type of a path."""
    path = typed_path(given)
    try:
        if path.is_dir():
            return _folder(path)
        if path.is_file():
            return _file(path)
        broken = path.is_symlink()
    except (OSError, ValueError) as error:
        raise fault(path, t("It cannot be opened ({error}).", error=error), remedy=t("Check the path.")) from error
    what = t("The link is broken, or points to itself.") if broken else t("There is nothing at this path.")
    raise fault(path, what, remedy=t("Check the path."))


def _folder(path: Path) -> ImportSource:
    if (path / META).exists():
        return ImportSource(MAZE, path)
    if (path / MATRIX / META).exists():
        return ImportSource(MAZE, path / MATRIX)
    if _is_simulation(path):
        return ImportSource(SIMULATION, path)
    if path.name in ("reverie", "personas", "environment", "movement") and _is_simulation(path.parent):
        return ImportSource(SIMULATION, path.parent)
    if (path / "maze").is_dir() and (path / BLOCKS).is_dir():
        raise fault(path / META, t("The file is missing."), remedy=t("It says how large the maze is."))
    inner = sorted(each.name for each in path.iterdir() if each.is_dir() and _is_simulation(each))
    if inner:
        listed = ", ".join(inner[:_MAX_LISTED_SIMULATIONS]) + (" …" if len(inner) > _MAX_LISTED_SIMULATIONS else "")
        what = t("There are {count} simulations in this folder: {names}.", count=len(inner), names=listed)
        raise fault(path, what, remedy=t("Give the path of one of them."))
    if (path / "personas").is_dir():
        raise fault(
            path / "reverie" / "meta.json", t("The file is missing."), remedy=t("Without it, the time is unknown.")
        )
    raise _unknown(path)


def _is_simulation(path: Path) -> bool:
    return (path / "reverie" / "meta.json").exists() or (path / "master_movement.json").exists()


def _file(path: Path) -> ImportSource:
    match path.suffix.lower():
        case ".csv":
            return ImportSource(HISTORY, path)
        case ".tmx":
            raise fault(path, t("This is a Tiled map in XML."), remedy=t("Save it in Tiled as JSON (.json or .tmj)."))
        case ".json" | ".tmj":
            if path.name == META:
                return ImportSource(MAZE, path.parent)
            if path.name == "master_movement.json" or (path.parent.name == "reverie" and path.name == "meta.json"):
                return ImportSource(SIMULATION, path.parent if path.name != "meta.json" else path.parent.parent)
            if isinstance(table_of(path).get("layers"), list):
                return ImportSource(TILED, path)
    raise _unknown(path)


def _unknown(path: Path) -> Unreadable:
    return fault(
        path,
        t("This cannot be imported."),
        remedy=t(
            "Give a matrix folder (with maze_meta_info.json), a Tiled map in JSON, a simulation folder (with "
            "reverie/meta.json), a demo (with master_movement.json) or a history in CSV."
        ),
    )


def maze_near(path: Path, name: str) -> Path | None:
    """The matrix of a simulation's map, if it is where the original stores it, or near."""
    for above in _above(path):
        for inner in _ASSETS:
            found = above / inner / name / MATRIX
            if name and (found / META).is_file():
                return found
    return None


def history_near(typed: Path, places: Iterable[Path]) -> Path:
    """The file of a history: at its path, or where the original looks for it, from one of these places upwards."""
    if typed.is_absolute() or typed.exists():
        return typed
    near = (above / inner / typed for place in places for above in _above(place) for inner in _ASSETS)
    return next((found for found in near if found.is_file()), typed)


def blocks_near(path: Path) -> Path | None:
    """The tables with the names of a Tiled map's blocks, if they are near."""
    for above in _above(path):
        for found in (above / BLOCKS, above / MATRIX / BLOCKS, *sorted(above.glob(f"*/{MATRIX}/{BLOCKS}"))):
            if (found / "sector_blocks.csv").is_file():
                return found
    return None


def _above(path: Path) -> list[Path]:
    return [path.absolute(), *list(path.absolute().parents)[:_MAX_PARENT_FOLDERS]]
