"""Messages from outside, moment by moment: a visitor is thought about, a notice is considered."""

import pytest

from milkwood.ids import PersonId
from milkwood.mind import notices
from milkwood.mind.head import Head
from milkwood.mind.thought import Thought
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.after_talk.schema import Commitment
from milkwood.questions.whisper import KIND as WHISPER
from milkwood.questions.whisper.schema import Reply
from milkwood.town.acts import OUTSIDE
from milkwood.town.percepts import IsTold
from tests.mind.scripted import (
    HOUR,
    INN,
    MINUTE,
    NELL,
    NOON,
    QUAY,
    WEN,
    Draws,
    Script,
    done,
    head_of,
    texts,
    thought,
)

BY_TOM = IsTold("Wen sails to the Boat Shed.", "Old Tom", None, 0)
START = NOON + 3 * HOUR
DANCE = IsTold("A dance!", "", QUAY, START)
COMES = Reply(
    thought="I like to dance.", commitment=Commitment(what="no matter", date="2023-01-01", start="01:00", end="02:00")
)


def told(head: Head, percept: IsTold, script: Script) -> Thought:
    at = thought(head, asker=script)
    done(notices.be_told(at, percept))
    return at


# --- by a visitor


def test_a_visitors_words_are_stored_verbatim_as_news() -> None:
    head = head_of()
    at = told(head, BY_TOM, Script(ahead=["after_talk"]))
    (record,) = head.memories.all()
    assert (record.kind, record.text, record.importance) == ("news", BY_TOM.text, 6)
    assert (record.source, record.known_to, record.about) == ("Old Tom", {"Old Tom"}, (WEN,))
    assert at.reason["percept"] == f"A thought came to me: {BY_TOM.text}"


def test_it_is_thought_over_as_a_talk_of_one_line() -> None:
    head, script = head_of(), Script(ahead=["after_talk"])
    head.calendar.add("helping Nell", START, START + HOUR, QUAY, [NELL])
    told(head, BY_TOM, script)
    ask, due = script.only_ahead(AFTER_TALK)
    assert due == NOON + 25 * MINUTE
    assert ask["lines"] == [{"by": "Old Tom", "text": BY_TOM.text}]
    assert (ask["known"], ask["usual"]) == ([BY_TOM.text], head.usual())
    (visitor,) = ask["others"]
    assert visitor == {
        "id": "Old Tom",
        "name": "Old Tom",
        "called": "Old Tom",
        "pronoun": "they",
        "tie": "",
        "feeling": "",
        "knows": "",
        "closeness": 0,
        "talks": 0,
        "doing": "",
    }
    assert [each["id"] for each in ask["people"][:2]] == ["Old Tom", WEN]
    assert "Boat Shed" in [each["name"] for each in ask["places"]]
    assert [each["what"] for each in ask["promises"]] == ["helping Nell"]
    (pending,) = head.state.pending.entries
    assert (pending.partners, pending.talk) == ((PersonId("Old Tom"),), "")


# --- by a notice


@pytest.fixture
def cares(monkeypatch: pytest.MonkeyPatch) -> Draws:
    return Draws(monkeypatch, 0.0)


def test_a_notice_is_remembered_with_its_place_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = Draws(monkeypatch, 0.99)
    head = head_of()
    at = told(head, DANCE, Script())
    (record,) = head.memories.all()
    assert record.text == "A dance (The Quay, Saturday at 15:00)."
    assert (record.source, record.importance) == (OUTSIDE, 6)
    assert at.reason["percept"] == f"A thought came to me: {record.text}"
    assert (draws.purposes, draws.chances) == ([(NOON, "notice", "A dance!")], [0.6])


def test_an_accepted_announcement_keeps_its_time_and_place(cares: Draws) -> None:
    head, script = head_of(), Script(COMES)
    told(head, DANCE, script)
    (promise,) = head.calendar.promises
    assert (promise.what, promise.start, promise.end) == ("A dance", START, START + HOUR)
    assert (promise.place, promise.company) == (QUAY, [])
    assert texts(head, "promise") == ["I have promised: A dance, Saturday at 15:00, The Quay."]
    assert script.only(WHISPER)["voice"] == "A dance (The Quay, Saturday at 15:00)."


def test_a_declined_announcement_gives_no_promise(cares: Draws) -> None:
    head = head_of()
    told(head, DANCE, Script(Reply(thought="I do not dance.")))
    assert head.calendar.promises == []


@pytest.mark.parametrize(("begins", "asks"), [(START - HOUR, 1), (START - HOUR + 1, 0), (START + HOUR, 1), (START, 0)])
def test_an_announcement_that_clashes_with_a_promise_is_ignored(cares: Draws, begins: int, asks: int) -> None:
    head, script = head_of(), Script(Reply(thought="I do not dance."))
    head.calendar.add("helping Nell", begins, begins + HOUR, INN, [NELL])
    told(head, DANCE, script)
    assert len(script.asked) == asks


@pytest.mark.parametrize(("start", "asks"), [(NOON, 0), (NOON + 1, 1)])
def test_an_event_that_has_begun_is_ignored(cares: Draws, start: int, asks: int) -> None:
    script = Script(Reply(thought="I do not dance."))
    told(head_of(), IsTold("A dance!", "", QUAY, start), script)
    assert len(script.asked) == asks
