"""The server with a run whose town exists only in the run file."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood import towns
from milkwood.run import MindConfig, new_run
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from tests.lived import quay
from tests.run.test_restored import spoil
from tests.server.morning import AT, HEADERS, built
from tests.towns.conftest import TinyPack, _tiny_master, tiny

__all__ = ["_tiny_master", "built", "tiny"]

RUN = "/api/runs/monday"


@pytest.fixture
def monday(tiny: TinyPack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "runs" / "monday.milkwood"
    with new_run(towns.load(tiny.folder), path, "monday", minds=MindConfig(embedding=False)) as run:
        asyncio.run(run.live(30))
    return path


@pytest.fixture
def window(monday: Path, built: Path) -> Iterator[TestClient]:
    app_state = AppState(packs=Packs([quay()]))
    with TestClient(create_app([quay()], app_state=app_state, static=built), base_url=AT) as opened:
        yield opened
    app_state.close()


def json_of(window: TestClient, path: str = "") -> Any:
    answer = window.get(f"{RUN}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_map_and_its_pictures_are_shown_when_the_folder_is_gone(window: TestClient, tiny: TinyPack) -> None:
    pictures = {
        path.relative_to(tiny.folder / "tiles").as_posix(): path.read_bytes() for path in tiny.folder.rglob("*.png")
    }
    written = (tiny.folder / "map.tmj").read_bytes()
    shutil.rmtree(tiny.folder)
    assert json_of(window)["town"]["id"] == "tinytown"
    assert window.get(f"{RUN}/map.tmj").content == written
    assert pictures
    for name, content in pictures.items():
        assert window.get(f"{RUN}/tiles/{name}").content == content
    assert window.get(f"{RUN}/tiles/../town.toml").status_code == 404
    assert window.get(f"{RUN}/people/ada/portrait.png").headers["content-type"] == "image/png"
    assert json_of(window, "/people/ada")["remembers"]


def test_it_continues_and_is_forked_when_the_folder_is_gone(window: TestClient, tiny: TinyPack) -> None:
    shutil.rmtree(tiny.folder)
    assert window.post(f"{RUN}/fork", json={"tick": 20, "name": "half"}, headers=HEADERS).status_code == 200
    for run in (RUN, "/api/runs/half"):
        assert window.post(f"{run}/continue", json={}, headers=HEADERS).json()["state"] == "living"
        assert window.post(f"{run}/rest", json={}, headers=HEADERS).status_code == 200


def test_a_pack_that_is_edited_while_the_window_shows_it_changes_nothing(window: TestClient, tiny: TinyPack) -> None:
    before = window.get(f"{RUN}/map.tmj").content
    (tiny.folder / "map.tmj").write_text("{}")
    assert window.get(f"{RUN}/map.tmj").content == before


def test_a_damaged_pack_is_refused_in_a_sentence_and_the_list_still_shows_the_run(
    window: TestClient, monday: Path, tiny: TinyPack
) -> None:
    shutil.rmtree(tiny.folder)
    spoil(monday, "UPDATE packs SET content = x'00'")
    refused = window.get(f"{RUN}/map.tmj")
    assert (refused.status_code, refused.json()["what"]) == (
        409,
        "The town “tinytown” of the run “monday” cannot be read.",
    )
    assert [run["name"] for run in window.get("/api/runs").json()["runs"]] == ["monday"]
