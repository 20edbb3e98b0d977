"""Maps names of imported places and things to kinds of sectors, rooms and things, and to their looks.

Invariant: every name has a kind; the first listed word in the name decides, so longer words come before shorter ones.
"""

from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SectorKind:
    """The kind of a sector, and whether it is public."""

    kind: str
    public: bool


@dataclass(frozen=True, slots=True)
class RoomKind:
    """The kind of a room, its floor and wallpaper, and whether it is outdoors."""

    kind: str
    floor: str
    paper: str = "cream"
    outdoors: bool = False


_SECTORS: tuple[tuple[str, SectorKind], ...] = (
    ("co-living", SectorKind("coliving", False)),
    ("apartment", SectorKind("apartment", False)),
    ("公寓", SectorKind("apartment", False)),
    ("dorm", SectorKind("dorm", False)),
    ("宿舍", SectorKind("dorm", False)),
    ("house", SectorKind("house", False)),
    ("cottage", SectorKind("house", False)),
    ("home", SectorKind("house", False)),
    ("的家", SectorKind("house", False)),
    ("cafe", SectorKind("cafe", True)),
    ("café", SectorKind("cafe", True)),
    ("coffee", SectorKind("cafe", True)),
    ("咖啡", SectorKind("cafe", True)),
    ("pub", SectorKind("pub", True)),
    ("bar", SectorKind("pub", True)),
    ("酒吧", SectorKind("pub", True)),
    ("restaurant", SectorKind("cafe", True)),
    ("college", SectorKind("college", True)),
    ("school", SectorKind("college", True)),
    ("university", SectorKind("college", True)),
    ("学院", SectorKind("college", True)),
    ("大学", SectorKind("college", True)),
    ("学校", SectorKind("college", True)),
    ("library", SectorKind("college", True)),
    ("market", SectorKind("market", True)),
    ("pharmacy", SectorKind("market", True)),
    ("市场", SectorKind("market", True)),
    ("store", SectorKind("store", True)),
    ("shop", SectorKind("store", True)),
    ("商店", SectorKind("store", True)),
    ("park", SectorKind("park", True)),
    ("garden", SectorKind("park", True)),
    ("公园", SectorKind("park", True)),
)

_ROOMS: tuple[tuple[str, RoomKind], ...] = (
    ("bathroom", RoomKind("bathroom", "tile_blue", "white_tile")),
    ("toilet", RoomKind("bathroom", "tile_blue", "white_tile")),
    ("浴室", RoomKind("bathroom", "tile_blue", "white_tile")),
    ("卫生间", RoomKind("bathroom", "tile_blue", "white_tile")),
    ("bedroom", RoomKind("bedroom", "wood", "sky")),
    ("卧室", RoomKind("bedroom", "wood", "sky")),
    ("main room", RoomKind("main_room", "wood", "cream")),
    ("common room", RoomKind("common_room", "parquet", "sage")),
    ("living room", RoomKind("common_room", "parquet", "sage")),
    ("客厅", RoomKind("common_room", "parquet", "sage")),
    ("classroom", RoomKind("classroom", "linoleum", "panel")),
    ("教室", RoomKind("classroom", "linoleum", "panel")),
    ("library", RoomKind("library", "carpet_green", "panel")),
    ("图书馆", RoomKind("library", "carpet_green", "panel")),
    ("hallway", RoomKind("hallway", "stone", "cream")),
    ("kitchen", RoomKind("kitchen", "checker", "ochre")),
    ("厨房", RoomKind("kitchen", "checker", "ochre")),
    ("garden", RoomKind("garden", "meadow", "", True)),
    ("花园", RoomKind("garden", "meadow", "", True)),
    ("park", RoomKind("park", "meadow", "", True)),
    ("公园", RoomKind("park", "meadow", "", True)),
    ("cafe", RoomKind("cafe", "wood_dark", "ochre")),
    ("咖啡", RoomKind("cafe", "wood_dark", "ochre")),
    ("pub", RoomKind("pub", "wood_dark", "panel")),
    ("bar", RoomKind("pub", "wood_dark", "panel")),
    ("store", RoomKind("shop", "linoleum", "cream")),
    ("shop", RoomKind("shop", "linoleum", "cream")),
    ("商店", RoomKind("shop", "linoleum", "cream")),
    ("room", RoomKind("bedroom", "wood", "rose")),
    ("房间", RoomKind("bedroom", "wood", "rose")),
)
_BY_SECTOR = {"park": RoomKind("park", "meadow", "", True)}
_OTHER_ROOM = RoomKind("main_room", "wood", "cream")

