"""Objects of a map: rectangles, points and sprites, with their names and properties.

Invariant: position and size are in range; a sprite's position is its lower left corner, a rectangle's its upper left
one.
"""

from dataclasses import dataclass, field

from milkwood.i18n import t
from milkwood.plain import Json, JsonObject
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.tiled.tileset import TILE_ID_MASK
from milkwood.towns.tiled.value import pixels, properties, tables, whole, words

TILE_PIXELS = 16
MAX_OBJECTS = 20_000
_SHAPES = ("ellipse", "capsule", "polygon", "polyline", "text", "template")


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of whole tiles."""

    x: int
    y: int
    width: int
    height: int

    def within(self, width: int, height: int) -> bool:
        """Whether all of it lies on a map of this size."""
        return self.x >= 0 and self.y >= 0 and self.x + self.width <= width and self.y + self.height <= height

    @property
    def cells(self) -> tuple[slice, slice]:
        """The cells of an array [y, x] that it covers."""
        return slice(self.y, self.y + self.height), slice(self.x, self.x + self.width)


@dataclass(frozen=True, slots=True)
class MapObject:
    """One object of an object layer."""

    where: str
    """Its name in messages."""
    name: str
    x: float
    y: float
    width: float
    height: float
    sprite: int | None = None
    """The tile number of its picture."""
    properties: dict[str, Json] = field(default_factory=dict, hash=False)

    @property
    def is_point(self) -> bool:
        """Whether it has no size."""
        return self.width == 0 and self.height == 0

    def area(self) -> Area:
        """The tiles it covers; edges are rounded to whole tiles."""
        top = self.y - self.height if self.sprite is not None else self.y
        left, upper = round(self.x / TILE_PIXELS), round(top / TILE_PIXELS)
        right, lower = round((self.x + self.width) / TILE_PIXELS), round((top + self.height) / TILE_PIXELS)
        return Area(left, upper, right - left, lower - upper)

    def spot(self) -> tuple[int, int]:
        """The tile of a point."""
        return int(self.x // TILE_PIXELS), int(self.y // TILE_PIXELS)


def read_objects(layer: JsonObject, where: str, problems: Problems) -> list[MapObject]:
    """The objects of an object layer; unreadable ones are noted and left out."""
    listed = tables(layer.get("objects"))
    if len(listed) > MAX_OBJECTS:
        problems.error(
            where, t("The layer holds more than {most} objects.", most=MAX_OBJECTS), t("Make the town smaller.")
        )
        listed = listed[:MAX_OBJECTS]
    found = (_read(entry, where, problems) for entry in listed)
    return [entry for entry in found if entry is not None]


def _read(entry: JsonObject, layer: str, problems: Problems) -> MapObject | None:
    said = properties(entry.get("properties"))
    name = words(entry.get("name")) or words(said.get("name"))
    number = whole(entry.get("id"), 0, 2**31)
    where = f"{layer} > {quoted(name)}" if name else f"{layer} > object {number if number is not None else '?'}"
    x, y = pixels(entry.get("x")), pixels(entry.get("y"))
    width, height = pixels(entry.get("width", 0)), pixels(entry.get("height", 0))
    if x is None or y is None or width is None or height is None or width < 0 or height < 0:
        problems.error(
            where, t("Its position or size is not a number that makes sense."), t("Move it in Tiled and save.")
        )
        return None
    where = t("{place} (at tile {x}, {y})", place=where, x=int(x // TILE_PIXELS), y=int(y // TILE_PIXELS))
    if shape := next((shape for shape in _SHAPES if entry.get(shape)), ""):
        remedy = t("Detach it from its template.") if shape == "template" else t("Draw a rectangle instead.")
        problems.error(where, t("It is of the shape {name}, which is not read.", name=quoted(shape)), remedy)
        return None
    if entry.get("rotation"):
        problems.error(where, t("It is rotated."), t("Set its rotation to 0 in Tiled."))
        return None
    sprite = _sprite(entry, where, problems) if "gid" in entry else None
    return MapObject(where, name, x, y, width, height, sprite, said)


def _sprite(entry: JsonObject, where: str, problems: Problems) -> int | None:
    number = whole(entry["gid"], 1, 2**32 - 1)
    if number is None:
        problems.error(
            where, t("Its picture is {value}.", value=quoted(entry["gid"])), t("Choose its tile again in Tiled.")
        )
        return None
    return number & TILE_ID_MASK
