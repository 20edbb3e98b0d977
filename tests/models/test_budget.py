"""The budget (rule B1): the maximum cost of a call is reserved before it is sent, and no cap is ever exceeded."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chance import stream
from milkwood.errors import SetupError
from milkwood.models.budget import OVERHEAD_TOKENS, Budgeted, Cap, NullLedger, Purse, Sum, Unit
from milkwood.models.completion import Call, Completion, Failure, Tariff
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Kept, Scripted, answered, call
from tests.models.scripted import turns

MAX_TOKENS = 100
ASKED = len(PROMPT.text.encode()) + len(json.dumps(SCHEMA)) + OVERHEAD_TOKENS
TARIFF = Tariff(1.0, 2.0)
MOST = Usage(ASKED, MAX_TOKENS, TARIFF.price(ASKED, MAX_TOKENS))


def complete(model: Budgeted, tick: int = 0, n: int = 0) -> "asyncio.Future[Completion]":
    return asyncio.ensure_future(model.complete(PROMPT, SCHEMA, MAX_TOKENS, call(tick=tick, n=n)))


def once(model: Budgeted) -> Completion:
    async def ask() -> Completion:
        return await complete(model)

    return run_virtually(ask())[0]


# --- the user's settings


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("2.00", 2.0, Unit.DOLLARS),
        ("$0.01", 0.01, Unit.DOLLARS),
        (".5", 0.5, Unit.DOLLARS),
        ("50000tokens", 50_000, Unit.TOKENS),
        ("50,000 tokens", 50_000, Unit.TOKENS),
        ("1.5M tokens", 1_500_000, Unit.TOKENS),
        ("300calls", 300, Unit.CALLS),
        ("2k calls", 2000, Unit.CALLS),
        ("0", 0.0, Unit.DOLLARS),
    ],
)
def test_a_budget_is_written_in_dollars_tokens_or_calls(text: str, amount: float, unit: Unit) -> None:
    assert Cap.parse(text) == Cap(amount, unit)


@pytest.mark.parametrize("text", ["", "much", "-1", "2 euros", "1e3", "2.0.0", "tokens", "nan", "inf"])
def test_an_invalid_budget_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(SetupError, match=r"50000tokens"):
        Cap.parse(text)


def test_a_cap_has_a_readable_form() -> None:
    said = [Cap.parse(text).say() for text in ("2", "0.01", "50000tokens", "3calls", "1calls")]
    assert said == ["$2.00", "$0.0100", "50,000 tokens", "3 calls", "1 call"]


# --- one call


def test_a_reservation_is_written_before_the_call_and_settled_with_its_cost() -> None:
    ledger = Kept()
    seen: list[int] = []

    def look(_number: int) -> Completion:
        seen.append(len(ledger.reserved) - len(ledger.settled))
        return Completion("{}", Usage(40, 7, 0.0001, 1.5), cached_tokens=30)

    assert once(Budgeted(Scripted(look, tariff=TARIFF), Purse(ledger))).text == "{}"
    assert seen == [1]
    assert ledger.reserved == [(call(), "scripted", MOST)]
    assert ledger.settled == {0: ("answered", Usage(40, 7, 0.0001, 1.5), 30)}


def test_unreported_usage_is_charged_in_full_and_the_bill_says_so() -> None:
    ledger = Kept()
    completion = once(Budgeted(Scripted(answered(usage=None), seconds=2.0, tariff=TARIFF), Purse(ledger)))
    assert completion.usage == replace(MOST, seconds=2.0)
    assert ledger.spent() == Sum.of(MOST)


@pytest.mark.parametrize(
    ("error", "outcome", "charged"),
    [
        (Failure("rate", "No."), "rate", Usage()),
        (Failure("auth", "No."), "auth", Usage()),
        (Failure("connection", "No.", usage=Usage()), "connection", Usage()),
        (Failure("filter", "No.", usage=Usage(30, 0, 0.5)), "filter", Usage(30, 0, 0.5)),
        (Failure("timeout", "No."), "timeout", MOST),
        (Failure("server", "No."), "server", MOST),
        (KeyError("oh"), "KeyError", MOST),
        (asyncio.CancelledError(), "given_up", MOST),
    ],
)
def test_a_failed_call_is_charged_with_its_known_cost_or_in_full(
    error: BaseException, outcome: str, charged: Usage
) -> None:
    ledger = Kept()
    purse = Purse(ledger)
    with pytest.raises(type(error)) as caught:
        once(Budgeted(Scripted(error, tariff=TARIFF), purse))
    assert ledger.settled == {0: (outcome, charged, 0)}
    assert (purse.spent, purse.reserved) == (Sum.of(charged), Sum())
    if isinstance(caught.value, Failure):
        assert caught.value.usage == charged


def test_thinking_tokens_are_reserved_and_allowed_with_the_answer() -> None:
    allowed: list[int] = []

    class Thinking(Scripted):
        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            allowed.append(most_tokens)
            return await super().complete(prompt, schema, most_tokens, call)

    ledger = Kept()
    once(Budgeted(Thinking(tariff=Tariff(1.0, 2.0, thinking_tokens=1000)), Purse(ledger)))
    assert allowed == [1100]
    assert ledger.reserved[0][2].answer_tokens == 1100


def test_an_endpoint_that_writes_more_than_it_may_is_counted_in_full_from_then_on() -> None:
    ledger = Kept()
    long = answered(usage=Usage(10, MAX_TOKENS + 50, 0.0001))
    model = Budgeted(Scripted(long, answered(usage=Usage(10, 5, 0.00001)), tariff=TARIFF), Purse(ledger))
    assert not model.in_full
    once(model)
    assert model.in_full
    assert once(model).usage == Usage(10, 5, 0.00001)  # the bill shows the cost, the budget the maximum cost
    assert [usage for _, usage, _ in ledger.settled.values()] == [
        Usage(ASKED, MAX_TOKENS + 50, MOST.price),
        MOST,
    ]


def test_an_endpoint_known_to_ignore_its_limit_is_capped_by_calls() -> None:
    tariff = replace(TARIFF, keeps_limit=False)
    endpoint = Scripted(answered(usage=Usage(10, 5, 0.0)), tariff=tariff)
    model = Budgeted(endpoint, Purse(Kept(), Cap(MOST.price * 3.5, Unit.DOLLARS)))
    for _ in range(3):
        once(model)
    with pytest.raises(Failure):
        once(model)
    assert len(endpoint.asked) == 3


# --- the cap


@pytest.mark.parametrize(
    "cap",
    [
        Cap(0.01, Unit.DOLLARS),
        pytest.param(Cap(20_000, Unit.TOKENS), marks=pytest.mark.long),
        Cap(25, Unit.CALLS),
        pytest.param(Cap(0, Unit.DOLLARS), marks=pytest.mark.long),
    ],
)
@given(seed=st.integers(0, 2**32), at_once=st.sampled_from([1, 7, 200]))
def test_with_two_hundred_calls_of_unknown_length_in_flight_the_cap_is_never_exceeded(
    cap: Cap, seed: int, at_once: int
) -> None:
    """Answers have any length up to the maximum; some are lost, some refused, some cancelled."""
    ledger, tariff = Kept(), Tariff(1.0, 8.0)
    purse = Purse(ledger, cap)
    really = Sum()

    class Anything(Scripted):
        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            nonlocal really
            draw = stream(seed, call.question.n)
            assert cap.of(ledger.spent()) <= cap.amount * (1 + 1e-9)
            await asyncio.sleep(draw.unit() * 10)
            used = Usage(draw.below(len(prompt.text.encode())), draw.below(most_tokens + 1))
            took = replace(used, price=tariff.price(used.prompt_tokens, used.answer_tokens))
            ends = draw.below(6)
            if ends == 0:
                raise Failure("rate", "No.")
            really += Sum.of(took)
            if ends == 1:
                raise Failure("timeout", "No.")
            return Completion("{}", took if ends > 2 else None)

    model = Budgeted(Anything(tariff=tariff), purse)
    gate = asyncio.Semaphore(at_once)

    async def ask(n: int) -> None:
        async with gate:
            await model.complete(PROMPT, SCHEMA, 300, call(tick=n % 7, n=n))

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(n) for n in range(200)), return_exceptions=True)

    run_virtually(all_of_them())
    assert cap.of(really) <= cap.amount
    assert cap.of(ledger.spent()) <= cap.amount * (1 + 1e-9)
    assert cap.of(purse.spent) == pytest.approx(cap.of(ledger.spent()))
    assert purse.reserved == Sum()
    assert purse.refused > 0
    if cap.amount:  # and most of the budget is used
        assert cap.of(purse.spent) > 0.5 * cap.amount


def test_calls_that_do_not_fit_wait_for_released_budget_lowest_tick_first() -> None:
    cheap = answered(usage=Usage(1, 1, 0.0))
    endpoint = Scripted(cheap, seconds=1.0, tariff=TARIFF)
    model = Budgeted(endpoint, Purse(Kept(), Cap(MOST.price * 1.5, Unit.DOLLARS)))

    async def all_of_them() -> None:
        await asyncio.gather(*(complete(model, tick) for tick in (9, 8, 3, 5)))

    _, seconds = run_virtually(all_of_them())
    assert [each.question.tick for each in endpoint.asked] == [9, 3, 5, 8]
    assert seconds == pytest.approx(4.0)


def test_at_the_cap_a_call_is_refused_with_a_remedy_and_nothing_is_sent() -> None:
    endpoint, ledger = Scripted(tariff=TARIFF), Kept(Sum(1.9999, 10, 1))
    purse = Purse(ledger, Cap.parse("2.00"))
    with pytest.raises(Failure, match=r"The budget of \$2.00 is used up: \$2.00 spent.*--budget") as caught:
        once(Budgeted(endpoint, purse))
    assert (caught.value.category, caught.value.retryable, caught.value.usage) == ("budget", False, Usage())
    assert (endpoint.asked, ledger.reserved, purse.refused) == ([], [], 1)


def test_a_run_that_pauses_at_the_cap_is_told_and_the_call_is_cancelled() -> None:
    told: list[Failure] = []
    model = Budgeted(Scripted(tariff=TARIFF), Purse(Kept(), Cap.parse("0"), told.append))
    with pytest.raises(asyncio.CancelledError):
        once(model)
    assert [failure.category for failure in told] == ["budget"]


def test_a_small_call_still_fits_when_a_large_one_does_not() -> None:
    model = Budgeted(Scripted(answered(), tariff=TARIFF), Purse(Kept(), Cap(MOST.price * 1.01, Unit.DOLLARS)))

    async def both() -> None:
        with pytest.raises(Failure):
            await model.complete(PROMPT, SCHEMA, 5 * MAX_TOKENS, call())
        await model.complete(PROMPT, SCHEMA, MAX_TOKENS, call())

    run_virtually(both())


def test_a_free_call_always_fits() -> None:
    free = Budgeted(Scripted(answered(usage=Usage(9, 9)), tariff=Tariff(0.0, 0.0)), Purse(Kept(), Cap.parse("0.00")))
    assert once(free).text == "{}"


def test_a_call_cancelled_while_waiting_for_the_budget_costs_nothing() -> None:
    ledger = Kept()
    purse = Purse(ledger, Cap(1, Unit.CALLS))
    model = Budgeted(Scripted(Failure("timeout", "No."), seconds=1.0, tariff=TARIFF), purse)

    async def all_of_them() -> None:
        first, tired = complete(model), complete(model, n=1)
        await turns()
        tired.cancel()
        await asyncio.gather(first, tired, return_exceptions=True)

    run_virtually(all_of_them())
    assert (len(ledger.reserved), purse.reserved, purse.spent.calls) == (1, Sum(), 1)


def test_interviews_without_a_trace_have_a_budget_too() -> None:
    ledger = NullLedger()
    purse = Purse(ledger, Cap(1, Unit.CALLS))
    once(Budgeted(Scripted(tariff=TARIFF), purse))
    with pytest.raises(Failure):
        once(Budgeted(Scripted(tariff=TARIFF), purse))
    assert ledger.spent() == Sum()


def test_while_spending_is_paused_nothing_is_sent_and_waiting_calls_are_told() -> None:
    ledger, sent = Kept(), Scripted(tariff=TARIFF)
    purse = Purse(ledger)
    purse.paused = True
    with pytest.raises(Failure, match="paused") as refused:
        once(Budgeted(sent, purse))
    assert (refused.value.category, refused.value.retryable, ledger.reserved) == ("budget", False, [])
    purse.paused = False
    once(Budgeted(sent, purse))
    assert len(ledger.reserved) == 1


def test_a_ledger_that_refuses_leaves_nothing_reserved() -> None:
    class Full(Kept):
        def reserve(self, call: Call, model: str, most: Usage) -> int:
            raise SetupError("The disk is full.")

    purse = Purse(Full())
    with pytest.raises(SetupError):
        once(Budgeted(Scripted(tariff=TARIFF), purse))
    assert (purse.reserved, purse.spent) == (Sum(), Sum())


def test_for_an_interview_a_run_is_not_stopped_at_its_cap() -> None:
    stopped: list[Failure] = []
    purse = Purse(Kept(), Cap(0, Unit.CALLS), stopped.append)
    aside = Call(replace(call().question, kind="interview"), 0)
    with pytest.raises(Failure, match="used up"):
        run_virtually(Budgeted(Scripted(tariff=TARIFF), purse).complete(PROMPT, SCHEMA, MAX_TOKENS, aside))
    assert stopped == []
