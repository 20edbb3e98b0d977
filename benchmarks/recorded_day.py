"""A day recorded by another engine, run again under our schedules: how long would its model calls have taken?

The record (25 people, 8,640 steps, all positions and what each step asked of a model) was made by another engine on
another map, so it was not shaped for our scheduler. Here the same people stand and walk where they did, and each
recorded thought takes 0.150 s and 0.008 s for each token of its answers, with as many calls in flight as there are.

Uses the public interface of the engine alone: a `Life` with one mind per person that follows the record, in virtual
time. Everything that decides who waits for whom is the engine's own. In the record people at rest share tiles; here
each has a tile of their own, so some stand beside the recorded one. Invariant: whenever people are woken they are
within `MAX_AWAY_TILES` of the recorded place, or the benchmark stops.
"""

import asyncio
import csv
import gzip
import json
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from benchmarks.oracle import lockstep_seconds, longest_chain
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.engine.schedule import OutOfOrder
from milkwood.ids import PersonId, RoomId, SectorId
from milkwood.mind.port import Asker, Decision, Kept
from milkwood.models.port import Answer, Question
from milkwood.questions.kind import Kind
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.intents import GoTo, Stay
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.percepts import Moment
from milkwood.town.places import Room, Sector
from milkwood.town.resolve import Rules
from milkwood.town.tile import Tile, distance
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.words import Words
from tests.instruments.virtual import run_virtually
from tools.proof import Row
from tools.tree import ROOT

DATA = ROOT.parent / "shared" / "data"
VIEW_RADIUS = 8
SECONDS_PER_CALL, SECONDS_PER_TOKEN = 0.150, 0.008
MAX_SECONDS = 4450
MAX_CPU_SECONDS = 60
MAX_AWAY_TILES = 2


class Took(TypedDict):
    """A recorded thought."""

    seconds: float


class Over(BaseModel):
    """The thought is over; its content does not matter."""


RECORDED: Final[Kind[Took, Over]] = Kind("recorded", Over, most_prompt_tokens=1, most_answer_tokens=1)


@dataclass(frozen=True, slots=True)
class Record:
    """The record, by step and person: position and duration of the calls."""

    people: tuple[PersonId, ...]
    xs: NDArray[np.int64]
    ys: NDArray[np.int64]
    seconds: NDArray[np.float64]

    @property
    def steps(self) -> int:
        """The number of steps of the day."""
        return len(self.seconds)


def main() -> list[Row]:
    """Run the recorded day again; no rows without the record."""
    traces, matrix = DATA / "traces", DATA / "the_ville" / "matrix"
    if not (traces.is_dir() and matrix.is_dir()):
        print(f"The recorded day is skipped: there is no {traces} beside the project.")
        return []
    record = read_record(traces, "a25")
    town_map = read_map(matrix, record)
    began = time.process_time()
    lived = relive(record, town_map, OutOfOrder())
    cpu = time.process_time() - began
    barrier = lockstep_seconds(record.seconds)
    oracle = longest_chain(record.seconds, record.xs, record.ys, town_map, VIEW_RADIUS)
    print(f"serial {record.seconds.sum():.0f} s, lockstep {barrier:.0f} s, lived {lived:.0f} s, oracle {oracle:.0f} s")
    return [
        _row("recorded day out of order, model time", lived, "s", "at most 4,450 s", lived <= MAX_SECONDS),
        _row("oracle in model time / out of order", 100 * oracle / lived, "%", "at most 100 %", lived >= oracle),
        _row("lockstep in model time / out of order", barrier / lived, "x", "at least 1.5 x", barrier >= 1.5 * lived),
        _row("CPU for living it", cpu, "s", "at most 60 s", cpu <= MAX_CPU_SECONDS),
    ]


def _row(name: str, figure: float, unit: str, bound: str, ok: bool) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound=bound, ok=bool(ok))


# --- reading the record


def read_record(folder: Path, name: str) -> Record:
    """The record of a day, people in order of name."""
    with gzip.open(folder / f"{name}_positions.csv.gz", "rt", encoding="utf-8") as lines:
        rows = [(int(r["step"]), r["agent"], int(r["x"]), int(r["y"])) for r in csv.DictReader(lines)]
    people = sorted({person for _, person, _, _ in rows})
    number = {person: index for index, person in enumerate(people)}
    steps = 1 + max(step for step, _, _, _ in rows)
    xs, ys = np.zeros((2, steps, len(people)), np.int64)
    for step, person, x, y in rows:
        xs[step, number[person]], ys[step, number[person]] = x, y
    seconds = np.zeros((steps, len(people)))
    with gzip.open(folder / f"{name}_agent_step_calls.csv.gz", "rt", encoding="utf-8") as lines:
        for r in csv.DictReader(lines):
            taken = int(r["llm_calls"]) * SECONDS_PER_CALL + int(r["completion_tok"]) * SECONDS_PER_TOKEN
            seconds[int(r["step"]), number[r["agent"]]] += taken
    return Record(tuple(PersonId(f"p{index:02}") for index in range(len(people))), xs, ys, seconds)


