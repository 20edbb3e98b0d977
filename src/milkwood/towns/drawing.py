"""A pack's map for drawing only: the map must be valid, the rest of the pack need not be.

Invariant: the result was read without errors.
"""

from pathlib import Path

from milkwood.i18n import t
from milkwood.plain import Json
from milkwood.towns.draft import TOWN_FILE
from milkwood.towns.folder import PackFolder
from milkwood.towns.pack import BrokenPack
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.tiled import read_map


def read_drawing(root: Path) -> tuple[dict[str, Json], Path]:
    """The map's table as Tiled saved it, and the folder its tileset paths are relative to."""
    problems = Problems()
    folder = PackFolder(root, problems)
    table = folder.toml(TOWN_FILE) if folder.opens() else None
    name = table.get("map", "map.tmj") if table is not None else None
    if table is not None and not (isinstance(name, str) and name):
        problems.error(f"{TOWN_FILE} > map", t("The map's name is not a text."), t('Write map = "map.tmj".'))
    elif isinstance(name, str):
        path = folder.inside(name, f"{TOWN_FILE} > map", missing=t("There is no map {name}.", name=quoted(name)))
        drawn = read_map(folder, name, problems) if path else None
        tmj = folder.json(name) if drawn else None
        if path and tmj is not None and not problems.any_error:
            return tmj, path.parent
    raise BrokenPack(root, problems.listed())
