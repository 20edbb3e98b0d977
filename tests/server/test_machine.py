"""The machine room of a run that lives, and its account."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.bootstrap import Manner, Minds, Run, new_run, open_run
from milkwood.chronicle import Reader
from milkwood.models.budget import Cap
from milkwood.server import create_app
from milkwood.server.account import Account
from milkwood.server.house import House
from milkwood.server.shelf import Shelf
from milkwood.server.wire_town import MachineOut
from milkwood.stack import Wanted
from tests.lived import quay
from tests.server.morning import AT, house, lived, reader

__all__ = ["house", "lived", "reader"]

PATIENCE = 30.0


def test_an_account_says_what_the_bill_says(reader: Reader) -> None:
    account, bill = Account(), reader.bill()
    for _ in range(2):
        books = account.books(reader)
        assert books.total.answers == bill.total.answers
        assert {who: share.answers for who, share in books.by_person.items()} == {
            who: entry.answers for who, entry in bill.by_person.items()
        }
        assert {who: share.tokens for who, share in books.by_answerer.items()} == {
            who: entry.prompt_tokens + entry.answer_tokens for who, entry in bill.by_answerer.items()
        }


@pytest.fixture
def living(tmp_path: Path) -> House:
    path = tmp_path / "now.milkwood"
    new_run(quay(), path, "now", minds=Minds(embedding=False)).close()
    return House(shelf=Shelf([path]))


def test_a_run_that_lives_says_how_it_goes_on(living: House) -> None:
    path = living.shelf.find("now")

    def make(manner: Manner) -> Run:
        return open_run(quay(), path, manner=manner)

    wanted = Wanted(cap=Cap.parse("300calls"))
    life = living.lives.begin("now", make, Manner(wanted=wanted), speed=1)
    try:
        life.ready.result(PATIENCE)
        with TestClient(create_app([quay()], house=living), base_url=AT) as client:
            told = MachineOut.model_validate(client.get("/api/runs/now/machine").json())
            assert client.get("/api/runs/now").json()["state"] == "living"
            assert not told.spending_paused
            life.call(lambda run: run.pause_spending(True)).result(PATIENCE)
            again = MachineOut.model_validate(client.get("/api/runs/now/machine").json())
            assert again.spending_paused
            assert again.budget is not None
            assert (again.budget.cap, again.budget.unit, again.budget.at_cap) == (300, "calls", "understudy")
    finally:
        living.close()
