"""The server on the smaller bundled town, with a page made for the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.server import create_app
from milkwood.towns import Pack, load
from milkwood.towns.shelf import find

AT = "http://localhost"


@pytest.fixture(scope="session")
def quay() -> Pack:
    return load(find("gull_quay").folder)


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Milkwood</title>")
    (folder / "assets" / "index-abc123.js").write_text("void 0")
    (folder / "notes.txt").write_text("not for browsers")
    (tmp_path / "secret.html").write_text("a secret")
    return folder


@pytest.fixture
def client(quay: Pack, static: Path) -> Iterator[TestClient]:
    with TestClient(create_app([quay], static=static), base_url=AT, raise_server_exceptions=False) as opened:
        yield opened
