from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.server import create_app
from milkwood.towns import Pack
from tests.server.conftest import AT


def test_the_page_is_revalidated_and_its_hashed_parts_are_cached(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    script = client.get("/assets/index-abc123.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]


@pytest.mark.parametrize(
    "name", ["../secret.html", "..%2Fsecret.html", "assets/../../secret.html", "notes.txt", "assets"]
)
def test_nothing_else_on_the_disk_is_served(client: TestClient, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_link_that_leads_out_is_not_followed(client: TestClient, static: Path) -> None:
    (static / "out.html").symlink_to(static.parent / "secret.html")
    assert client.get("/out.html").status_code == 404


def test_a_page_that_was_not_built_is_explained(quay: Pack, tmp_path: Path) -> None:
    answer = TestClient(create_app([quay], static=tmp_path / "none"), base_url=AT).get("/")
    assert answer.status_code == 503
    assert "make web" in answer.json()["remedy"]
