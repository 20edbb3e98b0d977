"""Runs with language models: capped, halted, continued, and always the same history."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.models.budget import Cap
from milkwood.models.completion import Completion, Failure, Tariff
from milkwood.models.port import Answer, Question, Usage
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.models.tape import TapeOnly
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, model_stack, new_run, open_run
from milkwood.run.model_config import PAUSE, STOP
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import Scripted

TICKS = 3000
PROSE = Completion("Let me think about that.", Usage(400, 20, 0.00048, 0.5), cached_tokens=100)
"""No answer at all, so that the understudy gives each: the history is the same whichever model was asked before."""
FAST = {"fast": Spec("fast", "custom", "fast-1")}


@pytest.fixture(scope="session")
def pack() -> Pack:
    found = find("gull_quay")
    return towns.load(found.folder, found.scenario)


@pytest.fixture(scope="session")
def undisturbed(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hash of a morning with the understudy alone."""
    path = tmp_path_factory.mktemp("runs") / "alone.milkwood"
    with new_run(
        pack, path, "alone", minds=MindConfig(embedding=False), options=RunOptions(models=ModelConfig())
    ) as run:
        asyncio.run(run.live(TICKS))
        return run.chronicle.history_hash()


Begin = Callable[[Scripted, ModelConfig], LiveRun]


