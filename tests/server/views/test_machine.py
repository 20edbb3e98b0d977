"""The machine room of a live run, and its account."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.acts import Reuse, reuse_of
from milkwood.models.budget import Cap
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.run_files import RunFiles
from milkwood.server.views.usage import UsageAccount
from milkwood.server.wire.machine import MachineOut
from tests.chronicle.ada import told
from tests.lived import quay
from tests.server.morning import AT, app_state, built, get, lived, reader, window

__all__ = ["app_state", "built", "lived", "reader", "window"]

PATIENCE = 30.0


def test_an_account_says_what_the_bill_says(reader: Reader) -> None:
    account, bill = UsageAccount(), reader.bill()
    for _ in range(2):
        metrics = account.books(reader).metrics
        assert metrics.total.answers == bill.total.answers
        assert {who: figure.answers for who, figure in metrics.by_person.items()} == {
            who: entry.answers for who, entry in bill.by_person.items()
        }
        assert {who: figure.tokens for who, figure in metrics.by_mind.items()} == {
            who: entry.prompt_tokens + entry.answer_tokens for who, entry in bill.by_answerer.items()
        }


def test_an_account_knows_how_much_was_lived_by_routines_however_it_was_read(tmp_path: Path) -> None:
    account, path = UsageAccount(), tmp_path / "ada.milkwood"
    told(path, events=(), until=100)
    for until in (100, 160, 300):
        with Chronicle.open(path) as chronicle:
            chronicle.record(until, [], [])
        with Chronicle.read(path) as opened:
            books = account.books(opened)
            assert books.reuse == reuse_of(opened)
            assert sum(each.blocks for each in books.reuse_by_day.values()) == books.reuse.blocks
    assert books.reuse == books.reuse_by_person["ada"] == books.reuse_by_day[1] == Reuse(5, 2)


def test_the_machine_room_tells_failures_time_and_routines(window: TestClient, reader: Reader) -> None:
    room = MachineOut.model_validate(get(window, "/machine"))
    assert room.reuse.blocks == reuse_of(reader).blocks == sum(each.blocks for each in room.by_person)
    assert [each.day for each in room.reuse_by_day] == [1]
    assert room.total.failed == sum(each.count for each in room.total.failures)
    assert room.total.seconds == pytest.approx(sum(each.seconds for each in room.by_question))
    assert room.mind.name


@pytest.fixture
def living(tmp_path: Path) -> AppState:
    path = tmp_path / "now.milkwood"
    new_run(quay(), path, "now", minds=MindConfig(embedding=False)).close()
    return AppState(RunFiles([path]))


def test_a_run_that_lives_says_how_it_continues(living: AppState) -> None:
    path = living.run_files.find("now")

    def make(options: RunOptions) -> LiveRun:
        return open_run(quay(), path, options=options)

    wanted = ModelConfig(cap=Cap.parse("300calls"))
    life = living.threads.begin("now", make, RunOptions(models=wanted), speed=1)
    try:
        life.ready.result(PATIENCE)
        with TestClient(create_app([quay()], app_state=living), base_url=AT) as client:
            told = MachineOut.model_validate(client.get("/api/runs/now/machine").json())
            assert client.get("/api/runs/now").json()["state"] == "living"
            assert not told.spending_paused
            life.call(lambda run: run.pause_spending(True)).result(PATIENCE)
            again = MachineOut.model_validate(client.get("/api/runs/now/machine").json())
            assert again.spending_paused
            assert again.budget is not None
            assert (again.budget.cap, again.budget.unit, again.budget.at_cap) == (300, "calls", "understudy")
    finally:
        living.close()
