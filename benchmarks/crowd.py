"""A busy stretch of 500 people with 64 calls at a time: out of order, in lockstep, and the least time there is.

The town is twenty Villes side by side, its people have full minds. Until the stretch begins answers take no time; from
then on each takes its simulated latency, by the virtual clock. The least time is the larger of the oracle (everybody
waits only for those they truly perceive) and of all work shared out among the 64. One talk that begins just before the
stretch ends is worth a percent of it, so it is lived with three seeds, each of which is told, and their mean is held to
the bound. Without `MILKWOOD_PROOF=1` it is one seed, and a quarter of the town with a quarter of the calls, for which
lockstep has fewer people to wait for; so only the full form is held to the bounds.
"""

import asyncio
import os
import time
from dataclasses import dataclass
from statistics import mean

from benchmarks._county import county
from benchmarks._minds import full_minds
from benchmarks.own_day import Listener, TimedLife, oracle
from milkwood.bootstrap import everybody_in_bed
from milkwood.engine.life import Schedule, Settings
from milkwood.engine.schedule import Lockstep, OutOfOrder
from milkwood.engine.virtual import run_virtually
from milkwood.models.gate import Gate
from milkwood.models.latent import Latent
from milkwood.models.port import Answer, Question
from milkwood.models.wording import Wording
from milkwood.questions.counting import Counting
from milkwood.questions.understudy import Understudy
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import Town
from milkwood.towns.pack import Pack
from milkwood.words import ENGLISH
from tools.proof import Row

_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
PEOPLE, AT_ONCE = (500, 64) if _LONG else (125, 16)
BEGINS_MINUTES, MINUTES = 120, 60
"""How long after the scenario's start the stretch begins, and how long it is: in the Ville from nine to ten, a busy
hour of the morning."""
UNLIMITED = 1_000_000
SEEDS = (1, 2, 3) if _LONG else (1,)


class Late:
    """A model that takes no time until the stretch begins."""

    def __init__(self, seed: int) -> None:
        self.done = 0.0
        """Seconds of the stretch's calls that were answered in it."""
        self._plain = Understudy(seed, Wording())
        self.latent = Latent(Counting(self._plain))
        self.busy = False

    async def answer(self, question: Question) -> Answer:
        """The answer, after a while once the stretch has begun."""
        if not self.busy:
            return await self._plain.answer(question)
        began = asyncio.get_running_loop().time()
        answer = await self.latent.answer(question)
        self.done += asyncio.get_running_loop().time() - began
        return answer


class Stretch:
    """A busy stretch, lived under a schedule with so many calls at a time."""

    def __init__(self, pack: Pack, schedule: Schedule, at_once: int, seed: int) -> None:
        self._pack, self._seed = pack, seed
        self._begins = pack.clock.ticks_in_minutes(BEGINS_MINUTES)
        self.ends = self._begins + pack.clock.ticks_in_minutes(MINUTES)
        self.listener = Listener()
        self.thoughts: dict[tuple[int, int], float] = {}
        self.model = Late(seed)
        began = time.process_time()
        _, self.seconds = run_virtually(self._live(schedule, at_once))
        self.cpu = time.process_time() - began

    async def _live(self, schedule: Schedule, at_once: int) -> None:
        pack = self._pack
        town = Town(pack.town_map).fold(everybody_in_bed(pack, ENGLISH))
        rules = Rules(Paths(pack.town_map), self._seed, pack.view_radius)
        life = TimedLife(
            town, full_minds(pack, self._seed), Gate(self.model, at_once), schedule, Settings(rules), self.listener
        )
        life.seconds = {}
        await life.live(self._begins)
        self.model.busy, life.seconds = True, self.thoughts
        await life.live(self.ends)
        await asyncio.sleep(0)
        await life.close()


@dataclass(frozen=True, slots=True)
class Share:
    """How near a stretch out of order comes to the least time."""

    free: Stretch
    ahead: Stretch
    oracle: float

    @property
    def least(self) -> float:
        return max(self.oracle, self.ahead.model.done / AT_ONCE)

    @property
    def percent(self) -> float:
        return 100 * self.least / self.ahead.seconds


def shared(pack: Pack, seed: int) -> Share:
    """The stretch with a seed, with calls unlimited and limited."""
    free, ahead = (Stretch(pack, OutOfOrder(), calls, seed) for calls in (UNLIMITED, AT_ONCE))
    return Share(free, ahead, oracle(pack, free.listener.happenings, free.thoughts, free.ends))


def main() -> list[Row]:
    """The figures; where no seed is named, of the first."""
    pack = county(PEOPLE)
    shares = [shared(pack, seed) for seed in SEEDS]
    free, ahead = shares[0].free, shares[0].ahead
    together = Stretch(pack, Lockstep(), AT_ONCE, SEEDS[0])
    same = free.listener.happenings == ahead.listener.happenings == together.listener.happenings
    share, gain = mean(each.percent for each in shares), together.seconds / ahead.seconds
    rows = [
        ("out of order", ahead.seconds, "s", None, True),
        ("lockstep", together.seconds, "s", None, True),
        ("the least time: oracle or work shared out", shares[0].least, "s", None, True),
        *(
            (f"out of order against the least time, seed {seed}", each.percent, "%", None, True)
            for seed, each in zip(SEEDS, shares, strict=True)
        ),
        (
            f"out of order against the least time, mean of {len(SEEDS)}",
            share,
            "%",
            "at least 95 %" if _LONG else "",
            share >= 95 or not _LONG,
        ),
        ("lockstep / out of order", gain, "x", "at least 4 x" if _LONG else "", gain >= 4 or not _LONG),
        ("the same history", float(same), "", "1", same),
        ("calls", free.model.latent.calls, "", None, True),
        ("out of order, calls unlimited", free.seconds, "s", None, True),
        ("oracle", shares[0].oracle, "s", None, True),
        ("CPU out of order, calls unlimited", free.cpu, "s", None, True),
        ("CPU out of order", ahead.cpu, "s", None, True),
    ]
    head = f"{PEOPLE} people, {AT_ONCE} calls at a time, {MINUTES} min"
    return [
        Row(name=f"{head}: {name}", figure=figure, unit=unit, bound=bound or "", ok=ok)
        for name, figure, unit, bound, ok in rows
    ]
