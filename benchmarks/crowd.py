"""500 people with 64 calls at a time, a busy hour and a whole day: out of order, in lockstep, and the least time.

The town is twenty Villes side by side, its people have full minds. Until the hour begins answers take no time; from
then on each takes its simulated latency, by the virtual clock. The least time is the larger of the oracle (all people
wait only for those they truly perceive) and of all work divided by 64.

An hour is cut out of a day, so some of the work done in it is for later: its share counts all calls that were answered
in it, which shows how well the 64 are used. The day's share counts only calls whose answers were needed in it. Calls
made ahead have no place in the oracle, which makes the least time smaller and both shares harder.

Without `MILKWOOD_PROOF=1` it is the hour alone, with one seed, and a quarter of the town with a quarter of the calls,
for which lockstep has fewer people to wait for; so only the full form has bounds.
"""

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from typing import Final

from benchmarks._county import county
from benchmarks._minds import full_minds
from benchmarks.own_day import Listener, oracle
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder
from milkwood.ids import PersonId
from milkwood.models.limiter import Limited, Limiter
from milkwood.models.port import Answer, Question
from milkwood.models.wording import WordOverlap
from milkwood.run.characters import everybody_in_bed
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import Town
from milkwood.towns.pack import Pack
from milkwood.understudy.model import Understudy
from milkwood.words import ENGLISH
from tests.instruments.counting import Counting
from tests.instruments.latent import Latent
from tests.instruments.virtual import run_virtually
from tools.proof import Row

_LONG: Final = bool(os.environ.get("MILKWOOD_PROOF"))
PEOPLE, AT_ONCE = (500, 64) if _LONG else (125, 16)
SEEDS: Final = (1, 2, 3) if _LONG else (1,)
HOUR: Final = (120, 60)
"""In the Ville from nine to ten, a busy hour of the morning: minutes from the scenario's start, and how many."""
DAY: Final = (0, 24 * 60)
UNLIMITED: Final = 1_000_000


class Late:
    """A model that takes no time until the stretch begins, and records the duration of each answer from then on."""

    def __init__(self, seed: int) -> None:
        self._plain = Understudy(seed, WordOverlap())
        self._latent = Latent(Counting(self._plain))
        self.busy = False
        self.calls = 0
        self.needed: defaultdict[int, float] = defaultdict(float)
        """Seconds of answered calls, by the tick at which the answer was needed."""
        self.waited: defaultdict[tuple[int, PersonId], float] = defaultdict(float)
        """Seconds of calls that were not made ahead, by tick and person."""

    async def answer(self, question: Question) -> Answer:
        """The answer, with latency once the stretch has begun."""
        if not self.busy:
            return await self._plain.answer(question)
        clock = asyncio.get_running_loop().time
        began = clock()
        answer = await self._latent.answer(question)
        took = clock() - began
        self.calls += 1
        self.needed[question.id.needed] += took
        if question.id.need is None:
            self.waited[question.id.tick, question.id.person] += took
        return answer


@dataclass(frozen=True, slots=True)
class Lived:
    """A completed stretch."""

    seconds: float
    cpu: float
    calls: int
    done: float
    """Seconds of all calls that were answered in it."""
    needed: float
    """The same, of those whose answers were needed in it."""
    oracle: float
    history: str

    def share(self, work: float) -> float:
        """The least time as a share of the time taken, in percent, for the given seconds of work."""
        return 100 * max(self.oracle, work / AT_ONCE) / self.seconds


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a run, for a schedule and a number of concurrent calls."""

    schedule: Callable[[], Schedule]
    at_once: int
    seed: int
    minutes: tuple[int, int] = HOUR

    def lived(self) -> Lived:
        """Live it."""
        pack = _town()
        first, ends = (pack.clock.ticks_in_minutes(minutes) for minutes in (self.minutes[0], sum(self.minutes)))
        model, listener = Late(self.seed), Listener()
        began = time.process_time()
        _, seconds = run_virtually(self._live(pack, model, listener, first, ends))
        cpu = time.process_time() - began
        index = {person: number for number, person in enumerate(sorted(pack.people))}
        waited = {(tick, index[person]): taken for (tick, person), taken in model.waited.items()}
        return Lived(
            seconds,
            cpu,
            model.calls,
            done=sum(model.needed.values()),
            needed=sum(taken for tick, taken in model.needed.items() if tick < ends),
            oracle=oracle(pack, listener.happenings, waited, ends),
            history=sha256(repr(listener.happenings).encode()).hexdigest(),
        )

    async def _live(self, pack: Pack, model: Late, listener: Listener, first: int, ends: int) -> None:
        town = Town(pack.town_map).fold(everybody_in_bed(pack, ENGLISH))
        rules = Rules(Paths(pack.town_map), self.seed, pack.view_radius)
        limited = Limited(model, Limiter(self.at_once))
        settings = LifeSettings(rules, attention=pack.attention)
        life = Life(town, full_minds(pack, self.seed), limited, self.schedule(), settings, listener)
        await life.live(first)
        model.busy = True
        await life.live(ends)
        await asyncio.sleep(0)
        await life.close()


@cache
def _town() -> Pack:
    return county(PEOPLE)


def _all(stretches: list[Stretch]) -> list[Lived]:
    """All of them in parallel: their clocks are virtual."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as workers:
        return list(workers.map(Stretch.lived, stretches))


def main() -> list[Row]:
    """The figures; where no seed is named, of the first."""
    days = [Stretch(OutOfOrder, AT_ONCE, SEEDS[0], DAY)] if _LONG else []
    hours = [Stretch(OutOfOrder, AT_ONCE, seed) for seed in SEEDS]
    others = [Stretch(Lockstep, AT_ONCE, SEEDS[0]), Stretch(OutOfOrder, UNLIMITED, SEEDS[0])]
    lived = _all([*days, *hours, *others])  # the longest first
    ahead, together, free = lived[len(days)], *lived[-2:]
    head = f"{PEOPLE} people, {AT_ONCE} calls at a time"
    rows: list[tuple[str, float, str, float | None]] = [
        ("an hour: out of order", ahead.seconds, "s", None),
        ("an hour: lockstep", together.seconds, "s", None),
        *(
            (f"an hour: out of order against the least time, work done, seed {seed}", each.share(each.done), "%", 95)
            for seed, each in zip(SEEDS, lived[len(days) : -2], strict=True)
        ),
        ("an hour: out of order against the least time, work needed", ahead.share(ahead.needed), "%", None),
        ("an hour: lockstep / out of order", together.seconds / ahead.seconds, "x", 4),
        ("an hour: out of order, calls unlimited", free.seconds, "s", None),
        ("an hour: oracle", free.oracle, "s", None),
        ("an hour: CPU out of order", ahead.cpu, "s", None),
    ]
    for day in lived[: len(days)]:
        rows += [
            ("a day: out of order", day.seconds, "s", None),
            ("a day: oracle", day.oracle, "s", None),
            ("a day: out of order against the least time, work needed", day.share(day.needed), "%", 95),
            ("a day: calls", float(day.calls), "", None),
            ("a day: CPU out of order", day.cpu, "s", None),
        ]
    same = ahead.history == together.history == free.history
    return [
        *(_row(f"{head}, {name}", figure, unit, least if _LONG else None) for name, figure, unit, least in rows),
        Row(name=f"{head}, an hour: the same history", figure=int(same), unit="", bound="1", ok=same),
    ]


def _row(name: str, figure: float, unit: str, least: float | None) -> Row:
    bound = "" if least is None else f"at least {least:g} {unit}"
    return Row(name=name, figure=figure, unit=unit, bound=bound, ok=least is None or figure >= least)
