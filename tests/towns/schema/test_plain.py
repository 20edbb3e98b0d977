import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

from milkwood.plain import Toml
from milkwood.town.places import OpeningHours
from milkwood.towns.schema.plain import MAX_TEXT_CHARACTERS, check_text, read_minutes, read_span


@given(st.integers(0, 24 * 60))
def test_every_time_of_day_is_read(minutes: int) -> None:
    assert read_minutes(f"{minutes // 60:02}:{minutes % 60:02}") == minutes


@pytest.mark.parametrize("value", ["24:01", "noon", "12", "12:5", "-1:00", "", None, 12, 7.5, [], {}])
def test_an_invalid_time_is_refused(value: Toml) -> None:
    with pytest.raises(PydanticCustomError):
        read_minutes(value)


def test_a_span_is_read_with_blanks_around_its_dash() -> None:
    assert read_span("08:00 - 20:30") == OpeningHours(480, 1230)


@pytest.mark.parametrize("value", ["08:00", "08:00-", "08:00-20:00-21:00", "24:00-00:00", 8, None])
def test_an_invalid_span_is_refused(value: Toml) -> None:
    with pytest.raises(PydanticCustomError):
        read_span(value)


def test_texts_lose_the_blanks_around_them_and_keep_their_lines() -> None:
    assert check_text("  one\ntwo ", "en") == "one\ntwo"


def test_endless_texts_are_refused() -> None:
    with pytest.raises(PydanticCustomError):
        check_text("x" * (MAX_TEXT_CHARACTERS + 1), "en")
