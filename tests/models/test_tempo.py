"""What follows from the measured speed of an endpoint."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.models.budget import NullLedger, Purse
from milkwood.models.completion import Completion, Failure
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.pace import Paced
from milkwood.models.port import Usage
from milkwood.models.tempo import (
    FIRST_CALLS,
    MAX_PATIENCE_FACTOR,
    MAX_TIME_FACTOR,
    MIN_ANSWER_TOKENS,
    InTime,
    Tempo,
)
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, call

TIMEOUT, AT_ONCE, PLAN_TOKENS = 60.0, 64, 1400


def own(*speeds: float, in_flight: int = 1) -> Tempo:
    """A server of one's own that has answered with these speeds."""
    tempo = Tempo(AT_ONCE, TIMEOUT, near=True)
    for speed in speeds:
        tempo.answered(speed * 10, 10.0, in_flight)
    return tempo


def test_before_the_first_answer_the_users_settings_hold() -> None:
    tempo = Tempo(AT_ONCE, TIMEOUT, near=True)
    assert tempo.speed() is None
    assert tempo.seconds(800, PLAN_TOKENS, AT_ONCE) == TIMEOUT
    assert tempo.most_tokens(800, PLAN_TOKENS) == PLAN_TOKENS
    assert tempo.calls == FIRST_CALLS


def test_a_server_of_six_tokens_a_second_gets_the_time_for_a_plan_also_when_three_wait() -> None:
    tempo = own(6.0)
    alone = (PLAN_TOKENS + 220) / 6
    assert tempo.seconds(2200, PLAN_TOKENS, 1) > 2 * alone
    usual = (600 + 170) / 6  # what a plan was seen to take
    assert tempo.seconds(2200, PLAN_TOKENS, 3) > 3 * usual
    assert tempo.most_tokens(2200, PLAN_TOKENS) == PLAN_TOKENS


def test_a_vendor_that_is_sent_more_calls_is_not_expected_to_be_slower() -> None:
    tempo = Tempo(AT_ONCE, TIMEOUT, near=False)
    tempo.answered(100, 1.0, 1)
    assert tempo.calls == AT_ONCE
    assert tempo.seconds(2200, PLAN_TOKENS, AT_ONCE) == TIMEOUT


def test_a_single_slow_answer_changes_nothing_but_slow_answers_do() -> None:
    assert own(100, 100, 100, 1, 100).speed() == pytest.approx(100)
    assert own(100, 1, 1, 100, 1).speed() == pytest.approx(1)


def test_time_outs_without_an_answer_double_the_time_up_to_a_limit() -> None:
    tempo = Tempo(AT_ONCE, TIMEOUT, near=True)
    given_seconds = []
    for _ in range(6):
        given_seconds.append(tempo.seconds(100, 100, 1))
        tempo.late(10.0 * len(given_seconds), 10.0 * len(given_seconds) + 9)
        tempo.late(10.0 * len(given_seconds), 10.0 * len(given_seconds) + 9)  # of the same burst
    assert given_seconds == [TIMEOUT * min(2**n, MAX_PATIENCE_FACTOR) for n in range(6)]
    tempo.answered(1000, 1.0, 1)
    assert tempo.seconds(100, 100, 1) == TIMEOUT


def test_calls_side_by_side_grow_with_what_the_server_gets_done() -> None:
    parallel = own(10)
    for _ in range(60):
        parallel.answered(200, 20.0, parallel.calls)  # ten tokens a second for each of them
    assert parallel.calls == AT_ONCE
    one_slot = own(10)
    for _ in range(60):
        one_slot.answered(200, 20.0 * one_slot.calls, one_slot.calls)  # ten tokens a second in all
    assert one_slot.calls == 3, "so many are answered within a minute"


@given(
    answers=st.lists(st.tuples(st.floats(0, 1e5), st.floats(0, 1e5), st.integers(1, 200)), max_size=40),
    near=st.booleans(),
    at_once=st.integers(1, 100),
    timeout=st.floats(0.1, 1e4),
)
def test_whatever_was_measured_the_bounds_hold(
    answers: Sequence[tuple[float, float, int]], near: bool, at_once: int, timeout: float
) -> None:
    tempo = Tempo(at_once, timeout, near=near)
    for tokens, seconds, in_flight in answers:
        tempo.answered(tokens, seconds, in_flight)
        assert 1 <= tempo.calls <= at_once
        assert timeout <= tempo.seconds(800, PLAN_TOKENS, in_flight) <= MAX_TIME_FACTOR * timeout
        assert MIN_ANSWER_TOKENS <= tempo.most_tokens(800, PLAN_TOKENS) <= PLAN_TOKENS


def test_a_slow_server_with_one_slot_is_sent_few_calls_and_each_has_its_time() -> None:
    """Virtual time: four tokens a second in all, one answer after the other."""
    slot = asyncio.Semaphore(1)

    class OneSlot(Scripted):
        async def complete(self, *given: object) -> Completion:
            self.asked.append(given[3])  # type: ignore[arg-type]
            allowed = self.asked[-1].seconds
            assert allowed is not None
            try:
                async with asyncio.timeout(allowed), slot:
                    await asyncio.sleep(200 / 4)
            except TimeoutError:
                raise Failure("timeout", "Too late.") from None
            return Completion("x" * 800, Usage(100, 200))

    async def busy() -> tuple[int, int]:
        endpoint = OneSlot(near=True)
        tempo = Tempo(AT_ONCE, TIMEOUT, near=True)
        metered = Metered(endpoint)
        paced = Paced(metered, AT_ONCE, tempo)
        model = InTime(Budgeted(metered, Purse(NullLedger()), paced), tempo)
        await model.complete(PROMPT, SCHEMA, 300, call())
        done = await asyncio.gather(
            *(model.complete(PROMPT, SCHEMA, 300, call(tick=n)) for n in range(20)), return_exceptions=True
        )
        return sum(isinstance(each, Completion) for each in done), paced.limiter.limit

    done, limit = run_virtually(busy())[0]
    assert done == 20
    assert limit < FIRST_CALLS
