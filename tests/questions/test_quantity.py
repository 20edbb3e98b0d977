from typing import Any

import pytest

from milkwood.questions import quantity


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("07:30", "07:30"),
        ("7:5", "07:05"),
        ("7 am", "07:00"),
        ("7:30pm", "19:30"),
        ("7.30 p.m.", "19:30"),
        ("0730", "07:30"),
        ("12 am", "00:00"),
        ("12:30 pm", "12:30"),
        ("19:00:00", "19:00"),
        ("25:00", "25:00"),
        ("noon", "12:00"),
        ("midnight", "24:00"),
        ("half past seven", "07:30"),
        ("quarter to nine", "08:45"),
        ("seven thirty", "07:30"),
        ("seven in the evening", "19:00"),
        (7, "07:00"),
        (7.5, "07:30"),
        ("上午九点", "09:00"),
        ("下午3点半", "15:30"),
        ("晚上十点", "22:00"),
        ("九点一刻", "09:15"),
        ("凌晨1点", "01:00"),
        ("中午一点", "13:00"),
        ("晚上12点", "24:00"),
        ("十九点三十分", "19:30"),
        ("７：３０", "07:30"),
        ("later", None),
        ("7:75", None),
        ("", None),
        (None, None),
    ],
)
def test_hours_are_parsed(said: Any, hour: str | None) -> None:
    assert quantity.hour(said) == hour


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (7, 7),
        (6.6, 7),
        ("7", 7),
        ("7/10", 7),
        ("seven", 7),
        ("twenty-five", 25),
        ("#12", 12),
        ("七", 7),
        ("两", 2),
        ("二十五", 25),
        ("十", 10),
        ("一百零三", 103),
        ("nine out of ten", 9),
        ("much", None),
        (True, None),
        (None, None),
    ],
)
def test_numbers_are_parsed_as_figures_and_words(said: Any, number: int | None) -> None:
    assert quantity.number(said) == number


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        (45, 45),
        ("45", 45),
        ("10 min", 10),
        ("an hour and a half", 90),
        ("1.5 hours", 90),
        ("2h30m", 150),
        ("half an hour", 30),
        ("a quarter of an hour", 15),
        ("two and a half hours", 150),
        ("fifteen minutes", 15),
        ("半小时", 30),
        ("一刻钟", 15),
        ("三刻钟", 45),
        ("两个小时", 120),
        ("一个半小时", 90),
        ("1小时20分钟", 80),
        ("半个钟头", 30),
        ("a while", None),
    ],
)
def test_lengths_are_parsed(said: Any, minutes: int | None) -> None:
    assert quantity.minutes(said) == minutes


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2023-02-14", "2023-02-14"),
        ("2023/2/14", "2023-02-14"),
        ("2023年2月14日", "2023-02-14"),
        ("14 February", "2023-02-14"),
        ("the 14th of February", "2023-02-14"),
        ("Feb 14th", "2023-02-14"),
        ("February 14, 2023", "2023-02-14"),
        ("2月14日", "2023-02-14"),
        ("二月十四号", "2023-02-14"),
        ("tomorrow", "2023-02-14"),
        ("明天", "2023-02-14"),
        ("后天", "2023-02-15"),
        ("Friday", "2023-02-17"),
        ("this Sunday", "2023-02-19"),
        ("周五", "2023-02-17"),
        ("星期天", "2023-02-19"),
        ("some day", None),
        ("2023-02-31", None),
        ("31 February", None),
    ],
)
def test_days_are_parsed(said: str, day: str | None) -> None:
    assert quantity.day(said, "2023-02-13") == day


def test_a_date_without_a_year_is_the_one_to_come_around_new_year() -> None:
    assert quantity.day("2 January", "2023-12-30") == "2024-01-02"


@pytest.mark.parametrize(
    ("said", "truth"), [(True, True), ("Yes", True), ("false", False), ("否", False), ("maybe", None)]
)
def test_yes_and_no_are_parsed(said: Any, truth: bool | None) -> None:
    assert quantity.truth(said) is truth
