"""Queries about a person of a run, and interviews."""

import asyncio
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Reader
from milkwood.chronicle.acts import log_of
from milkwood.ids import PersonId
from milkwood.run import MindConfig, RestoredRun, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.server import create_app
from milkwood.server.access import Rights
from milkwood.server.live.app_state import AppState
from milkwood.server.run_files import RunFiles
from milkwood.server.wire.person import LogOut, MemoriesOut, PersonNowOut, ReplyOut, WhyOut
from milkwood.town.acts import Remove
from tests.lived import live, quay
from tests.models.obliging import Obliging
from tests.server.morning import (
    AT,
    HEADERS,
    MARKUP,
    RUN,
    TICKS,
    VISITOR,
    WHISPERED,
    app_state,
    built,
    get,
    lived,
    reader,
    recording,
    resident,
    window,
)

__all__ = ["app_state", "built", "lived", "reader", "recording", "window"]

TICK = 1002
"""A whole minute, so that views are exact."""


def now(window: TestClient, person: str, tick: int = TICK) -> PersonNowOut:
    return PersonNowOut.model_validate(get(window, f"/people/{person}", tick=tick))


@pytest.fixture
def look(lived: Path) -> RestoredRun:
    return asyncio.run(RestoredRun.at(lived, quay(), TICK))


def test_a_person_is_described_as_in_their_mind(window: TestClient, look: RestoredRun) -> None:
    for person in look.people:
        told, head = now(window, person), look.head(person)
        assert [(item.start, item.end, item.what) for item in told.plan] == [
            (each.start, each.end, each.what) for each in head.state.day.plan
        ]
        assert told.concerns == head.state.morning.concerns
        known = [other for other in head.people.acquainted() if other in head.folk]
        assert [tie.person for tie in told.ties] == known
        assert [tie.closeness for tie in told.ties] == [head.people.of(other).closeness for other in known]
        assert {promise.what for promise in told.promises} == {promise.what for promise in head.calendar.promises}
        assert told.remembers
        assert not told.missing


def test_a_visitor_who_only_spoke_is_not_a_tie_but_can_be_asked_about(window: TestClient, look: RestoredRun) -> None:
    assert "Aunt May" in look.head(resident()).people.acquainted()
    assert "Aunt May" not in [tie.person for tie in now(window, resident()).ties]
    asked = {"person": resident(), "tick": TICK, "question": "Who is Aunt May?"}
    assert window.post(f"{RUN}/ask", json=asked, headers=HEADERS).status_code == 200


def test_at_most_one_block_of_the_plan_is_current(window: TestClient) -> None:
    for person in quay().people:
        told = now(window, person)
        assert [item.now for item in told.plan].count(True) <= 1
        assert all(item.start <= TICK < item.end for item in told.plan if item.now)


def test_todays_deeds_are_those_in_the_town(window: TestClient, reader: Reader) -> None:
    """At every tick checked, the answer is exactly the piece that the town shows."""
    for person in quay().people:
        did = [piece for piece in now(window, person).did if piece.kind in ("deed", "sleep")]
        for tick in range(1, TICK, 61):
            deed = reader.scene(tick, quay().town_map).bodies[person].deed
            told = [piece.what for piece in did if piece.from_ < tick <= piece.until]
            assert told == ([] if deed is None else [deed.what]), (person, tick)


def test_talks_and_walks_are_told_beside_deeds(window: TestClient, reader: Reader) -> None:
    kinds = {piece.kind for person in quay().people for piece in now(window, person, TICKS).did}
    assert {"deed", "walk", "talk"} <= kinds
    talk = reader.talks(until=TICK)[0]
    told = [piece for piece in now(window, talk.members[0]).did if piece.talk == talk.id]
    assert [(piece.from_, piece.until) for piece in told] == [(talk.began, talk.ended)]


