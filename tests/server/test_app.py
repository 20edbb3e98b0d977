import pytest
from fastapi.testclient import TestClient

from milkwood.errors import SetupError
from milkwood.server import create_app


def test_a_server_without_a_town_is_refused() -> None:
    with pytest.raises(SetupError, match="no town"):
        create_app([])


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/api/towns/atlantis", "/api/towns/gull_quay/people/nobody/sheet.png"]
)
def test_missing_resources_are_refused_with_a_remedy(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert set(answer.json()) == {"what", "remedy"}
    assert all(answer.json().values())


def test_towns_cannot_be_changed(client: TestClient) -> None:
    answer = client.post("/api/towns", headers={"x-milkwood": "1"})
    assert answer.status_code == 405
    assert "/api/docs" in answer.json()["remedy"]


def test_the_description_for_programs_names_every_question(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths) >= {
        "/api/towns",
        "/api/towns/{town}",
        "/api/towns/{town}/map.tmj",
        "/api/towns/{town}/tiles/{file}",
        "/api/towns/{town}/people/{person}/{name}.png",
        "/api/runs",
        "/api/runs/{run}",
        "/api/runs/{run}/acts",
        "/api/runs/{run}/pace",
        "/api/compare",
    }
    assert all(path.startswith("/api/") for path in paths)


def test_no_other_page_may_read_us(client: TestClient) -> None:
    answer = client.get("/api/towns", headers={"origin": "http://elsewhere.example"})
    assert "access-control-allow-origin" not in answer.headers
