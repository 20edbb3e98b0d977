from datetime import datetime

import pytest

from milkwood.clock import TownClock, hour_of
from milkwood.mind.hours import Hours, minutes_in

HOURS = Hours(TownClock(datetime(2023, 2, 13, 7)))


def test_a_day_begins_at_midnight_even_before_the_first_tick() -> None:
    assert HOURS.midnight(0) == -7 * 360
    assert HOURS.at(HOURS.midnight(0), 7 * 60) == 0
    assert HOURS.minute(90, HOURS.midnight(90)) == 7 * 60 + 15


def test_after_midnight_minutes_count_on() -> None:
    assert minutes_in("25:30") == 1530
    assert hour_of(1530) == "25:30"
    assert HOURS.say(HOURS.at(HOURS.midnight(0), 1530)) == "01:30"


@pytest.mark.parametrize("text", ["", "seven", "7", "7:60", "7:5x", "-1:00", "99:00", "七:00"])
def test_an_invalid_time_is_none(text: str) -> None:
    assert minutes_in(text) is None


def test_a_date_and_a_minute_name_a_tick() -> None:
    assert HOURS.tick_of("2023-02-14", 17 * 60) == 34 * 360
    assert HOURS.tick_of("2023-02-30", 0) is None
    assert HOURS.tick_of("tomorrow", 0) is None
