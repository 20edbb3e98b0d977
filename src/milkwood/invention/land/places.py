"""The buildings of an invented town from the stock of places, and the homes of its households.

Invariant: each station of a place has an address on the map.
"""

from dataclasses import dataclass

from milkwood.chance import Stream
from milkwood.invention.land.building import Building, Garden, InventedRoom, Item
from milkwood.invention.stock import Pair, StockTable

OPEN_GROUNDS = ("green", "square")
LANDING = "quay"


@dataclass(frozen=True, slots=True)
class Station:
    """Where something is done: an address in the town's first language, and the names for texts."""

    sector: Pair
    room: Pair
    thing: Pair
    kind: str

    def address(self) -> str:
        """The full address."""
        return f"{self.sector.en}:{self.room.en}:{self.thing.en}"

    def room_address(self) -> str:
        """The address of the room."""
        return f"{self.sector.en}:{self.room.en}"


@dataclass(frozen=True, slots=True)
class TownPlace:
    """A place of the town: its name, hours, stations by key (the first is the main one), and its main room."""

    key: str
    name: Pair
    stations: dict[str, Station]
    opens: str = ""
    building: Building | None = None


def place_of(key: str, table: StockTable, name: Pair, opens: str) -> TownPlace:
    """A place of the stock under one of its names, with its hours."""
    stations: dict[str, Station] = {}
    rooms = []
    for room in table["rooms"]:
        room_name = Pair(*room["name"])
        items = []
        for station, furniture, en, zh, count in room["things"]:
            thing = Pair(en, zh)
            stations[station] = Station(name, room_name, thing, furniture)
            if furniture.startswith("counter"):
                behind = Pair(f"behind the {en}", f"{zh}后")
                stations["behind"] = Station(name, room_name, behind, "behind_counter")
            items.append(Item(furniture, thing, count))
        rooms.append(InventedRoom(room_name, room["kind"], room["floor"], room["paper"], tuple(items)))
    garden = None
    if "garden" in table:
        plot = table["garden"]
        plot_name, (station, en, zh) = Pair(*plot["name"]), plot["zone"]
        stations[station] = Station(name, plot_name, Pair(en, zh), "garden")
        items = []
        for thing, furniture, thing_en, thing_zh, count in plot["things"]:
            stations[thing] = Station(name, plot_name, Pair(thing_en, thing_zh), furniture)
            items.append(Item(furniture, Pair(thing_en, thing_zh), count))
        garden = Garden(plot_name, Pair(en, zh), tuple(items))
    building = Building(name, table["kind"], tuple(rooms), opens, public=True, garden=garden)
    return TownPlace(key, name, stations, opens, building)


@dataclass(frozen=True, slots=True)
class FamilyHome:
    """A household's house: whose beds stand in it, and its stations."""

    place: TownPlace
    beds: dict[str, Station]


_KITCHEN = (
    ("stove", "cooking_area", Pair("stove", "炉灶"), 1),
    ("sink", "kitchen_sink", Pair("kitchen sink", "水槽"), 1),
    ("larder", "refrigerator", Pair("larder", "食品柜"), 1),
)
_BATH = (
    ("basin", "bathroom_sink", Pair("wash basin", "脸盆"), 1),
    ("bath", "shower", Pair("shower", "淋浴"), 1),
    ("toilet", "toilet", Pair("toilet", "马桶"), 1),
)
_EXTRAS = {
    "shelf": ("shelf", Pair("bookshelf", "书架")),
    "guitar": ("guitar", Pair("guitar", "吉他")),
    "easel": ("easel", Pair("easel", "画架")),
    "desk": ("desk", Pair("writing desk", "写字桌")),
    "computer": ("computer_desk", Pair("computer desk", "电脑桌")),
}
HOME_EXTRAS = tuple(_EXTRAS)


def home_of(
    key: str, name: Pair, bedrooms: list[list[tuple[str, Pair]]], extras: list[str], chance: Stream
) -> FamilyHome:
    """A house: a bedroom for each group of (person, short name), a bathroom, and a living room with a kitchen."""
    stations: dict[str, Station] = {}
    beds: dict[str, Station] = {}
    living = Pair("living room", "起居室")
    table, chair = Pair("dining table", "饭桌"), Pair("armchair", "扶手椅")
    items = [Item(furniture, thing, count) for _, furniture, thing, count in _KITCHEN]
    stations |= {station: Station(name, living, thing, furniture) for station, furniture, thing, _ in _KITCHEN}
    for extra in extras:
        furniture, thing = _EXTRAS[extra]
        items.append(Item(furniture, thing))
        stations[extra] = Station(name, living, thing, furniture)
    items += [Item("table_seats", table), Item("armchair", chair, 2)]
    stations["table"] = Station(name, living, table, "table_seats")
    stations["chair"] = Station(name, living, chair, "armchair")
    floors = chance.shuffled(("wood", "wood_dark", "parquet", "carpet_green", "carpet_blue"))
    papers = chance.shuffled(("cream", "sage", "sky", "rose", "ochre", "lilac"))
    back = []
    for number, sleepers in enumerate(bedrooms):
        room = _bedroom_name(sleepers)
        own = [Item("bed", Pair(f"{called.en}'s bed", f"{called.zh}的床")) for _, called in sleepers]
        for (person, _), item in zip(sleepers, own, strict=True):
            beds[person] = Station(name, room, item.name, "bed")
        closet = Item("closet", Pair("wardrobe", "衣柜"))
        back.append(InventedRoom(room, "bedroom", floors[number % 4], papers[number % 5], (*own, closet)))
    bath = Pair("bathroom", "洗漱间")
    stations |= {station: Station(name, bath, thing, furniture) for station, furniture, thing, _ in _BATH}
    washing = tuple(Item(furniture, thing, count) for _, furniture, thing, count in _BATH)
    back.insert(chance.below(len(back) + 1), InventedRoom(bath, "bathroom", "tile_white", "white_tile", washing))
    main = InventedRoom(living, "living_room", floors[4], papers[5], tuple(items))
    building = Building(name, "house", (main, *back))
    return FamilyHome(TownPlace(key, name, stations, "", building), beds)


def _bedroom_name(sleepers: list[tuple[str, Pair]]) -> Pair:
    names = [called for _, called in sleepers]
    if len(names) == 1:
        return Pair(f"{names[0].en}'s room", f"{names[0].zh}的房间")
    *others, last = names
    listed = ", ".join(name.en for name in others)
    return Pair(f"{listed} and {last.en}'s room", f"{'、'.join(name.zh for name in others)}和{last.zh}的房间")