def read_map(folder: Path, record: Record) -> TownMap:
    """The map of the record: sight stays inside the same sector and arena; no doors, no things.

    Tiles on which a person stood count as walkable, whatever the map says.
    """
    facts = json.loads((folder / "maze_meta_info.json").read_text(encoding="utf-8"))
    shape = facts["maze_height"], facts["maze_width"]
    walkable = _grid(folder, "collision", shape) == "0"
    walkable[record.ys, record.xs] = True
    sector, arena = _grid(folder, "sector", shape), _grid(folder, "arena", shape)
    tiles: dict[tuple[str, str], list[Tile]] = {}
    for y, x in np.ndindex(*shape):
        tiles.setdefault((str(sector[y, x]), str(arena[y, x])), []).append(Tile(x, y))
    tiles.pop(("0", "0"), None)
    rooms = [_room(*key, tiles[key]) for key in sorted(tiles)]
    sectors = [Sector(sector, Words.plain(sector), "sector") for sector in sorted({room.sector for room in rooms})]
    return TownMap("the recorded town", walkable, sectors, rooms, ())


def _grid(folder: Path, name: str, shape: tuple[int, int]) -> NDArray[np.str_]:
    cells = (folder / "maze" / f"{name}_maze.csv").read_text(encoding="utf-8").replace("\n", ",").split(",")
    filled = [cell.strip() for cell in cells if cell.strip()]
    return np.array(filled[: shape[0] * shape[1]]).reshape(shape)


def _room(sector: str, arena: str, tiles: list[Tile]) -> Room:
    name = f"{sector}:{arena}"
    return Room(RoomId(name), SectorId(sector), Words.plain(name), "room", False, frozenset(tiles))


# --- running it again


def relive(record: Record, town_map: TownMap, schedule: Schedule) -> float:
    """Run the recorded day under a schedule; returns how long the model would have taken."""
    entered = (
        Happening(BEFORE_TIME, person, 0, happened.Entered(Tile(int(x), int(y))))
        for person, x, y in zip(record.people, record.xs[0], record.ys[0], strict=True)
    )
    minds = {person: _Follower(record, index) for index, person in enumerate(record.people)}
    rules = Rules(Paths(town_map, keep=town_map.walkable.size), seed=0, view_radius=VIEW_RADIUS)
    settings = LifeSettings(rules, snapshot_every=record.steps + 1)

    async def live() -> None:
        life = Life(Town(town_map).fold(entered), minds, _Latency(), schedule, settings)
        await life.live(record.steps)
        await life.close()

    return run_virtually(live())[1]


class _Latency:
    """A model whose latency is given by the question."""

    async def answer(self, question: Question) -> Answer:
        await asyncio.sleep(question.content["seconds"])
        return Answer({}, by="record")


class _Follower:
    """A mind that follows the record.

    A walk is given to the engine one straight line at a time, since only straight lines have a unique shortest path.
    The mind knows from the record when it will next have to think; the engine treats this as certain only as far as no
    other person could change it, so it knows nothing too early.
    """

    def __init__(self, record: Record, index: int) -> None:
        self._seconds: list[float] = record.seconds[:, index].tolist()
        way = zip(record.xs[:, index].tolist(), record.ys[:, index].tolist(), strict=True)
        self._tiles = [Tile(x, y) for x, y in way]
        self._goals = dict(_lines(self._tiles))
        self._wakes = self._next_of_note()
        self.away: Counter[int] = Counter()
        """How often the person was woken so many tiles from the recorded place."""

    def _next_of_note(self) -> list[int]:
        """For each step the next one with a thought or the start of a line."""
        coming = len(self._tiles)
        wakes = [coming] * len(self._tiles)
        for step in reversed(range(len(self._tiles))):
            wakes[step] = coming
            if self._seconds[step] or step in self._goals:
                coming = step
        return wakes

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """Think for the recorded time, then go to the recorded place."""
        recorded = self._tiles[moment.tick]
        away = distance(moment.tile, recorded)
        if away > MAX_AWAY_TILES:
            raise AssertionError(f"step {moment.tick}: at {moment.tile}, recorded at {recorded}")
        self.away[away] += 1
        return self._think(moment.tick, asker) if self._seconds[moment.tick] else self._decide(moment.tick)

    async def _think(self, step: int, asker: Asker) -> Decision:
        await asker.ask(RECORDED, Took(seconds=self._seconds[step]))
        return self._decide(step)

    def _decide(self, step: int) -> Decision:
        goal = self._goals.get(step)
        return Decision(Stay() if goal is None else GoTo(goal), self._wakes[step])

    def keep(self) -> Kept:
        """Nothing: all of it is in the record."""
        return {}

    def restore(self, kept: Kept) -> None:
        """Nothing to restore."""


def _lines(tiles: list[Tile]) -> Iterator[tuple[int, Tile]]:
    """The straight lines of a person's walks: the step at which each begins, and its end."""
    began, way = 0, (0, 0)
    for step, (here, there) in enumerate(zip(tiles, [*tiles[1:], tiles[-1]], strict=True)):
        heading = there.x - here.x, there.y - here.y
        if heading != way:
            if way != (0, 0):
                yield began, here
            began, way = step, heading
