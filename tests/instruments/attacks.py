"""Attacks of a viewer: every route and method, in odd spellings, by a person who may only look.

A real server shows runs that are called like parts of its own addresses. Nothing may change on disk, and nothing but
what the table of permissions lists may be answered.
"""

import hashlib
import http.client
import itertools
import json
import os
import shutil
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fastapi import FastAPI

from milkwood.server.access import Rights, new_token
from milkwood.server.app import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.permissions import LOOKING, WEBSOCKET, RouteFinder, routes_of
from tests.lived import live, quay
from tests.server.served import Served, serving

NAMES = ("ask", "export", "live", "acts", "friday")
"""Of runs: most are also parts of addresses."""
METHODS = (
    *("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "MOVE", "PURGE"),
    *("get", "Delete", "post"),
)
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda path: path,
    "trailing slash": lambda path: f"{path}/",
    "double slash": lambda path: path.replace("/", "//"),
    "double slash before the last part": lambda path: "//".join(path.rsplit("/", 1)),
    "dot": lambda path: "/./".join(path.rsplit("/", 1)),
    "encoded dots": lambda path: f"{path}/%2e%2e/{path.rsplit('/', 1)[1]}",
    "up and down": lambda path: f"/api/towns/../..{path}",
    "ends as an interview": lambda path: f"{path}/ask",
    "encoded interview": lambda path: f"{path}%2fask",
    "interview in a query": lambda path: f"{path}?/ask",
    "interview in a fragment": lambda path: f"{path}%23/ask",
    "parameters": lambda path: f"{path};/ask",
    "encoded slash": lambda path: path.replace("/", "%2F", 3).replace("%2F", "/", 1),
    "encoded letters": lambda path: "".join(f"%{ord(char):02x}" if char.isalpha() else char for char in path),
    "encoded twice": lambda path: path.replace("/", "%252f", 3).replace("%252f", "/", 1),
    "upper case": lambda path: path.upper(),
    "null": lambda path: f"{path}%00",
    "line break": lambda path: f"{path}%0a",
    "backslash": lambda path: path.replace("/", "\\", 3).replace("\\", "/", 1),
    "whole address": lambda path: f"http://127.0.0.1{path}",
}
HEADERS: dict[str, dict[str, str]] = {
    "none": {},
    "method override": {"X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE", "X-HTTP-Method": "DELETE"},
    "other address": {"X-Original-URL": "/api/runs/ask", "X-Rewrite-URL": "/api/runs/ask"},
    "proxy": {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "Forwarded": "for=127.0.0.1"},
    "token": {"Authorization": "Bearer ", "Cookie": "milkwood="},
}
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}
_REFUSED = {400, 403, 404, 405, 421}
"""Ways to say no: 404 and 405 by the server itself, to what is no request of HTTP."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One request."""

    method: str
    target: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class Outcome:
    """What came of all attacks."""

    tried: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    let_through: list[str] = field(default_factory=list)
    """Requests that were answered although the table does not list them."""
    failures: list[str] = field(default_factory=list)
    """Requests that the server failed at."""
    changed: list[str] = field(default_factory=list)
    """Files that are not as they were."""


def attacks(*, full: bool) -> Iterator[Attack]:
    """All attacks; or, unless `full`, one of every so many, each route, method, spelling and header among them."""
    paths = list(dict.fromkeys(_addresses()))
    plain, none = SPELLINGS["as it is"], HEADERS["none"]
    every = itertools.chain(
        itertools.product(paths, METHODS, SPELLINGS.values(), (none,)),
        itertools.product(paths, METHODS, (plain,), HEADERS.values()),
    )
    step = 1 if full else 211  # a prime, so that no combination is always passed over
    acting = ((path, method, plain, none) for path in paths for method in ("DELETE", "POST"))
    for path, method, spelling, headers in itertools.chain(acting, itertools.islice(every, 0, None, step)):
        yield Attack(method, spelling(path), {"X-Milkwood": "1", **headers}, _body(method, path))


