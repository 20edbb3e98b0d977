"""Our own day: the Ville's 25 people, with rule minds and simulated latency, out of order, in lockstep, and the oracle.

The oracle is computed from the day's own trace: a person's tick waits only for the last tick of those they truly
perceive. Virtual seconds; the histories must be the same.
"""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta

import numpy as np

from benchmarks.oracle import longest_chain
from milkwood.engine.keeper import NullKeeper, Remembered
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder
from milkwood.run.characters import everybody_in_bed
from milkwood.town.events import Happening, TalkBegan
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import Town
from milkwood.towns.pack import Pack, load
from milkwood.towns.shelf import find
from milkwood.words import ENGLISH
from milkwood_rule import RuleAnswers, RuleMind, routine_of
from tests.instruments.latent import Latent
from tests.instruments.virtual import run_virtually
from tools.proof import Row

HOURS = 24
FEWEST_QUESTIONS = 60
FEWEST_TALKS = 3


class Listener(NullKeeper):
    """Keeps all events."""

    def __init__(self) -> None:
        self.happenings: list[Happening] = []

    def keep_reasons(self, reasons: Sequence[object]) -> None:
        """Reasons are ignored here."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Record the events."""
        self.happenings += happenings


class TimedLife(Life):
    """A life that records how long each thought took, by the virtual clock."""

    seconds: dict[tuple[int, int], float]

    def _think(self, index: int) -> None:
        began, tick, loop = asyncio.get_running_loop().time(), int(self.own[index]), asyncio.get_running_loop()
        super()._think(index)
        if index in self._tasks:
            note = self.seconds.__setitem__
            self._tasks[index].add_done_callback(lambda _: note((tick, index), loop.time() - began))


def day(pack: Pack, schedule: Schedule, ticks: int) -> tuple[Listener, Latent, dict[tuple[int, int], float], float]:
    """Live it; returns the events, the model, the seconds of each thought, and the total time."""
    listener, model = Listener(), Latent(RuleAnswers())
    seconds: dict[tuple[int, int], float] = {}

    async def live() -> None:
        town = Town(pack.town_map).fold(everybody_in_bed(pack, ENGLISH))
        minds = {
            person.id: RuleMind(person.id, routine_of(person, pack.town_map, ENGLISH), pack.clock)
            for person in pack.people.values()
        }
        rules = Rules(Paths(pack.town_map), 1, pack.view_radius)
        life = TimedLife(town, minds, model, schedule, LifeSettings(rules, attention=pack.attention), listener)
        life.seconds = seconds
        await life.live(ticks)
        await life.close()

    _, took = run_virtually(live())
    return listener, model, seconds, took


def oracle(pack: Pack, happenings: list[Happening], seconds: dict[tuple[int, int], float], ticks: int) -> float:
    """The longest chain of thoughts, each waiting only for those truly perceived."""
    town = Town(pack.town_map).fold(everybody_in_bed(pack, ENGLISH)).fold(happenings)
    people = sorted(pack.people)
    cost = np.zeros((ticks, len(people)))
    for (tick, index), taken in seconds.items():
        cost[tick, index] = taken
    xs, ys = np.zeros((2, ticks, len(people)), int)
    deaf = np.zeros((ticks, len(people)), bool)
    for tick in range(ticks):
        xs[tick], ys[tick] = town.positions(people, tick)
        deaf[tick] = [town.body(person, tick).asleep for person in people]
    return float(longest_chain(cost, xs, ys, pack.town_map, pack.view_radius, deaf))


def main() -> list[Row]:
    """The figures."""
    pack = load(find("the_ville").folder)
    ticks = int(timedelta(hours=HOURS).total_seconds()) // pack.seconds_per_tick
    began = time.process_time()
    told, model, seconds, ahead = day(pack, OutOfOrder(), ticks)
    cpu = time.process_time() - began
    same, _, _, together = day(pack, Lockstep(), ticks)
    best = oracle(pack, told.happenings, seconds, ticks)
    talks = sum(isinstance(each.event, TalkBegan) for each in told.happenings)
    people = len(pack.people)
    share, asked, talked = 100 * best / ahead, model.calls / people, 2 * talks / people
    rows = [
        ("out of order", ahead, "s", None, True),
        ("lockstep", together, "s", None, True),
        ("oracle", best, "s", None, True),
        ("out of order against the oracle", share, "%", "at least 85 %", share >= 85),
        ("the same history", float(told.happenings == same.happenings), "", "1", told.happenings == same.happenings),
        ("questions a person", asked, "", f"at least {FEWEST_QUESTIONS}", asked >= FEWEST_QUESTIONS),
        ("talks a person takes part in", talked, "", f"at least {FEWEST_TALKS}", talked >= FEWEST_TALKS),
        ("CPU out of order", cpu, "s", None, True),
    ]
    head = f"own day, {people} people, {HOURS} h"
    return [
        Row(name=f"{head}: {name}", figure=figure, unit=unit, bound=bound or "", ok=ok)
        for name, figure, unit, bound, ok in rows
    ]
