"""Rule B1: a cap of one cent holds with two hundred calls in flight, whatever they cost and however they end."""

import asyncio
from itertools import cycle, islice
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.ids import PersonId
from milkwood.models.budget import Cap
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.towns.shelf import find
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.faults import SENTENCES
from tests.models.faulty import PRICES, begun, soon, wanted
from tests.questions.town import asks

__all__ = ["soon"]
pytestmark = pytest.mark.usefixtures("soon")
CALLS = 200
CENT = 0.01
ROUNDING = 1e-12
FAULTS = ("no_usage", "usage_odd", "hang", "reset", "broken", "empty", "cut_off", "rate")


def questions() -> list[Question]:
    """The given number of different questions, of every kind."""
    pack = towns.load(find("gull_quay").folder)
    people = list(pack.people.values())
    found = [(person.id, kind, ask) for person in people for kind, ask in asks(person, pack, "en")]
    return [
        Question(QuestionId(PersonId(person), tick, kind), ask)
        for tick, (person, kind, ask) in enumerate(islice(cycle(found), CALLS))
    ]


def answered(path: Path, cap: str, *strikes: Strike, latency_seconds: float = 0.05) -> tuple[list[Answer], Fake, float]:
    """All calls at once, under a cap; with the amount charged to the run."""

    async def go() -> list[Answer]:
        try:
            return list(await asyncio.gather(*(run.default_model.answer(question) for question in questions())))
        finally:
            assert run.stack is not None
            await run.stack.close()

    with Fake(FaultPlan(strike=strikes, latency_seconds=latency_seconds)) as fake:
        settings = {"timeout_seconds": 0.5 if any(one.fault == "hang" for one in strikes) else 20.0, "at_once": CALLS}
        with begun(path, wanted(fake.address, settings, cap=Cap.parse(cap))) as run:
            answers = asyncio.run(go())
            return answers, fake, run.chronicle.spent().price


def true_price(fake: Fake) -> float:
    """The cost of all answers, by the fake's own count, whatever it reported."""
    server = fake.server
    taken = PRICES["prompt_price"] * server.prompt_tokens + PRICES["answer_price"] * server.answer_tokens
    return taken / 1_000_000


@pytest.mark.parametrize("fault", ["", *FAULTS])
def test_a_cent_is_never_exceeded_by_two_hundred_calls_at_once(fault: str, tmp_path: Path) -> None:
    strikes = [Strike(fault=fault, share=0.5)] if fault else []
    answers, fake, charged = answered(tmp_path / "three.milkwood", "0.01", *strikes)
    assert len(answers) == CALLS, "every question gets an answer"
    assert true_price(fake) <= charged + ROUNDING
    assert charged <= CENT + ROUNDING
    assert charged > 0.5 * CENT, "the cap is what stopped it"
    assert any(answer.by == UNDERSTUDY and "failed: budget" in answer.why for answer in answers)


def test_without_that_cap_the_same_calls_take_far_more(tmp_path: Path) -> None:
    answers, fake, charged = answered(tmp_path / "three.milkwood", "10.00", latency_seconds=3.0)
    assert all(answer.by != UNDERSTUDY for answer in answers)
    assert true_price(fake) == pytest.approx(charged)
    assert charged > 5 * CENT
    assert fake.server.most_in_flight > 100, "they were in flight at the same time"


def test_a_cap_of_calls_holds_for_an_endpoint_that_ignores_its_limit(tmp_path: Path) -> None:
    answers, fake, _ = answered(tmp_path / "three.milkwood", "20calls", Strike(fault="huge"))
    assert fake.done["huge"] <= 20, "what was refused is no call"
    assert len(answers) == CALLS
    assert set(FAULTS) <= set(SENTENCES)
