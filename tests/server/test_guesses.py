"""Who guesses tokens has to wait; nobody else does."""

from pathlib import Path

import httpx2
import pytest

from milkwood.server.access import COOKIE, Rights, new_token
from milkwood.server.guesses import FORGET_SECONDS, FREE_GUESSES, MAX_GUESS_WAIT_SECONDS, Guesses
from tests.server.served import Served, serving

TOKEN = new_token()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_few_wrong_tokens_cost_nothing_then_the_wait_doubles_up_to_a_bound() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    waits = []
    for number in range(FREE_GUESSES + 14):
        guesses.note("10.0.0.1", f"guess {number}")
        waits.append(guesses.wait_seconds("10.0.0.1"))
        clock.now += waits[-1]
    assert waits[:FREE_GUESSES] == [0.0] * FREE_GUESSES
    assert waits[FREE_GUESSES : FREE_GUESSES + 4] == [1.0, 2.0, 4.0, 8.0]
    assert waits[-1] == MAX_GUESS_WAIT_SECONDS
    assert guesses.wait_seconds("10.0.0.2") == 0.0
    clock.now += FORGET_SECONDS + 1
    guesses.note("10.0.0.1", "again")
    assert guesses.wait_seconds("10.0.0.1") == 0.0


def test_the_same_wrong_token_counts_once() -> None:
    guesses = Guesses(Clock())
    for _ in range(1000):
        guesses.note("10.0.0.1", "an old cookie")
    assert guesses.wait_seconds("10.0.0.1") == 0.0


def test_a_network_of_ipv6_addresses_is_one_guesser_and_an_ipv4_address_in_it_another() -> None:
    guesses = Guesses(Clock())
    for number in range(FREE_GUESSES + 1):
        guesses.note(f"2001:db8::{number:x}", f"guess {number}")
    assert guesses.wait_seconds("2001:db8::ffff") > 0
    assert guesses.wait_seconds("2001:db8:0:1::1") == 0
    assert guesses.wait_seconds("::ffff:10.0.0.1") == guesses.wait_seconds("10.0.0.1") == 0


def test_the_list_of_guessers_is_bounded() -> None:
    guesses = Guesses(Clock())
    for number in range(10_000):
        guesses.note(f"address {number}", "x")
    assert len(guesses._guessers) < 5000


def _from(served: Served, address: str) -> httpx2.Client:
    limits = httpx2.Limits(max_keepalive_connections=0)
    transport = httpx2.HTTPTransport(local_address=address, limits=limits)
    return httpx2.Client(base_url=served.origin, transport=transport)


@pytest.mark.parametrize("way", ["query", "bearer", "cookie"])
def test_guesses_are_throttled_and_the_right_token_works_from_elsewhere(
    static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))

    def tried(client: httpx2.Client, token: str) -> httpx2.Response:
        client.cookies.clear()
        if way == "query":
            return client.get("/api/runs", params={"token": token}, headers={"x-forwarded-for": f"10.1.2.{len(token)}"})
        if way == "cookie":
            client.cookies.set(COOKIE, token)
            return client.get("/api/runs")
        return client.get("/api/runs", headers={"authorization": f"Bearer {token}"})

    with (
        serving(static, Rights(TOKEN)) as served,
        _from(served, "127.0.0.2") as guesser,
        _from(served, "127.0.0.3") as owner,
    ):
        answers = [tried(guesser, f"wrong{'x' * number}") for number in range(FREE_GUESSES + 5)]
        assert [answer.status_code for answer in answers[: FREE_GUESSES + 1]] == [401] * (FREE_GUESSES + 1)
        assert {answer.status_code for answer in answers[FREE_GUESSES + 1 :]} == {429}
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert {"what", "remedy"} == set(answers[-1].json())
        right = Rights(TOKEN).cookie if way == "cookie" else TOKEN
        assert tried(owner, right).status_code == 200
        if way == "cookie":
            assert tried(guesser, right).status_code == 200, "who came in before stays in"
        else:
            assert tried(guesser, right).status_code == 429, "a guess is not even looked at while it has to wait"
        guesser.cookies.clear()
        assert guesser.get("/api/runs").status_code == 401, "who gives no token is not held up"
