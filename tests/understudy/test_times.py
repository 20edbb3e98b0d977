import pytest

from milkwood.understudy.language.times import times_in


def spans(text: str, earliest: int = 6 * 60) -> list[tuple[int | None, int | None]]:
    """The times of a text as minutes; an hour without am or pm is the first at or after a minute of the day."""
    return [
        (
            None if said.start is None else said.start.since(earliest),
            None if said.end is None else said.end.since((said.start.since(earliest) if said.start else earliest) + 1),
        )
        for said in times_in(text)
    ]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("goes to bed around midnight, wakes up around 8am", [(24, None), (8, None)]),
        ("wakes at 7amam and eats at 17:30pm", [(7, None), (17.5, None)]),
        ("works from 9 to 5", [(9, 17)]),
        ("works 9-5 on weekdays", [(9, 17)]),
        ("between 10am and 2pm", [(10, 14)]),
        ("9am–5:30 p.m.", [(9, 17.5)]),
        ("from 5 to 7pm", [(17, 19)]),
        ("8 to 8pm", [(8, 20)]),
        ("from 22:00 to 06:00", [(22, 6)]),
        ("opens at 8am and stays until 8 in the evening", [(8, None), (None, 20)]),
        ("half past seven in the evening", [(19.5, None)]),
        ("at a quarter to nine", [(8.75, None)]),
        ("at ten past six", [(6 + 1 / 6, None)]),
        ("at noon, then until three in the afternoon", [(12, None), (None, 15)]),
        ("at 12am, 12pm or 12 noon", [(0, None), (12, None), (12, None)]),
        ("at 12 at night", [(0, None)]),
        ("by two o'clock", [(14, None)]),
        ("has lunch at 12.30pm", [(12.5, None)]),
        ("STARTING 10 AM", [(10, None)]),
        ("in the evenings from 6 until 9", [(18, 21)]),
        ("early in the morning", [(6, 9)]),
        ("late at night", [(22, 24)]),
        ("spends his days writing", [(9, 17)]),
        ("during the day", [(9, 17)]),
        ("works until the evening", [(None, 18)]),
        ("每天早上八点到下午五点", [(8, 17)]),
        ("早上 8 点 到下午 5:30", [(8, 17.5)]),
        ("晚上11点半睡觉", [(23.5, None)]),
        ("大约午夜 12 点", [(24, None)]),
        ("从9点到5点", [(9, 17)]),
        ("中午十二点到下午一点一刻", [(12, 13.25)]),
        ("直到午夜", [(None, 24)]),
        ("上午上班", [(9, 12)]),
    ],
)
def test_times_of_day_are_read(text: str, hours: list[tuple[float | None, float | None]]) -> None:
    assert spans(text) == [
        (None if start is None else round(start * 60), None if end is None else round(end * 60)) for start, end in hours
    ]


@pytest.mark.parametrize(
    "text",
    [
        "has 2 kids and 3 dogs",
        "talks to 3 people at 10 parties",
        "spends at least 6 hours a day",
        "lives with her husband of 40 years",
        "at one of the tables",
        "2 to 3 hours, about 5 miles",
        "gave 5,000 to charity, 10% of it in 2023",
        "两个孩子",
    ],
)
def test_numbers_that_are_no_times_are_left_alone(text: str) -> None:
    assert times_in(text) == []


@pytest.mark.parametrize(("earliest", "minutes"), [(18 * 60, 22 * 60), (3 * 60, 10 * 60)])
def test_an_hour_without_am_or_pm_has_the_reading_that_makes_sense(earliest: int, minutes: int) -> None:
    assert spans("at 10", earliest) == [(minutes, None)]


def test_a_time_stands_where_the_text_has_it() -> None:
    text = "Ada opens İnn at 8am everyday"
    (said,) = times_in(text)
    assert text[said.at : said.to] == "at 8am"
