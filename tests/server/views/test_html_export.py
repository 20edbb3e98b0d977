"""A run as one page that replays it, and as files to download."""

import base64
import gzip
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from fastapi.testclient import TestClient

from milkwood.chance import stream
from milkwood.chronicle import Reader
from milkwood.errors import SetupError
from milkwood.server.views.html_export import part, replay
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.frames import NO_COORDINATE
from milkwood.server.wire.playback import ReelOut, RunOut
from tests.lived import quay
from tests.server.morning import (
    NAME,
    RUN,
    TICKS,
    VISITOR,
    app_state,
    built,
    lived,
    reader,
    recording,
    resident,
    window,
)
from tests.server.unpacked import unpack

__all__ = ["app_state", "built", "lived", "reader", "recording", "window"]


def carried(page: str) -> dict[str, Any]:
    """The data of a page, as its script would read it."""
    found = re.search(r'<script type="application/json" id="milkwood-replay">(.*?)</script>', page, re.DOTALL)
    assert found
    inside = json.loads(found[1])
    assert (inside["format"], inside["run"]) == (1, NAME)
    answers: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(inside["packed"])))
    return answers


@pytest.fixture(scope="module")
def answers(window: TestClient) -> dict[str, Any]:
    answer = window.get(f"{RUN}/export/html")
    assert answer.headers["content-type"].startswith("text/html")
    assert "attachment" in answer.headers["content-disposition"]
    return carried(answer.text)


@pytest.mark.parametrize(
    ("format_", "file"), [("reverie", "reverie/meta.json"), ("compressed", "master_movement.json")]
)
def test_a_run_goes_out_for_generative_agents(window: TestClient, format_: str, file: str) -> None:
    answer = window.get(f"{RUN}/export/{format_}")
    assert answer.headers["content-type"] == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert any(name.endswith(f"/{file}") for name in names)


def test_a_recording_carries_every_hour(answers: dict[str, Any]) -> None:
    run = f"runs/{part(NAME)}"
    for since in range(0, TICKS, 360):
        until = min(since + 360, TICKS)
        told = ReelOut.model_validate_json(answers[f"{run}/reel?from={since}&until={until}"]["text"])
        assert (told.from_, told.until) == (since, until)
        assert f"{run}/moves?from={since}&until={until}" in answers
    assert {f"{run}/marks", f"{run}/talks"} <= set(answers)


def test_a_recording_is_stopped_and_accepts_no_acts(answers: dict[str, Any]) -> None:
    run = RunOut.model_validate_json(answers[f"runs/{part(NAME)}"]["text"])
    assert (run.state, run.may_act) == ("resting", False)


def test_a_recording_shows_people_where_the_chronicle_has_them(answers: dict[str, Any], reader: Reader) -> None:
    people = [each.id for each in RunOut.model_validate_json(answers[f"runs/{part(NAME)}"]["text"]).people]
    draw = stream(1, "replay")
    for _ in range(20):
        tick = draw.below(TICKS)
        since = tick // 360 * 360
        moves = answers[f"runs/{part(NAME)}/moves?from={since}&until={min(since + 360, TICKS)}"]
        frame = unpack(base64.b64decode(moves["base64"]))
        at: dict[str, tuple[int, int]] = {}
        for record in frame.records:
            if record.tick <= tick:
                at[people[record.who]] = (record.x, record.y)
        here = {person: place for person, place in at.items() if place[0] != NO_COORDINATE}
        assert here == {person: tuple(tile) for person, tile in reader.scene(tick, quay().town_map).tiles.items()}


def test_a_recording_carries_its_map_and_pictures(answers: dict[str, Any]) -> None:
    run = f"runs/{part(NAME)}"
    tmj = json.loads(answers[f"{run}/map.tmj"]["text"])
    for tileset in tmj["tilesets"]:
        found = answers[f"{run}/{tileset['source']}"]
        image = json.loads(found["text"])["image"]
        assert answers[f"{run}/tiles/{image}"]["type"] == "image/png"
    for name in ("portrait", "sheet", "asleep"):
        assert f"{run}/people/{resident()}/{name}.png" in answers
        assert f"{run}/people/{VISITOR}/{name}.png" in answers


def test_nothing_of_this_machine_is_in_a_recording(answers: dict[str, Any], lived: Path) -> None:
    text = json.dumps(answers)
    assert str(lived.parent) not in text
    assert str(quay().folder) not in text


def test_what_people_said_cannot_end_the_element_that_holds_it(recording: OpenRun, reader: Reader, built: Path) -> None:
    page = replay(recording, reader, built)
    assert page.count("</script>") == 1
    assert "<script>alert" not in page


def test_a_page_that_was_not_built_is_reported(recording: OpenRun, reader: Reader, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="has not been built"):
        replay(recording, reader, tmp_path)
    (tmp_path / "replay.html").write_text("<title>another page</title>")
    with pytest.raises(SetupError, match="no place"):
        replay(recording, reader, tmp_path)


@pytest.mark.parametrize(
    ("format_", "file"),
    [("md", "talks.md"), ("csv", "events.csv"), ("jsonl", "events.jsonl"), ("jsonl", "header.json")],
)
def test_a_run_can_be_taken_away(format_: str, file: str, window: TestClient, lived: Path) -> None:
    answer = window.get(f"{RUN}/export/{format_}")
    assert f"{NAME}-{format_}.zip" in unquote(answer.headers["content-disposition"])
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        assert f"{NAME}-{format_}/{file}" in names
        for name in names:
            content = archive.read(name).decode("utf-8-sig")
            assert str(lived.parent) not in content
            assert str(quay().folder) not in content


def test_there_is_no_other_format(window: TestClient) -> None:
    assert window.get(f"{RUN}/export/exe").status_code == 422
