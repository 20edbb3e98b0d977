import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.models.gate import Gate
from tests.engine.chaos import SlowModel
from tests.instruments.virtual import run_virtually
from tests.models.scripted import Patient, question, turns


def test_a_gate_that_lets_nobody_in_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one call"):
        Gate(Patient(), 0)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 5), st.integers(0, 20), st.integers(0, 99))
def test_never_more_calls_are_in_flight_than_allowed_and_all_are_answered(at_once: int, count: int, seed: int) -> None:
    model = SlowModel(seed)
    gate = Gate(model, at_once)

    async def ask_all() -> None:
        await asyncio.gather(*(gate.answer(question(tick=number % 3, n=number)) for number in range(count)))

    run_virtually(ask_all())
    assert model.asked == count
    assert model.most_in_flight == min(at_once, count)
    assert (gate.in_flight, gate.waiting) == (0, 0)


def test_who_waits_is_let_in_by_tick_then_person_then_kind_whenever_they_came() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first = question("zoe", 50)
    others = [question("ben", 9), question("ann", 9, "speak"), question("ann", 9, "ponder"), question("ann", 7, n=1)]

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, *others)]
        await turns()
        assert (gate.in_flight, gate.waiting) == (1, 4)
        for each in (first, others[3], others[2], others[1], others[0]):
            assert model.asked[-1] == each.id
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [each.id for each in (first, others[3], others[2], others[1], others[0])]


def test_who_gives_up_waiting_is_passed_over() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first, tired, last = question("a"), question("b"), question("c")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, tired, last)]
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
    assert (gate.in_flight, gate.waiting) == (0, 0)


def test_who_gives_up_just_when_let_in_leaves_the_place_to_the_next() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first, tired, last = question("a"), question("b"), question("c")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, tired, last)]
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
    assert gate.in_flight == 0


def test_a_call_that_is_given_up_in_flight_frees_its_place() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first, last = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, last)]
        await turns()
        calls[0].cancel()
        await turns()
        model.say(last)
        await calls[1]

    run_virtually(ask_all())
    assert gate.in_flight == 0


def test_a_call_that_fails_frees_its_place() -> None:
    model = Patient()
    gate = Gate(model, 1)
    asked = question()

    async def ask() -> None:
        call = asyncio.ensure_future(gate.answer(asked))
        await turns()
        model.fail(asked, ConnectionError("gone"))
        with pytest.raises(ConnectionError, match="gone"):
            await call

    run_virtually(ask())
    assert gate.in_flight == 0


def test_the_same_question_may_wait_twice() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first, again = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, again, again)]
        await turns()
        assert not any(call.done() for call in calls)
        for each in (first, again, again):
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [first.id, again.id, again.id]


def test_a_question_given_up_while_it_waited_may_be_asked_again() -> None:
    model = Patient()
    gate = Gate(model, 1)
    first, again = question("a"), question("b")

    async def ask_all() -> None:
        calls = [asyncio.ensure_future(gate.answer(each)) for each in (first, again)]
        await turns()
        calls[1].cancel()
        await turns()
        calls[1] = asyncio.ensure_future(gate.answer(again))
        await turns()
        assert not any(call.done() for call in calls)
        assert gate.waiting == 1
        for each in (first, again):
            model.say(each)
            await turns()
        await asyncio.gather(*calls)

    run_virtually(ask_all())
    assert model.asked == [first.id, again.id]