def _body(method: str, path: str) -> dict[str, Any]:
    """What a request must say to be done, if it were let through."""
    parts = path.split("/")
    if method.upper() == "DELETE":
        return {"name": parts[3] if path.startswith("/api/runs/") else "ask"}
    bodies: dict[str, dict[str, Any]] = {
        "runs": {"town": "gull_quay"},
        "acts": {"kind": "whisper", "person": "petra_marsh", "text": "x"},
        "fork": {"tick": 0, "name": "mine"},
        "pace": {"held": True},
        "ask": {"person": "petra_marsh", "question": "Who are you?"},
    }
    return bodies.get(parts[-1], {})


@cache
def _app() -> FastAPI:
    return create_app([quay()])


def _addresses() -> Iterator[str]:
    about = {"town": "gull_quay", "person": "petra_marsh", "format": "none", "name": "none", "file": "none"}
    about["act"] = "1-tell-none"
    for method, template in routes_of(_app()):
        plain = template.replace(":path}", "}")
        for name in (NAMES if method != "GET" else NAMES[:2]) if "{run}" in plain else NAMES[:1]:
            yield plain.format(
                **about, run=name, rest="none", step="1", speed="1", thing="none", event="1-none", call="1", look="1"
            )


def attacked(folder: Path, *, full: bool) -> Outcome:
    """Let a server in a folder be attacked."""
    runs = folder / "home" / "runs"
    runs.mkdir(parents=True)
    os.environ["MILKWOOD_HOME"] = str(folder / "home")
    live(runs / f"{NAMES[0]}.milkwood", 40)
    for name in NAMES[1:]:
        shutil.copyfile(runs / f"{NAMES[0]}.milkwood", runs / f"{name}.milkwood")
    (folder / "static").mkdir()
    (folder / "static" / "index.html").write_text("<title>Milkwood</title>")
    outcome, state = Outcome(), AppState(packs=Packs([quay()]))
    finder = RouteFinder(_app())
    with serving(folder / "static", Rights(new_token(), view_only=True), state) as served:
        before = _contents(folder)
        _send(served, attacks(full=full), finder, outcome)
        _upgrade(served, finder, outcome)
        after = _contents(folder)
    outcome.changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    return outcome


def _contents(folder: Path) -> dict[str, str]:
    """Every file but those that SQLite keeps for readers."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def _send(served: Served, those: Iterable[Attack], finder: RouteFinder, outcome: Outcome) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    for attack in those:
        body = json.dumps(attack.body).encode()
        connection.putrequest(attack.method, attack.target, skip_host=True, skip_accept_encoding=True)
        for name, value in {
            "Host": f"127.0.0.1:{served.port}",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            **attack.headers,
        }.items():
            connection.putheader(name, value)
        try:
            connection.endheaders(body)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except (http.client.HTTPException, OSError):
            status = 400  # it hung up
        if status == 400 or connection.sock is None:
            connection.close()
        path = unquote(attack.target.removeprefix("http://127.0.0.1").partition("?")[0])
        route = finder.find({"type": "http", "method": attack.method, "path": path})
        _note(outcome, f"{attack.method} {attack.target}", status, allowed=route in LOOKING)


def _upgrade(served: Served, finder: RouteFinder, outcome: Outcome) -> None:
    """Ask for a WebSocket at every address."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items())
    for path in dict.fromkeys(_addresses()):
        with socket.create_connection(("127.0.0.1", served.port), timeout=30) as opened:
            opened.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{lines}\r\n".encode())
            status = int(opened.recv(4096).split(b" ", 2)[1])
        allowed = finder.find({"type": "websocket", "path": path}) in LOOKING
        _note(outcome, f"{WEBSOCKET} {path}", status, allowed=allowed)


def _note(outcome: Outcome, what: str, status: int, *, allowed: bool) -> None:
    outcome.tried += 1
    outcome.statuses[status] += 1
    if status >= 500:
        outcome.failures.append(f"{what}: {status}")
    elif not allowed and status not in _REFUSED:
        outcome.let_through.append(f"{what}: {status}")
