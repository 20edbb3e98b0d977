"""The Ville's own day with full minds: out of order against the oracle of its own trace, its history and its cost.

People think, talk and remember as they will with a language model: every question is rendered and counted, and its
answer takes as long as its tokens would (0.150 s and 0.008 s a token, virtual). `MILKWOOD_PROOF=1` lives the whole day,
otherwise its first hours.
"""

import asyncio
import time
from datetime import timedelta

from benchmarks._minds import full_minds
from benchmarks.own_day import HOURS, Listener, TimedLife, oracle
from milkwood.engine.life import LifeSettings, Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder
from milkwood.models.wording import WordOverlap
from milkwood.run.characters import everybody_in_bed
from milkwood.town.events import TalkBegan
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import Town
from milkwood.towns.pack import Pack, load
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from milkwood.words import ENGLISH
from tests.instruments.counting import Counting
from tests.instruments.latent import Latent
from tests.instruments.virtual import run_virtually
from tools.proof import Row

SEED = 1


class Lived:
    """A day and its cost."""

    def __init__(self, pack: Pack, schedule: Schedule, ticks: int) -> None:
        self.listener, self.counting = Listener(), Counting(Understudy(SEED, WordOverlap()))
        self.model = Latent(self.counting)
        self.seconds: dict[tuple[int, int], float] = {}
        _, self.took = run_virtually(self._live(pack, schedule, ticks))

    async def _live(self, pack: Pack, schedule: Schedule, ticks: int) -> None:
        town = Town(pack.town_map).fold(everybody_in_bed(pack, ENGLISH))
        rules = Rules(Paths(pack.town_map), SEED, pack.view_radius)
        settings = LifeSettings(rules, attention=pack.attention)
        life = TimedLife(town, full_minds(pack, SEED), self.model, schedule, settings, self.listener)
        life.seconds = self.seconds
        await life.live(ticks)
        await life.close()
        await asyncio.sleep(0)


def main() -> list[Row]:
    """The figures."""
    pack = load(find("the_ville").folder)
    ticks = int(timedelta(hours=HOURS).total_seconds()) // pack.seconds_per_tick
    began = time.process_time()
    ahead = Lived(pack, OutOfOrder(), ticks)
    cpu = time.process_time() - began
    together = Lived(pack, Lockstep(), ticks)
    best = oracle(pack, ahead.listener.happenings, ahead.seconds, ticks)
    people = len(pack.people)
    talks = sum(isinstance(each.event, TalkBegan) for each in ahead.listener.happenings)
    tokens = sum(ahead.counting.prompt_tokens.values()) + sum(ahead.counting.answer_tokens.values())
    same = ahead.listener.happenings == together.listener.happenings
    share = 100 * best / ahead.took
    rows = [
        ("out of order", ahead.took, "s", "", True),
        ("lockstep", together.took, "s", "", True),
        ("oracle", best, "s", "", True),
        ("out of order against the oracle", share, "%", "at least 85 %", share >= 85),
        ("the same history", float(same), "", "1", same),
        ("calls a person", ahead.model.calls / people, "", "at most 100", ahead.model.calls / people <= 100),
        ("tokens a person", tokens / people, "", "at most 70,000", tokens / people <= 70_000),
        ("talks a person takes part in", 2 * talks / people, "", "", True),
        ("CPU out of order", cpu, "s", "", True),
    ]
    head = f"full minds, {people} people, {HOURS} h"
    return [
        Row(name=f"{head}: {name}", figure=figure, unit=unit, bound=bound, ok=ok)
        for name, figure, unit, bound, ok in rows
    ]