def test_a_visitor_has_no_memories_and_the_answer_says_why(window: TestClient) -> None:
    told = now(window, VISITOR, 702)
    assert told.here
    assert not told.remembers
    assert "keys" in told.missing
    assert not now(window, VISITOR, 60).here


def test_memories_are_told_newest_first_and_page_by_page(window: TestClient, reader: Reader) -> None:
    written = [memory.number for _, _, memory in reader.memories(until=TICK, person=resident())]
    seen: list[int] = []
    before = None
    for _ in range(100):
        query = {"tick": TICK, "limit": 7} | ({} if before is None else {"before": before})
        page = MemoriesOut.model_validate(get(window, f"/people/{resident()}/memories", **query))
        assert page.total == len(written)
        if not page.memories:
            break
        seen += [memory.number for memory in page.memories]
        before = seen[-1]
    assert seen == sorted(written, reverse=True)


def test_memories_can_be_filtered_by_kind_and_person(window: TestClient) -> None:
    page = MemoriesOut.model_validate(get(window, f"/people/{resident()}/memories", tick=TICKS, kind="talk"))
    assert page.memories
    assert {memory.kind for memory in page.memories} == {"talk"}
    about = page.memories[0].about[0]
    narrowed = MemoriesOut.model_validate(get(window, f"/people/{resident()}/memories", about=about, limit=500))
    assert all(about in (*memory.about, memory.source) for memory in narrowed.memories)
    assert narrowed.memories


def test_search_uses_the_minds_own_recall(window: TestClient, look: RestoredRun) -> None:
    page = MemoriesOut.model_validate(get(window, f"/people/{resident()}/memories", tick=TICK, q="fine day", limit=5))
    found = look.head(resident()).recall(TICK, ["fine day"], n=5)
    assert [memory.number for memory in page.memories] == [each.number for each in found]
    scores = [memory.scores for memory in page.memories if memory.scores]
    assert [each.total for each in scores] == [each.score for each in found]


def test_searching_leaves_no_trace(window: TestClient, lived: Path) -> None:
    before = lived.read_bytes()
    first = get(window, f"/people/{resident()}/memories", tick=TICK, q="harbour")
    assert get(window, f"/people/{resident()}/memories", tick=TICK, q="harbour") == first
    assert lived.read_bytes() == before


def test_a_whisper_is_remembered_as_it_was_written(window: TestClient) -> None:
    told = get(window, f"/people/{resident()}/memories", tick=WHISPERED + 60, limit=500)
    assert any(MARKUP in memory["text"] for memory in told["memories"])


def test_why_goes_back_to_a_decision(window: TestClient) -> None:
    for person in sorted(quay().people)[:4]:
        told = WhyOut.model_validate(get(window, f"/people/{person}/why", tick=TICK))
        assert told.decided <= TICK
        assert told.sentence
        assert now(window, person).why.sentence == told.sentence


def test_before_anything_was_decided_there_is_no_why(window: TestClient, reader: Reader) -> None:
    idle = [person for person in quay().people if reader.reason_of(person, 0) is None]
    assert all(get(window, f"/people/{person}/why", tick=0) is None for person in idle)


def test_asking_leaves_no_trace_and_says_who_answered(window: TestClient, lived: Path) -> None:
    before = lived.read_bytes()
    asked = {"person": resident(), "tick": TICK, "question": "What are you doing?"}
    answer = window.post(f"{RUN}/ask", json=asked, headers=HEADERS)
    reply = ReplyOut.model_validate(answer.json())
    assert (reply.by, reply.tick, bool(reply.say)) == ("understudy", TICK, True)
    assert lived.read_bytes() == before


