"""The prompt of an interview has what an answer needs: the deeds of the time asked about, the talks, trades."""

from typing import Any

import pytest

from milkwood.questions.case import cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import KINDS


def prompt(language: str, **more: Any) -> str:
    ask = dict(next(case for case in cases("interview") if case.language == language).ask)
    content = {**ask, **more}
    return render(KINDS["interview"], content, offer(content)).text


def piece(act: str, what: str, **more: Any) -> dict[str, Any]:
    return {
        "date": "2023-02-13", "start": "14:00", "end": "14:20", "act": act, "what": what, "plan": "", "promise": "",
        "because": "", "place": "mill:floor", "place_name": "Bell Mill", **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (piece("deed", "oiling the wheel", plan="mending the mill"), "14:00-14:20 oiling the wheel, Bell Mill"),
        (piece("deed", "oiling the wheel", plan="mending the mill"), "part of: mending the mill"),
        (piece("deed", "dancing", promise="going to the ball"), "as promised: going to the ball"),
        (piece("deed", "running", because="the bell rang"), "because: the bell rang"),
        (piece("sleep", "in bed"), "14:00-14:20 asleep"),
    ],
)
def test_the_deeds_of_the_time_asked_about_are_offered(made: dict[str, Any], said: str) -> None:
    assert said in prompt("en", then=[made])


def test_a_talk_of_that_time_is_offered_with_its_company() -> None:
    ask = next(case for case in cases("interview") if case.language == "en").ask
    other = ask["others"][0]
    talk = {"date": "2023-02-13", "start": "14:00", "place_name": "Bell Mill", "company": [other["id"]], "lines": []}
    assert f"talking, Bell Mill, with {other['called']}" in prompt(
        "en", then=[piece("talk", "", company=[other["id"]])]
    )
    assert f"14:00, Bell Mill, with {other['called']}" in prompt("en", talks=[talk])


def test_the_trade_of_a_known_person_is_offered() -> None:
    ask = next(case for case in cases("interview") if case.language == "en").ask
    others = [{**ask["others"][0], "work": "bell founder"}, *ask["others"][1:]]
    assert "bell founder" in prompt("en", others=others)
