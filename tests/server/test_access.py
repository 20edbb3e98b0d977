"""Who may watch and who may act, tested with a real server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import InvalidStatus

from milkwood.server import create_app
from milkwood.server.access import COOKIE, Rights, host_name
from milkwood.towns import Pack
from tests.server.served import RUN, Served, lived, serving

TOKEN = "wJ8kf3Zq-Lm0Xb7Rt2Yv9Nc4"
Opened = Callable[[Rights], Served]


@pytest.fixture
def opened(static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    with ExitStack() as stack:

        def serve(rights: Rights) -> Served:
            served = stack.enter_context(serving(static, rights))
            lived(served.app_state, speed=1)
            return served

        yield serve


def whisper(served: Served, **headers: str) -> httpx2.Response:
    body = {"kind": "whisper", "person": "ivo_marsh", "text": "x"}
    return served.client.post(f"/api/runs/{RUN}/acts", json=body, headers=headers)


def test_changing_requests_need_our_header_and_origin(opened: Opened) -> None:
    served = opened(Rights())
    own = {"x-milkwood": "1"}
    assert whisper(served).status_code == 403
    assert whisper(served, **own).status_code == 200
    assert whisper(served, **own, origin=served.origin).status_code == 200
    assert whisper(served, **own, **{"sec-fetch-site": "same-origin"}).status_code == 200
    for elsewhere in ("http://elsewhere.example", "null", "http://127.0.0.1:1", "http://[", ""):
        answer = whisper(served, **own, origin=elsewhere)
        assert (answer.status_code, set(answer.json())) == (403, {"what", "remedy"})
    for site in ("cross-site", "same-site"):
        assert whisper(served, **own, **{"sec-fetch-site": site}).status_code == 403


def test_no_other_page_is_ever_allowed_to_ask(opened: Opened) -> None:
    served = opened(Rights())
    asked = {
        "origin": "http://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-milkwood",
    }
    answer = served.client.options(f"/api/runs/{RUN}/acts", headers=asked)
    assert not [name for name in answer.headers if name.startswith("access-control-allow")]


def test_a_viewer_can_change_nothing_and_see_everything(opened: Opened) -> None:
    served = opened(Rights(view_only=True))
    assert served.get("/api/runs").json()["may_act"] is False
    assert served.get(f"/api/runs/{RUN}").json()["may_act"] is False
    body = {"kind": "whisper", "person": "ivo_marsh", "text": "x"}
    tries = [
        ("/api/runs", {"town": "gull_quay"}),
        (f"/api/runs/{RUN}/acts", body),
        (f"/api/runs/{RUN}/pace", {"held": True}),
        (f"/api/runs/{RUN}/step", {}),
        (f"/api/runs/{RUN}/rest", {}),
        (f"/api/runs/{RUN}/continue", {}),
        (f"/api/runs/{RUN}/fork", {"tick": 0, "name": "mine"}),
    ]
    for path, wanted in tries:
        assert served.post(path, wanted).status_code == 403
    assert served.erase(RUN, RUN).status_code == 403
    with served.viewer() as viewer:
        assert viewer.hello["may_act"] is False
        assert viewer.frame().snapshot
    assert served.app_state.threads.find(RUN) is not None


def test_without_the_token_access_is_refused(opened: Opened) -> None:
    served = opened(Rights(TOKEN))
    for path in ("/", "/api/runs", "/api/docs", "/api/openapi.json", f"/run/{RUN}", f"/api/runs/{RUN}"):
        answer = served.get(path)
        assert (answer.status_code, TOKEN in answer.text) == (401, False)
    assert whisper(served, **{"x-milkwood": "1"}).status_code == 401
    for wrong in ("", TOKEN[:-1], f"{TOKEN} ", "é"):
        assert served.get("/api/runs", params={"token": wrong}).status_code == 401
    with pytest.raises(InvalidStatus, match="403"):
        served.connect()
    served.client.cookies.set(COOKIE, TOKEN)
    assert served.get("/api/runs").status_code == 401


def test_the_page_opened_with_the_token_keeps_it_in_a_cookie_no_script_can_read(opened: Opened) -> None:
    served = opened(Rights(TOKEN))
    page = served.get("/", params={"token": TOKEN})
    assert page.status_code == 200
    cookie = page.headers["set-cookie"]
    assert TOKEN not in cookie
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert served.get("/api/runs").json()["may_act"] is True
    assert whisper(served, **{"x-milkwood": "1"}).status_code == 200
    kept = served.client.cookies[COOKIE]
    with served.viewer(additional_headers={"Cookie": f"{COOKIE}={kept}"}) as viewer:
        assert viewer.hello["may_act"] is True


def test_programs_may_send_the_token_as_a_bearer(opened: Opened) -> None:
    served = opened(Rights(TOKEN))
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert served.get("/api/runs", headers=bearer).status_code == 200
    with served.viewer(additional_headers={"Authorization": f"Bearer {TOKEN}"}) as viewer:
        assert viewer.frame().snapshot


def test_everyone_may_watch_and_users_with_the_token_may_act(opened: Opened) -> None:
    served = opened(Rights(TOKEN, view_only=True))
    assert served.get("/api/runs").json()["may_act"] is False
    assert whisper(served, **{"x-milkwood": "1"}).status_code == 403
    assert whisper(served, **{"x-milkwood": "1", "authorization": f"Bearer {TOKEN}"}).status_code == 200


# --- host names and headers


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost:8000", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:8000", "[::1]"),
        ("LocalHost", "localhost"),
        ("my_laptop.local", "my_laptop.local"),
        ("", ""),
        ("[::1].evil.example", ""),
        ("[::1]evil.example", ""),
        ("127.0.0.1:80,evil.example", ""),
        ("localhost:80:80", ""),
        ("localhost:70000", ""),
        ("localhost:８０", ""),
        ("me@localhost", ""),
        ("localhost/", ""),
        ("localhost ", ""),
        ("localhost.", ""),
    ],
)
def test_a_host_is_a_name_and_perhaps_a_port_and_nothing_else(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "",
        "[::1].evil.example",
        "127.0.0.1:80,evil.example",
    ],
)
def test_a_foreign_host_name_for_this_server_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/towns", headers={"host": host})
    assert answer.status_code == 421
    assert set(answer.json()) == {"what", "remedy"}


def test_a_town_shown_to_the_network_answers_to_any_name(quay: Pack, static: Path) -> None:
    open_to_all = TestClient(create_app([quay], names=None, static=static), base_url="http://my-laptop.local")
    assert open_to_all.get("/api/towns").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/towns", "/api/nowhere", "/api/docs"])
def test_every_answer_keeps_the_page_to_itself(client: TestClient, path: str) -> None:
    policy = client.get(path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
