from datetime import datetime
from pathlib import Path

from milkwood.bridge.export.steps import Steps, twelve_hours
from milkwood.bridge.persona import moment_of
from milkwood.clock import TownClock

SEVEN = Steps(TownClock(datetime(2023, 2, 13, 7, 0), 10))


def test_steps_count_from_midnight_and_ticks_from_the_start() -> None:
    assert SEVEN.offset == 2520
    assert SEVEN.step(0) == 2520
    assert SEVEN.step(60) == 2580
    assert SEVEN.moment(SEVEN.step(60)) == datetime(2023, 2, 13, 7, 10)


def test_events_before_the_run_belong_to_its_first_step() -> None:
    assert SEVEN.step(-1) == SEVEN.step(0)


def test_dates_are_written_as_the_original_writes_them() -> None:
    assert SEVEN.long(0) == "February 13, 2023, 00:00:00"
    assert SEVEN.date(8640) == "February 14, 2023"
    assert SEVEN.iso(2520) == "2023-02-13 07:00:00"
    assert SEVEN.day(0) == "Monday February 13"


def test_every_form_of_a_date_is_read_back() -> None:
    early = Steps(TownClock(datetime(2024, 3, 5, 6, 30), 10))
    for step in (0, 9, 2340, 8639, 8640):
        for said in (early.long(step), early.iso(step)):
            assert moment_of(said, Path("x"), "y") == early.moment(step)


def test_hours_are_told_in_halves_of_a_day() -> None:
    assert [twelve_hours(each) for each in (0, 390, 720, 1380, 1500)] == [
        "12:00 am",
        "6:30 am",
        "12:00 pm",
        "11:00 pm",
        "1:00 am",
    ]
