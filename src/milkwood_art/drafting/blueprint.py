"""What a blueprint may say, and reading one from its folder.

A blueprint is a folder: `site.toml` (the lie of the land, and which plan stands where), `plans/*.toml` (one building
or garden each, as a floor plan drawn in letters), and beside the folder, shared by all, `legend.toml` (what the
letters mean). Knows nothing of tiles or of Tiled. Invariant: whatever leaves this module has been checked field by
field; a fault is reported with its file and key.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from milkwood.errors import TownAuthorError
from milkwood.plain import Toml, TomlTable

TextByLanguage = dict[str, str]
Position = tuple[float, float]
BlueprintCell = tuple[int, int]
Positive = Annotated[float, Field(gt=0)]


class Strict(BaseModel):
    """A table in which an unknown key is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LegendMark(Strict):
    """What one letter of a plan stands for: a sprite, a zone, or a kind of ground."""

    sprite: str | list[str] = ""
    thing: str = ""
    name: TextByLanguage = {}
    on_wall: bool = False
    ground: str = ""
    strewn: list[str] = []

    def sprites(self) -> list[str]:
        """The sprites to choose from; none for a zone or plain ground."""
        if isinstance(self.sprite, list):
            return self.sprite
        return [self.sprite] if self.sprite else []


class BlueprintRoom(Strict):
    """A room: what it is called and what its floor and walls are made of."""

    name: TextByLanguage
    kind: str
    floor: str = "wood"
    paper: str = "cream"
    outdoors: bool = False


class BuildingPlan(Strict):
    """One sector drawn in letters. Without `wall` it is open ground."""

    name: TextByLanguage
    kind: str
    opens: str = ""
    public: bool = False
    wall: str = "plaster"
    roof: str = "red"
    door: str = "door_wood"
    fence: str = "fence_white"
    trim: list[str] = []
    window_boxes: bool = False
    rooms: dict[str, BlueprintRoom]
    legend: dict[str, LegendMark] = {}
    plan: str
    under: list[str] = []


class PlacedPlan(Strict):
    """Where a plan stands: its top left corner on the site."""

    plan: str
    at: BlueprintCell


class PathLine(Strict):
    """A street, path or stream: a bent line with a width that wavers."""

    surface: str
    along: list[Position]
    width: Positive
    wobble: float = 0.6
    wander: float = 0.0
    lamps: int = 0
    shore: str = ""


class Patch(Strict):
    """A round, uneven piece of ground: a pond, a plaza, a meadow."""

    surface: str
    at: Position
    radius: Position
    wobble: float = 0.25
    shore: str = ""


class Grove(Strict):
    """A grove: where trees stand close, and which."""

    at: Position
    radius: Position
    density: float = 0.6
    trees: list[str] = []


class PlantBed(Strict):
    """Flowers or crops in rows: each row of cells takes the next kind."""

    at: BlueprintCell
    size: BlueprintCell
    rows: list[str]
    ground: str = "soil"
    by_column: bool = False


class Fence(Strict):
    """A fence along straight lines, open wherever a way crosses it."""

    style: str
    along: list[BlueprintCell]


class PlacedSprite(Strict):
    """One sprite put by hand; `at` is the lower left cell it stands on."""

    sprite: str
    at: BlueprintCell


class OpenThing(Strict):
    """A thing of an open sector: a zone with a size, or a sprite."""

    thing: str
    at: BlueprintCell
    size: BlueprintCell = (1, 1)
    sprite: str = ""
    name: TextByLanguage = {}


class OpenSector(Strict):
    """An open sector with one outdoor room, such as a park."""

    name: TextByLanguage
    kind: str
    at: BlueprintCell
    size: BlueprintCell
    opens: str = ""
    public: bool = True
    room: BlueprintRoom
    things: list[OpenThing] = []


class Nature(Strict):
    """How the land between the houses grows by itself."""

    trees: list[str]
    rim_trees: list[str]
    rim: float = 6.0
    grove: float = 0.6
    grove_scale: float = 13.0
    undergrowth: list[str] = []
    shade: list[str] = []
    flowers: list[str] = []
    meadow: float = 0.35
    wild: float = 0.5
    fresh_water: bool = True


class SitePlan(Strict):
    """The land and what stands on it."""

    name: str
    size: BlueprintCell
    seed: int
    nature: Nature
    buildings: list[PlacedPlan] = []
    ways: list[PathLine] = []
    patches: list[Patch] = []
    woods: list[Grove] = []
    beds: list[PlantBed] = []
    fences: list[Fence] = []
    placed: list[PlacedSprite] = []
    open: list[OpenSector] = []


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A whole town on paper."""

    site: SitePlan
    plans: dict[str, BuildingPlan]
    legend: dict[str, LegendMark]


TableT = TypeVar("TableT", bound=Strict)


class _Legend(Strict):
    marks: dict[str, LegendMark]


def _parse(path: Path) -> dict[str, Toml]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise TownAuthorError("there is no such file.", where=str(path), remedy="Write it.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise TownAuthorError(f"it cannot be read: {error}.", where=str(path)) from None


def _checked(table: type[TableT], content: TomlTable, path: Path) -> TableT:
    try:
        return table.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise TownAuthorError(f"`{key}`: {first['msg']}.", where=str(path)) from None


def read(folder: Path) -> Blueprint:
    """Read the blueprint in a folder."""
    site = _checked(SitePlan, _parse(folder / "site.toml"), folder / "site.toml")
    legend_file = folder.parent / "legend.toml"
    legend = _checked(_Legend, {"marks": _parse(legend_file)}, legend_file).marks
    plans: dict[str, BuildingPlan] = {}
    for standing in site.buildings:
        path = folder / "plans" / f"{standing.plan}.toml"
        plans[standing.plan] = _checked(BuildingPlan, _parse(path), path)
    return Blueprint(site, plans, legend)
