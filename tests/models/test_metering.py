"""Metering (rule B1): what a call may take is reserved before it is sent, and no cap is ever exceeded."""

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
from milkwood.models.budget import Cap, NullLedger, Purse, SentPrompt, Sum, Unit
from milkwood.models.completion import Call, Completion, Endpoint, Failure, Tariff
from milkwood.models.metering import IMPLAUSIBLE_FACTOR, OVERHEAD_TOKENS, Budgeted, Metered
from milkwood.models.pace import Paced
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from milkwood.models.retry import Patience, Retrying
from milkwood.models.tempo import BYTES_PER_TOKEN
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Kept, Scripted, answered, call
from tests.models.scripted import turns

MAX_TOKENS = 100
ASKED = len(PROMPT.text.encode()) + len(json.dumps(SCHEMA)) + OVERHEAD_TOKENS
TARIFF = Tariff(1.0, 2.0)
MOST = Usage(ASKED, MAX_TOKENS, TARIFF.price(ASKED, MAX_TOKENS))


def budgeted(endpoint: Endpoint, purse: Purse) -> Budgeted:
    return Budgeted(Metered(endpoint), purse)


def complete(model: Budgeted, tick: int = 0, n: int = 0) -> "asyncio.Future[Completion]":
    return asyncio.ensure_future(model.complete(PROMPT, SCHEMA, MAX_TOKENS, call(tick=tick, n=n)))


def once(model: Budgeted) -> Completion:
    async def ask() -> Completion:
        return await complete(model)

    return run_virtually(ask())[0]


# --- one call


def test_a_reservation_is_written_before_the_call_is_sent_and_settled_with_what_it_took() -> None:
    ledger = Kept()
    seen: list[int] = []

    def look(_number: int) -> Completion:
        seen.append(len(ledger.reserved) - len(ledger.settled))
        return Completion("{}", Usage(40, 7, 0.0001, 1.5), cached_tokens=30)

    assert once(budgeted(Scripted(look, tariff=TARIFF), Purse(ledger))).text == "{}"
    assert seen == [1]
    assert ledger.reserved == [(call(), "scripted", MOST)]
    assert ledger.settled == {0: ("answered", Usage(40, 7, 0.0001, 1.5), 30)}


def test_usage_that_an_endpoint_does_not_tell_counts_in_full_and_the_bill_says_so() -> None:
    ledger = Kept()
    completion = once(budgeted(Scripted(answered(usage=None), seconds=2.0, tariff=TARIFF), Purse(ledger)))
    assert completion.usage == replace(MOST, seconds=2.0)
    assert ledger.spent() == Sum.of(MOST)


@pytest.mark.parametrize(
    ("error", "outcome", "charged"),
    [
        (Failure("rate", "No."), "rate", Usage()),
        (Failure("auth", "No."), "auth", Usage()),
        (Failure("connection", "No.", usage=Usage()), "connection", Usage()),
        (Failure("filter", "No.", usage=Usage(30, 0, 0.0005)), "filter", Usage(30, 0, 0.0005)),
        (Failure("filter", "No.", usage=Usage(30, 0, 0.5)), "filter", MOST),
        (Failure("timeout", "No."), "timeout", MOST),
        (Failure("server", "No."), "server", MOST),
        (KeyError("oh"), "KeyError", MOST),
        (asyncio.CancelledError(), "given_up", MOST),
    ],
)
def test_a_call_that_fails_is_charged_with_what_is_known_of_it_or_in_full(
    error: BaseException, outcome: str, charged: Usage
) -> None:
    ledger = Kept()
    purse = Purse(ledger)
    with pytest.raises(type(error)) as caught:
        once(budgeted(Scripted(error, tariff=TARIFF), purse))
    assert ledger.settled == {0: (outcome, charged, 0)}
    assert (purse.spent, purse.reserved) == (Sum.of(charged), Sum())
    if isinstance(caught.value, Failure):
        assert caught.value.usage == charged


