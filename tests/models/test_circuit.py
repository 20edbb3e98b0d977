"""The circuit breaker: an endpoint that hangs, refuses or has a bad certificate is spared, probed and found again."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from milkwood.models.circuit import (
    FAILURES_TO_OPEN,
    FIRST_PROBE_SECONDS,
    LONGEST_PROBE_SECONDS,
    TIMEOUTS_TO_OPEN,
    Circuit,
)
from milkwood.models.completion import Category, Completion, Failure
from milkwood.models.pace import Paced
from milkwood.models.port import Usage
from milkwood.models.retry import Patience, Retrying
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, answered, call

TIMEOUT_SECONDS = 60.0
CERTIFICATE: dict[str, Any] = {"usage": Usage(), "retryable": False}


class Endpoint(Scripted):
    """Fails in one way until it is told to answer; each call takes as long as the last setting says."""

    def __init__(self, category: Category, seconds: float = 0.0, **more: Any) -> None:
        super().__init__(seconds=seconds)
        self.failure: tuple[Category, dict[str, Any]] | None = (category, more)

    async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
        await super().complete(prompt, schema, most_tokens, call)
        if self.failure is not None:
            category, more = self.failure
            raise Failure(category, f"It failed ({category}).", **more)
        return answered("yes")

    def mend(self, seconds: float = 0.0) -> None:
        self.failure, self._seconds = None, seconds


def stack(endpoint: Scripted, at_once: int = 64, **more: Any) -> tuple[Retrying, Circuit]:
    paced = Paced(endpoint, at_once)
    return Retrying(paced, **more), paced.circuit


async def ask(model: Retrying, n: int = 0) -> str:
    """The text, or the category of the failure."""
    try:
        return (await model.complete(PROMPT, SCHEMA, 100, call(n=n))).text
    except Failure as failure:
        return failure.category


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize(
    ("category", "seconds", "more", "requests", "most_seconds"),
    [
        ("timeout", TIMEOUT_SECONDS, {}, TIMEOUTS_TO_OPEN, 2 * TIMEOUT_SECONDS + 5),
        ("connection", 0.01, {"usage": Usage()}, FAILURES_TO_OPEN, 5.0),
        ("connection", 0.01, {}, FAILURES_TO_OPEN, 5.0),
        ("connection", 0.01, CERTIFICATE, 1, 0.1),
        ("content_type", 0.01, {}, FAILURES_TO_OPEN, 5.0),
        ("network_off", 0.0, {}, 1, 0.1),
    ],
)
def test_after_a_few_failures_in_a_row_other_calls_are_refused_at_once(
    category: Category, seconds: float, more: dict[str, Any], requests: int, most_seconds: float
) -> None:
    endpoint = Endpoint(category, seconds, **more)
    model, circuit = stack(endpoint)

    async def on_and_on() -> None:
        assert await ask(model) == category
        assert circuit.why is not None
        opened = now()
        assert opened <= most_seconds
        for n in range(100):
            assert await ask(model, n) == category
        assert now() == opened

    run_virtually(on_and_on())
    assert len(endpoint.asked) == requests


def test_a_refusal_of_every_request_counts_and_one_that_the_prompt_earned_does_not() -> None:
    def requests(category: Category) -> int:
        endpoint = Endpoint(category)
        model, _ = stack(endpoint)

        async def on_and_on() -> None:
            for n in range(20):
                await ask(model, n)

        run_virtually(on_and_on())
        return len(endpoint.asked)

    assert requests("other") == FAILURES_TO_OPEN
    assert requests("filter") == requests("too_large") == 20


def test_a_burst_that_fails_counts_once_so_that_a_second_chance_is_given() -> None:
    endpoint = Endpoint("timeout", TIMEOUT_SECONDS)
    model, circuit = stack(endpoint)

    async def on_and_on() -> None:
        calls = [asyncio.ensure_future(ask(model, n)) for n in range(20)]
        await asyncio.sleep(TIMEOUT_SECONDS + 0.1)
        assert circuit.why is None
        endpoint.mend(seconds=30.0)
        assert await asyncio.gather(*calls) == ["yes"] * 20

    run_virtually(on_and_on())
    assert circuit.why is None


def test_who_waits_for_a_turn_when_the_circuit_opens_is_turned_away_too() -> None:
    endpoint = Endpoint("timeout", TIMEOUT_SECONDS)
    model, _ = stack(endpoint, at_once=2)

    async def on_and_on() -> None:
        assert set(await asyncio.gather(*(ask(model, n) for n in range(200)))) == {"timeout"}
        assert now() < 2 * TIMEOUT_SECONDS + 10

    run_virtually(on_and_on())
    assert len(endpoint.asked) <= 4


def test_it_is_probed_by_one_call_at_a_time_at_growing_intervals() -> None:
    endpoint = Endpoint("timeout", 2.0)
    model, _ = stack(endpoint)
    answers: set[str] = set()

    async def on_and_on() -> None:
        while now() < 3600:
            answers.update(await asyncio.gather(*(ask(model, n) for n in range(5))))
            await asyncio.sleep(1.0)

    run_virtually(on_and_on())
    probes = [time for time in endpoint.times if time > 10]
    pauses = [later - earlier for earlier, later in pairwise(probes)]
    assert answers == {"timeout"}
    assert endpoint.most_in_flight == 5, "before it was known"
    assert all(later > earlier - 0.01 for earlier, later in pairwise(pauses))
    assert LONGEST_PROBE_SECONDS <= pauses[-1] <= LONGEST_PROBE_SECONDS + 10
    assert len(probes) < 20


def test_it_closes_when_the_endpoint_is_back_and_begins_again_when_it_fails_again() -> None:
    endpoint = Endpoint("timeout", 2.0)
    model, circuit = stack(endpoint)

    async def on_and_on() -> None:
        for _ in range(3):
            assert await ask(model) == "timeout"
            await asyncio.sleep(circuit.probe_at - now())
            assert await ask(model) == "timeout"  # the probe
            assert circuit.probe_at == now() + 2 * FIRST_PROBE_SECONDS
            endpoint.mend()
            assert await ask(model) == "timeout", "it is not time for a probe"
            await asyncio.sleep(2 * FIRST_PROBE_SECONDS)
            assert await ask(model) == "yes"
            assert circuit.closed_at == now()
            assert await asyncio.gather(*(ask(model, n) for n in range(9))) == ["yes"] * 9
            endpoint.failure = ("timeout", {})

    run_virtually(on_and_on())


def test_an_answer_that_comes_late_closes_it_as_well() -> None:
    class Late(Endpoint):
        async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
            if call.question.n == 7:
                await asyncio.sleep(30.0)
                return answered("late")
            return await super().complete(prompt, schema, most_tokens, call)

    model, circuit = stack(Late("timeout", 2.0))

    async def on_and_on() -> None:
        late = asyncio.ensure_future(ask(model, 7))
        assert await ask(model) == "timeout"
        assert circuit.why is not None
        assert await late == "late"
        assert circuit.why is None

    run_virtually(on_and_on())


def test_a_probe_that_is_given_up_leaves_room_for_the_next() -> None:
    endpoint = Endpoint("timeout", 2.0)
    model, circuit = stack(endpoint)

    async def on_and_on() -> None:
        assert await ask(model) == "timeout"
        await asyncio.sleep(FIRST_PROBE_SECONDS)
        endpoint.mend(seconds=5.0)
        probe = asyncio.ensure_future(ask(model))
        await asyncio.sleep(1.0)
        assert await ask(model) == "timeout", "one probe at a time"
        probe.cancel()
        await asyncio.gather(probe, return_exceptions=True)
        assert await ask(model) == "yes"
        assert circuit.why is None

    run_virtually(on_and_on())


@pytest.mark.parametrize("every", [None, 2])
def test_a_server_that_is_slow_but_answers_in_time_never_opens_it(every: int | None) -> None:
    """It answers just in time, or every second request just too late."""

    class Slow(Scripted):
        async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
            late = every is not None and len(self.asked) % every == 0
            await super().complete(prompt, schema, most_tokens, call)
            if late:
                raise Failure("timeout", "Too late.")
            return answered("yes")

    model, circuit = stack(Slow(seconds=TIMEOUT_SECONDS - 1), at_once=8)
    states: list[Failure | None] = []

    async def one(n: int) -> None:
        await ask(model, n)
        states.append(circuit.why)

    async def on_and_on() -> None:
        await asyncio.gather(*(one(n) for n in range(100)))

    run_virtually(on_and_on())
    assert states == [None] * 100


def test_a_rate_limit_never_opens_it_and_answers_a_probe() -> None:
    limited = Endpoint("rate")
    model, circuit = stack(limited)

    async def wait() -> None:
        call = asyncio.ensure_future(ask(model))
        await asyncio.sleep(3600)
        assert circuit.why is None
        limited.mend()
        assert await call == "yes"

    run_virtually(wait())
    back = Endpoint("timeout", 2.0)
    model, circuit = stack(back)

    async def probed() -> None:
        assert await ask(model) == "timeout"
        await asyncio.sleep(FIRST_PROBE_SECONDS)
        back.failure = ("rate", {})
        call = asyncio.ensure_future(ask(model))
        await asyncio.sleep(5.0)
        assert circuit.why is None, "it was reached, and is waited for"
        back.mend()
        assert await call == "yes"

    run_virtually(probed())


@pytest.mark.parametrize("category", ["connection", "server"])
def test_a_server_that_was_reached_before_is_waited_for_as_long_as_the_patience_says(category: Category) -> None:
    endpoint = Endpoint(category)
    endpoint.mend()
    model, circuit = stack(endpoint, patience=Patience(outage_seconds=300.0))

    async def on_and_on() -> None:
        assert await ask(model) == "yes"
        endpoint.failure = (category, {})
        assert await ask(model) == category
        assert 250 < now() < 400
        assert circuit.why is not None

    run_virtually(on_and_on())


def test_who_stops_at_limits_is_told_of_an_endpoint_that_hangs() -> None:
    told: list[Failure] = []
    model, _ = stack(Endpoint("timeout", TIMEOUT_SECONDS), at_limit=told.append)
    with pytest.raises(asyncio.CancelledError):
        run_virtually(ask(model))
    assert [failure.category for failure in told] == ["timeout"]
