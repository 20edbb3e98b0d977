"""A real server on a real port, with live runs, and viewers on real WebSockets."""

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from milkwood.chronicle import history
from milkwood.chronicle.rows import history_between
from milkwood.chronicle.runs import path_for
from milkwood.cli.serving import config_of, listen
from milkwood.models.port import Model
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.server import create_app
from milkwood.server.access import Rights
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import RunSpeed, RunThread
from milkwood.server.packs import Packs
from milkwood.town.town import BEFORE_TIME
from milkwood.words import Language
from tests.instruments.damage import rewritten
from tests.lived import quay
from tests.models.obliging import Obliging
from tests.server.unpacked import Frame, unpack

RUN = "friday"
PATIENCE = 30.0
Message = dict[str, Any] | Frame


@dataclass(frozen=True)
class Viewer:
    """A viewer."""

    socket: ClientConnection
    hello: dict[str, Any]
    heard: deque[dict[str, Any]] = field(default_factory=deque)
    """Received messages that were not checked yet."""

    def next(self, timeout: float = PATIENCE) -> Message:
        """The next message."""
        message = self.socket.recv(timeout)
        return json.loads(message) if isinstance(message, str) else unpack(message)

    def until(self, fits: Callable[[Message], bool]) -> list[Message]:
        """All messages up to the first match."""
        latest = time.monotonic() + PATIENCE
        found = [self.next()]
        while not fits(found[-1]):
            assert time.monotonic() < latest, f"it did not come; last was {found[-1]}"
            found.append(self.next())
        return found

    def told(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        found = self.until(lambda each: isinstance(each, dict) and each["type"] == kind)[-1]
        assert isinstance(found, dict)
        return found

    def frame(self) -> Frame:
        """The next frame."""
        found = self.until(lambda each: isinstance(each, Frame))[-1]
        assert isinstance(found, Frame)
        return found

    def happens(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next matching event."""
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest:
            while self.heard:
                each = self.heard.popleft()
                if fits(each):
                    return each
            self.heard.extend(self.told("reel")["happenings"])
        raise AssertionError("it did not happen")


@dataclass(frozen=True)
class Served:
    """A server."""

    app_state: AppState
    port: int
    client: httpx2.Client

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **options: Any) -> httpx2.Response:
        return self.client.get(path, **options)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        return self.client.post(path, json=body if body is not None else {}, headers={"x-milkwood": "1", **headers})

    def act(self, kind: str, run: str = RUN, **about: Any) -> httpx2.Response:
        return self.post(f"/api/runs/{run}/acts", {"kind": kind, **about})

    def erase(self, run: str, name: str) -> httpx2.Response:
        headers = {"x-milkwood": "1"}
        return self.client.request("DELETE", f"/api/runs/{run}", json={"name": name}, headers=headers)

    def connect(self, run: str = RUN, **options: Any) -> ClientConnection:
        # Closing would otherwise wait long for messages that are still on their way.
        options = {"close_timeout": 0.2, "open_timeout": PATIENCE, **options}
        opened: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/api/runs/{run}/live", **options)
        return opened

    @contextmanager
    def viewer(self, run: str = RUN, since: int | None = None, **options: Any) -> Iterator[Viewer]:
        with self.connect(run, **options) as opened:
            hello = json.loads(opened.recv(PATIENCE))
            opened.send(json.dumps({"protocol": 1, "from": since}))
            yield Viewer(opened, hello)


@contextmanager
def serving(
    static: Path, rights: Rights | None = None, app_state: AppState | None = None, *, narrow: bool = False
) -> Iterator[Served]:
    """Serve until the end of the block; then stop all runs. `narrow`: the system buffers little for slow readers."""
    app_state = app_state or AppState(packs=Packs([quay()]))
    app = create_app(app_state.packs.known, static=static, app_state=app_state, rights=rights)
    listener: socket.socket = listen("127.0.0.1", 0)
    if narrow:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    server = uvicorn.Server(config_of(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    port = listener.getsockname()[1]
    # A connection for each call: one that is kept may be closed by the server just as it is used again.
    limits = httpx2.Limits(max_keepalive_connections=0)
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=limits) as client:
        try:
            yield Served(app_state, port, client)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            app_state.close()


def lived(
    app_state: AppState, name: str = RUN, speed: RunSpeed = 5, *, language: str = "en", model: Model | None = None
) -> RunThread:
    """Start or continue a run of Gull Quay, and keep it live."""
    path, answering = path_for(name), model or Obliging()

    def make(options: RunOptions) -> LiveRun:
        if path.exists():
            return open_run(quay(), path, options=options)
        return new_run(
            quay(), path, name, language=Language(language), minds=MindConfig(embedding=False), options=options
        )

    living = app_state.threads.begin(name, make, RunOptions(model=answering), speed)
    living.ready.result(PATIENCE)
    return living


def change_the_past(path: Path) -> int:
    """Change recorded events to ones that would not happen now; returns the last tick at which all is kept."""
    with rewritten(path) as file:
        settled = file.execute("SELECT settled FROM progress").fetchone()[0]
        file.execute("DELETE FROM snapshots WHERE tick >= ?", (settled,))
        person, kind, content = file.execute("SELECT person, kind, content FROM events LIMIT 1").fetchone()
        file.execute("INSERT INTO events VALUES (?, ?, 99, ?, ?, 0)", (settled - 1, person, kind, content))
        file.execute("DELETE FROM chain")
        chain = history.chained(history.BEGINNING, history_between(file, BEFORE_TIME, settled))
        file.executemany("INSERT INTO chain VALUES (?, ?, 0)", chain)
        kept = file.execute("SELECT max(tick) FROM snapshots").fetchone()[0]
    return int(kept)