def test_what_thinking_may_take_is_reserved_and_allowed_with_the_answer() -> None:
    allowed: list[int] = []

    class Thinking(Scripted):
        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            allowed.append(most_tokens)
            return await super().complete(prompt, schema, most_tokens, call)

    ledger = Kept()
    once(budgeted(Thinking(tariff=Tariff(1.0, 2.0, thinking_tokens=1000)), Purse(ledger)))
    assert allowed == [1100]
    assert ledger.reserved[0][2].answer_tokens == 1100


def test_an_endpoint_that_writes_more_than_it_may_is_counted_in_full_from_then_on() -> None:
    ledger = Kept()
    long = answered(usage=Usage(10, MAX_TOKENS + 50, 0.0001))
    metered = Metered(Scripted(long, answered(usage=Usage(10, 5, 0.00001)), tariff=TARIFF))
    model = Budgeted(metered, Purse(ledger))
    assert not metered.in_full
    once(model)
    assert metered.in_full
    assert once(model).usage == Usage(10, 5, 0.00001)  # the bill says what it took, the purse what it may have taken
    assert list(ledger.settled.values()) == [("estimated", MOST, 0)] * 2


def test_an_endpoint_known_to_ignore_its_limit_is_capped_by_calls() -> None:
    tariff = replace(TARIFF, keeps_limit=False)
    endpoint = Scripted(answered(usage=Usage(10, 5, 0.0)), tariff=tariff)
    model = budgeted(endpoint, Purse(Kept(), Cap(MOST.price * 3.5, Unit.DOLLARS)))
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
    """Answers are of any length up to what is allowed, some are lost, some refused, some given up."""
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

    model = budgeted(Anything(tariff=tariff), purse)
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
    if cap.amount:  # and it is made use of
        assert cap.of(purse.spent) > 0.5 * cap.amount


def test_who_does_not_fit_yet_waits_for_what_others_give_back_the_lowest_tick_first() -> None:
    cheap = answered(usage=Usage(10, 1, 0.0))
    endpoint = Scripted(cheap, seconds=1.0, tariff=TARIFF)
    model = budgeted(endpoint, Purse(Kept(), Cap(MOST.price * 1.5, Unit.DOLLARS)))

    async def all_of_them() -> None:
        await asyncio.gather(*(complete(model, tick) for tick in (9, 8, 3, 5)))

    _, seconds = run_virtually(all_of_them())
    assert [each.question.tick for each in endpoint.asked] == [9, 3, 5, 8]
    assert seconds == pytest.approx(4.0)


def test_at_the_cap_a_call_is_refused_with_what_to_do_and_nothing_is_sent() -> None:
    endpoint, ledger = Scripted(tariff=TARIFF), Kept(Sum(1.9999, 10, 1))
    purse = Purse(ledger, Cap.parse("2.00"))
    with pytest.raises(Failure, match=r"The budget of \$2.00 is used up: \$2.00 spent.*--budget") as caught:
        once(budgeted(endpoint, purse))
    assert (caught.value.category, caught.value.retryable, caught.value.usage) == ("budget", False, Usage())
    assert (endpoint.asked, ledger.reserved, purse.refused) == ([], [], 1)


def test_who_pauses_at_the_cap_is_told_and_the_call_is_given_up() -> None:
    told: list[Failure] = []
    model = budgeted(Scripted(tariff=TARIFF), Purse(Kept(), Cap.parse("0"), told.append))
    with pytest.raises(asyncio.CancelledError):
        once(model)
    assert [failure.category for failure in told] == ["budget"]


def test_a_small_call_still_fits_when_a_large_one_does_not() -> None:
    model = budgeted(Scripted(answered(), tariff=TARIFF), Purse(Kept(), Cap(MOST.price * 1.01, Unit.DOLLARS)))

    async def both() -> None:
        with pytest.raises(Failure):
            await model.complete(PROMPT, SCHEMA, 5 * MAX_TOKENS, call())
        await model.complete(PROMPT, SCHEMA, MAX_TOKENS, call())

    run_virtually(both())


