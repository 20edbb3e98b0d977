"""The sky of a run on the wire is the one that people know of."""

from datetime import datetime
from itertools import pairwise

import pytest

from milkwood.clock import TownClock
from milkwood.server.views.sky import sky_out
from milkwood.town.sky import Climate, Sky, Spell, kinds
from milkwood.words import Words

CLOCK = TownClock(datetime(2023, 10, 30, 7))
DAYS = 4
END = DAYS * CLOCK.ticks_per_day
SPELLS = (
    Spell(kinds()["rain"], 9 * 60, 11 * 60 + 30),
    Spell(kinds()["snow"], 22 * 60, 2 * 60, day=2),
    Spell(Words({"en": "a hush before the storm"}), 15 * 60, 16 * 60, day=1),
)


@pytest.mark.parametrize(
    "climate", [Climate(kind="temperate"), Climate(spells=SPELLS), Climate(-33.0, "desert", SPELLS)]
)
@pytest.mark.parametrize("seed", [1, 8])
def test_it_agrees_with_the_sky_at_every_moment(climate: Climate, seed: int) -> None:
    sky, told = Sky(CLOCK, climate, seed), sky_out(CLOCK, climate, seed, END)
    assert told[0].tick == 0
    assert [one.tick for one in told] == sorted({one.tick for one in told})
    names = {str(words): key for key, words in kinds().items()}
    for tick in range(0, END + 2 * CLOCK.ticks_per_day, 30):
        shown = [one for one in told if one.tick <= tick][-1]
        said = sky.weather(tick)
        assert shown.season == sky.season(tick)
        assert shown.weather == ("" if said is None else names.get(str(said), ""))
        assert shown.climate == climate.kind


def test_a_town_without_climate_or_weather_has_none() -> None:
    assert sky_out(CLOCK, Climate(60.0), 1, END) == []


def test_each_entry_is_a_change() -> None:
    told = sky_out(CLOCK, Climate(kind="tropical"), 3, END)
    assert len(told) > 10
    assert all((a.season, a.weather) != (b.season, b.weather) for a, b in pairwise(told))
