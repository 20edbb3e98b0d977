"""What came of the user's acts: what people made of it, whom it reached, what they decided and did."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle
from milkwood.chronicle.consequences import reached
from milkwood.chronicle.noted import Note
from milkwood.engine.keeper import OUTSIDE, Input
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.port import Memory
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.town.events import Happening, ThingChanged
from tests.chronicle.conftest import path
from tests.chronicle.story import make_header
from tests.server.morning import (
    ANNOUNCED,
    CHANGED,
    MARKUP,
    NOTICE,
    RUN,
    TICKS,
    TOLD,
    WHISPERED,
    acts,
    app_state,
    built,
    get,
    lived,
    resident,
    window,
)

__all__ = ["app_state", "built", "lived", "path", "window"]

ANN, BOB, CY = map(PersonId, ("ann", "bob", "cy"))
STOVE = ThingId("house:kitchen:stove")
KITCHEN = RoomId("house:kitchen")
END = 4000


# --- a real morning


@pytest.mark.parametrize(
    ("tick", "kind", "subject", "text"),
    [
        (WHISPERED, "whisper", resident(), MARKUP),
        (TOLD, "tell", resident(), "The tide comes early."),
        (CHANGED, "change", str(next(act.thing for _, act in acts() if hasattr(act, "thing"))), "on fire <b>"),
    ],
)
def test_an_act_is_found_by_its_id(window: TestClient, tick: int, kind: str, subject: str, text: str) -> None:
    told = get(window, f"/acts/{tick}-{kind}-{subject}", tick=TICKS)
    assert (told["kind"], told["tick"], told["text"]) == (kind, tick, text)
    assert kind == "change" or told["reached"][0] == resident()
    before = get(window, f"/acts/{tick}-{kind}-{subject}", tick=tick)
    assert (before["reached"], before["items"]) == ([], []), "nothing is told before it happens"


def test_an_announcement_leads_to_its_event(window: TestClient) -> None:
    place = next(each["place"] for each in get(window, "/events", tick=TICKS) if each["what"] == NOTICE)
    told = get(window, f"/acts/{ANNOUNCED}-announce-{place}", tick=TICKS)
    assert get(window, f"/events/{told['event']}", tick=TICKS)["what"] == NOTICE
    assert told["reached"]


@pytest.mark.parametrize("name", ["1-whisper-nobody", "x", "²-whisper-a", f"{WHISPERED}-enter-bo", "9" * 30])
def test_an_unknown_act_is_refused(window: TestClient, name: str) -> None:
    refused = window.get(f"{RUN}/acts/{name}")
    assert refused.status_code == 404
    assert "thing or place" in refused.json()["remedy"]


# --- facts made by hand


def came(path: Path, act: Input, *memories: tuple[int, PersonId, Memory], **more: Any) -> Any:
    """Whom the act reached, and what came of it."""
    numbered = [(tick, who, replace(memory, number=n)) for n, (tick, who, memory) in enumerate(memories)]
    with Chronicle.create(path, make_header()) as chronicle:
        for tick, person, kind, ask, reply in more.get("answers", ()):
            chronicle.keep_answer(Question(QuestionId(person, tick, kind, 0), ask), Answer(reply, "understudy"))
        chronicle.keep_reasons(more.get("reasons", ()))
        chronicle.record(END, more.get("happenings", ()), numbered)
        return reached(chronicle, act, END, KITCHEN)


WHISPER = Input(100, "whisper", ANN, {"text": "Look for the cat."})
VOICE = Memory("voice", "I should look for the cat by the mill.", importance=7)


def test_a_whisper_is_followed_from_the_thought_to_those_who_hear_of_it(path: Path) -> None:
    heard = Memory("news", "Ann is to look for the cat by the mill.", source=ANN, talk="200-ann")
    again = Memory("news", "Look for the cat by the mill, I should say.", source=BOB, talk="300-bob")
    of_others = Memory("news", "I should look for the cat by the mill.", source="dee", talk="290-dee")
    people, found = came(
        path, WHISPER, (101, ANN, VOICE), (210, BOB, heard), (300, PersonId("eve"), of_others), (310, CY, again)
    )
    assert people == [ANN, BOB, CY]
    assert found == [
        Note(101, ANN, "thought", VOICE.text),
        Note(210, BOB, "reached", heard.text, "", ANN, "200-ann"),
        Note(310, CY, "reached", again.text, "", BOB, "300-bob"),
    ]


def test_each_of_two_whispers_has_its_own_thought(path: Path) -> None:
    later = Memory("voice", "I should feed the cat.")
    second = Input(101, "whisper", ANN, {"text": "Feed it."})
    assert came(path, second, (101, ANN, VOICE), (102, ANN, later))[1] == [Note(102, ANN, "thought", later.text)]


def test_decisions_in_which_it_came_to_mind_are_listed_once(path: Path) -> None:
    def reason(tick: int, number: int, **more: str) -> tuple[int, PersonId, dict[str, Any]]:
        asked = {"question": f"ann@{tick}/react/0", "recalled": [[number, 1, 1, 1, 1, 4]]}
        return tick, ANN, {**asked, "act": "walk", "deed": "looking for the cat", "because": "It is late.", **more}

    reasons = [reason(150, 0), reason(160, 0), reason(170, 9, deed="having tea"), reason(180, 0, choice="ignore")]
    reasons.append(reason(190, 0, act="talk", deed="", because="Bob may have seen it."))
    _, found = came(path, WHISPER, (101, ANN, VOICE), reasons=reasons)
    assert found[1:] == [
        Note(150, ANN, "decided", "looking for the cat", "It is late."),
        Note(190, ANN, "talk", "Bob may have seen it."),
    ]


def test_what_a_visitor_says_is_thought_over_later(path: Path) -> None:
    tell = Input(100, "tell", ANN, {"text": "The bridge is closed.", "name": "Robin"})
    news = Memory("news", "The bridge is closed.", source="Robin")
    other = Memory("promise", "Tea at the green.", place="green")
    talk, thought = Memory("talk", "Robin came.", about=("Robin",)), Memory("thought", "So what?", about=("Robin",))
    own = Memory("promise", "Tea with Robin.", about=("Robin",))
    at = 200
    _, found = came(
        path, tell, (101, ANN, news), (101, ANN, other), (at, ANN, talk), (at, ANN, thought), (at, ANN, own)
    )
    assert found == [Note(at, ANN, "thought", "So what?"), Note(at, ANN, "promise", "Tea with Robin.")]


def test_who_hears_an_announcement_promises_and_comes(path: Path) -> None:
    act = Input(100, "announce", None, {"text": "A concert!", "place": "green", "start": 900})
    notice = Memory("news", "A concert (green, at 9).", source=OUTSIDE)
    promise, elsewhere = Memory("promise", "A concert.", place="green"), Memory("promise", "Tea.", place="inn")
    early, there = Memory("did", "I was there: mowing.", place="green"), Memory("did", "I was there.", place="green")
    people, found = came(
        path,
        act,
        (101, ANN, notice),
        (101, ANN, promise),
        (101, ANN, elsewhere),
        (800, ANN, early),
        (950, ANN, there),
        (2000, BOB, notice),
    )
    assert people == [ANN, BOB]
    assert [(each.tick, each.kind) for each in found] == [(101, "promise"), (950, "did")]


def test_a_changed_thing_reaches_those_who_see_it_until_it_is_set_right(path: Path) -> None:
    act = Input(100, "change", None, {"thing": STOVE, "state": "burning"})
    seen = Memory("saw", "The stove is burning.", place=KITCHEN)
    elsewhere = Memory("saw", "The stove is burning.", place="inn:kitchen")
    ask = {"noticed": "The stove is burning.", "thing": "stove", "state": "burning"}
    reply = {"choice": "change", "what": "putting it out", "reason": "Fire!"}
    reason = {"question": "ann@110/react/0", "recalled": [[0, 1, 1, 1, 1, 4]], "deed": "putting it out"}
    people, found = came(
        path,
        act,
        (110, ANN, seen),
        (112, BOB, elsewhere),
        (300, CY, seen),
        answers=[(tick, who, "react", ask, reply) for tick, who in ((110, ANN), (112, BOB), (300, CY))],
        reasons=[(110, ANN, reason)],
        happenings=[Happening(150, ANN, 0, ThingChanged(STOVE, "idle", presses=False))],
    )
    assert people == [ANN]
    assert [(each.tick, each.kind, each.text) for each in found] == [
        (110, "decided", "putting it out"),
        (150, "state", "idle"),
    ]