def test_what_costs_nothing_fits_always() -> None:
    free = budgeted(Scripted(answered(usage=Usage(9, 9)), tariff=Tariff(0.0, 0.0)), Purse(Kept(), Cap.parse("0.00")))
    assert once(free).text == "{}"


def test_who_gives_up_while_waiting_for_the_purse_takes_nothing_from_it() -> None:
    ledger = Kept()
    purse = Purse(ledger, Cap(1, Unit.CALLS))
    model = budgeted(Scripted(Failure("timeout", "No."), seconds=1.0, tariff=TARIFF), purse)

    async def all_of_them() -> None:
        first, tired = complete(model), complete(model, n=1)
        await turns()
        tired.cancel()
        await asyncio.gather(first, tired, return_exceptions=True)

    run_virtually(all_of_them())
    assert (len(ledger.reserved), purse.reserved, purse.spent.calls) == (1, Sum(), 1)


def test_those_who_leave_no_trace_have_a_purse_too() -> None:
    ledger = NullLedger()
    purse = Purse(ledger, Cap(1, Unit.CALLS))
    once(budgeted(Scripted(tariff=TARIFF), purse))
    with pytest.raises(Failure):
        once(budgeted(Scripted(tariff=TARIFF), purse))
    assert ledger.spent() == Sum()


def test_while_spending_is_paused_nothing_is_sent_and_what_waited_is_told_so() -> None:
    ledger, sent = Kept(), Scripted(tariff=TARIFF)
    purse = Purse(ledger)
    purse.paused = True
    with pytest.raises(Failure, match="paused") as refused:
        once(budgeted(sent, purse))
    assert (refused.value.category, refused.value.retryable, ledger.reserved) == ("budget", False, [])
    purse.paused = False
    once(budgeted(sent, purse))
    assert len(ledger.reserved) == 1


def test_a_ledger_that_refuses_leaves_nothing_reserved() -> None:
    class Full(Kept):
        def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:
            raise SetupError("The disk is full.")

    purse = Purse(Full())
    with pytest.raises(SetupError):
        once(budgeted(Scripted(tariff=TARIFF), purse))
    assert (purse.reserved, purse.spent) == (Sum(), Sum())


def test_for_an_interview_a_run_is_not_stopped_at_its_cap() -> None:
    stopped: list[Failure] = []
    purse = Purse(Kept(), Cap(0, Unit.CALLS), stopped.append)
    aside = Call(replace(call().question, kind="interview"), 0)
    with pytest.raises(Failure, match="used up"):
        run_virtually(budgeted(Scripted(tariff=TARIFF), purse).complete(PROMPT, SCHEMA, MAX_TOKENS, aside))
    assert stopped == []


# --- one reservation serves all tries


def tried(endpoint: Scripted, purse: Purse, patience: Patience | None = None) -> Completion:
    """A call with retries and a pace, as in a run."""
    metered = Metered(endpoint)
    model = Budgeted(metered, purse, Retrying(Paced(metered, 8), patience))
    return once(model)


def test_a_call_that_waits_for_a_limit_keeps_one_reservation_and_uses_up_one_call() -> None:
    ledger = Kept()
    purse = Purse(ledger, Cap(1, Unit.CALLS))
    refusals = [Failure("rate", "No.") for _ in range(40)]
    assert tried(Scripted(*refusals, answered("yes"), tariff=TARIFF), purse).text == "yes"
    assert len(ledger.reserved) == 1
    assert [outcome for outcome, _ in ledger.tries[0]] == ["rate", "again"] * 40
    assert purse.spent.calls == ledger.spent().calls == 1


