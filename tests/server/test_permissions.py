"""What a viewer may call is one table, compared with the routes that there are."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from milkwood.server import create_app
from milkwood.server.access import Rights
from milkwood.server.permissions import LOOKING, TAKING_FILES, WEBSOCKET, RouteFinder, routes_of
from milkwood.towns import Pack

HEADERS = {"x-milkwood": "1"}
ACTING = {
    *(("POST", f"/api/runs/{{run}}/{act}") for act in ("acts", "continue", "fork", "pace", "rest", "step")),
    ("POST", "/api/runs"),
    ("DELETE", "/api/runs/{run}"),
}
"""The routes that change something. A new route is added here, or to the table of what viewers may call."""
VALUES = {
    "run": "ask",
    "town": "gull_quay",
    "person": "ivo_marsh",
    "name": "x",
    "format": "md",
    "file": "x",
    "rest": "x",
    "call": "1",
    "look": "1",
    "act": "1-tell-a",
}


def viewed(quay: Pack, static: Path) -> FastAPI:
    return create_app([quay], static=static, rights=Rights(view_only=True), names=None)


def address(template: str) -> str:
    plain = template.replace(":path}", "}")
    return plain.format(**{**VALUES, "step": "1", "speed": "1", "thing": "a", "event": "1-a"})


def test_every_route_is_in_the_table_once_and_the_table_has_no_other(quay: Pack, static: Path) -> None:
    routes = routes_of(viewed(quay, static))
    assert len(routes) > 40
    assert sorted(LOOKING | ACTING) == sorted(set(routes)), "say of a new route what it takes: looking or acting"
    assert not LOOKING & ACTING
    assert TAKING_FILES <= ACTING, "who only looks gives no files"


def test_a_viewer_may_call_what_the_table_lists_and_nothing_else(
    quay: Pack, static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    app = viewed(quay, static)
    client = TestClient(app, base_url="http://localhost", raise_server_exceptions=False)
    methods = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ODD")
    finder = RouteFinder(app)
    for path in dict.fromkeys(address(template) for _, template in routes_of(app)):
        for method in methods:
            route = finder.find({"type": "http", "method": method, "path": path})
            answer = client.request(method, path, json={}, headers=HEADERS, follow_redirects=False)
            assert (answer.status_code == 403) == (route not in LOOKING), (method, path, answer.status_code)


def test_a_route_without_an_entry_is_refused_to_viewers(quay: Pack, static: Path) -> None:
    app = FastAPI()
    app.get("/api/new")(lambda: "done")
    app.websocket("/api/new/live")(lambda: None)
    finder = RouteFinder(app)
    for scope in (
        {"type": "http", "method": "GET", "path": "/api/new"},
        {"type": "websocket", "path": "/api/new/live"},
    ):
        found = finder.find(scope)
        assert found is not None
        assert found not in LOOKING | ACTING


def test_a_viewer_may_open_the_stream_and_no_other_websocket(quay: Pack, static: Path) -> None:
    client = TestClient(viewed(quay, static), base_url="http://localhost")
    with client.websocket_connect("/api/runs/none/live"):
        pass
    for path in ("/api/runs/none/acts", "/api/runs/ask", "/", "/api/runs/none/live/"):
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(path):
            pass
        assert closed.value.code == 4403
    assert RouteFinder(viewed(quay, static)).find({"type": "websocket", "path": "/"}) is None
    assert (WEBSOCKET, "/api/runs/{run}/live") in LOOKING


@pytest.mark.parametrize("name", ["ask", "live", "export", "acts"])
def test_a_run_of_any_name_is_not_deleted_by_a_viewer(quay: Pack, static: Path, name: str) -> None:
    client = TestClient(viewed(quay, static), base_url="http://localhost")
    answer = client.request("DELETE", f"/api/runs/{name}", json={"name": name}, headers=HEADERS)
    assert answer.status_code == 403
