"""The furniture of invented towns: which sprite it is, which kind of thing, and where in a room it goes.

Invariant: every kind is one of the catalogue's.
"""

from dataclasses import dataclass

from milkwood_art.drafting.blueprint import LegendMark


@dataclass(frozen=True, slots=True)
class Furniture:
    """One sort of furniture. Along a wall, or on the floor as a block of cells (`T` the thing, `<>^v` seats)."""

    kind: str
    sprites: tuple[str, ...]
    width: int
    block: tuple[str, ...] = ()
    seat: str = ""
    """A chair before it, for those who sit at it."""
    deep: bool = False


_BEDS = ("bed_blue", "bed_green", "bed_red", "bed_purple", "bed_yellow", "bed_pink")
_TABLE = (">TTT<", ">TTT<")

FURNITURE = {
    "bed": Furniture("bed", _BEDS, 1, deep=True),
    "desk": Furniture("desk", ("desk", "desk_dark"), 2, seat="chair_n"),
    "computer_desk": Furniture("computer_desk", ("computer_desk",), 2, seat="chair_n"),
    "closet": Furniture("closet", ("closet", "closet_light", "closet_white"), 2),
    "shelf": Furniture("shelf", ("shelf",), 1),
    "bookshelf": Furniture("bookshelf", ("bookshelf", "bookshelf_2"), 2),
    "refrigerator": Furniture("refrigerator", ("refrigerator",), 1),
    "cooking_area": Furniture("cooking_area", ("cooking_area",), 1),
    "kitchen_sink": Furniture("kitchen_sink", ("kitchen_sink",), 1),
    "bathroom_sink": Furniture("bathroom_sink", ("bathroom_sink",), 1),
    "shower": Furniture("shower", ("shower",), 1),
    "toilet": Furniture("toilet", ("toilet",), 1),
    "piano": Furniture("piano", ("piano",), 2, seat="chair_n"),
    "guitar": Furniture("guitar", ("guitar",), 1),
    "easel": Furniture("easel", ("easel",), 1),
    "blackboard": Furniture("blackboard", ("blackboard",), 2),
    "podium": Furniture("podium", ("podium",), 1),
    "noticeboard": Furniture("noticeboard", ("noticeboard",), 2),
    "workbench": Furniture("workbench", ("workbench",), 2),
    "oven": Furniture("oven", ("oven",), 2),
    "pharmacy_shelf": Furniture("pharmacy_shelf", ("pharmacy_shelf",), 2),
    "product_shelf": Furniture("product_shelf", ("product_shelf",), 2),
    "bread_shelf": Furniture("product_shelf", ("bread_shelf",), 2),
    "grocery_shelf": Furniture("grocery_shelf", ("grocery_shelf",), 2),
    "net_rack": Furniture("net_rack", ("net_rack",), 2),
    "hay": Furniture("shelf", ("hay",), 2),
    "beehive": Furniture("shelf", ("beehive",), 1),
    "armchair": Furniture("chair", ("armchair", "armchair_red"), 1, ("T",)),
    "bench": Furniture("bench", ("bench",), 2, ("TT",)),
    "table_seats": Furniture("table", ("table", "table_plain"), 3, _TABLE),
    "library_table": Furniture("library_table", ("library_table",), 3, _TABLE),
    "student_seat": Furniture("student_seat", ("student_seat",), 1, ("T",)),
    "pew": Furniture("chair", ("chair_dark_n",), 1, ("T",)),
    "hull": Furniture("boat", ("boat_unfinished",), 3, ("TTT", "TTT")),
    "boat": Furniture("boat", ("boat",), 3, ("TTT", "TTT")),
    "stage": Furniture("stage", (), 2, ("TT", "TT")),
    "counter": Furniture("counter", ("counter",), 1),
    "counter_bar": Furniture("counter", ("counter_bar",), 1),
    "counter_shop": Furniture("counter", ("counter_shop",), 1),
}

SEATS = {">": "chair_e", "<": "chair_w", "^": "chair_n", "v": "chair_s"}
COUNTERS = frozenset({"counter", "counter_bar", "counter_shop"})
_FIRST_LETTER_CODE = 0x4E00


class Letters:
    """The letters of one plan: each names a mark of its legend."""

    def __init__(self) -> None:
        self.legend: dict[str, LegendMark] = {}

    def of(self, mark: LegendMark) -> str:
        """The letter of a mark."""
        for letter, known in self.legend.items():
            if known == mark:
                return letter
        letter = chr(_FIRST_LETTER_CODE + len(self.legend))
        self.legend[letter] = mark
        return letter
