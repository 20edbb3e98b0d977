"""The lines that the filter accepts, on output of a real small model."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.providers.phrasing import Phrasing, tidied
from milkwood.understudy.talk.turn import Turn

WISH = "I wish that one day Eddy would play me something before it is finished."
NEWS = "Isabella is giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven."
PEOPLE = {
    "mei_lin": "Mei Lin",
    "john_lin": "John Lin",
    "eddy_lin": "Eddy Lin",
    "isabella_rodriguez": "Isabella Rodriguez",
}


def _ask(*lines: str) -> Any:
    john = {"id": "john_lin", "name": "John Lin", "called": "John", "pronoun": "he", "tie": "my husband"}
    return {
        "self": {
            "id": "mei_lin",
            "name": "Mei Lin",
            "called": "Mei",
            "pronoun": "she",
            "style": "plain",
            "manner": "",
            "home": "Lin family's house",
            "language": "en",
            "goals": [],
            "concerns": ["bringing her research paper to its last chapter"],
        },
        "now": {"date": "2023-02-13", "weekday": 0, "time": "08:30", "place": "Hobbs Cafe", "doing": "having tea"},
        "others": [john | {"feeling": "", "knows": "", "closeness": 9, "talks": 0, "doing": "reading the paper"}],
        "lines": [{"by": "john_lin", "text": text} for text in lines],
        "reason": "",
        "recalled": [],
        "promises": [],
        "usual": [],
        "said_before": [],
        "left": 10,
        "lasting": 0,
        "people": [{"id": person, "name": name} for person, name in PEOPLE.items()],
        "places": [{"id": "Hobbs Cafe:cafe", "name": "Hobbs Cafe"}],
    }


def _refusal(say: str, kind: str, worded: str, *heard: str) -> str:
    ask = _ask(*heard)
    line = Phrasing(ask, say, Turn(ask, stream(1, "x")))
    return line.refusal(next(part for part in line.parts() if part.kind == kind), worded)


@pytest.mark.parametrize(
    ("say", "kind", "worded"),
    [
        (WISH, "tell", "You know, John, I wish that one day Eddy would play me something before it is finished."),
        ("It was good to talk, John; take care.", "part", "See you soon, John, have a good day."),
        ("Good morning, John.", "greet", "Good morning, John, how are you today?"),
    ],
)
def test_a_line_with_the_intended_meaning_is_said(say: str, kind: str, worded: str) -> None:
    assert _refusal(say, kind, worded) == ""


@pytest.mark.parametrize(
    ("say", "kind", "worded", "why"),
    [
        (WISH, "tell", "You know, John, I wish that one day Eddy would play me something before", "unfinished"),
        (WISH, "tell", WISH, "verbatim"),
        (WISH, "tell", "Mei, I wish that one day Eddy would play me something before it is finished.", "own_name"),
        (WISH, "tell", "I am not sure, John, I am not sure, I am not sure.", "repeats"),
        (WISH, "tell", "How is Eddy today, I wonder.", "aim"),
        (WISH, "tell", "You wish that one day Eddy would play you something before it is finished.", "who"),
        (NEWS, "tell", f"John, you have been {NEWS[12:]}", "who"),
        (NEWS, "tell", NEWS.replace("Isabella", "Eddy").replace("Valentine's", "big Valentine's"), "facts"),
        (NEWS, "tell", NEWS.replace("14th", "15th"), "facts"),
        ("Good morning, John.", "greet", "Good morning, John, how is your dog?", "invents"),
        ("Good morning, John.", "greet", "Good evening, John, how are you?", "facts"),
        ("It was good to talk, John; take care.", "part", "I'm sorry, I have to go home.", "aim"),
    ],
)
def test_a_line_with_another_meaning_is_refused_with_the_reason(say: str, kind: str, worded: str, why: str) -> None:
    assert _refusal(say, kind, worded) == why


def test_absent_people_are_not_addressed() -> None:
    heard = "Eddy has grown rebellious lately; last week he left the table."
    worded = "Eddy, you have grown rebellious lately, and you are too rebellious."
    assert _refusal("Isn't that just like Eddy?", "react", worded, heard) == "who"


def test_an_added_word_changes_the_meaning() -> None:
    packs = "John packs my lunch every morning and hides a slip of paper under the lid with one word on it."
    worded = "I wish that somebody would tell John to pack my lunch every morning and hide a slip of paper"
    assert _refusal(packs, "tell", f"{worded} under the lid with one word on it.") == "invents"


def test_the_current_deed_is_written_in_the_first_person() -> None:
    ask = _ask("What keeps you busy?")
    said = "Mostly I think about bringing my research paper to its last chapter."
    part = next(part for part in Phrasing(ask, said, Turn(ask, stream(1, "x"))).parts() if part.kind == "answer")
    assert part.source == "bringing my research paper to its last chapter"


def test_commitments_stay_in_the_understudys_words() -> None:
    ask = _ask()
    line = Phrasing(ask, f"Good morning, John. {WISH}", Turn(ask, stream(1, "x")))
    part = next(part for part in line.parts() if part.kind == "greet")
    assert line.put(part, "Hello, John.") == f"Hello, John. {WISH}"


def test_the_mark_that_ends_a_line_is_no_part_of_it() -> None:
    assert tidied('good morning, John."') == "Good morning, John."