def test_while_a_call_waits_for_a_limit_nothing_is_charged_and_in_flight_all_it_may_take() -> None:
    ledger = Kept()
    purse = Purse(ledger)
    seen: list[Sum] = []

    def look(_number: int) -> Completion:
        seen.append(ledger.spent())
        if len(seen) < 3:
            raise Failure("rate", "No.")
        return answered()

    metered = Metered(Scripted(look, tariff=TARIFF))
    paced = Paced(metered, 8)
    model = Budgeted(metered, purse, Retrying(paced))

    async def watched() -> None:
        call = complete(model)
        await asyncio.sleep(0.2)
        assert paced.limiter.waiting == 1
        assert ledger.spent() == Sum(), "a process killed now is charged nothing for it"
        assert purse.reserved == Sum.of(MOST), "what it may take next is kept for it"
        await call

    run_virtually(watched())
    assert seen == [Sum.of(MOST)] * 3


def test_a_try_that_may_have_been_billed_is_charged_and_the_next_one_is_reserved_again() -> None:
    ledger = Kept()
    purse = Purse(ledger, Cap(MOST.price * 2.5, Unit.DOLLARS))
    with pytest.raises(Failure, match="used up") as caught:
        tried(Scripted(*(Failure("server", "Oh.") for _ in range(9)), tariff=TARIFF), purse)
    assert len(ledger.reserved) == 1
    assert ledger.spent() == purse.spent == Sum(2 * MOST.price, 2 * (ASKED + MAX_TOKENS), 2)
    assert caught.value.usage is not None
    assert caught.value.usage.prompt_tokens == 2 * ASKED


def test_what_is_found_out_between_two_tries_is_reserved_before_the_second() -> None:
    """An endpoint may turn out to think, and so to write more, when it refuses the first form of a request."""
    ledger = Kept()

    class Learning(Scripted):
        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            self.tariff = replace(TARIFF, thinking_tokens=1000)
            return await super().complete(prompt, schema, most_tokens, call)

    tried(Learning(Failure("schema", "No.", retryable=True), answered(), tariff=TARIFF), Purse(ledger))
    assert [most.answer_tokens for outcome, most in ledger.tries[0] if outcome == "again"] == [1100]


def test_calls_that_hold_money_and_calls_that_wait_for_it_do_not_lock_each_other_out() -> None:
    ledger = Kept()
    purse = Purse(ledger, Cap(MOST.price * 3.5, Unit.DOLLARS))
    refusals = [Failure("rate", "No.") if n % 3 else Failure("server", "Oh.", usage=Usage()) for n in range(30)]
    metered = Metered(Scripted(*refusals, answered(usage=Usage(10, 5, 0.00002)), seconds=0.1, tariff=TARIFF))
    model = Budgeted(metered, purse, Retrying(Paced(metered, 2), Patience(outage_seconds=3600.0)))

    async def all_of_them() -> list[Completion]:
        return list(await asyncio.gather(*(complete(model, n=n) for n in range(20))))

    answers, _ = run_virtually(all_of_them())
    assert len(answers) == len(ledger.reserved) == 20
    assert purse.reserved == Sum()


def test_while_spending_is_paused_a_call_that_waited_is_not_sent_again() -> None:
    endpoint = Scripted(Failure("rate", "No."), answered(), tariff=TARIFF)
    purse, metered = Purse(Kept()), Metered(endpoint)
    model = Budgeted(metered, purse, Retrying(Paced(metered, 8)))

    async def paused() -> None:
        call = complete(model)
        await turns()
        purse.paused = True
        with pytest.raises(Failure, match="paused"):
            await call

    run_virtually(paused())
    assert len(endpoint.asked) == 1
    assert (purse.reserved, purse.spent) == (Sum(), Sum())


# --- endpoints that misreport

