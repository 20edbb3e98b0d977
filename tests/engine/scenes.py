"""Lives of a chaotic town, to be lived under any schedule and compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from milkwood.chance import stream
from milkwood.engine.keeper import Remembered
from milkwood.engine.life import Life, Schedule, Settings
from milkwood.engine.virtual import run_virtually
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.models.port import Model
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Scene, Town
from tests.engine.chaos import ChaosMind, SlowModel


@dataclass
class Diary:
    """A keeper that keeps everything in memory."""

    happenings: list[Happening] = field(default_factory=list)
    memories: list[Remembered] = field(default_factory=list)
    snapshots: dict[int, tuple[Scene, Mapping[PersonId, Kept], Mapping[PersonId, int]]] = field(default_factory=dict)
    up_to: int = 0

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        assert up_to >= self.up_to
        assert all(self.up_to <= each.tick < up_to for each in happenings)
        self.up_to = up_to
        self.happenings += happenings
        self.memories += memories

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        self.snapshots[tick] = (scene, minds, wakes)


def crowd(town_map: TownMap, count: int, seed: int) -> Town:
    free = [tile for room in town_map.rooms for tile in town_map.floor(room)]
    tiles: dict[PersonId, Tile] = {}
    for number in range(count):
        name = PersonId(f"p{number:02}")
        tiles[name] = stream(seed, name, "start").chosen(free)
    return Town(town_map).fold(
        Happening(BEFORE_TIME, name, 0, happened.Entered(tile)) for name, tile in sorted(tiles.items())
    )


def chaotic_life(
    town_map: TownMap,
    schedule: Schedule,
    *,
    people: int,
    seed: int,
    ticks: int,
    model: Model | None = None,
    view_radius: int = 3,
    thinks: float = 0.3,
) -> tuple[Diary, float]:
    """Live it; returns what happened and how long it took in virtual seconds."""
    diary = Diary()

    async def live() -> None:
        town = crowd(town_map, people, seed)
        minds = {name: ChaosMind(name, seed, town_map, thinks=thinks) for name in town.people(0)}
        rules = Rules(Paths(town_map), seed, view_radius)
        life = Life(town, minds, model or SlowModel(seed), schedule, Settings(rules, snapshot_every=100), diary)
        await life.live(ticks)

    _, seconds = run_virtually(live())
    return diary, seconds
