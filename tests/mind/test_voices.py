"""A whisper becomes a thought, and sometimes a promise or an immediate action."""

import pytest

from milkwood.mind import voices
from milkwood.mind.head import Head
from milkwood.mind.thought import Thought
from milkwood.questions.after_talk.schema import Commitment
from milkwood.questions.whisper import KIND as WHISPER
from milkwood.questions.whisper.schema import Reply
from tests.mind.scripted import HOUR, INN, MINUTE, NELL, NOON, QUAY, Script, done, head_of, thought

LUNCH = Commitment(what="having lunch", date="2023-03-11", start="15:00", end="16:00", place=INN)


def heard(head: Head, reply: Reply, voice: str = "Go to the Boat Shed.") -> tuple[Thought, Script]:
    script = Script(reply)
    at = thought(head, asker=script)
    done(voices.hear(at, voice))
    return at, script


def plan(head: Head) -> list[tuple[str, str]]:
    return [(block.what, block.place) for block in head.state.day.plan]


def test_the_thought_is_remembered_as_the_persons_own() -> None:
    head = head_of()
    reply = Reply(thought="I should thank Nell.", importance=8, about=[NELL, "nobody_of_the_town"])
    at, _ = heard(head, reply)
    (record,) = head.memories.all()
    assert (record.kind, record.text, record.importance) == ("voice", "I should thank Nell.", 8)
    assert (record.about, record.source, record.tick) == ((NELL,), "", NOON)
    assert at.reason["percept"] == "A thought came to me: I should thank Nell."
    assert at.reason["question"] == f"ivo_marsh@{NOON}/whisper/0"
    assert len(plan(head)) == 1


def test_the_question_carries_the_voice_and_what_could_be_named() -> None:
    """Rule M2."""
    head = head_of()
    head.calendar.add("helping Nell", NOON + HOUR, NOON + 2 * HOUR, QUAY, [NELL])
    _, script = heard(head, Reply(thought="I should rest."), "Visit the Lighthouse!")
    ask = script.only(WHISPER)
    assert (ask["voice"], ask["self"]["id"], ask["now"]["place"]) == ("Visit the Lighthouse!", "ivo_marsh", "The Quay")
    assert [each["what"] for each in ask["promises"]] == ["helping Nell"]
    assert [each["id"] for each in ask["people"]][:2] == ["petra_marsh", "bram_okoye"]
    assert "Lighthouse" in [each["name"] for each in ask["places"]]


def test_a_dated_thought_becomes_a_promise_without_company() -> None:
    head = head_of()
    heard(head, Reply(thought="I want lunch at the inn.", commitment=LUNCH, change=True))
    (promise,) = head.calendar.promises
    assert (promise.what, promise.place, promise.company) == ("having lunch", INN, [])
    assert ("having lunch", INN) in plan(head)
    assert all("I want lunch" not in what for what, _ in plan(head))


@pytest.mark.parametrize("end", [".", "。", "!", "！", "!!", ""])
def test_a_sudden_idea_that_names_a_place_is_followed_at_once(end: str) -> None:
    head = head_of()
    heard(head, Reply(thought=f"I will go to the anchor inn{end}", change=True))
    (block,) = [each for each in head.state.day.plan if each.place.startswith("The Anchor Inn")]
    assert (block.start, block.end, block.what) == (NOON, NOON + 30 * MINUTE, "I will go to the anchor inn")


def test_an_idea_without_a_place_or_without_hurry_changes_no_plan() -> None:
    for reply in (Reply(thought="I will rest.", change=True), Reply(thought="The Anchor Inn is warm.")):
        head = head_of()
        heard(head, reply)
        assert len(plan(head)) == 1


def test_a_sleeper_follows_no_idea() -> None:
    head = head_of()
    head.state.day.awake = False
    heard(head, Reply(thought="I will go to The Anchor Inn.", change=True))
    assert len(plan(head)) == 1


def test_the_longer_of_two_matching_place_names_is_used() -> None:
    head = head_of()
    heard(head, Reply(thought="From The Quay to The Anchor Inn!", change=True))
    assert any(place.startswith("The Anchor Inn") for _, place in plan(head))
    assert not any(what.startswith("From") and place.startswith("The Quay") for what, place in plan(head))