def test_an_interview_knows_what_was_asked_before(window: TestClient) -> None:
    asked = {"person": resident(), "question": "And why?", "before": [{"question": "How are you?", "answer": "Well."}]}
    assert window.post(f"{RUN}/ask", json=asked, headers=HEADERS).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"person": "nobody", "question": "Who are you?"},
        {"person": VISITOR, "question": "Who are you?", "tick": 702},
        {"person": VISITOR, "question": "Who are you?", "tick": 10},
        {"person": resident(), "question": "   "},
        {"person": resident(), "question": "x" * 2001},
        {"person": resident(), "question": "Hm?", "tick": -1},
        {"person": resident(), "question": "Hm?", "tick": 10**30},
        {"person": resident(), "question": "Hm?", "extra": 1},
        {"question": "Hm?"},
        [],
    ],
)
def test_invalid_questions_are_refused_with_a_message(asked: object, window: TestClient) -> None:
    answer = window.post(f"{RUN}/ask", json=asked, headers=HEADERS)
    assert answer.status_code in (404, 409, 422)
    assert {"what", "remedy"} <= set(answer.json())


def test_a_user_who_may_only_look_is_answered_by_the_understudy(app_state: AppState) -> None:
    app = create_app([quay()], app_state=app_state, rights=Rights(view_only=True))
    with TestClient(app, base_url=AT) as client:
        answer = client.post(f"{RUN}/ask", json={"person": resident(), "question": "Hm?"}, headers=HEADERS).json()
    assert (answer["by"], answer["why"]) == ("understudy", "you may look, but not spend")


def test_people_who_live_by_habit_are_shown_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "habit.milkwood"
    with new_run(quay(), path, "habit", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(1200))
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as client:
        told = PersonNowOut.model_validate(client.get(f"/api/runs/habit/people/{resident()}").json())
        found = client.get(f"/api/runs/habit/people/{resident()}/memories?q=day")
    assert not told.remembers
    assert told.missing
    assert told.did
    assert not told.plan
    assert found.status_code == 200


def test_a_person_who_left_has_no_deed_and_the_answer_says_when_they_left(tmp_path: Path) -> None:
    path, whom = tmp_path / "removed.milkwood", PersonId(resident())
    live(path, 420)
    with open_run(quay(), path, options=RunOptions(model=Obliging())) as run:
        left = run.give(Remove(whom))
        asyncio.run(run.live(432))
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as client:
        then, now = (
            PersonNowOut.model_validate(client.get(f"/api/runs/removed/people/{whom}?tick={tick}").json())
            for tick in (left, left + 6)
        )
    assert (then.here, then.left) == (True, None)
    assert then.why.sentence
    assert (now.here, now.left, now.why.sentence) == (False, left, "")


def test_the_log_of_a_person_is_the_chronicles_and_told_up_to_the_tick(window: TestClient, reader: Reader) -> None:
    for person in sorted(quay().people)[:3]:
        told = LogOut.model_validate(get(window, f"/people/{person}/log", until=TICK))
        known = log_of(reader, person, 0, TICK)
        assert [(act.tick, act.ticks, act.kind, act.parent, act.reused) for act in told.acts] == [
            (act.tick, act.ticks, act.kind, act.parent, act.reused) for act in known
        ]
        assert (told.since, told.until) == (0, TICK)
        assert told.blocks == sum(act.kind == "block" for act in known) > 0
        assert all(act.tick + act.ticks <= TICK for act in told.acts)
        assert all(act.what for act in told.acts)


def test_a_talk_in_the_log_names_who_it_was_with(window: TestClient, reader: Reader) -> None:
    talk = next(each for each in reader.talks() if len(each.lines) > 1)
    told = LogOut.model_validate(get(window, f"/people/{talk.members[0]}/log"))
    (found,) = [act for act in told.acts if act.talk == talk.id]
    assert found.people == [each for each in talk.members if each != talk.members[0]]
    assert found.lines == len(talk.lines)
    assert found.parent == "react"


def test_a_log_can_begin_later_and_an_unknown_person_has_none(window: TestClient) -> None:
    told = LogOut.model_validate(window.get(f"{RUN}/people/{resident()}/log", params={"from": 900}).json())
    assert told.since == 900
    assert all(act.tick + act.ticks > 900 for act in told.acts)
    assert window.get(f"{RUN}/people/nobody/log").status_code == 404
