"""Retries: only of calls that can succeed, patiently while an endpoint is unreachable, and never for ever."""

import asyncio
from itertools import pairwise
from math import inf
from typing import Any

import pytest

from milkwood.models.circuit import FIRST_PROBE_SECONDS, LASTING_PROBE_SECONDS, TIMEOUTS_TO_OPEN, Circuit
from milkwood.models.completion import RETRYABLE, Completion, Failure
from milkwood.models.pace import FIRST_PAUSE_SECONDS, Paced
from milkwood.models.port import Usage
from milkwood.models.retry import (
    MAX_CALL_TRIES,
    MAX_DELAY_SECONDS,
    MAX_SCHEMA_REFUSALS,
    NO_PATIENCE,
    Patience,
    Retrying,
)
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, answered, call

SHORT = Patience(outage_seconds=60.0, rate_seconds=inf)


def retrying(endpoint: Scripted, patience: Patience | None = None, **more: Any) -> tuple[Retrying, Circuit]:
    """A model with retries, and the state of its endpoint."""
    paced = Paced(endpoint, 64)
    return Retrying(paced, patience, **more), paced.circuit


async def ask(model: Retrying, n: int = 0) -> Completion:
    return await model.complete(PROMPT, SCHEMA, 100, call(n=n))


def failing(category: Any, times: int, **more: Any) -> list[Failure]:
    return [Failure(category, f"It failed ({category}).", **more) for _ in range(times)]


@pytest.mark.parametrize(
    "category", ["schema", "auth", "payment", "forbidden", "missing", "too_large", "filter", "budget", "network_off"]
)
def test_a_call_that_cannot_succeed_is_never_sent_twice(category: str) -> None:
    endpoint = Scripted(*failing(category, 1), answered())
    with pytest.raises(Failure) as caught:
        run_virtually(ask(retrying(endpoint)[0]))
    assert caught.value.category == category
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("category", sorted(RETRYABLE))
def test_a_call_that_may_succeed_is_retried_and_costs_add_up(category: str) -> None:
    times = min(2, TIMEOUTS_TO_OPEN - 1) if category == "timeout" else 2
    endpoint = Scripted(*failing(category, times, usage=Usage(3, 1, 0.25)), answered("yes", Usage(10, 5, 1.0)))
    completion, seconds = run_virtually(ask(retrying(endpoint)[0]))
    taken = Usage(10 + 3 * times, 5 + times, 1.0 + 0.25 * times)
    assert (completion.text, completion.usage) == ("yes", taken)
    assert len(endpoint.asked) == times + 1
    assert seconds >= times * FIRST_PAUSE_SECONDS / 2


@pytest.mark.parametrize("category", ["conflict", "empty"])
def test_a_call_that_fails_by_itself_is_dropped_after_a_few_attempts(category: str) -> None:
    endpoint = Scripted(*failing(category, 1, usage=Usage(1, 1)))
    model, circuit = retrying(endpoint)
    with pytest.raises(Failure) as caught:
        run_virtually(ask(model))
    assert len(endpoint.asked) == MAX_CALL_TRIES
    assert caught.value.usage == Usage(1, 1)  # of the first; the others were not charged
    assert circuit.why is None


@pytest.mark.parametrize("category", ["timeout", "content_type"])
def test_a_call_that_fails_while_others_are_answered_is_given_up_alone(category: str) -> None:
    class Choosy(Scripted):
        async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
            await super().complete(prompt, schema, most_tokens, call)
            if call.question.n == 13:
                raise Failure(category, "Oh.")  # type: ignore[arg-type]
            return answered("yes")

    endpoint = Choosy(seconds=0.1)
    model, circuit = retrying(endpoint)

    async def others() -> None:
        for _ in range(200):
            await ask(model)

    async def both() -> None:
        with pytest.raises(Failure):
            await asyncio.gather(ask(model, 13), others())

    run_virtually(both())
    assert sum(each.question.n == 13 for each in endpoint.asked) == MAX_CALL_TRIES
    assert circuit.why is None


