"""The lie of an invented town: rows of buildings along bent streets, cross streets, a square, a green, water and woods.

Knows plans and their sizes, nothing of their rooms. Invariant: no two plans overlap, and every row has a street.
"""

from dataclasses import dataclass
from math import pi, sin

from milkwood.chance import Stream
from milkwood.invention.land.furnishing import Letters
from milkwood.invention.stock import Pair
from milkwood_art.drafting.blueprint import (
    BlueprintRoom,
    BuildingPlan,
    Fence,
    Grove,
    LegendMark,
    Nature,
    OpenSector,
    OpenThing,
    Patch,
    PathLine,
    PlacedPlan,
    PlacedSprite,
    PlantBed,
    SitePlan,
)

TOWN_MARGIN_TILES = 6
_STREET_TILES = 8
_LANE_TILES = 4
_POND_TILES = 6
_OPEN = {"green": (19, 13), "square": (15, 9)}
_WOODS = (
    ("tree_round", "tree_birch", "tree_cherry"),
    ("tree_pine", "tree_birch", "tree_pine"),
    ("tree_oak", "tree_maple", "tree_round"),
    ("tree_poplar", "tree_apple", "tree_round"),
    ("tree_birch", "tree_poplar", "tree_oak"),
)


@dataclass(frozen=True, slots=True)
class OpenGround:
    """A park or square to lay out: its names, and the names of its things by station."""

    key: str
    name: Pair
    room: Pair
    things: dict[str, Pair]


@dataclass(frozen=True, slots=True)
class _Lot:
    """Something that stands in a row: a plan or open ground."""

    key: str
    width: int
    height: int


def plan_of_landing(name: Pair, room: Pair, things: dict[str, Pair], chance: Stream) -> BuildingPlan:
    """A quay: cobbles with benches, a deck, and a pier with the boat."""
    letters = Letters()

    def mark(station: str, sprite: str, kind: str, ground: str) -> str:
        return letters.of(LegendMark(sprite=sprite, thing=kind, name=things[station].text(), ground=ground))

    bench, nets = mark("bench", "bench", "bench", "cobble"), mark("nets", "net_rack", "net_rack", "cobble")
    board, boat = mark("notices", "noticeboard", "noticeboard", "cobble"), mark("ferry", "boat", "boat", "water")
    stone, deck, water = (letters.of(LegendMark(ground=ground)) for ground in ("cobble", "deck", "water"))
    width, pier = 18 + chance.below(5), 3 + chance.below(8)
    rows = [[stone] * width for _ in range(3)] + [[deck] * width] + [[water] * width for _ in range(5)]
    for x, letter in ((1, bench), (5, nets), (9, board), (13, bench)):
        rows[1][x : x + 2] = [letter] * 2
    rows[2][chance.below(width)] = "1"
    for y in range(4, 9):
        rows[y][pier : pier + 2] = [deck] * 2
    for y in (5, 6):
        rows[y][pier + 2 : pier + 5] = [boat] * 3
    room_plan = BlueprintRoom(name=room.text(), kind="quay", floor="cobble", outdoors=True)
    drawing = "\n" + "\n".join("".join(row) for row in rows) + "\n"
    return BuildingPlan(
        name=name.text(),
        kind="quay",
        public=True,
        wall="stone",
        rooms={"1": room_plan},
        legend=letters.legend,
        plan=drawing,
    )


def size_of(plan: BuildingPlan) -> tuple[int, int]:
    """The cells that a plan covers."""
    rows = plan.plan.strip("\n").split("\n")
    return max(map(len, rows)), len(rows)


