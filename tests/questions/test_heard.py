"""What is told in a talk: what may be news, what is kept of it, and what a person should tell next."""

from collections.abc import Mapping
from typing import Any

import pytest

from milkwood.questions import after_talk
from milkwood.questions.case import example
from milkwood.questions.heard import event_to_tell, heard_sentences, note_to_tell, plans_heard, without_teller
from milkwood.questions.offer import offer
from milkwood.questions.prompt import again, render
from milkwood.questions.reading import read
from milkwood.questions.registry import KINDS

EVENT: Any = {
    "id": 5,
    "what": "hosting the boathouse supper",
    "date": "2023-02-17",
    "start": "18:00",
    "end": "20:00",
    "place": "",
    "place_name": "the boathouse",
    "company": [],
    "host": True,
}
ME, RUTH = "isabella_rodriguez", "klaus_mueller"


def talk(*lines: tuple[str, str], **more: Any) -> Any:
    said = [{"by": by, "text": text} for by, text in lines]
    return example("after_talk", "en", {"lines": said, "known": [], **more})


def memory(number: int, text: str, importance: int, **more: Any) -> Any:
    return {
        "id": number,
        "kind": "seed",
        "text": text,
        "when": "",
        "about": [],
        "importance": importance,
        "source": "me",
        "known_to": [],
        "private": False,
        "scores": [0.5],
        **more,
    }


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("The old bakery by the bridge is for sale.", ["The old bakery by the bridge is for sale."]),
        (
            "I am giving a supper in the boathouse on Friday at six; will you come?",
            ["I am giving a supper in the boathouse on Friday at six"],
        ),
        ("Would you close the shop early on Friday?", []),
        ("Good morning, how are you?", []),
    ],
)
def test_sentences_that_state_something_may_be_news(line: str, heard: list[str]) -> None:
    assert [each.text for each in heard_sentences(talk((RUTH, line)))] == heard


def test_own_lines_and_what_was_known_are_no_news() -> None:
    news = "The old bakery by the bridge is for sale."
    assert heard_sentences(talk((ME, news))) == []
    assert heard_sentences(talk((RUTH, news), known=[news])) == []


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("There is a supper in the boathouse on Friday at six.", True),
        ("I have decided to sell the boat and stand for the council next month.", True),
        ("My old grandmother baked bread with caraway and honey.", False),
    ],
)
def test_what_has_a_day_or_an_hour_is_a_plan(line: str, plan: bool) -> None:
    assert bool(plans_heard(talk((RUTH, line)))) == plan


def test_a_day_is_told_with_what_it_is_the_day_of() -> None:
    line = "I am giving a supper in the boathouse. It is on Friday at six, and all are welcome. Bring a spoon!"
    told = "I am giving a supper in the boathouse. It is on Friday at six, and all are welcome."
    assert [each.text for each in plans_heard(talk((RUTH, line)))] == [told]


@pytest.mark.parametrize(
    "line", ["You sell the boat on Friday at six, I hear.", "See you tomorrow at the library, Ruth."]
)
def test_own_plans_heard_again_and_goodbyes_are_no_plans(line: str) -> None:
    assert plans_heard(talk((RUTH, line))) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ruth told me that the bakery is closed.", "The bakery is closed."),
        ("Ruth Hill informed you that she sells the boat.", "She sells the boat."),
        ("Ruth told me about the boat.", "Ruth told me about the boat."),
        ("Ruth told Tom that the bakery is closed.", "Ruth told Tom that the bakery is closed."),
        ("阿禾告诉我，面包店关门了。", "面包店关门了。"),
    ],
)
def test_news_are_told_without_who_told_them_to_whom(text: str, left: str) -> None:
    assert without_teller(text, ["Ruth Hill", "Ruth", "阿禾"]) == left


def test_a_plan_that_a_model_forgets_is_kept_word_for_word_and_marked_as_filled() -> None:
    ask = talk((RUTH, "There is a supper in the boathouse on Friday at six."))
    forgot = read(after_talk.KIND, ask, '{"news":[],"summary":"I talked with Klaus."}')
    assert forgot.content is not None
    assert [each["text"] for each in forgot.content["news"]] == [
        "Klaus Mueller says: “There is a supper in the boathouse on Friday at six.”"
    ]
    assert forgot.filled == "news"
    text = "There will be a supper in the boathouse on Friday at six."
    kept = read(after_talk.KIND, ask, f'{{"news":[{{"text":"{text}","by":"Klaus"}}],"summary":"I talked."}}')
    assert kept.content is not None
    assert [each["text"] for each in kept.content["news"]] == [text]
    assert kept.content["news"][0]["importance"] == 6
    assert kept.filled == ""


