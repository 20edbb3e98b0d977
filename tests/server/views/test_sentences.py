"""What has no event of its own has a sentence: insights, plans, and what people note."""

from typing import Any

import pytest

from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.ids import PersonId
from milkwood.server.views.sentences import Narrator

NAMES = Names({PersonId("ann"): "Ann", PersonId("bob"): "Bob"})


def say(language: str, **told: Any) -> str:
    return Narrator(NAMES, EventPhrases.of(language)).say({"t": 1, "who": "ann", **told})


@pytest.mark.parametrize(
    ("language", "insights", "said"),
    [
        ("en", ["I like tea.", "Bob is kind."], "Ann thinks things over: I like tea. Bob is kind."),
        ("zh", ["我爱喝茶。", "Bob心地好。"], "Ann想明白了：我爱喝茶。Bob心地好。"),
    ],
)
def test_insights_are_sentences_in_a_row(language: str, insights: list[str], said: str) -> None:
    assert say(language, k="reflected", insights=insights) == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("promise", "Ann makes an appointment: Tea at 4."),
        ("declined", "Ann declines an appointment: Tea at 4."),
        ("broken", "Ann on a broken promise: Tea at 4."),
        ("decided", "Ann decides: Tea at 4."),
        ("met", "Ann and Bob meet for the first time"),
        ("quarrel", "Ann and Bob have quarrelled: Tea at 4."),
        ("did", "Ann keeps an appointment: Tea at 4."),
        ("news", "Ann hears from Bob: Tea at 4."),
        ("thought", "Ann thinks: Tea at 4."),
        ("voice", "Ann has a thought: Tea at 4."),
    ],
)
def test_what_people_note_is_told_by_its_kind(kind: str, said: str) -> None:
    assert say("en", k="noted", kind=kind, text="Tea at 4.", partner="bob", talk="") == said


def test_a_plan_of_a_day_is_told_and_a_changed_one_is_named() -> None:
    assert say("en", k="planned", text="My plan: tea.") == "Ann makes a plan: My plan: tea."
    assert say("en", k="planned", text="") == "Ann changes the plan"
