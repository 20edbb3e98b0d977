"""Damaged runs in the window: a sentence and what still works, never a traceback."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle.file import opened
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from tests.instruments.damage import spoilings
from tests.lived import _morning, friday, quay
from tests.server.morning import AT, HEADERS, built

__all__ = ["_morning", "built", "friday"]

RUN = "/api/runs/friday"
READ = (
    *("/api/runs", RUN, f"{RUN}/reel?from=0&until=1500", f"{RUN}/moves?from=0&until=1500", f"{RUN}/marks"),
    *(
        f"{RUN}/talks",
        f"{RUN}/feed",
        f"{RUN}/ties",
        f"{RUN}/machine",
        f"{RUN}/calls",
        f"{RUN}/news?q=bread",
        f"{RUN}/export/csv",
    ),
    *(f"{RUN}/people/nell_avery", f"{RUN}/people/nell_avery/memories", f"{RUN}/people/nell_avery/why"),
    *(f"{RUN}/people/nell_avery/log", "/api/compare?a=friday&b=friday"),
)
SAMPLES = 12
Window = Callable[[], AbstractContextManager[TestClient]]


@pytest.fixture
def window(built: Path) -> Window:
    @contextmanager
    def opening() -> Iterator[TestClient]:
        app_state = AppState(packs=Packs([quay()]))
        with TestClient(create_app([quay()], app_state=app_state, static=built), base_url=AT) as client:
            yield client
        app_state.close()
        app_state.recordings.close()
        opened.clear()

    return opening


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_run_that_cannot_go_on_says_what_still_works(friday: Path, window: Window) -> None:
    change(friday, "UPDATE minds SET content = x'00' WHERE hash IN (SELECT value FROM snapshots, json_each(minds))")
    with window() as client:
        said = client.post(f"{RUN}/continue", headers=HEADERS)
        assert said.status_code == 400
        assert "a saved mind (" in said.json()["what"]
        assert "The history is intact up to its end (day 1 11:10)" in said.json()["remedy"]
        asked = client.post(f"{RUN}/ask", json={"person": "nell_avery", "question": "Hello?"}, headers=HEADERS)
        assert asked.status_code == 409
        assert "a saved mind (" in asked.json()["what"]
        assert client.get(f"{RUN}/reel?from=0&until=1500").status_code == 200


@pytest.mark.slow
def test_no_damage_is_a_mistake_of_ours(
    friday: Path, window: Window, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = shutil.copyfile(friday, tmp_path / "whole.milkwood")
    every = spoilings(whole)
    for damage in every[:: len(every) // SAMPLES]:
        shutil.copyfile(whole, friday)
        damage.do(friday)
        with window() as client:
            answers = {path: client.get(path) for path in READ}
            answers["continue"] = client.post(f"{RUN}/continue", headers=HEADERS)
            client.post(f"{RUN}/rest", headers=HEADERS)
        wrong = {path: answer.text for path, answer in answers.items() if answer.status_code >= 500}
        assert not wrong, damage.name
        assert not [record for record in caplog.records if record.exc_info], damage.name
