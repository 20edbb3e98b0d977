"""Plans of a model: what they may replace, and what stays as on the usual day."""

from typing import Any, cast

from milkwood.questions.plan_day import KIND
from milkwood.questions.plan_day.schema import Ask

_USUAL = [
    {"start": "07:00", "end": "07:25", "what": "eating bread and jam", "place": "home:kitchen", "meal": True},
    {"start": "08:00", "end": "12:00", "what": "stamping permits", "place": "hall:office"},
    {"start": "12:05", "end": "12:40", "what": "eating a packed lunch", "place": "hall:office", "meal": True},
]


def _planned(*blocks: tuple[str, int, str]) -> list[tuple[str, int, str]]:
    """A model's blocks, tidied."""
    ask = {"usual": _USUAL, "sleep": "22:00", "wake": "06:30", "now": {"time": "06:30", "date": "2024-05-13"}}
    reply: dict[str, Any] = {
        "blocks": [{"start": at, "minutes": long, "what": what, "place": ""} for at, long, what in blocks]
    }
    KIND.tidy(cast(Ask, ask), reply)
    return [(block["start"], block["minutes"], block["what"]) for block in reply["blocks"]]


def test_what_is_planned_for_the_hour_of_a_usual_meal_begins_after_it() -> None:
    assert _planned(("12:10", 30, "writing to the mayor")) == [("12:40", 30, "writing to the mayor")]


def test_what_is_planned_before_a_usual_meal_ends_when_it_begins() -> None:
    assert _planned(("11:00", 180, "writing to the mayor")) == [("11:00", 65, "writing to the mayor")]


def test_the_meal_itself_may_be_planned_otherwise() -> None:
    assert _planned(("12:00", 60, "a long lunch with Ruth")) == [("12:00", 60, "a long lunch with Ruth")]


def test_blocks_stay_in_the_order_of_the_day() -> None:
    found = _planned(("12:05", 20, "writing a letter"), ("12:30", 20, "sweeping the steps"))
    assert [start for start, *_ in found] == ["12:40", "12:40"]
