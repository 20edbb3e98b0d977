"""People who follow a script, partly after long thought, and remember all they perceive."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field

from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.ids import PersonId
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.models.port import Answer, Question
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.intents import Intent, Stay
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.percepts import Moment
from milkwood.town.resolve import Rules
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.engine.scenes import Diary
from tests.instruments.virtual import run_virtually
from tests.ponder import PONDER, Matter


@dataclass
class Part:
    """A person's script by tick, and the ticks at which a decision takes long."""

    tile: Tile
    lines: Mapping[int, Intent]
    slow: frozenset[int] = field(default_factory=frozenset)
    lived: list[int] = field(default_factory=list)

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        self.lived.append(moment.tick)
        return self._after_thought(moment, asker) if moment.tick in self.slow else self._decide(moment)

    async def _after_thought(self, moment: Moment, asker: Asker) -> Decision:
        await asker.ask(PONDER, Matter())
        return self._decide(moment)

    def _decide(self, moment: Moment) -> Decision:
        later = [tick for tick in self.lines if tick > moment.tick]
        intent = self.lines.get(moment.tick, Stay())
        return Decision(intent, min(later, default=10_000), (Memory("saw", str(moment)),))

    def keep(self) -> Kept:
        return {}

    def restore(self, kept: Kept) -> None:
        """No state to restore: the script holds all of it."""


class Ponderous:
    """A model that takes very long."""

    async def answer(self, question: Question) -> Answer:
        await asyncio.sleep(1_000.0)
        return Answer({}, by="ponderous")


def play(town_map: TownMap, cast: Mapping[str, Part], schedule: Schedule, *, until: int, view_radius: int = 3) -> Diary:
    """The result of a script under a schedule."""
    diary = Diary()
    parts = {PersonId(name): part for name, part in cast.items()}
    town = Town(town_map).fold(
        Happening(BEFORE_TIME, name, 0, happened.Entered(parts[name].tile)) for name in sorted(parts)
    )

    async def live() -> None:
        rules = Rules(Paths(town_map), seed=0, view_radius=view_radius)
        life = Life(town, parts, Ponderous(), schedule, LifeSettings(rules, snapshot_every=1_000), diary)
        try:
            await life.live(until)
        finally:
            await life.close()

    run_virtually(live())
    return diary
