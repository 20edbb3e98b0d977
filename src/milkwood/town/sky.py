"""Season, daylight and weather of a town: what its clock tells everyone.

Invariant (rules W2, E3): a function of the date, the town's place on earth, what its author says of the weather, and
the seed; of nothing that happens in the town.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources

from milkwood.chance import Stream, stream
from milkwood.clock import MINUTES_A_DAY, TownClock
from milkwood.ids import PersonId
from milkwood.words import Words

SEASONS = ("winter", "spring", "summer", "autumn")
DEFAULT_LATITUDE_DEGREES = 45.0
PART_MINUTES = 360
"""A drawn weather lasts for a quarter of a day at least."""
SAME_WEATHER_PROBABILITY = 0.6
"""Of a part of a day having the weather of the day."""
_HORIZON = math.sin(math.radians(-0.833))
"""Where the centre of the sun is when its edge rises, as the air bends light."""
_NOBODY = PersonId("~sky")


@dataclass(frozen=True, slots=True)
class Spell:
    """Weather from an hour to another, of one day of the run or of every day."""

    what: Words
    start: int = 0
    """Minutes since midnight."""
    end: int = MINUTES_A_DAY
    """At or before the start: on the next day."""
    day: int | None = None
    """1 is the first; None for every day."""

    def holds(self, day: int, minute: int) -> bool:
        """Whether it is so at a minute of a day."""
        if self.start < self.end:
            return self._of(day) and self.start <= minute < self.end
        return (self._of(day) and minute >= self.start) or (self._of(day - 1) and minute < self.end)

    def _of(self, day: int) -> bool:
        return self.day in (None, day)


@dataclass(frozen=True, slots=True)
class Climate:
    """Where a town lies, and the weather there."""

    latitude: float = DEFAULT_LATITUDE_DEGREES
    """Degrees north of the equator; negative to the south."""
    kind: str = ""
    """A climate of `weather.toml`; empty if there is only the weather that the author gives."""
    spells: tuple[Spell, ...] = ()
    """The author's; of several at one time the last holds."""


class Sky:
    """The sky over a town in a run."""

    def __init__(self, clock: TownClock, climate: Climate | None = None, seed: int = 0) -> None:
        self._clock = clock
        self._climate = climate or Climate()
        self._seed = seed

    def season(self, tick: int) -> str:
        """One of SEASONS, each of three whole months."""
        month = self._clock.moment(tick).month
        return SEASONS[(month % 12 // 3 + (2 if self._climate.latitude < 0 else 0)) % 4]

    def is_light(self, tick: int) -> bool:
        """Whether the sun is up."""
        moment = self._clock.moment(tick)
        away = abs(moment.hour * 60 + moment.minute - MINUTES_A_DAY // 2)
        return away < _half_day_minutes(moment.timetuple().tm_yday, self._climate.latitude)

    def weather(self, tick: int) -> Words | None:
        """The weather; None where nothing is said of it."""
        day, minute = self._clock.day(tick), self._clock.minute_of_day(tick)
        said = next((spell.what for spell in reversed(self._climate.spells) if spell.holds(day, minute)), None)
        if said is not None or not self._climate.kind:
            return said
        return kinds()[self._drawn(self._clock.moment(tick), self.season(tick))]

    def _drawn(self, moment: datetime, season: str) -> str:
        weights = climates()[self._climate.kind][season]
        date, part = moment.date().toordinal(), (moment.hour * 60 + moment.minute) // PART_MINUTES
        own = stream(self._seed, _NOBODY, date, "weather", part)
        if own.happens(SAME_WEATHER_PROBABILITY):
            own = stream(self._seed, _NOBODY, date, "weather")
        return _chosen(own, weights)


def _chosen(draw: Stream, weights: Mapping[str, int]) -> str:
    place = draw.below(sum(weights.values()))
    for kind, weight in weights.items():
        place -= weight
        if place < 0:
            return kind
    return next(iter(weights))


@cache
def _half_day_minutes(day_of_year: int, latitude: float) -> int:
    """Minutes from sunrise to noon."""
    tilt = math.radians(-23.44 * math.cos(math.tau * (day_of_year + 10) / 365))
    north = math.radians(max(-89.9, min(89.9, latitude)))
    height = (_HORIZON - math.sin(north) * math.sin(tilt)) / (math.cos(north) * math.cos(tilt))
    if abs(height) >= 1:  # it does not rise, or does not set
        return 0 if height > 0 else MINUTES_A_DAY
    return round(math.degrees(math.acos(height)) * 4)


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]:
    return tomllib.loads(resources.files("milkwood.town").joinpath("weather.toml").read_text(encoding="utf-8"))


@cache
def kinds() -> Mapping[str, Words]:
    """The kinds of weather by key."""
    return {key: Words({code: str(text) for code, text in words.items()}) for key, words in _tables()["kinds"].items()}


def climates() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    """By climate and season: how often each kind of weather is."""
    return _tables()["climates"]
