"""Season and weather of a run as wire models: each change, with the tick from which it holds.

Invariant: as everyone in the town knows them (`milkwood.town.sky`), also for the days to come.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from milkwood.clock import TownClock
from milkwood.server.wire.playback import SkyOut
from milkwood.town.sky import PART_MINUTES, Climate, Sky, kinds

AHEAD_DAYS = 30
"""After the last tick: a page that stays open longer asks again when it is reloaded."""
MAX_CHANGES = 4000


def sky_out(clock: TownClock, climate: Climate, seed: int, end: int) -> list[SkyOut]:
    """The changes from the first tick to some days after the last."""
    if not climate.kind and not climate.spells:
        return []
    sky = Sky(clock, climate, seed)
    found: list[SkyOut] = []
    for tick in _moments(clock, climate, end):
        said = sky.weather(tick)
        weather = next((key for key, words in kinds().items() if words == said), "")
        one = SkyOut(tick=tick, season=sky.season(tick), weather=weather, climate=climate.kind)
        if not found or (one.season, one.weather) != (found[-1].season, found[-1].weather):
            found.append(one)
        if len(found) >= MAX_CHANGES:
            break
    return found


def _moments(clock: TownClock, climate: Climate, end: int) -> Iterator[int]:
    """The ticks at which it may change."""
    minutes = {part * PART_MINUTES for part in range(4)}
    minutes |= {minute % (24 * 60) for spell in climate.spells for minute in (spell.start, spell.end)}
    first = datetime.combine(clock.start.date(), time(), clock.start.tzinfo)
    last = clock.moment(end) + timedelta(days=AHEAD_DAYS)
    yield 0
    day = first
    while day <= last:
        for minute in sorted(minutes):
            tick = clock.tick_at(day + timedelta(minutes=minute))
            if tick > 0:
                yield tick
        day += timedelta(days=1)
