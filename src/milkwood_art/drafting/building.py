"""Puts a floor plan on the land: floors, walls, paper, roof, doors, and all that stands in the rooms.

Knows nothing of streets and trees. Invariant: the cells before an outer door stay free, and every outer door and
garden gate is noted so that a footpath can start there.
"""

from collections import defaultdict

from milkwood_art.drafting.blueprint import BlueprintCell, LegendMark, OpenSector
from milkwood_art.drafting.land import DraftLand, MapArea, StandingSprite
from milkwood_art.drafting.plan import Doorway, DrawnItem, FloorPlan, rectangles
from milkwood_art.sprites import SPRITES

_MAT, _WINDOW_BOX = "doormat", "window_box"
_AROUND = ((0, 1), (0, -1), (-1, 0), (1, 0))


def put_up(land: DraftLand, plan: FloorPlan, at: BlueprintCell) -> None:
    """Build everything of a plan with its upper left corner at a cell."""
    _Builder(land, plan, at).build()


def open_sector(land: DraftLand, ground: OpenSector) -> None:
    """Mark a park or the like: a sector with one outdoor room and its things."""
    land.sectors.append(
        MapArea(ground.name, ground.kind, ground.at, ground.size, opens=ground.opens, public=ground.public)
    )
    land.rooms.append(MapArea(ground.room.name, ground.room.kind, ground.at, ground.size, outdoors=True))
    for use in ground.things:
        if use.sprite:
            land.stand(StandingSprite(use.sprite, use.at, use.thing, use.name))
        else:
            land.zones.append(MapArea(use.name, use.thing, use.at, use.size))