def test_a_schema_is_refused_only_until_the_supported_format_is_found() -> None:
    found_out = Scripted(*failing("schema", MAX_SCHEMA_REFUSALS - 1, retryable=True), answered("yes"))
    assert run_virtually(ask(retrying(found_out)[0]))[0].text == "yes"
    never = Scripted(*failing("schema", 1, retryable=True))
    with pytest.raises(Failure):
        run_virtually(ask(retrying(never)[0]))
    assert len(never.asked) == MAX_SCHEMA_REFUSALS


def test_delays_grow_and_simultaneous_failures_do_not_retry_together() -> None:
    endpoint = Scripted(*failing("server", 8), answered())

    async def both() -> None:
        await asyncio.gather(ask(retrying(endpoint)[0], 1), ask(retrying(endpoint)[0], 2))

    run_virtually(both())
    sent = list(zip(endpoint.times, endpoint.asked, strict=True))
    mine, theirs = ([at for at, each in sent if each.question.n == n] for n in (1, 2))
    pauses = [later - earlier for earlier, later in pairwise(mine)]
    assert all(later > 1.3 * earlier for earlier, later in pairwise(pauses))
    assert max(pauses) <= MAX_DELAY_SECONDS
    assert mine[1] != theirs[1]


@pytest.mark.parametrize("category", ["connection", "server"])
def test_an_unreachable_endpoint_is_waited_for_and_resumes(category: str) -> None:
    endpoint = Scripted(answered("there"), *failing(category, 12), answered("back"))
    model, _ = retrying(endpoint)

    async def twice() -> str:
        assert (await ask(model)).text == "there"
        return (await ask(model)).text

    text, seconds = run_virtually(twice())
    assert text == "back"
    assert len(endpoint.asked) == 14
    assert 60 < seconds < 600


def test_a_rate_limit_is_waited_out_however_long_it_is() -> None:
    endpoint = Scripted(*failing("rate", 30, retry_after_seconds=3600.0), answered("at last"))
    completion, seconds = run_virtually(ask(Retrying(Paced(endpoint, 8))))
    assert completion.text == "at last"
    assert seconds == pytest.approx(30 * 3600, rel=0.01)


def test_an_endpoint_unreachable_beyond_the_patience_has_an_open_circuit_until_it_returns() -> None:
    endpoint = Scripted(*failing("server", 10_000))
    model, circuit = retrying(endpoint, SHORT)
    seen: list[tuple[float, int]] = []

    async def on_and_on() -> None:
        clock = asyncio.get_running_loop().time
        with pytest.raises(Failure):
            await ask(model)
        seen.append((clock(), len(endpoint.asked)))
        for _ in range(5):
            with pytest.raises(Failure, match="It failed"):
                await ask(model)
        seen.append((clock(), len(endpoint.asked)))
        await asyncio.sleep(FIRST_PROBE_SECONDS + 1)
        with pytest.raises(Failure):
            await ask(model)
        seen.append((clock(), len(endpoint.asked)))
        endpoint._steps = (answered("back"),)
        with pytest.raises(Failure):
            await ask(model)
        await asyncio.sleep(2 * FIRST_PROBE_SECONDS + 1)
        assert (await ask(model)).text == "back"
        assert (await ask(model)).text == "back"

    run_virtually(on_and_on())
    (gave_up, first), (then, second), (later, third) = seen
    assert 50 < gave_up < 100
    assert (then, second) == (gave_up, first)
    assert (later, third) == (gave_up + FIRST_PROBE_SECONDS + 1, first + 1)
    assert circuit.why is None


