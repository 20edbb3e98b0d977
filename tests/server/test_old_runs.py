"""The server's answers about real runs of Milkwood 0.1."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from tests.lived import quay
from tests.old import EN, NOTE, Unpack, old
from tests.server.morning import AT, HEADERS, built

__all__ = ["built", "old"]

RUN = f"/api/runs/{EN}"


@pytest.fixture
def window(old: Unpack, built: Path) -> Iterator[TestClient]:
    old(EN)
    app_state = AppState(packs=Packs([quay()]))
    with TestClient(create_app([quay()], app_state=app_state, static=built), base_url=AT) as opened:
        yield opened
    app_state.close()


def get(window: TestClient, path: str = "", language: str = "en", **query: str | int) -> Any:
    answer = window.get(f"{RUN}{path}", params=query, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_card_names_the_moment_of_the_mind(window: TestClient) -> None:
    told = get(window, "/people/nell_avery", tick=840)
    assert told["remembers"]
    assert told["plan"]
    assert told["note"] == NOTE.format(until="09:20")
    assert "最近的快照" in get(window, "/people/nell_avery", "zh", tick=840)["note"]


def test_a_person_who_came_after_the_snapshot_has_a_card(window: TestClient) -> None:
    assert get(window, "/people/cal_reed", tick=860)["remembers"]
    assert get(window, "/people/cal_reed/memories", tick=860, q="sea")["total"] > 0


def test_reasons_and_interviews_say_it_too(window: TestClient) -> None:
    assert "recorded reasons" in get(window, "/people/nell_avery/why", tick=840)["note"]
    asked = {"person": "nell_avery", "tick": 840, "question": "Who are you?"}
    reply = window.post(f"{RUN}/ask", json=asked, headers=HEADERS).json()
    assert reply["say"]
    assert reply["note"] == NOTE.format(until="09:20")


def test_an_old_run_is_shown_and_played_but_continues_only_in_a_fork(window: TestClient) -> None:
    assert get(window)["fork_at"] == 720
    assert window.get(f"{RUN}/reel", params={"from": 700, "until": 900}, headers=HEADERS).json()
    refused = window.post(f"{RUN}/continue", json={}, headers=HEADERS)
    assert refused.status_code == 409
    assert refused.json() == {
        "what": f"The run “{EN}” was recorded with behaviour 1, and this version has {BEHAVIOUR}: "
        "it cannot continue where it stopped.",
        "remedy": "Fork it at its last snapshot, tick 720 (day 1 09:00), and continue the fork.",
        "fork": True,
    }
    made = window.post(f"{RUN}/fork", json={"tick": 880, "name": "again"}, headers=HEADERS).json()
    assert (made["parent"], made["end"], made["fork_at"]) == ({"run": EN, "tick": 720}, 720, None)
    assert window.post("/api/runs/again/continue", json={}, headers=HEADERS).json()["state"] == "living"
    assert window.post("/api/runs/again/rest", json={}, headers=HEADERS).status_code == 200
