"""Interviews that a model answers: no trace in the town, but their price in the bill and under the cap (rule B1)."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle, lock
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.run import LiveRun, ModelConfig, RunOptions, model_config, open_run
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.live.interview import ELSEWHERE, UNUSABLE, USED_UP
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan
from milkwood_fake.plan import Strike
from tests.lived import quay
from tests.models.obliging import Obliging
from tests.server.morning import AT, HEADERS, lived, resident

__all__ = ["lived"]

RUN = "copied"
MODEL = "custom/fake-1"
PATIENCE = 30.0
CAP = 3


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(model_config, "listening", list)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """A model named in the settings, with a budget of a few calls."""
    with Fake() as server:
        monkeypatch.setenv("MILKWOOD_MODEL", f"{server.address}#fake-1")
        monkeypatch.setenv("MILKWOOD_BUDGET", f"{CAP}calls")
        yield server


@pytest.fixture
def path(lived: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(lived, tmp_path / f"{RUN}.milkwood"))


@pytest.fixture
def app_state(path: Path) -> Iterator[AppState]:
    opened = AppState(RunFiles([path]), packs=Packs([quay()]))
    yield opened
    opened.close()


@pytest.fixture
def client(app_state: AppState) -> Iterator[TestClient]:
    with TestClient(create_app([quay()], app_state=app_state), base_url=AT) as opened:
        yield opened


def live(app_state: AppState, path: Path, budget: str = f"{CAP}calls") -> None:
    """Continue the run with a free mind; interviews use the model of the settings."""

    def make(options: RunOptions) -> LiveRun:
        return open_run(quay(), path, options=options)

    options = RunOptions(model=Obliging(), models=ModelConfig.from_settings(budget=budget, at_cap="pause"))
    app_state.threads.begin(RUN, make, options, speed=1).ready.result(PATIENCE)


def ask(client: TestClient, **headers: str) -> dict[str, Any]:
    asked = {"person": resident(), "tick": 1200, "question": "What are you doing today?"}
    answer = client.post(f"/api/runs/{RUN}/ask", json=asked, headers={**HEADERS, **headers})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def history(path: Path) -> tuple[str, int]:
    with Chronicle.read(path) as reader:
        return reader.history_hash(1400), reader.count("questions")


def interviews(path: Path) -> int:
    with Chronicle.read(path) as reader:
        entry = reader.bill().by_kind.get("interview")
        return entry.answers if entry is not None else 0


def sent(fake: Fake) -> int:
    """Requests without those that were refused: they are not charged, and no call."""
    return fake.done.total() - fake.done["refused"]


def ask_until_it_is_used_up(client: TestClient) -> None:
    """An interview takes a call or two: when an answer cannot be used, it is asked again."""
    by = [ask(client)["by"] for _ in range(CAP + 1)]
    assert by[0] == MODEL
    assert by == sorted(by), "once it is used up it stays so"
    refused = ask(client)
    assert (refused["by"], refused["why"]) == (UNDERSTUDY, USED_UP)


def test_the_cost_of_an_interview_with_a_stopped_run_is_in_its_bill_and_under_its_cap(
    client: TestClient, fake: Fake, path: Path
) -> None:
    before = history(path)
    ask_until_it_is_used_up(client)
    assert ask(client, **{"Accept-Language": "zh"})["why"] == "预算已用完"
    assert (sent(fake), interviews(path)) == (CAP, CAP)
    assert history(path) == before, "it leaves no other trace"
    machine = client.get(f"/api/runs/{RUN}/machine").json()
    assert next(each for each in machine["by_question"] if each["kind"] == "interview")["answers"] == CAP
    assert machine["total"]["answers"] == before[1] + CAP


def test_a_model_that_answers_at_the_second_attempt_has_not_failed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", at=(1,)),))) as server:
        monkeypatch.setenv("MILKWOOD_MODEL", f"{server.address}#fake-1")
        answer = ask(client)
        assert server.done["prose"] == 1
    assert (answer["by"], answer["why"]) == (MODEL, "")


def test_a_model_without_usable_answers_has_failed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose"),))) as server:
        monkeypatch.setenv("MILKWOOD_MODEL", f"{server.address}#fake-1")
        answer = ask(client)
    assert (answer["by"], answer["why"]) == (UNDERSTUDY, UNUSABLE)


def test_a_cap_holds_when_the_server_was_started_again(client: TestClient, fake: Fake, path: Path) -> None:
    ask_until_it_is_used_up(client)
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as again:
        assert ask(again)["why"] == USED_UP
    assert sent(fake) == CAP


def test_an_interview_with_a_live_run_is_paid_from_its_budget_and_does_not_stop_it(
    client: TestClient, fake: Fake, app_state: AppState, path: Path
) -> None:
    live(app_state, path)
    ask_until_it_is_used_up(client)
    assert (sent(fake), interviews(path)) == (CAP, CAP)
    budget = client.get(f"/api/runs/{RUN}/machine").json()["budget"]
    assert (budget["cap"], budget["spent"], budget["reserved"]) == (CAP, CAP, 0)
    living = app_state.threads.find(RUN)
    assert living is not None
    assert living.call(lambda run: run.halted).result(PATIENCE) is None


def test_while_spending_is_paused_an_interview_costs_nothing(
    client: TestClient, fake: Fake, app_state: AppState, path: Path
) -> None:
    live(app_state, path, "900calls")
    act = {"kind": "spending", "paused": True}
    assert client.post(f"/api/runs/{RUN}/acts", json=act, headers=HEADERS).status_code == 200
    refused = ask(client)
    assert (refused["by"], refused["why"]) == (UNDERSTUDY, SPENDING_PAUSED)
    assert sent(fake) == 0
    act = {"kind": "spending", "paused": False}
    assert client.post(f"/api/runs/{RUN}/acts", json=act, headers=HEADERS).status_code == 200
    assert ask(client)["by"] == MODEL


def _held(run: LiveRun) -> bool:
    pace = run.life.inbox.pace
    return pace is not None and pace.held


def test_a_run_that_pauses_at_the_cap_waits_while_spending_is_paused(
    client: TestClient, fake: Fake, app_state: AppState, path: Path
) -> None:
    live(app_state, path, "900calls")
    living = app_state.threads.find(RUN)
    assert living is not None
    ask(client)
    for paused in (True, False):
        act = {"kind": "spending", "paused": paused}
        assert client.post(f"/api/runs/{RUN}/acts", json=act, headers=HEADERS).status_code == 200
        assert living.call(_held).result(PATIENCE) is paused


def test_a_run_of_another_process_is_not_charged_here(client: TestClient, fake: Fake, path: Path) -> None:
    held = lock.take(path)
    try:
        refused = ask(client)
    finally:
        held.release()
    assert (refused["by"], refused["why"], sent(fake)) == (UNDERSTUDY, ELSEWHERE, 0)
