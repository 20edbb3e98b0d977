import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.models.limiter import Limited, Limiter
from milkwood.models.port import Answer
from tests.engine.chaos import SlowModel
from tests.instruments.virtual import run_virtually
from tests.models.scripted import Patient, question, turns


def test_a_limit_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one call"):
        Limiter(0)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 5), st.integers(0, 20), st.integers(0, 99))
def test_never_more_calls_are_in_flight_than_allowed_and_all_are_answered(at_once: int, count: int, seed: int) -> None:
    model = SlowModel(seed)
    limiter = Limiter(at_once)
    limited = Limited(model, limiter)

    async def ask_all() -> None:
        await asyncio.gather(*(limited.answer(question(tick=number % 3, n=number)) for number in range(count)))

    run_virtually(ask_all())
    assert model.asked == count
    assert model.most_in_flight == min(at_once, count)
    assert (limiter.in_flight, limiter.waiting) == (0, 0)


def test_waiting_calls_start_by_tick_then_person_then_kind() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    first = question("zoe", 50)
    others = [question("ben", 9), question("ann", 9, "speak"), question("ann", 9, "ponder"), question("ann", 7, n=1)]

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, *others)]
        await turns()
        assert (limiter.in_flight, limiter.waiting) == (1, 4)
        for each in (first, others[3], others[2], others[1], others[0]):
            assert model.asked[-1] == each.id
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [each.id for each in (first, others[3], others[2], others[1], others[0])]


def test_a_cancelled_waiting_call_is_skipped() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    first, tired, last = question("a"), question("b"), question("c")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, tired, last)]
        await turns()
        calls[1].cancel()
        await turns()
        model.say(first)
        await turns()
        model.say(last)
        await asyncio.gather(calls[0], calls[2])
        assert calls[1].cancelled()

    run_virtually(ask_all())
    assert model.asked == [first.id, last.id]
    assert (limiter.in_flight, limiter.waiting) == (0, 0)


def test_a_call_cancelled_at_its_start_leaves_its_place_to_the_next() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    first, tired, last = question("a"), question("b"), question("c")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, tired, last)]
        await turns()
        model.say(first)
        while not calls[0].done():
            await asyncio.sleep(0)
        calls[1].cancel()
        await turns()
        assert model.asked[-1] == last.id
        model.say(last)
        await calls[2]

    run_virtually(ask_all())
    assert limiter.in_flight == 0


def test_a_call_cancelled_in_flight_frees_its_place() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    first, last = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, last)]
        await turns()
        calls[0].cancel()
        await turns()
        model.say(last)
        await calls[1]

    run_virtually(ask_all())
    assert limiter.in_flight == 0


def test_a_call_that_fails_frees_its_place() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    asked = question()

    async def ask() -> None:
        call = asyncio.ensure_future(limited.answer(asked))
        await turns()
        model.fail(asked, ConnectionError("gone"))
        with pytest.raises(ConnectionError, match="gone"):
            await call

    run_virtually(ask())
    assert limiter.in_flight == 0


def test_the_same_question_may_wait_twice() -> None:
    model = Patient()
    limited = Limited(model, Limiter(1))
    first, again = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, again, again)]
        await turns()
        assert not any(call.done() for call in calls)
        for each in (first, again, again):
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [first.id, again.id, again.id]


def test_a_question_cancelled_while_waiting_may_be_asked_again() -> None:
    model = Patient()
    limiter = Limiter(1)
    limited = Limited(model, limiter)
    first, again = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, again)]
        await turns()
        calls[1].cancel()
        await turns()
        calls[1] = asyncio.ensure_future(limited.answer(again))
        await turns()
        assert not any(call.done() for call in calls)
        assert limiter.waiting == 1
        for each in (first, again):
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [first.id, again.id]


def test_questions_under_way_can_be_looked_at_until_they_are_answered() -> None:
    model = Patient()
    limiter = Limiter(1)
    first, last = question("a"), question("b")

    async def ask() -> None:
        limited = Limited(model, limiter)
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, last)]
        await turns()
        assert [asked for asked, _ in limiter.under_way()] == [first.id]
        model.say(first)
        await turns()
        assert [asked for asked, _ in limiter.under_way()] == [last.id]
        model.say(last)
        await asyncio.gather(*calls)
        assert limiter.under_way() == []

    run_virtually(ask())


def test_once_closed_no_call_starts_and_running_calls_continue() -> None:
    model = Patient()
    limiter = Limiter(1)
    first, waits, late = question("a"), question("b"), question("c")

    async def ask() -> list[object]:
        limited = Limited(model, limiter)
        calls = [asyncio.ensure_future(limited.answer(each)) for each in (first, waits)]
        await turns()
        limiter.closed = True
        calls.append(asyncio.ensure_future(limited.answer(late)))
        await turns()
        model.say(first)
        return list(await asyncio.gather(*calls, return_exceptions=True))

    (answer, *others), _ = run_virtually(ask())
    assert isinstance(answer, Answer)
    assert all(isinstance(other, asyncio.CancelledError) for other in others)
    assert (model.asked, limiter.in_flight, limiter.waiting) == ([first.id], 0, 0)


def test_only_a_few_calls_start_in_one_turn_of_the_loop() -> None:
    async def passing() -> list[int]:
        limiter, begun = Limiter(1000, per_turn=8), [0]

        async def through(number: int) -> None:
            await limiter.enter(question(n=number).id)
            begun[-1] += 1

        tasks = [asyncio.create_task(through(number)) for number in range(100)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            begun.append(0)
        return begun

    begun = asyncio.run(passing())
    assert sum(begun) == 100
    assert max(begun) <= 8


def test_a_call_cancelled_before_its_turn_of_the_loop_delays_no_other() -> None:
    async def passing() -> None:
        limiter = Limiter(1000, per_turn=1)
        tasks = [asyncio.create_task(limiter.enter(question(n=number).id)) for number in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in done] == [False, False, True, False, False]
        assert limiter.in_flight == 4

    asyncio.run(passing())


def test_a_limiter_works_on_in_the_next_event_loop() -> None:
    limiter = Limiter(1000, per_turn=1)

    async def passing() -> None:
        await asyncio.gather(*(limiter.enter(question(n=number).id) for number in range(2)))

    async def broken_off() -> None:
        limiter.paused_until = asyncio.get_running_loop().time() + 0.01
        waiting = asyncio.ensure_future(limiter.enter(question().id))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(passing())
    asyncio.run(broken_off())
    asyncio.run(passing())
    assert limiter.in_flight == 4
