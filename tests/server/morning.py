"""A morning of Gull Quay with every kind of event, lived once: for tests of what the server sends."""

import asyncio
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from milkwood.chance import Stream
from milkwood.chronicle import Chronicle, Reader
from milkwood.engine.inputs import input_of
from milkwood.ids import PersonId
from milkwood.models.port import Content
from milkwood.run import MindConfig, RunOptions, new_run, open_run
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.server.views.open_runs import OpenRun
from milkwood.town.acts import Announce, Change, Enter, Exit, Tell, UserAct, Whisper
from milkwood.towns import Pack
from tests.lived import quay
from tests.models.obliging import Obliging, Reply
from tests.once import once, shared

NAME = "a morning & more (晨)"
TICKS = 1500
MARKUP = "<script>alert('milk')</script> & “quotes”"
HALF = "\ud83d"
"""Half a letter, as a model may write it when it is cut off."""
VISITOR = PersonId("bo")
VISITOR_NAME = "<i>Bo</i>"
WHISPERED, TOLD, CHANGED, ANNOUNCED, ENTERED, LEFT = 400, 450, 500, 550, 600, 900
NOTICE = "a bring-and-buy sale"
HEADERS = {"X-Milkwood": "1"}
AT = "http://localhost"
RUN = f"/api/runs/{quote(NAME, safe='')}"


class Markup(Obliging):
    """Says things that a page must not treat as its own markup."""

    def _speak(self, content: Content, draw: Stream) -> Reply:
        return {**super()._speak(content, draw), "say": f"{MARKUP} {draw.between(1, 99)}{HALF}"}


@cache
def resident() -> PersonId:
    return sorted(quay().people)[0]


@cache
def acts() -> tuple[tuple[int, UserAct], ...]:
    town_map = quay().town_map
    thing = sorted(town_map.things)[0]
    outdoors = next(room for room in town_map.rooms.values() if room.outdoors)
    tile = next(tile for tile in sorted(outdoors.tiles) if town_map.is_walkable(tile))
    return (
        (WHISPERED, Whisper(resident(), MARKUP)),
        (TOLD, Tell(resident(), "Aunt May", "The tide comes early.")),
        (CHANGED, Change(thing, "on fire <b>")),
        (ANNOUNCED, Announce(NOTICE, outdoors.id, 2000)),
        (ENTERED, Enter(VISITOR, tile, VISITOR_NAME, 200)),
        (LEFT, Exit(VISITOR)),
    )


def live(path: Path) -> Path:
    """The morning, lived and closed."""
    pack, minds, options = quay(), MindConfig(embedding=False), RunOptions(model=Markup())
    new_run(pack, path, path.stem, minds=minds, options=options).close()
    with Chronicle.open(path) as chronicle:
        for tick, act in acts():
            given = input_of(tick, act)
            chronicle.keep_input(given.tick, given.kind, given.person, given.content)
    with open_run(pack, path, options=options) as run:
        asyncio.run(run.live(TICKS))
    return path


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the morning, a copy for each module that uses it."""
    path = tmp_path_factory.mktemp("window") / f"{NAME}.milkwood"
    shutil.copy(once(shared(tmp_path_factory) / "window" / path.name, live), path)
    return path


@pytest.fixture(scope="session")
def app_state(lived: Path) -> Iterator[AppState]:
    found = AppState(RunFiles([lived]), packs=Packs([quay()]))
    yield found
    found.close()


@pytest.fixture(scope="session")
def recording(app_state: AppState) -> OpenRun:
    return app_state.recordings.find(NAME)


@pytest.fixture
def reader(lived: Path) -> Iterator[Reader]:
    with Chronicle.read(lived) as opened:
        yield opened


@pytest.fixture
def pack() -> Pack:
    return quay()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a slot for a recording, as a build leaves it."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<title>Milkwood</title>")
    (folder / "replay.html").write_text(
        '<!doctype html><script type="application/json" id="milkwood-replay">null</script>'
    )
    return folder


@pytest.fixture(scope="session")
def window(app_state: AppState, built: Path) -> Iterator[TestClient]:
    app = create_app([quay()], app_state=app_state, static=built)
    with TestClient(app, base_url=AT, raise_server_exceptions=False) as opened:
        yield opened


def get(window: TestClient, path: str = "", **query: str | int) -> Any:
    """The server's answers about the morning."""
    answer = window.get(f"{RUN}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()
