"""Calls of a run over HTTP: a list page by page, and one call in full."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle
from milkwood.chronicle.call_log import CallQuery, RecordedCall, calls_of
from milkwood.chronicle.kept_replies import packed
from milkwood.server import create_app
from milkwood.server.access import Rights
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.server.wire.calls import CallDetailsOut, CallsOut
from tests.called import _calls, tuesday
from tests.instruments.damage import rewritten
from tests.lived import quay
from tests.server.morning import AT, built

__all__ = ["_calls", "built", "tuesday"]
CALLS = "/api/runs/tuesday/calls"


@pytest.fixture
def window(tuesday: Path, built: Path) -> Iterator[TestClient]:
    with opened(tuesday, built) as client:
        yield client


def opened(path: Path, built: Path, rights: Rights | None = None) -> TestClient:
    app_state = AppState(RunFiles([path]), packs=Packs([quay()]))
    app = create_app([quay()], app_state=app_state, static=built, rights=rights)
    return TestClient(app, base_url=AT, raise_server_exceptions=False)


def read(window: TestClient, **query: Any) -> CallsOut:
    answer = window.get(CALLS, params=query)
    assert answer.status_code == 200, answer.text
    return CallsOut.model_validate(answer.json())


def one(window: TestClient, number: int) -> CallDetailsOut:
    answer = window.get(f"{CALLS}/{number}")
    assert answer.status_code == 200, answer.text
    return CallDetailsOut.model_validate(answer.json())


def recorded(path: Path, **wanted: Any) -> list[RecordedCall]:
    with Chronicle.read(path) as reader:
        return calls_of(reader, CallQuery(**wanted), 10_000)


def test_calls_are_listed_newest_first_and_page_by_page(window: TestClient, tuesday: Path) -> None:
    known, seen, before = [call.number for call in recorded(tuesday)], list[int](), dict[str, int]()
    while True:
        page = read(window, limit=20, **before)
        assert page.total == len(known)
        seen += [call.number for call in page.calls]
        if page.before is None:
            break
        before = {"before": page.before}
    assert seen == known


def test_calls_are_found_by_person_question_failure_and_time(window: TestClient, tuesday: Path) -> None:
    person = "petra_marsh"
    found = read(window, person=person, kind="plan_day", limit=500)
    assert [call.number for call in found.calls] == [
        call.number for call in recorded(tuesday, person=person, kind="plan_day")
    ]
    assert found.total == len(found.calls)
    assert found.kinds == sorted({call.call.question.kind for call in recorded(tuesday)})
    failed = read(window, failed=True, limit=500)
    assert [call.number for call in failed.calls] == [call.number for call in recorded(tuesday, failed=True)]
    assert {call.tick for call in read(window, until=0, limit=500).calls} == {0}
    assert read(window, person="nobody").calls == []


def test_one_call_has_the_prompt_the_reply_what_was_wrong_and_what_was_used(window: TestClient, tuesday: Path) -> None:
    call = next(each for each in recorded(tuesday) if "unknown: " in each.wrong)
    told = one(window, call.number)
    assert told.call == next(each for each in read(window, limit=500).calls if each.number == call.number)
    assert (told.call.use, told.call.wrong, told.call.server) == ("unusable", call.wrong, call.server)
    assert told.prompt_note["en"].startswith("This is what was sent")
    assert told.prompt_note["zh"].startswith("这就是当时发送的内容")
    assert told.raw_reply is not None
    assert any(fault.code == "unknown" and fault.about for fault in told.faults)
    assert told.answer is not None
    assert told.answer.content["blocks"]


def test_a_call_that_is_not_there_is_404_and_bad_numbers_are_refused(window: TestClient) -> None:
    refused = window.get(f"{CALLS}/99999")
    assert refused.status_code == 404
    assert refused.json()["what"] == "There is no call 99999 in the run “tuesday”."
    for path in ("/0", "/x", "?limit=0", "?before=0", f"?before={10**30}", "?failed=perhaps"):
        assert window.get(f"{CALLS}{path}").status_code == 422, path
    assert window.get("/api/runs/nobody/calls").status_code == 404


def test_a_viewer_sees_calls_but_not_where_they_were_sent(tuesday: Path, built: Path) -> None:
    with opened(tuesday, built, Rights(token="secret", view_only=True)) as viewer:
        page = read(viewer, limit=500)
        assert page.calls
        assert {call.server for call in page.calls} == {""}
        told = one(viewer, page.calls[0].number)
        assert (told.call.server, bool(told.prompt)) == ("", True)
        owner = viewer.get(CALLS, headers={"Authorization": "Bearer secret"}).json()
        assert all(call["server"].startswith("127.0.0.1:") for call in owner["calls"])


def test_what_a_model_wrote_is_clean_on_the_wire(window: TestClient, tuesday: Path) -> None:
    with rewritten(tuesday) as connection:
        evil = packed("<script>alert(1)</script>\x1b[2J{\ud83d\u202e}")
        connection.execute("UPDATE kept_replies SET text = ?", (evil,))
    told = one(window, 1)
    assert told.raw_reply == "<script>alert(1)</script>{\ufffd}"


def test_a_damaged_reply_is_a_sentence(window: TestClient, tuesday: Path) -> None:
    with rewritten(tuesday) as connection:
        connection.execute("UPDATE kept_replies SET text = x'00'")
    assert read(window).calls
    refused = window.get(f"{CALLS}/1")
    assert refused.status_code in (400, 409)
    assert "damaged" in refused.json()["what"]