class SitePlanner:
    """Lays out one town."""

    def __init__(self, name: str, seed: int, chance: Stream) -> None:
        self.name, self.seed, self.chance = name, seed, chance
        self.swing = chance.between(0, 20) / 10
        self.period = chance.between(55, 90)
        self.phase = chance.unit() * 2 * pi
        self.standing: list[PlacedPlan] = []
        self.ways: list[PathLine] = []
        self.patches: list[Patch] = []
        self.beds: list[PlantBed] = []
        self.fences: list[Fence] = []
        self.placed: list[PlacedSprite] = []
        self.open: list[OpenSector] = []

    def lay_out(self, plans: dict[str, BuildingPlan], grounds: list[OpenGround], landing: str | None) -> SitePlan:
        """The whole site."""
        lots = [_Lot(key, *size_of(plan)) for key, plan in plans.items() if key != landing]
        lots += [_Lot(ground.key, *_OPEN[ground.key]) for ground in grounds]
        rows = self._rows(self.chance.shuffled(lots))
        width = max(sum(lot.width + 4 for lot in row) for row in rows) + 2 * TOWN_MARGIN_TILES + _LANE_TILES
        lane = self.chance.between(width // 3, 2 * width // 3)
        stream = self.chance.between(0, len(rows) - 1) if landing is None and self.chance.happens(0.6) else -1
        y, streets = TOWN_MARGIN_TILES, []
        by_key = {ground.key: ground for ground in grounds}
        for number, row in enumerate(rows):
            y += max(lot.height for lot in row) + 2
            width = max(width, self._row(row, y, lane, by_key) + TOWN_MARGIN_TILES)
            streets.append(y)
            y += _STREET_TILES
            if number == stream and number < len(rows) - 1:
                self._water(y, width, 3)
                y += 5
        height = y + TOWN_MARGIN_TILES // 2
        if landing is not None:
            height = self._landing(plans[landing], landing, streets[-1], width)
        elif stream < 0:
            height += _POND_TILES
            self.patches.append(self._pond(width, height))
        self._streets(streets, width, lane)
        return SitePlan(
            name=self.name,
            size=(width, height),
            seed=self.seed % (1 << 31),
            nature=self._nature(),
            buildings=self.standing,
            ways=self.ways,
            patches=self.patches,
            woods=self._woods(width, height),
            beds=self.beds,
            fences=self.fences,
            placed=self.placed,
            open=self.open,
        )

    def _rows(self, lots: list[_Lot]) -> list[list[_Lot]]:
        """Lots in rows of about the same width, wider than they are many."""
        total = sum(lot.width + 4 for lot in lots)
        count = max(2, round((total / 38) ** 0.5 + self.chance.between(-4, 4) / 10))
        rows: list[list[_Lot]] = [[] for _ in range(count)]
        for lot in lots:
            min(rows, key=lambda row: sum(one.width + 4 for one in row)).append(lot)
        return [row for row in rows if row]

    def _bend(self, x: float) -> float:
        return self.swing * sin(2 * pi * x / self.period + self.phase)

    def _row(self, row: list[_Lot], bottom: int, lane: int, grounds: dict[str, OpenGround]) -> int:
        """Place a row with its lower edge about here; returns where it ends."""
        x = TOWN_MARGIN_TILES + self.chance.below(4)
        for lot in row:
            if x < lane + _LANE_TILES and x + lot.width > lane - 2:
                x = lane + _LANE_TILES
            y = bottom - lot.height + round(self._bend(x + lot.width / 2)) - self.chance.below(2)
            if lot.key in grounds:
                self._ground(grounds[lot.key], (x, y), lot)
                middle = x + lot.width / 2
                self._path_in(middle, y + lot.height // 2, bottom + 4 + self._bend(middle), lot.key)
            else:
                self.standing.append(PlacedPlan(plan=lot.key, at=(x, y)))
            x += lot.width + 2 + self.chance.below(4)
        return x

    def _ground(self, ground: OpenGround, at: tuple[int, int], lot: _Lot) -> None:
        things = self._park(ground, at, lot) if ground.key == "green" else self._plaza(ground, at, lot)
        room = BlueprintRoom(name=ground.room.text(), kind=ground.key, outdoors=True)
        self.open.append(
            OpenSector(
                name=ground.name.text(), kind="park" if ground.key == "green" else "square", at=at,
                size=(lot.width, lot.height), room=room, things=things,
            )
        )  # fmt: skip

    def _park(self, ground: OpenGround, at: tuple[int, int], lot: _Lot) -> list[OpenThing]:
        """Lawns inside a hedge, on both sides of a path that ends at a round bed of flowers, with benches along it."""
        x, y = at
        right, low, middle = x + lot.width - 1, y + lot.height - 1, x + lot.width // 2
        style = self.chance.chosen(("hedge", "stone_wall", "fence_white"))
        self.fences.append(Fence(style=style, along=[(x, low), (x, y), (right, y), (right, low), (x, low)]))
        self.beds += [
            PlantBed(at=(middle - 3, y + 2), size=(7, 2), rows=self._flowers()),
            PlantBed(at=(x + 2, low - 3), size=(3, 2), rows=self._flowers()),
            PlantBed(at=(right - 4, low - 3), size=(3, 2), rows=self._flowers()),
        ]
        trees = self.chance.chosen(_WOODS)
        for place in (x + 2, right - 2):
            self.placed.append(PlacedSprite(sprite=self.chance.chosen(trees), at=(place, y + 4)))
        bench, flowers = ground.things["bench"].text(), ground.things["flowers"].text()
        along = [
            OpenThing(thing="bench", sprite="bench_park", at=(place, y + 7), name=bench)
            for place in (middle - 4, middle + 3)
        ]
        return [*along, OpenThing(thing="garden", at=(middle - 4, y + 1), size=(9, 4), name=flowers)]

    def _plaza(self, ground: OpenGround, at: tuple[int, int], lot: _Lot) -> list[OpenThing]:
        """Paving with a stage, a noticeboard, benches, and something in the middle."""
        x, y = at
        self.patches.append(
            Patch(surface="plaza", at=(x + lot.width / 2, y + lot.height / 2), radius=(8, 5.5), wobble=0.08)
        )
        names = {key: name.text() for key, name in ground.things.items()}
        self.placed += [PlacedSprite(sprite="stage_boards", at=(x + 2 + i, y + 3)) for i in (0, 2)]
        self.placed.append(PlacedSprite(sprite=self.chance.chosen(("fountain", "well", "statue")), at=(x + 7, y + 5)))
        return [
            *(
                OpenThing(thing="bench", sprite="bench", at=(x + place, y + lot.height - 2), name=names["bench"])
                for place in (2, lot.width - 4)
            ),
            OpenThing(thing="stage", at=(x + 2, y + 2), size=(4, 2), name=names["stage"]),
            OpenThing(thing="noticeboard", sprite="noticeboard", at=(x + 11, y + 2), name=names["notices"]),
        ]

    def _path_in(self, x: float, y: float, street: float, key: str) -> None:
        """The way from a street to the middle of open ground."""
        surface = "path" if key == "green" else "cobble"
        self.ways.append(PathLine(surface=surface, along=[(x, y), (x, street - 1)], width=2, wobble=0.2))

    def _flowers(self) -> list[str]:
        known = ("flowers_red", "flowers_white", "flowers_yellow", "flowers_blue", "flowers_pink", "flowers_mixed")
        return [self.chance.chosen(known) for _ in range(2)]

    def _streets(self, streets: list[int], width: int, lane: int) -> None:
        for number, y in enumerate(streets):
            main = number == len(streets) // 2
            along = [(float(x), y + 4 + self._bend(x)) for x in range(-2, width + 8, 6)]
            surface = "cobble" if main else "path"
            self.ways.append(
                PathLine(surface=surface, along=along, width=2.8 if main else 2.1, wobble=0.5, lamps=8 + number)
            )
        if len(streets) > 1:
            first, last = streets[0] + 4.0, streets[-1] + 4.0
            middle = lane + 1.0
            along = [
                (middle, first + self._bend(lane)),
                (middle, (first + last) / 2),
                (middle, last + self._bend(lane)),
            ]
            self.ways.append(PathLine(surface="path", along=along, width=2.0, wobble=0.3, lamps=9))

    def _water(self, y: float, width: int, breadth: float) -> None:
        along = [(float(x), y + self._bend(x)) for x in range(-3, width + 9, 6)]
        self.ways.insert(0, PathLine(surface="water", along=along, width=breadth, wobble=0.5, wander=0.4, shore="sand"))

    def _landing(self, plan: BuildingPlan, key: str, street: int, width: int) -> int:
        """The quay at a river in the south; returns the height of the land."""
        wide, _ = size_of(plan)
        x = self.chance.between(TOWN_MARGIN_TILES, max(TOWN_MARGIN_TILES, width - TOWN_MARGIN_TILES - wide))
        y = street + 10
        self.standing.append(PlacedPlan(plan=key, at=(x, y)))
        along = [(float(place), y + 8.5) for place in range(-3, width + 9, 6)]
        self.ways.append(PathLine(surface="water", along=along, width=9, wobble=0.4, shore="sand"))
        middle = x + wide / 2
        self.ways.append(
            PathLine(surface="path", along=[(middle, street + 4 + self._bend(middle)), (middle, y + 1)], width=2)
        )
        return y + 16

    def _pond(self, width: int, height: int) -> Patch:
        x = self.chance.chosen((3, width - 3))
        return Patch(surface="water", at=(x, height - 3), radius=(8, 4), wobble=0.2, shore="sand")

    def _woods(self, width: int, height: int) -> list[Grove]:
        groves = []
        for _ in range(3 + self.chance.below(4)):
            at = (self.chance.between(0, width), self.chance.chosen((2, 3, height - 3, height // 2)))
            radius = (self.chance.between(4, 12), self.chance.between(2, 5))
            trees = list(self.chance.chosen(_WOODS))
            groves.append(Grove(at=at, radius=radius, density=self.chance.between(3, 6) / 10, trees=trees))
        return groves

    def _nature(self) -> Nature:
        trees = list(self.chance.chosen(_WOODS))
        return Nature(
            trees=trees,
            rim_trees=[*self.chance.chosen(_WOODS), "cliff_rock"] if self.chance.happens(0.3) else trees,
            rim=self.chance.between(15, 35) / 10,
            grove=self.chance.between(56, 66) / 100,
            grove_scale=self.chance.between(7, 13),
            undergrowth=["tall_grass", "bush", "tall_grass", "rock_small", "fern"],
            shade=["fern", "tall_grass", "mushroom", "leaves"],
            flowers=[*self._flowers(), *self._flowers()],
            meadow=self.chance.between(30, 50) / 100,
            wild=self.chance.between(45, 80) / 100,
        )
