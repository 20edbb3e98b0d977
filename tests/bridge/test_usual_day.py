from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bridge.living import at, day_of, sector_at

BAKERY, CAFE, PUB, COLLEGE = "The Gulls Bakery and Grill", "Plum Cafe", "The Anchor Pub", "Cliff College"
OFFICE = "Harbour Office"


@pytest.mark.parametrize(
    ("lifestyle", "hours"),
    [
        ("Ada goes to bed around midnight, awakes up around 8am, eats dinner around 6pm.", (8, 24, 18)),
        ("At 6 she gets up, at half past five has dinner, and at ten goes to bed.", (6, 22, 17.5)),
        ("Ada sleeps from 11pm to 7am and has supper at seven in the evening.", (7, 23, 19)),
        ("She is up by five and in bed by nine.", (5, 21, 18.5)),
        ("Ada goes to bed late and gets up early.", (6, 24, 18.5)),
        ("Ada goes to bed around 2 a.m., wakes at noon, and dines at 9 p.m.", (12, 26, 21)),
        ("", (7, 23, 18.5)),
        ("她晚上11点半睡觉，早上六点起床，晚上 7 点吃晚饭。", (6, 23.5, 19)),
    ],
)
def test_hours_of_sleep_and_dinner_are_read(lifestyle: str, hours: tuple[float, float, float]) -> None:
    day = day_of(lifestyle=lifestyle)
    dinner = next(slot for slot in day.blocks if "dinner" in slot.what)
    assert (day.wake / 60, day.sleep / 60, dinner.start / 60) == hours


WORK: list[tuple[str, str, tuple[float, float]]] = [
    ("Ada Reed opens Plum Cafe at 8am everyday, and stands at the counter until 8pm.", CAFE, (8, 20)),
    ("Ada goes to the gull bakery around 9am to open it. She stands there until 5 and returns home.", BAKERY, (9, 17)),
    ("Ada opens the Gulls Bakery at 8am, stands behind its counter, and closes it at 6pm.", BAKERY, (8, 18)),
    ("Ada opens The Gulls Bakery at 8, sells bread, and goes home afterwards to eat dinner.", BAKERY, (8, 17)),
    ("Ada works nights at The Anchor Pub, from 8 until midnight.", PUB, (20, 24)),
    ("Ada goes to cliff college to teach starting 10 am, teaches until 2pm, and returns home.", COLLEGE, (10, 14)),
    ("She usually works 9-5 at the Harbour Office.", OFFICE, (9, 17)),
    ("1. arrive at Harbour Office at 9am, 2. sort letters, 3. lunch at 12:30pm, 4. leave at 5pm", OFFICE, (9, 17)),
    ("Ada Reed 每天早上 9 点到下午 5 点在 Plum Cafe 上班。", CAFE, (9, 17)),
    ("Ada Reed 早上八点开 Plum Cafe，在柜台工作直到晚上 8 点打烊。", CAFE, (8, 20)),
]


@pytest.mark.parametrize(("text", "sector", "hours"), WORK)
def test_stated_working_hours_are_spent_at_the_stated_place(text: str, sector: str, hours: tuple[float, float]) -> None:
    lifestyle = "Ada goes to bed at 1am, wakes at 7am, eats dinner around 5pm."
    day = day_of("en" if text.isascii() else "zh", daily_plan_req=text, lifestyle=lifestyle)
    assert day.work is not None
    assert day.work.address.split(":")[0] == sector
    assert day.work.hours == (hours[0] * 60, hours[1] * 60)
    inside = range(round(hours[0] * 60), round(hours[1] * 60))
    assert sum(sector_at(day, minute / 60) == sector for minute in inside) >= 0.85 * len(inside)


def test_a_day_is_put_together_from_all_that_is_said() -> None:
    day = day_of(
        learned="Ada Reed is a student at Cliff College studying tides.",
        daily_plan_req="Ada goes to the library at Cliff College early in the morning, spends her days writing, and "
        "eats at Plum Cafe. In the evening, she likes to go to The Anchor Pub to relax.",
        lifestyle="Ada Reed goes to bed around 11pm, awakes up around 7am, eats dinner around 5pm.",
    )
    assert at(day, 8.5) == ("writing", "Cliff College:library")
    assert at(day, 12.75) == ("eating at Plum Cafe", "Plum Cafe:cafe")
    assert at(day, 15) == ("writing", "Cliff College:library")
    assert "dinner" in at(day, 17.25)[0]
    assert at(day, 18.5) == ("relaxing", "The Anchor Pub:pub")


def test_work_of_others_is_not_ones_own() -> None:
    day = day_of(
        learned="Ada Reed is a housewife who loves her family.",
        currently="Ada Reed lives with her husband, Tom Reed, who is a baker at The Gulls Bakery and Grill.",
        daily_plan_req="Her husband works at the gull bakery from 9 to 5. Tom Reed opens Plum Cafe at 8am.",
    )
    assert day.work is None
    assert {sector_at(day, hour) for hour in range(24)} <= {"", "Ada Reed's house"}


def test_dated_events_are_no_habits() -> None:
    day = day_of(daily_plan_req="Ada holds a party at Plum Cafe on February 14th, 2023, from 5pm to 7pm.")
    assert (day.work, sector_at(day, 18)) == (None, "")


def test_who_has_no_work_place_works_at_home_on_what_they_are_doing_these_days() -> None:
    day = day_of(
        learned="Ada Reed is a painter.", currently="Ada Reed is painting a large harbour. She is living alone."
    )
    assert at(day, 10) == ("painting a large harbour", "Ada Reed's house:main room")


def test_a_role_without_hours_has_the_hours_usual_for_its_place() -> None:
    for learned, sector in (
        ("Ada is a bartender at the Anchor.", PUB),
        ("Ada Reed is a clerk at the Harbour Office.", "Harbour Office"),
    ):
        day = day_of(learned=learned)
        assert day.work is not None
        assert day.work.hours is not None
        assert sector_at(day, day.work.hours[0] / 60 + 0.5) == sector
        assert ("working hours", True) in [(each.what, each.guessed) for each in day.findings]


def test_what_was_guessed_is_told_apart_from_what_was_read() -> None:
    day = day_of(daily_plan_req="Ada works at the gull bakery from 9 to 5.", lifestyle="Ada goes to bed at 10pm.")
    assert {each.what: (each.value, each.guessed) for each in day.findings} == {
        "bed time": ("22:00", False),
        "wake time": ("07:00", True),
        "dinner": ("18:30", True),
        "work place": ("gull bakery → The Gulls Bakery and Grill", True),
        "working hours": ("09:00-17:00", False),
    }


WORDS = (
    "Ada she goes opens works at to the Plum Cafe Anchor Pub library college home until from around 8am 5 midnight noon"
    " and then , . ; eats dinner bed wakes studies teaches her husband every day 早上 8 点 上班 去 1. 25:99 from to 9"
).split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=25), st.lists(st.sampled_from(WORDS), max_size=15), st.booleans())
def test_any_text_gives_a_day_that_a_pack_can_hold(one: list[str], other: list[str], chinese: bool) -> None:
    day = day_of(
        "zh" if chinese else "en", daily_plan_req=" ".join(one), lifestyle=" ".join(other), learned=" ".join(one)
    )
    assert 6 * 60 <= day.sleep - day.wake <= 22 * 60
    assert all(slot.minutes >= 5 and slot.what and slot.place for slot in day.blocks)
    assert all(before.end <= after.start for before, after in pairwise(day.blocks))
    assert not day.blocks or (day.wake <= day.blocks[0].start and day.blocks[-1].end <= day.sleep)