@pytest.fixture
def begun(pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """A run with an endpoint: new or continued."""
    path = tmp_path / "monday.milkwood"

    def begin(endpoint: Scripted, wanted: ModelConfig) -> LiveRun:
        monkeypatch.setattr(model_stack, "_provider", lambda _spec: endpoint)
        options = RunOptions(models=wanted)
        if path.exists():
            return open_run(pack, path, options=options)
        return new_run(pack, path, "monday", minds=MindConfig(embedding=False), options=options)

    return begin


def test_the_bill_the_ledger_and_the_budget_agree(begun: Begin, undisturbed: str) -> None:
    endpoint = Scripted(PROSE, seconds=0.5, tariff=Tariff(1.0, 4.0), name="fast-1")
    with begun(endpoint, ModelConfig(FAST, usual="fast", cap=Cap.parse("2.00"))) as run:
        run_virtually(run.live(TICKS))
        assert run.chronicle.history_hash() == undisturbed
        assert run.stack is not None
        bill, spent = run.chronicle.bill().total, run.chronicle.spent()
        assert bill.price == pytest.approx(spent.price) == pytest.approx(run.stack.purse.spent.price)
        assert bill.price == pytest.approx(run.tally.price)
        assert bill.prompt_tokens + bill.answer_tokens == spent.tokens
        assert bill.seconds == pytest.approx(0.5 * len(endpoint.asked))
        [outcome] = run.chronicle.outcomes()
        assert (outcome.model, outcome.outcome, outcome.calls) == ("fast-1", "answered", len(endpoint.asked))
        assert outcome.cached_tokens == 100 * outcome.calls
        assert endpoint.closed


def test_a_run_that_pauses_at_its_cap_continues_with_a_larger_one_and_nothing_is_lost(
    begun: Begin, undisturbed: str
) -> None:
    endpoint = Scripted(PROSE, seconds=0.5, tariff=Tariff(1.0, 4.0))
    for calls in (40, 80):
        with begun(endpoint, ModelConfig(FAST, usual="fast", cap=Cap.parse(f"{calls}calls"), at_cap=PAUSE)) as run:
            run_virtually(run.live(TICKS))
            assert run.halted is not None
            assert f"The budget of {calls} calls is used up" in run.halted.sentence()
            assert run.chronicle.settled < TICKS
            assert run.chronicle.spent().calls == len(endpoint.asked) <= calls
            assert "failed: budget" not in {asked.answer.why for asked in run.chronicle.questions()}
    with begun(endpoint, ModelConfig(FAST, usual="fast", cap=Cap.parse("100000calls"), at_cap=PAUSE)) as run:
        run_virtually(run.live(TICKS))
        assert run.halted is None
        assert run.chronicle.history_hash() == undisturbed


def test_a_run_continues_with_the_understudy_past_its_cap(begun: Begin, undisturbed: str) -> None:
    endpoint = Scripted(PROSE, seconds=0.5, tariff=Tariff(1.0, 4.0))
    with begun(endpoint, ModelConfig(FAST, usual="fast", cap=Cap.parse("0.01"))) as run:
        run_virtually(run.live(TICKS))
        assert run.chronicle.history_hash() == undisturbed
        assert 0 < run.chronicle.spent().price <= 0.01
        assert run.notes() == ["The budget of $0.0100 is used up: the understudy answers from now on."]
        whys = [asked.answer.why for asked in run.chronicle.questions()]
        assert sum("failed: budget" in why for why in whys) > 10


def test_an_outage_is_waited_for_and_the_run_continues_by_itself(begun: Begin, undisturbed: str) -> None:
    gone = [Failure("connection", "It is not there.", usage=Usage()) for _ in range(12)]
    endpoint = Scripted(*[PROSE] * 20, *gone, PROSE, name="fast-1")
    with begun(endpoint, ModelConfig(FAST, usual="fast")) as run:
        _, seconds = run_virtually(run.live(TICKS))
        assert seconds > 5
        assert run.chronicle.history_hash() == undisturbed
        assert {each.outcome: each.calls for each in run.chronicle.outcomes()}["connection"] == 12
        assert "failed" not in " ".join(asked.answer.why for asked in run.chronicle.questions())


def test_a_run_that_stops_at_a_limit_ends_cleanly_and_continues_later(begun: Begin, undisturbed: str) -> None:
    limited = Scripted(*[PROSE] * 20, Failure("rate", "Too many calls.", remedy="Wait."))
    with begun(limited, ModelConfig(FAST, usual="fast", on_limit=STOP)) as run:
        run_virtually(run.live(TICKS))
        assert run.halted is not None
        assert run.halted.sentence() == "Too many calls. Wait."
        assert 0 <= run.chronicle.settled < TICKS
    with begun(Scripted(PROSE), ModelConfig(FAST, usual="fast", on_limit=STOP)) as run:
        run_virtually(run.live(TICKS))
        assert (run.halted, run.chronicle.history_hash()) == (None, undisturbed)


def test_a_run_stopped_while_it_waits_for_a_model_records_no_answer_in_its_place(
    begun: Begin, undisturbed: str
) -> None:
    gone = Scripted(*[PROSE] * 20, Failure("connection", "It is not there."))
    with begun(gone, ModelConfig(FAST, usual="fast", patience=Patience(outage_seconds=1e9))) as run:

        async def stopped() -> None:
            asyncio.get_running_loop().call_later(3600, run.stop)
            await run.live(TICKS)

        run_virtually(stopped())
        assert run.chronicle.settled < TICKS
        assert "failed" not in " ".join(asked.answer.why for asked in run.chronicle.questions())
    with begun(Scripted(PROSE), ModelConfig(FAST, usual="fast")) as run:
        run_virtually(run.live(TICKS))
        assert run.chronicle.history_hash() == undisturbed


def test_answers_that_are_being_paid_for_when_a_run_halts_are_waited_for(begun: Begin) -> None:
    slow = Scripted(PROSE, seconds=40.0, tariff=Tariff(1.0, 4.0))
    with begun(slow, ModelConfig(FAST, usual="fast", cap=Cap.parse("5calls"), at_cap=PAUSE)) as run:
        run_virtually(run.live(TICKS))
        assert run.halted is not None
        assert [(each.outcome, each.calls) for each in run.chronicle.outcomes()] == [("answered", 5)]


def test_a_stopped_run_does_not_wait_for_unsent_calls(begun: Begin) -> None:
    limited = Scripted(Failure("rate", "Too many calls.", retry_after_seconds=7200.0))
    with begun(limited, ModelConfig(FAST, usual="fast")) as run:

        async def stopped() -> None:
            asyncio.get_running_loop().call_later(60, run.stop)
            await run.live(TICKS)

        _, seconds = run_virtually(stopped())
    assert seconds == pytest.approx(60, abs=1)


def test_a_run_is_replayed_from_its_tape_without_any_model(begun: Begin, undisturbed: str, pack: Pack) -> None:
    with begun(Scripted(PROSE), ModelConfig(FAST, usual="fast")) as run:
        run_virtually(run.live(TICKS))
        path = run.chronicle.path
        answers = {asked.question.id: asked.answer for asked in run.chronicle.questions()}
    again = path.with_name("again.milkwood")

    class Tape(TapeOnly):
        async def answer(self, question: Question) -> Answer:
            return answers[question.id]

    with new_run(pack, again, "again", minds=MindConfig(embedding=False), options=RunOptions(model=Tape())) as run:
        run_virtually(run.live(TICKS))
        assert run.stack is None
        assert run.chronicle.history_hash() == undisturbed


def test_an_unreachable_model_is_reported_before_the_first_tick(begun: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="no model called “slow”"):
        begun(Scripted(PROSE), ModelConfig(FAST, usual="slow"))


def test_rule_minds_ask_no_language_model(pack: Pack, tmp_path: Path) -> None:
    path = tmp_path / "rule.milkwood"
    with new_run(
        pack, path, "rule", minds=MindConfig("rule"), options=RunOptions(models=ModelConfig(FAST, usual="fast"))
    ) as run:
        asyncio.run(run.live(100))
    with Chronicle.read(path) as reader:
        assert reader.outcomes() == []