@pytest.mark.parametrize("category", ["auth", "payment", "forbidden", "missing"])
def test_an_endpoint_that_refuses_us_has_an_open_circuit_at_once(category: str) -> None:
    endpoint = Scripted(*failing(category, 1))
    model, circuit = retrying(endpoint)

    async def on_and_on() -> None:
        for n in range(50):
            with pytest.raises(Failure) as caught:
                await ask(model, n)
            assert caught.value.category == category
            assert caught.value.usage == Usage()

    run_virtually(on_and_on())
    assert len(endpoint.asked) == 1
    assert circuit.why is not None


def test_only_a_prompt_that_breaks_the_server_is_dropped() -> None:
    class Allergic(Scripted):
        async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
            await super().complete(prompt, schema, most_tokens, call)
            if call.question.n == 13:
                raise Failure("server", "Oh.")
            return answered("yes")

    endpoint = Allergic(seconds=0.1)
    model, circuit = retrying(endpoint)

    async def others() -> None:
        for _ in range(200):
            await ask(model)

    async def both() -> None:
        with pytest.raises(Failure):
            await asyncio.gather(ask(model, 13), others())

    run_virtually(both())
    assert sum(each.question.n == 13 for each in endpoint.asked) == MAX_CALL_TRIES
    assert circuit.why is None


def test_with_another_model_no_call_waits_long() -> None:
    limited = Scripted(*failing("rate", 1, retry_after_seconds=3600.0))
    with pytest.raises(Failure):
        run_virtually(ask(Retrying(Paced(limited, 8), NO_PATIENCE)))
    assert len(limited.asked) == 1
    gone = Scripted(*failing("connection", 1))
    with pytest.raises(Failure):
        run_virtually(ask(Retrying(Paced(gone, 8), NO_PATIENCE)))
    assert len(gone.asked) == MAX_CALL_TRIES


@pytest.mark.parametrize("category", ["rate", "connection", "server"])
def test_a_run_that_stops_at_limits_is_told_and_the_call_is_cancelled(category: str) -> None:
    told: list[Failure] = []
    endpoint = Scripted(*failing(category, 1))
    with pytest.raises(asyncio.CancelledError):
        run_virtually(ask(Retrying(Paced(endpoint, 8), at_limit=told.append)))
    assert [failure.category for failure in told] == [category]
    assert len(endpoint.asked) == MAX_CALL_TRIES


def test_a_run_that_stops_at_limits_does_not_stop_for_a_wrong_key() -> None:
    told: list[Failure] = []
    with pytest.raises(Failure):
        run_virtually(ask(retrying(Scripted(*failing("auth", 1)), at_limit=told.append)[0]))
    assert told == []


def test_an_unforeseen_error_is_passed_on() -> None:
    with pytest.raises(KeyError):
        run_virtually(ask(retrying(Scripted(KeyError("oh")))[0]))


def test_a_call_refused_because_of_others_waits_for_its_turn() -> None:
    class Narrow(Scripted):
        async def complete(self, prompt: Any, schema: Any, most_tokens: int, call: Any) -> Completion:
            if self.in_flight:
                raise Failure("rate", "One at a time.")
            return await super().complete(prompt, schema, most_tokens, call)

    endpoint = Narrow(answered("yes"), seconds=0.5)
    told: list[Failure] = []
    model = Retrying(Paced(endpoint, 64), at_limit=told.append)

    async def many() -> list[Completion]:
        return list(await asyncio.gather(*(ask(model, n) for n in range(100))))

    answers, seconds = run_virtually(many())
    assert [answer.text for answer in answers] == ["yes"] * 100
    assert told == []
    assert seconds < 90


def test_an_endpoint_that_is_reached_again_is_asked_again_even_if_it_did_not_like_the_question() -> None:
    endpoint = Scripted(*failing("payment", 1), *failing("filter", 1), answered("yes"))
    model, circuit = retrying(endpoint)

    async def on_and_on() -> Completion:
        for _ in range(2):
            with pytest.raises(Failure):
                await ask(model)
            await asyncio.sleep(LASTING_PROBE_SECONDS + 1)
        return await ask(model)

    assert run_virtually(on_and_on())[0].text == "yes"
    assert circuit.why is None
