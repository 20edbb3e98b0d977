"""The pace of an endpoint: halved when it is too fast, increased again, and always within the endpoint's limits."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.models.completion import Category, Completion, Failure
from milkwood.models.pace import LONGEST_PAUSE_SECONDS, Paced
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, answered, call


async def ask(paced: Paced, tick: int = 0, n: int = 0) -> Completion | None:
    try:
        return await paced.complete(PROMPT, SCHEMA, 100, call(tick=tick, n=n))
    except Failure:
        return None


async def ask_many(paced: Paced, count: int) -> None:
    await asyncio.gather(*(ask(paced, n=number) for number in range(count)))


def test_a_pace_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one call"):
        Paced(Scripted(), 0)


@given(st.integers(1, 6), st.integers(0, 30))
def test_never_more_calls_are_in_flight_than_allowed_and_all_are_answered(at_once: int, count: int) -> None:
    endpoint = Scripted(seconds=1.0)
    paced = Paced(endpoint, at_once)
    _, seconds = run_virtually(ask_many(paced, count))
    assert len(endpoint.asked) == count
    assert endpoint.most_in_flight == min(at_once, count)
    assert seconds == pytest.approx(-(-count // at_once))
    assert (paced.limiter.in_flight, paced.limiter.waiting) == (0, 0)


def test_the_lowest_tick_goes_first_whenever_it_came() -> None:
    endpoint = Scripted(seconds=1.0)
    paced = Paced(endpoint, 1)

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(paced, tick) for tick in (50, 9, 30, 7)))

    run_virtually(all_of_them())
    assert [each.question.tick for each in endpoint.asked] == [50, 7, 9, 30]


def test_a_refused_burst_halves_it_once_and_answers_increase_it() -> None:
    refusals = [Failure("rate", "Too much.") for _ in range(8)]
    paced = Paced(Scripted(*refusals, answered(), seconds=1.0), 8)
    seen = []

    async def on_and_on() -> None:
        await ask_many(paced, 8)
        assert paced.limiter.limit == 4
        for _ in range(40):
            await ask_many(paced, 2)
            seen.append(paced.limiter.limit)

    run_virtually(on_and_on())
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (4, 8)


def test_it_never_falls_below_one() -> None:
    paced = Paced(Scripted(Failure("rate", "Too much.")), 2)

    async def on_and_on() -> None:
        for _ in range(5):
            await ask(paced)

    run_virtually(on_and_on())
    assert paced.limiter.limit == 1


@pytest.mark.parametrize("asked_for", [None, 0.0, 0.001, -5.0])
def test_whatever_it_asks_for_its_own_back_off_is_the_floor(asked_for: float | None) -> None:
    endpoint = Scripted(*(Failure("rate", "Now!", retry_after_seconds=asked_for) for _ in range(2000)))
    paced = Paced(endpoint, 64)

    async def on_and_on() -> None:
        while asyncio.get_running_loop().time() < 15.0:
            await ask_many(paced, 6)

    run_virtually(on_and_on())
    assert len(endpoint.asked) < 100, "15,215 without a floor"
    assert endpoint.times[-1] > 10


@pytest.mark.parametrize("category", ["rate", "server"])
def test_nothing_is_sent_before_the_time_it_asks_for_has_passed(category: Category) -> None:
    endpoint = Scripted(Failure(category, "Later.", retry_after_seconds=17.0), answered())
    paced = Paced(endpoint, 4)

    async def all_of_them() -> None:
        await ask(paced)
        assert paced.trouble is not None
        assert paced.trouble.until == 17.0
        await ask_many(paced, 3)

    run_virtually(all_of_them())
    assert endpoint.times == pytest.approx([0.0, 17.0, 17.0, 17.0], abs=0.01)
    assert paced.trouble is None


def test_pauses_double_while_refusals_give_no_duration() -> None:
    endpoint = Scripted(Failure("rate", "Too much."))
    paced = Paced(endpoint, 1)

    async def on_and_on() -> None:
        for _ in range(8):
            await ask(paced)

    run_virtually(on_and_on())
    pauses = [later - earlier for earlier, later in pairwise(endpoint.times)]
    doubled = [0.5, 1, 2, 4, 8, 16, LONGEST_PAUSE_SECONDS]
    assert all(least - 0.01 <= pause <= 1.5 * least for least, pause in zip(doubled, pauses, strict=True))
    assert max(pauses) <= LONGEST_PAUSE_SECONDS + 0.01


def test_one_server_fault_stops_no_call_and_several_in_a_row_do() -> None:
    endpoint = Scripted(Failure("server", "Oh."), answered(), Failure("server", "Oh."), Failure("server", "Oh."))
    paced = Paced(endpoint, 8)

    async def on_and_on() -> None:
        for _ in range(5):
            await ask(paced)

    run_virtually(on_and_on())
    assert endpoint.times[:4] == pytest.approx([0, 0, 0, 0], abs=0.01)
    assert 1.0 <= endpoint.times[4] <= 1.51


def test_after_an_outage_it_is_back_at_once_and_after_a_refusal_slowly() -> None:
    def limit_after(category: Category) -> int:
        failures = [Failure(category, "No.") for _ in range(6)]
        paced = Paced(Scripted(*failures, answered()), 64)

        async def on_and_on() -> None:
            for _ in range(6 + 40):
                await ask(paced)

        run_virtually(on_and_on())
        return paced.limiter.limit

    assert limit_after("server") == 41
    assert limit_after("rate") < 12


@pytest.mark.parametrize("category", ["schema", "auth", "filter", "too_large"])
def test_faults_unrelated_to_load_do_not_change_the_pace(category: Category) -> None:
    paced = Paced(Scripted(Failure(category, "No.")), 8)
    run_virtually(ask_many(paced, 8))
    assert (paced.limiter.limit, paced.trouble) == (8, None)


def test_a_cancelled_waiting_call_takes_no_place() -> None:
    endpoint = Scripted(seconds=5.0)
    paced = Paced(endpoint, 1)

    async def all_of_them() -> None:
        calls = [asyncio.ensure_future(ask(paced, n=n)) for n in range(4)]
        await asyncio.sleep(1.0)
        calls[0].cancel()
        calls[1].cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    run_virtually(all_of_them())
    assert [each.question.n for each in endpoint.asked] == [0, 2, 3]
    assert (paced.limiter.in_flight, paced.limiter.waiting) == (0, 0)


def test_a_call_cancelled_at_its_start_leaves_its_place_to_the_next() -> None:
    endpoint = Scripted(seconds=1.0)
    paced = Paced(endpoint, 1)

    async def all_of_them() -> None:
        calls = [asyncio.ensure_future(ask(paced, n=n)) for n in range(3)]
        calls[0].add_done_callback(lambda _: calls[1].cancel())
        await asyncio.gather(*calls, return_exceptions=True)

    run_virtually(all_of_them())
    assert [each.question.n for each in endpoint.asked if each.question.n != 1] == [0, 2]
    assert paced.limiter.in_flight == 0


def test_once_shut_nothing_is_sent_and_running_calls_continue() -> None:
    endpoint = Scripted(seconds=5.0)
    paced = Paced(endpoint, 1)

    async def all_of_them() -> list[Completion | BaseException | None]:
        calls = [asyncio.ensure_future(ask(paced, n=n)) for n in range(2)]
        await asyncio.sleep(1.0)
        paced.limiter.shut()
        calls.append(asyncio.ensure_future(ask(paced, n=2)))
        return await asyncio.gather(*calls, return_exceptions=True)

    (first, *others), _ = run_virtually(all_of_them())
    assert isinstance(first, Completion)
    assert all(isinstance(other, asyncio.CancelledError) for other in others)
    assert (len(endpoint.asked), paced.limiter.in_flight) == (1, 0)
