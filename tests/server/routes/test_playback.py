"""Queries about a run as a whole."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.bridge.report import DROPPED, GUESSED, ImportReport
from milkwood.chronicle import Chronicle, Reader
from milkwood.exchange.report import keep_report
from milkwood.run import MindConfig, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.server.wire.playback import MarksOut, RunOut
from milkwood.towns import load
from tests.instruments.damage import rewritten
from tests.lived import quay
from tests.server.morning import (
    ANNOUNCED,
    AT,
    CHANGED,
    ENTERED,
    LEFT,
    NAME,
    RUN,
    TICKS,
    TOLD,
    VISITOR,
    VISITOR_NAME,
    WHISPERED,
    app_state,
    built,
    get,
    lived,
    reader,
    window,
)

__all__ = ["app_state", "built", "lived", "reader", "window"]


def test_a_run_is_told_with_its_town_and_people(window: TestClient) -> None:
    run = RunOut.model_validate(get(window))
    assert (run.name, run.end, run.state) == (NAME, TICKS, "resting")
    assert run.town.id == "gull_quay"
    assert [each.id for each in run.people] == [*sorted(quay().people), VISITOR]
    assert run.may_act
    assert run.imported is None


def test_a_run_that_was_imported_is_told_with_its_report(tmp_path: Path) -> None:
    path = tmp_path / "came.milkwood"
    report = ImportReport("july", "saved", {"nell_avery": "Nell Avery"})
    report.add(GUESSED, "work place", "the inn → The Gull Inn", person="nell_avery")
    report.add(DROPPED, "relationships to unknown people", "Zed", count=3)
    with new_run(quay(), path, "came", minds=MindConfig(RULE)):
        pass
    with Chronicle.open(path) as chronicle:
        keep_report(chronicle, report)
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as client:
        told = RunOut.model_validate(client.get("/api/runs/came").json()).imported
    assert told is not None
    assert (told.source, told.guessed, told.dropped, told.more) == ("july", 1, 3, 0)
    assert [(each.name, each.topic["zh"]) for each in told.entries] == [
        ("", "与不认识的人的关系"),
        ("Nell Avery", "工作地点"),
    ]


def test_how_far_people_see_is_told_as_the_run_has_it(tmp_path: Path) -> None:
    path = tmp_path / "fog.milkwood"
    with new_run(replace(quay(), view_radius=3), path, "fog", minds=MindConfig(RULE)):
        pass
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as client:
        assert client.get("/api/runs/fog").json()["view_radius"] == 3


def test_a_person_who_came_later_comes_last_and_says_so(window: TestClient) -> None:
    visitor = RunOut.model_validate(get(window)).people[-1]
    assert (visitor.newcomer, visitor.avatar, visitor.arrived) == (True, True, ENTERED + 1)
    assert visitor.name == {"en": VISITOR_NAME}


def test_a_run_that_is_over_opens_at_the_first_talk_of_the_morning(window: TestClient, reader: Reader) -> None:
    assert get(window)["opens_at"] == min(talk.began for talk in reader.talks()), "the scenario begins at seven"


@pytest.mark.parametrize("name", ["portrait", "sheet", "asleep"])
def test_everyone_has_a_picture(name: str, window: TestClient) -> None:
    for person in (VISITOR, sorted(quay().people)[0]):
        answer = window.get(f"{RUN}/people/{person}/{name}.png")
        assert answer.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path", ["/people/bo/passport.png", "/people/nobody/portrait.png", "/people/nobody", "/nothing"]
)
def test_missing_resources_are_refused_with_a_message(path: str, window: TestClient) -> None:
    answer = window.get(f"{RUN}{path}")
    assert answer.status_code == 404
    assert set(answer.json()) == {"what", "remedy"}


@pytest.mark.parametrize("name", ["nosuch", "..", "%2e%2e%2fmorning", "con", "a" * 300, "x%00y", "%ff%fe", "~"])
def test_a_run_with_an_invalid_name_does_not_exist(name: str, window: TestClient) -> None:
    answer = window.get(f"/api/runs/{name}/marks")
    assert answer.status_code in (404, 422)
    assert set(answer.json()) == {"what", "remedy"}


def test_marks_are_the_notable_events(window: TestClient, reader: Reader) -> None:
    marks = MarksOut.model_validate(get(window, "/marks"))
    assert [tuple(each[:2]) for each in marks.talks] == [
        (talk.began, TICKS if talk.ended is None else talk.ended) for talk in reader.talks()
    ]
    assert [(tick, kind) for tick, kind, _ in marks.inputs] == [
        (WHISPERED, "whisper"),
        (TOLD, "tell"),
        (CHANGED, "change"),
        (ANNOUNCED, "announce"),
        (ENTERED, "enter"),
        (LEFT, "exit"),
    ]
    written = {(tick, person) for tick, person, _ in reader.memories(0, kinds=("insight",))}
    assert set(marks.reflections) == written
    assert {(tick, person) for tick, person, _ in reader.memories(0, kinds=("plan",))} <= set(marks.plans)


def test_a_file_that_was_replaced_is_another_run(tmp_path: Path, lived: Path) -> None:
    path = tmp_path / "one.milkwood"
    shutil.copyfile(lived, path)
    recordings = AppState(RunFiles([path])).recordings
    first = recordings.find("one")
    assert recordings.find("one") is first
    new_run(quay(), tmp_path / "other.milkwood", "other", minds=MindConfig(RULE)).close()
    (tmp_path / "other.milkwood").replace(path)
    again = recordings.find("one")
    with again.reader() as reader:
        assert (again is first, reader.end) == (False, 0)


def test_marks_and_talks_grow_with_the_run(tmp_path: Path) -> None:
    path = tmp_path / "grows.milkwood"
    recordings = AppState(RunFiles([path]), Packs([quay()])).recordings
    with new_run(quay(), path, "grows", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(600))
        recording = recordings.find("grows")
        with recording.reader() as reader:
            before = recording.marks.all(reader, recording.talks)
    with open_run(quay(), path) as run:
        asyncio.run(run.live(2400))
    with recordings.find("grows").reader() as reader:
        assert recordings.find("grows") is recording
        after = recording.marks.all(reader, recording.talks)
        assert len(after.talks) > len(before.talks)
        assert [(talk.id, talk.ended, talk.lines) for talk in recording.talks.until(reader, 2400)] == [
            (talk.id, talk.ended, talk.lines) for talk in reader.talks()
        ]


def test_a_town_that_is_gone_is_reported_without_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "elsewhere"
    shutil.copytree(quay().folder, folder)
    path = tmp_path / "gone.milkwood"
    new_run(load(folder), path, "gone", minds=MindConfig(RULE)).close()
    shutil.rmtree(folder)
    with rewritten(path) as connection:
        connection.execute("DELETE FROM packs")
    app = create_app([quay()], app_state=AppState(RunFiles([path])))
    with TestClient(app, base_url=AT) as client:
        answer = client.get("/api/runs/gone")
    assert answer.status_code == 409
    assert str(tmp_path) not in answer.text


def test_a_damaged_file_is_reported_without_a_path(tmp_path: Path) -> None:
    path = tmp_path / "spoiled.milkwood"
    path.write_bytes(b"not a chronicle at all, but long enough to be looked at" * 10)
    with TestClient(create_app([quay()], app_state=AppState(RunFiles([path]))), base_url=AT) as client:
        answer = client.get("/api/runs/spoiled/marks")
    assert answer.status_code == 409
    assert "not a chronicle" in answer.json()["what"]
    assert str(tmp_path) not in answer.text


def test_a_file_that_was_deleted_is_released(tmp_path: Path, lived: Path) -> None:
    paths = [tmp_path / f"{name}.milkwood" for name in ("one", "two")]
    for path in paths:
        shutil.copyfile(lived, path)
    recordings = AppState(RunFiles(paths)).recordings
    gone = recordings.find("one")
    assert gone.idle == 1
    paths[0].unlink()
    recordings.find("two")
    assert gone.idle == 0
