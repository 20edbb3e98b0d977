"""The map of an import: a maze, or a town of the user.

Invariant: a map is found by its path, beside its simulation or by a town's name; otherwise an error says what to do.
"""

from dataclasses import dataclass, field
from pathlib import Path

from milkwood import towns
from milkwood.bridge import ground, maze, recognise
from milkwood.bridge.ground import MazeGround
from milkwood.bridge.places import Places
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import ImportReport
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.towns.shelf import find


@dataclass(frozen=True, slots=True)
class MapSource:
    """The map of an import."""

    places: Places
    origin: MazeGround | Path
    """The maze, or the folder of a town pack."""
    report: ImportReport = field(default_factory=ImportReport)


def map_of_ground(found: MazeGround) -> MapSource:
    """The map of a maze."""
    return MapSource(Places.of_ground(found), found, found.report)


def map_named(to: str) -> MapSource:
    """A maze at a path, or a town by name or path."""
    try:
        found = recognise.recognise(Path(to))
    except Unreadable:
        folder = find(to).folder
        return MapSource(Places.of_map(towns.load(folder).town_map), folder)
    if found.kind not in (recognise.MAZE, recognise.TILED):
        raise SetupError(
            t("“{path}” is not a map.", path=to), remedy=t("Give a matrix folder, a Tiled map or a town with --to.")
        )
    return map_of_ground(read_ground(found.kind, found.path))


def read_ground(kind: str, path: Path) -> MazeGround:
    """A maze from a matrix folder or a Tiled map."""
    if kind == recognise.MAZE:
        return ground.plan(maze.read_matrix(path))
    blocks = recognise.blocks_near(path)
    if blocks is None:
        raise SetupError(
            t("The places of this map have numbers, but no names."),
            where=str(path),
            remedy=t("Put the folder special_blocks with its tables beside the map."),
        )
    return ground.plan(maze.read_tiled(path, blocks))