class _Builder:
    """Builds one plan; holds where it stands."""

    def __init__(self, land: DraftLand, plan: FloorPlan, at: BlueprintCell) -> None:
        self.land, self.plan, self.at = land, plan, at
        self.building = plan.building
        # Footpaths may cross a quay or a square, but not a house or a garden.
        self.kept = land.built if plan.walls else land.free

    def _on_site(self, cell: BlueprintCell) -> BlueprintCell:
        return cell[0] + self.at[0], cell[1] + self.at[1]

    def build(self) -> None:
        """All parts, ground first."""
        self._floors()
        self._walls()
        self._doors()
        for piece in self.plan.flat:
            self._stand(piece)
        self._pieces()
        self._areas()

    def _floors(self) -> None:
        land, plan = self.land, self.plan
        for room in plan.rooms:
            for cell in room.cells:
                self._pave(cell, room.plan.floor)
        for cell in plan.ground | plan.fences:
            self.kept.add(self._on_site(cell))
        for cell in plan.walls:
            near = (plan.room_at((cell[0] + dx, cell[1] + dy)) for dx, dy in _AROUND)
            self._pave(cell, next((room.floor for room in near if room and not room.outdoors), "stone"))
        for cell in plan.gates:
            self._pave(cell, "path")
            land.free.add(self._on_site(cell))
            land.fronts.append(self._on_site(cell))

    def _pave(self, cell: BlueprintCell, floor: str) -> None:
        x, y = self._on_site(cell)
        self.land.terrain[y][x] = floor
        self.kept.add((x, y))

    def _walls(self) -> None:
        land, plan = self.land, self.plan
        for cell in plan.walls:
            x, y = self._on_site(cell)
            land.wall[y][x] = self.building.wall
            land.paper[y][x] = self._paper(cell)
            land.window[y][x] = cell in plan.windows
            if land.window[y][x] and self.building.window_boxes and not land.paper[y][x]:
                land.stand(StandingSprite(_WINDOW_BOX, (x, y)))
        for cell in plan.fences:
            x, y = self._on_site(cell)
            land.wall[y][x] = self.building.fence
        roofed = plan.walls | {door.at for door in plan.doors}
        for room in plan.rooms:
            roofed |= set() if room.plan.outdoors else room.cells
        for cell in roofed:
            x, y = self._on_site(cell)
            land.roof[y][x] = self.building.roof

    def _paper(self, cell: BlueprintCell) -> str:
        """The paper of the room a wall looks into (southwards); none when it looks into the open."""
        below = (cell[0], cell[1] + 1)
        room = self.plan.room_at(below)
        if room is None and any(door.at == below and door.upright for door in self.plan.doors):
            room = self.plan.room_at((below[0] - 1, below[1])) or self.plan.room_at((below[0] + 1, below[1]))
        return room.paper if room and not room.outdoors else ""

    def _doors(self) -> None:
        for door in self.plan.doors:
            x, y = door.at
            inner = next(
                room
                for room in (self.plan.room_at((x + dx, y + dy)) for dx, dy in _AROUND)
                if room and not room.outdoors
            )
            self._pave(door.at, inner.floor)
            self.land.doors.append(MapArea({}, "", self._on_site(door.at), (1, 1), sprite=self._leaf(door)))
            self._keep_clear(door)

    def _leaf(self, door: Doorway) -> str:
        if not door.outer:
            return "doorway_v" if door.upright else "doorway"
        side = f"{self.building.door}_side"
        return side if door.upright and side in SPRITES else self.building.door

    def _keep_clear(self, door: Doorway) -> None:
        """Leave the cells on both sides of a door free; note the outer one for a footpath."""
        x, y = self._on_site(door.at)
        indoors = {self._on_site(c) for room in self.plan.rooms if not room.plan.outdoors for c in room.cells}
        steps = ((-1, 0), (1, 0)) if door.upright else ((0, -1), (0, 1))
        for dx, dy in steps:
            near = (x + dx, y + dy)
            self.land.free.add(near)
            if door.outer and near not in indoors:
                self.land.free.add((x + 2 * dx, y + 2 * dy))
                if dy == 1:
                    self.land.stand(StandingSprite(_MAT, near))
                if near not in self.land.built:
                    self.land.fronts.append(near)

    def _stand(self, piece: DrawnItem) -> None:
        x, y = self._on_site(piece.at)
        sprite = self.land.noise.pick("variant", x, y, piece.mark.sprites())
        foot = (x, y + piece.size[1] - 1)
        self.land.stand(StandingSprite(sprite, foot, piece.mark.thing, piece.mark.name))

    def _pieces(self) -> None:
        zones: dict[str, set[BlueprintCell]] = defaultdict(set)
        marks: dict[str, LegendMark] = {}
        for piece in self.plan.pieces:
            x, y = self._on_site(piece.at)
            if piece.mark.ground:
                for i in range(piece.size[0]):
                    for j in range(piece.size[1]):
                        self.land.terrain[y + j][x + i] = piece.mark.ground
            if piece.mark.strewn:
                sprite = self.land.noise.pick("strewn", x, y, piece.mark.strewn)
                if sprite:
                    self.land.stand(StandingSprite(sprite, (x, y)))
            if piece.mark.sprites():
                self._stand(piece)
            elif piece.mark.thing:
                key = repr(piece.mark)
                marks[key] = piece.mark
                zones[key].add((x, y))
        for key, cells in zones.items():
            for x, y, width, height in rectangles(cells):
                self.land.zones.append(MapArea(marks[key].name, marks[key].thing, (x, y), (width, height)))

    def _areas(self) -> None:
        plan, building = self.plan, self.building
        x, y, width, height = self._extent()
        self.land.sectors.append(
            MapArea(building.name, building.kind, (x, y), (width, height), building.opens, building.public)
        )
        for room in plan.rooms:
            cells = {self._on_site(cell) for cell in room.cells}
            for rx, ry, rw, rh in rectangles(cells):
                self.land.rooms.append(
                    MapArea(room.plan.name, room.plan.kind, (rx, ry), (rw, rh), outdoors=room.plan.outdoors)
                )

    def _extent(self) -> tuple[int, int, int, int]:
        plan = self.plan
        cells = plan.walls | plan.fences | {cell for room in plan.rooms for cell in room.cells}
        xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
        x, y = self._on_site((min(xs), min(ys)))
        return x, y, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def trim(land: DraftLand, plan: FloorPlan, at: BlueprintCell) -> None:
    """Set flowers, bushes or pots along the foot of the south walls, where there is room."""
    for cell in sorted(plan.walls):
        x, y = cell[0] + at[0], cell[1] + at[1] + 1
        if (cell[0], cell[1] + 1) in plan.walls or not plan.building.trim:
            continue
        sprite = land.noise.pick("trim", x, y, plan.building.trim)
        if sprite and SPRITES[sprite].height == 1:
            growth = StandingSprite(sprite, (x, y))
            if land.takes(growth, frozenset({"grass", "meadow", "soil", "path"})):
                land.stand(growth)
