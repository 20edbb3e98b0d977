import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from milkwood.errors import TownAuthorError
from milkwood.server import errors as refusal
from milkwood.server.errors import HttpError


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()
    refusal.install(app)

    @app.get("/refused")
    def refused() -> None:
        raise HttpError(404, "There is no cake.", "Ask at the bakery.")

    @app.get("/author")
    def author() -> None:
        raise TownAuthorError("The bed is gone.", where="/home/me/towns/x", remedy="Draw it again.")

    @app.get("/stumble")
    def stumble() -> None:
        raise ZeroDivisionError("in the kitchen")

    @app.get("/count")
    def count(n: int) -> int:
        return n

    return TestClient(app, raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("path", "status", "what"),
    [
        ("/refused", 404, "There is no cake."),
        ("/author", 500, "The bed is gone."),
        ("/stumble", 500, "Milkwood made a mistake."),
        ("/count?n=many", 422, "The request cannot be read."),
        ("/absent", 404, "There is nothing here."),
    ],
)
def test_every_refusal_says_what_and_what_to_do(client: TestClient, path: str, status: int, what: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.json()["what"] == what
    assert answer.json()["remedy"]


def test_nothing_about_this_machine_is_revealed(client: TestClient) -> None:
    assert "/home/me" not in client.get("/author").text
    assert "kitchen" not in client.get("/stumble").text
