"""Runs of a chaotic town, for comparison between schedules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from milkwood.chance import stream
from milkwood.engine.inbox import Inbox
from milkwood.engine.keeper import Remembered, RestingPerson
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.ids import PersonId
from milkwood.mind.port import Kept, Mind
from milkwood.models.port import Model
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.senses import ATTENTION_PERCEPTS
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Scene, Town
from tests.engine.chaos import ChaosMind, SlowModel
from tests.instruments.virtual import run_virtually

SNAPSHOT_EVERY = 50


@dataclass
class Diary:
    """A keeper that keeps everything in memory, and repeats to minds what they were told before."""

    happenings: list[Happening] = field(default_factory=list)
    memories: list[Remembered] = field(default_factory=list)
    snapshots: dict[int, tuple[Scene, Mapping[PersonId, Kept], Mapping[PersonId, int]]] = field(default_factory=dict)
    up_to: int = 0

    def keep_reasons(self, reasons: Sequence[object]) -> None:
        """Reasons are not history."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        assert up_to >= self.up_to
        assert all(self.up_to <= each.tick < up_to for each in happenings)
        assert all(self.up_to <= tick < up_to for tick, _, _ in memories)
        self.up_to = up_to
        self.happenings += happenings
        self.memories += memories

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        assert tick not in self.snapshots
        self.snapshots[tick] = (scene, minds, wakes)

    def fingerprint(self) -> str:
        """A hash of the diary, the same for the same history."""
        snapshots = [(tick, scene, dict(minds), dict(wakes)) for tick, (scene, minds, wakes) in self.snapshots.items()]
        return blake2b(f"{self.happenings}{self.memories}{snapshots}".encode(), digest_size=8).hexdigest()

    def since(self, tick: int) -> "Diary":
        """The part of the diary from a tick on."""
        return Diary(
            [each for each in self.happenings if each.tick >= tick],
            [each for each in self.memories if each[0] >= tick],
            {when: snapshot for when, snapshot in self.snapshots.items() if when >= tick},
            self.up_to,
        )


def crowd(town_map: TownMap, count: int, seed: int) -> Town:
    free = [tile for room in town_map.rooms for tile in town_map.floor(room)]
    tiles: dict[PersonId, Tile] = {}
    for number in range(count):
        name = PersonId(f"p{number:02}")
        tiles[name] = stream(seed, name, "start").chosen(free)
        free.remove(tiles[name])
    return Town(town_map).fold(
        Happening(BEFORE_TIME, name, 0, happened.Entered(tile)) for name, tile in sorted(tiles.items())
    )


@dataclass(frozen=True)
class Story:
    """Everything a chaotic run depends on, except its schedule and the latency of its model."""

    town_map: TownMap
    seed: int
    people: int = 10
    ticks: int = 80
    view_radius: int = 3
    attention: int = ATTENTION_PERCEPTS
    thinks: float = 0.3

    def name(self) -> str:
        """Identifies this story in a failure message."""
        return (
            f"{self.town_map.name}, seed {self.seed}, {self.people} people, {self.ticks} ticks, "
            f"view radius {self.view_radius}, attention {self.attention}, thinks {self.thinks}"
        )

    def begin(self, schedule: Schedule, model: Model, diary: Diary, inbox: Inbox | None = None) -> Life:
        town = crowd(self.town_map, self.people, self.seed)
        return Life(town, self._minds(town, 0), model, schedule, self._settings(0), diary, inbox)

    def resume(
        self,
        schedule: Schedule,
        model: Model,
        diary: Diary,
        told: Diary,
        tick: int,
        inbox: Inbox | None = None,
        came: Mapping[PersonId, Mind] | None = None,
    ) -> Life:
        """Continue from a snapshot in another diary, with the people who came from outside before it."""
        scene, kept_minds, wakes = told.snapshots[tick]
        town = Town.restored(self.town_map, scene)
        resting = {person: RestingPerson.restored(kept, wakes[person]) for person, kept in kept_minds.items()}
        diary.up_to = tick
        minds: dict[PersonId, Mind] = {**self._minds(town, tick)}
        minds.update({person: mind for person, mind in (came or {}).items() if person in minds})
        return Life.resumed(town, minds, model, schedule, self._settings(tick), resting, diary, inbox)

    def _minds(self, town: Town, tick: int) -> dict[PersonId, ChaosMind]:
        people = town.people(tick)
        return {name: ChaosMind(name, self.seed, self.town_map, thinks=self.thinks) for name in people}

    def _settings(self, tick: int) -> LifeSettings:
        rules = Rules(Paths(self.town_map), self.seed, self.view_radius)
        return LifeSettings(rules, tick, SNAPSHOT_EVERY, self.attention)

    def live(self, schedule: Schedule, model: Model | None = None) -> Diary:
        """The history under a schedule."""
        diary, _ = self.time(schedule, model)
        return diary

    def time(self, schedule: Schedule, model: Model | None = None) -> tuple[Diary, float]:
        """The history under a schedule, and how long it takes in virtual seconds."""
        diary = Diary()

        async def live() -> None:
            life = self.begin(schedule, model or SlowModel(self.seed), diary)
            try:
                await life.live(self.ticks)
            finally:
                await life.close()

        _, seconds = run_virtually(live())
        return diary, seconds


def first_difference(one: Diary, other: Diary) -> str:
    """Where two diaries diverge, in words; empty when they are the same."""
    for title in ("happenings", "memories"):
        mine, theirs = getattr(one, title), getattr(other, title)
        for here, there in zip(mine, theirs, strict=False):
            if here != there:
                return f"{title}: {here} | {there}"
        if len(mine) != len(theirs):
            return f"{title}: {len(mine)} | {len(theirs)}"
    for tick in sorted({*one.snapshots, *other.snapshots}):
        if one.snapshots.get(tick) != other.snapshots.get(tick):
            return f"snapshot at {tick}: {one.snapshots.get(tick)} | {other.snapshots.get(tick)}"
    return "" if one.up_to == other.up_to else f"told up to {one.up_to} | {other.up_to}"