LONG = Prompt("You are somebody. " * 50, ("You are Ann. " * 40,), "It is noon. " * 30)
OWN = len(LONG.text.encode()) // BYTES_PER_TOKEN
TEXT = "Good morning, how are you today? " * 5
WRITTEN = len(TEXT) // BYTES_PER_TOKEN


def counted(usage: Usage | None, **more: Any) -> tuple[Completion, Kept, Metered]:
    ledger = Kept()
    metered = Metered(Scripted(Completion(TEXT, usage, **more), tariff=TARIFF))
    model = Budgeted(metered, Purse(ledger))
    completion, _ = run_virtually(model.complete(LONG, SCHEMA, MAX_TOKENS, call()))
    return completion, ledger, metered


@pytest.mark.parametrize(
    "usage",
    [
        Usage(OWN, WRITTEN, 0.0001),
        Usage(OWN // 3, WRITTEN // 3, 0.0001),
        Usage(3 * OWN, MAX_TOKENS, 0.0001),
    ],
)
def test_a_count_that_can_be_right_is_believed(usage: Usage) -> None:
    completion, ledger, metered = counted(usage)
    assert completion.usage == usage
    assert ledger.settled == {0: ("answered", usage, 0)}
    assert not metered.doubted


@pytest.mark.parametrize(
    "usage",
    [
        None,
        Usage(1, 1, 0.000006),
        Usage(OWN // IMPLAUSIBLE_FACTOR - 1, WRITTEN, 0.0001),
        Usage(OWN, WRITTEN // IMPLAUSIBLE_FACTOR - 1, 0.0001),
        Usage(OWN, 20 * MAX_TOKENS, 0.0001),
        Usage(20 * OWN, WRITTEN, 0.0001),
        Usage(2**63, 2**63, 0.0001),
        Usage(OWN, WRITTEN, 7.5),
        Usage(OWN, WRITTEN, float("nan")),
        Usage(OWN, WRITTEN, float("inf")),
        Usage(OWN, WRITTEN, -1.0),
    ],
)
def test_a_count_that_cannot_be_right_is_replaced_by_our_own_and_the_answer_is_kept(usage: Usage | None) -> None:
    completion, ledger, metered = counted(usage)
    most = metered.most(LONG, SCHEMA, MAX_TOKENS)
    assert (completion.text, completion.usage) == (TEXT, most)
    assert ledger.settled == {0: ("estimated", most, 0)}
    assert metered.doubted


def test_a_price_of_our_own_is_shown_as_such() -> None:
    usage = Usage(OWN, WRITTEN, 0.0001)
    completion, ledger, metered = counted(usage, doubted=True)
    assert completion.usage == usage
    assert ledger.settled == {0: ("estimated", usage, 0)}
    assert metered.doubted


COUNTS = st.one_of(st.integers(0, 2**70), st.integers(0, 400))
PRICES = st.one_of(st.floats(), st.floats(0.0, 0.001))


@pytest.mark.parametrize("cap", [Cap(0.005, Unit.DOLLARS), Cap(9_000, Unit.TOKENS), Cap(7, Unit.CALLS)])
@given(said=st.lists(st.one_of(st.none(), st.builds(Usage, COUNTS, COUNTS, PRICES)), min_size=1, max_size=8))
def test_whatever_an_endpoint_says_it_took_the_cap_is_not_exceeded(cap: Cap, said: list[Usage | None]) -> None:
    ledger = Kept()
    endpoint = Scripted(*(answered(usage=usage) for usage in said), tariff=TARIFF)
    model = budgeted(endpoint, Purse(ledger, cap))

    async def all_of_them() -> list[Completion | BaseException]:
        return await asyncio.gather(*(complete(model, n=n) for n in range(40)), return_exceptions=True)

    ended, _ = run_virtually(all_of_them())
    assert cap.of(ledger.spent()) <= cap.amount * (1 + 1e-9)
    assert sum(isinstance(each, Completion) for each in ended) == len(endpoint.asked) > 0, "no answer is lost"
