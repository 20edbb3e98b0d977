from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.server import create_app
from milkwood.server.gate import name_of
from milkwood.towns import Pack


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost:8000", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:8000", "[::1]"),
        ("LocalHost", "localhost"),
        ("", ""),
    ],
)
def test_a_host_is_known_by_its_name_without_the_port(host: str, name: str) -> None:
    assert name_of(host) == name


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", ""])
def test_a_name_from_elsewhere_that_points_here_is_turned_away(client: TestClient, host: str) -> None:
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
