"""The server answers every request and never fails: the whole HTTP interface, with random requests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from tests.lived import quay
from tests.server.morning import HEADERS, NAME, VISITOR, app_state, lived, resident

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

__all__ = ["app_state", "lived"]

_CHANGES = {"/api/runs", "/api/runs/{run}/continue", "/api/runs/{run}/rest", "/api/runs/{run}/fork"}
"""Requests that start, stop or copy runs; other tests cover these."""
_SECONDS = 120
"""Time for an answer: an export writes thousands of files, which takes seconds where opening a file is slow."""
_PHASES = (Phase.explicit, Phase.generate)
"""Without shrinking, which repeats a slow request many times."""


@pytest.fixture(scope="session")
def api(app_state: AppState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(tmp_path_factory.mktemp("home")))
        yield schemathesis.openapi.from_asgi("/api/openapi.json", create_app([quay()], app_state=app_state, names=None))


@pytest.mark.long
def test_no_request_makes_the_server_fail(api: Any) -> None:
    asked = [_asked(found.ok()) for found in api.get_all_operations()]
    assert len(asked) > 20


def _asked(operation: Any) -> str:
    """Send one request in many variants, about runs that do not exist and about an existing one."""

    @settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None, phases=_PHASES)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        _answered(case)
        if case.path not in _CHANGES and case.method in ("GET", "POST"):
            _about_what_is_there(case)
            _answered(case)

    ask()
    return str(operation.label)


def _answered(case: Any) -> None:
    answer = case.call(headers=HEADERS, timeout=_SECONDS)
    assert answer.status_code < 500, (case.method, case.path, answer.text)
    if answer.status_code >= 400:
        assert {"what", "remedy"} <= set(answer.json()), (case.path, answer.text)


def _about_what_is_there(case: Any) -> None:
    """The same request about an existing run, person and town."""
    there = {"run": NAME, "person": resident(), "town": "gull_quay", "thing": sorted(quay().town_map.things)[0]}
    for name, value in there.items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = value
    if isinstance(case.body, dict) and "person" in case.body:
        case.body["person"] = resident() if len(str(case.body["person"])) % 2 else VISITOR


def test_the_manual_lists_every_question(api: Any, lived: Path) -> None:
    paths = set(api.raw_schema["paths"])
    reads = {"reel", "moves", "marks", "people/{person}", "people/{person}/memories", "people/{person}/why", "talks"}
    reads |= {
        "feed",
        "ties",
        "news",
        "news/first",
        "news/ideas",
        "things/{thing}",
        "machine",
        "calls",
        "calls/{call}",
        "ask",
        "export/{format}",
    }
    assert {f"/api/runs/{{run}}/{read}" for read in reads} <= paths
