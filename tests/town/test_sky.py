"""Season, daylight and weather follow from the date, the place, the author and the seed."""

from collections import Counter
from datetime import datetime
from itertools import pairwise

import pytest

from milkwood.clock import TownClock
from milkwood.town.sky import SEASONS, Climate, Sky, Spell, climates, kinds
from milkwood.words import ENGLISH, Language, Words

START = datetime(2023, 11, 4)
FOG = Words({"en": "fog"})
SNOW = Words({"en": "snow"})


def sky(climate: Climate | None = None, seed: int = 1, start: datetime = START) -> Sky:
    return Sky(TownClock(start, 600), climate, seed)


def at(day: int, hour: float) -> int:
    """A tick of ten minutes."""
    return round(((day - 1) * 24 + hour) * 6)


@pytest.mark.parametrize(
    ("month", "north", "south"),
    [(1, "winter", "summer"), (3, "spring", "autumn"), (8, "summer", "winter"), (11, "autumn", "spring")],
)
def test_seasons_are_opposite_in_the_south(month: int, north: str, south: str) -> None:
    start = datetime(2023, month, 15)
    assert sky(start=start).season(0) == north
    assert sky(Climate(-30), start=start).season(0) == south


def test_days_are_long_in_summer_and_short_in_winter() -> None:
    summer, winter = sky(start=datetime(2023, 6, 21)), sky(start=datetime(2023, 12, 21))
    assert [summer.is_light(at(1, hour)) for hour in (3, 5, 12, 19, 21)] == [False, True, True, True, False]
    assert [winter.is_light(at(1, hour)) for hour in (5, 7, 12, 17, 19)] == [False, False, True, False, False]


def test_the_sun_does_not_rise_in_a_polar_winter_nor_set_in_summer() -> None:
    there = Climate(75)
    assert not sky(there, start=datetime(2023, 12, 21)).is_light(at(1, 12))
    assert sky(there, start=datetime(2023, 6, 21)).is_light(0)


def test_there_is_no_weather_unless_the_author_gives_it() -> None:
    assert sky().weather(0) is None


def test_a_spell_holds_in_its_hours_of_its_day_and_later_ones_go_before() -> None:
    told = sky(Climate(spells=(Spell(FOG), Spell(SNOW, 21 * 60, 6 * 60, day=1))))
    assert [told.weather(at(1, hour)) for hour in (5, 20.5, 21, 23.5)] == [FOG, FOG, SNOW, SNOW]
    assert [told.weather(at(2, hour)) for hour in (0, 5.5, 6, 22)] == [SNOW, SNOW, FOG, FOG]


def test_drawn_weather_is_the_seeds_and_changes_within_days() -> None:
    mountain = Climate(46.5, "mountain")
    ticks = range(0, at(60, 0), 36)
    one, again, other = ([sky(mountain, seed).weather(tick) for tick in ticks] for seed in (1, 1, 2))
    assert one == again
    assert one != other
    words = Counter(each[ENGLISH] for each in one if each is not None)
    assert words["snow"] > 10
    assert "heat" not in words
    changes = sum(here != there for here, there in pairwise(one))
    assert len(one) / 8 < changes < len(one) / 1.5


def test_weather_that_the_author_gives_holds_over_what_is_drawn() -> None:
    both = sky(Climate(46.5, "desert", (Spell(SNOW, day=2),)))
    assert both.weather(at(2, 12)) == SNOW
    assert both.weather(at(3, 12)) in kinds().values()


def test_the_climates_use_known_kinds_in_every_season_and_kinds_have_words_in_both_languages() -> None:
    for seasons in climates().values():
        assert set(seasons) == set(SEASONS)
        assert all(set(weights) <= set(kinds()) and min(weights.values()) > 0 for weights in seasons.values())
    assert all(set(words) == {ENGLISH, Language("zh")} for words in kinds().values())