_THINGS: tuple[tuple[str, str], ...] = (
    ("behind the", "behind_counter"),
    ("computer desk", "computer_desk"),
    ("computer", "computer"),
    ("电脑", "computer"),
    ("desk", "desk"),
    ("书桌", "desk"),
    ("bookshelf", "bookshelf"),
    ("书架", "bookshelf"),
    ("pharmacy store shelf", "pharmacy_shelf"),
    ("grocery store shelf", "grocery_shelf"),
    ("product shelf", "product_shelf"),
    ("shelf", "shelf"),
    ("closet", "closet"),
    ("wardrobe", "closet"),
    ("衣柜", "closet"),
    ("refrigerator", "refrigerator"),
    ("fridge", "refrigerator"),
    ("冰箱", "refrigerator"),
    ("cooking area", "cooking_area"),
    ("stove", "cooking_area"),
    ("灶", "cooking_area"),
    ("oven", "oven"),
    ("kitchen sink", "kitchen_sink"),
    ("sink", "bathroom_sink"),
    ("水槽", "bathroom_sink"),
    ("toaster", "toaster"),
    ("shower", "shower"),
    ("bathtub", "shower"),
    ("淋浴", "shower"),
    ("toilet", "toilet"),
    ("马桶", "toilet"),
    ("library table", "library_table"),
    ("pool table", "pool_table"),
    ("table", "table"),
    ("桌", "table"),
    ("sofa", "sofa"),
    ("couch", "sofa"),
    ("沙发", "sofa"),
    ("student seating", "student_seat"),
    ("garden chair", "garden_chair"),
    ("seating", "chair"),
    ("seat", "chair"),
    ("chair", "chair"),
    ("stool", "stool"),
    ("椅", "chair"),
    ("bench", "bench"),
    ("workbench", "workbench"),
    ("counter", "counter"),
    ("柜台", "counter"),
    ("blackboard", "blackboard"),
    ("黑板", "blackboard"),
    ("podium", "podium"),
    ("piano", "piano"),
    ("钢琴", "piano"),
    ("microphone", "microphone"),
    ("guitar", "guitar"),
    ("吉他", "guitar"),
    ("harp", "harp"),
    ("easel", "easel"),
    ("game console", "game_console"),
    ("weight", "lifting_weight"),
    ("garden", "garden"),
    ("花园", "garden"),
    ("notice", "noticeboard"),
    ("boat", "boat"),
    ("stage", "stage"),
    ("lamp", "lamp"),
    ("bed", "bed"),
    ("床", "bed"),
)
OTHER_THING = "stage"
"""For things without a kind, or without a free tile beside them: used from their own tiles."""
BED = "bed"

SPRITES: dict[str, tuple[str, ...]] = {
    "bed": ("bed", "bed_red", "bed_blue", "bed_green", "bed_purple"),
    "desk": ("desk", "desk_dark"),
    "closet": ("closet", "closet_light", "closet_white"),
    "bookshelf": ("bookshelf", "bookshelf_2"),
    "sofa": ("sofa", "sofa_red", "sofa_blue"),
    "table": ("table", "table_plain"),
    "chair": ("chair_s", "chair_n"),
    "counter": ("counter_shop",),
    "garden": ("flowers_mixed", "flowers_red", "flowers_white", "flowers_yellow", "flowers_blue"),
    "behind_counter": (),
    "stage": (),
}
"""The pictures of a kind of thing, if it has others than one of its own name."""


def sector_kind(name: str, sleeps: bool) -> SectorKind:
    """The kind of a sector by its name; without a known word, a sector with beds is a home."""
    found = _first(name, _SECTORS)
    return found or (SectorKind("house", False) if sleeps else SectorKind("hall", True))


def kind_named(word: str) -> str | None:
    """The kind of sector that a single word means, such as `pub` for “bar”; None for any other word."""
    return next((meaning.kind for listed, meaning in _SECTORS if listed == word), None)


def kinds_in(text: str) -> list[str]:
    """The kinds of places that Chinese words in a text mean, in its order."""
    tables = [(word, meaning.kind) for word, meaning in _SECTORS] + [(word, meaning.kind) for word, meaning in _ROOMS]
    found = [(text.find(word), kind) for word, kind in tables if not word.isascii() and word in text]
    return [kind for _, kind in sorted(found)]


def room_kind(name: str, sector: SectorKind) -> RoomKind:
    """The kind of a room by its name."""
    return _first(name, _ROOMS) or _BY_SECTOR.get(sector.kind, _OTHER_ROOM)


def thing_kind(name: str) -> str:
    """The kind of a thing by its name, a key of the catalogue of things."""
    return _first(name, _THINGS) or OTHER_THING


def _first(name: str, listed: tuple[tuple[str, T], ...]) -> T | None:
    folded = name.casefold()
    return next((meaning for word, meaning in listed if word in folded), None)