# --- what to tell next


def speaking(**more: Any) -> Any:
    return example("speak", "en", {"lines": [], "left": 6, "promises": [], **more})


def next_of(ask: Mapping[str, Any]) -> str:
    return render(KINDS["speak"], ask, offer(ask)).user


def told_next(ask: Mapping[str, Any], *memories: Any) -> int:
    found = note_to_tell(ask, memories)
    return found["id"] if found else 0


def test_the_weightiest_news_is_told_first_and_nothing_that_was_said_or_is_known() -> None:
    small, big = memory(1, "I like the smell of rain.", 3), memory(2, "I am selling the boat in spring.", 8)
    assert told_next(speaking(), small, big) == 2
    assert told_next(speaking(), small, memory(2, "I am selling the boat in spring.", 8, known_to=[RUTH])) == 1
    heard = speaking(lines=[{"by": RUTH, "text": "You are selling the boat in spring, they say."}])
    assert told_next(heard, small, big) == 1
    worn, private = memory(1, "I like rain.", 3, worn=True), memory(2, "I sell the boat.", 8, private=True)
    assert told_next(speaking(), worn, private) == 0
    assert told_next(speaking(), memory(3, "I talked with Tom about the boat.", 9, kind="talk")) == 0


def test_a_host_is_led_to_invite_until_it_is_done() -> None:
    event = EVENT
    ask = speaking(promises=[event])
    assert event_to_tell(ask) is not None
    wanted = "Then ask Klaus to come"
    assert wanted in next_of(ask)
    assert "17 February 18:00-20:00 hosting the boathouse supper, the boathouse" in next_of(ask)
    told = memory(7, "I am hosting a supper in the boathouse on Friday from six to eight.", 8)
    assert f"and place: {told['text']}" in next_of({**ask, "recalled": [told], "lasting": 1})
    asked = speaking(promises=[event], lines=[{"by": ME, "text": "Come to the boathouse for supper on Friday!"}])
    assert wanted not in next_of(asked)
    assert event_to_tell(speaking(promises=[{**event, "company": [RUTH]}])) is None
    assert wanted not in next_of({**ask, "left": 1})


def test_what_was_told_in_other_words_is_not_to_be_told_again() -> None:
    big = memory(2, "I am selling the old blue boat to a man from the north in spring.", 8)
    told = speaking(lines=[{"by": ME, "text": "In spring I sell my old blue boat to a man I met."}])
    assert told_next(speaking(), big) == 2
    assert told_next(told, big) == 0


def test_who_has_told_everything_is_led_to_a_question_or_goodbye() -> None:
    lines = [{"by": ME, "text": "Good morning."}, {"by": RUTH, "text": "The old bakery is for sale."}]
    assert "You have told what you know. Ask Klaus something new, or say goodbye." in next_of(speaking(lines=lines))
    assert "You have told what you know" not in next_of(speaking())


@pytest.mark.parametrize(
    ("spoke", "instead"), [(True, "Say goodbye to Klaus now"), (False, "Ask Klaus about something")]
)
def test_a_repeated_line_is_asked_again_with_what_is_left_to_say(spoke: bool, instead: str) -> None:
    heard = "The old bakery by the bridge is for sale since Monday."
    lines = [{"by": ME, "text": "Good morning."}] if spoke else []
    ask = speaking(lines=[*lines, {"by": RUTH, "text": heard}])
    faults = read(KINDS["speak"], ask, f'{{"say":"{heard}"}}').faults
    assert [each.category for each in faults] == ["parrot"]
    prompt = render(KINDS["speak"], ask, offer(ask))
    assert instead in again(prompt, faults, "en").user.splitlines()[-1]
    assert prompt.user.splitlines()[-1] not in again(prompt, faults, "en").user


def test_the_words_that_wait_for_an_answer_are_not_shown_once_more() -> None:
    heard = "The old bakery by the bridge is for sale since Monday."
    text = next_of(speaking(lines=[{"by": RUTH, "text": heard}]))
    assert text.count(heard) == 1
    assert "Reply to what Klaus has just said, in words of your own." in text
