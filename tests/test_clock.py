from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.clock import TownClock, minutes_of
from milkwood.errors import SetupError

CLOCK = TownClock(datetime(2023, 2, 13, 7), 10)


@given(st.integers(-10_000, 10_000_000), st.sampled_from([1, 7, 10, 60]))
def test_a_tick_and_its_moment_convert_to_each_other(tick: int, seconds: int) -> None:
    clock = TownClock(datetime(2023, 2, 13, 7), seconds)
    assert clock.tick_at(clock.moment(tick)) == tick


def test_days_change_at_midnight_whenever_the_run_began() -> None:
    midnight = CLOCK.tick_at(datetime(2023, 2, 14))
    assert [CLOCK.day(0), CLOCK.day(midnight - 1), CLOCK.day(midnight)] == [1, 1, 2]
    assert CLOCK.minute_of_day(midnight - 1) == 23 * 60 + 59
    assert CLOCK.ticks_per_day == 8640


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("day 2 18:00", datetime(2023, 2, 14, 18)),
        ("Day 1 7:30", datetime(2023, 2, 13, 7, 30)),
        ("day 3", datetime(2023, 2, 15)),
        ("18:00", datetime(2023, 2, 13, 18)),
        ("2023-02-14 09:15", datetime(2023, 2, 14, 9, 15)),
        ("10:07:20", datetime(2023, 2, 13, 10, 7, 20)),
        ("day 2 10:07:20", datetime(2023, 2, 14, 10, 7, 20)),
        ("24:00:00", datetime(2023, 2, 14)),
        ("2023-02-14 09:15:40", datetime(2023, 2, 14, 9, 15, 40)),
        ("10:07:21", datetime(2023, 2, 13, 10, 7, 30)),
        ("360", datetime(2023, 2, 13, 8)),
    ],
)
def test_a_time_is_understood_as_people_write_it(text: str, moment: datetime) -> None:
    assert CLOCK.moment(CLOCK.parse(text)) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "noon",
        "day 0",
        "day 2 25:00",
        "18:99",
        "18:00:60",
        "24:00:01",
        "18:00:",
        "day 2 :",
        "1:2:3",
        "day x",
        "9" * 20 + ":00",
        "day 999999999999",
        "2023-02-30",
        "²",
        "9" * 5000,
        "day " + "9" * 5000,
    ],
)
def test_an_invalid_time_is_answered_with_an_example(text: str) -> None:
    with pytest.raises(SetupError, match=r"is not a time.*day 2 18:00"):
        CLOCK.parse(text)


def test_minutes_of_an_hour_go_up_to_midnight() -> None:
    assert [minutes_of(hour) for hour in ("00:00", "7:05", "24:00", "24:01", "12:60", "x")] == [
        0,
        425,
        1440,
        None,
        None,
        None,
    ]


def test_a_length_of_time_lasts_at_least_one_tick() -> None:
    assert CLOCK.ticks_in_minutes(5) == 30
    assert CLOCK.ticks_in_minutes(0) == 1
