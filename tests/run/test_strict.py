"""`strict`: the understudy never stands in; the run stops with the reason and goes on later."""

import asyncio
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.errors import MilkwoodError, SetupError
from milkwood.models.budget import Cap, Unit
from milkwood.models.retry import Patience
from milkwood.run import ModelConfig
from milkwood.run.model_config import PAUSE
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import MORNING, begun, live, soon, wanted

__all__ = ["soon"]
pytestmark = [pytest.mark.usefixtures("soon"), pytest.mark.slow]


def stopped(path: Path, what: ModelConfig) -> MilkwoodError:
    """Why a run stopped; no understudy answered meanwhile."""
    lived = live(path, what, MORNING)
    assert lived.halted is not None
    assert lived.settled < MORNING
    assert UNDERSTUDY not in lived.by
    return lived.halted


def test_a_question_that_no_model_answers_stops_the_run_and_is_asked_again_later(tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down", after=2),))) as fake:
        why = stopped(path, wanted(fake.address, strict=True))
        asked = fake.server.asked["break_down"]
        assert "break_down" in why.sentence()
        assert "no JSON" in why.sentence()
        again = stopped(path, wanted(fake.address, strict=True))
        assert "break_down" in again.sentence()
        assert fake.server.asked["break_down"] > asked, "what the model said before is not taken for its new answer"
    with Fake(FaultPlan()) as fake:
        lived = live(path, wanted(fake.address, strict=True), MORNING)
        assert lived.halted is None
        assert lived.settled == MORNING
        assert UNDERSTUDY not in lived.by


@pytest.mark.parametrize("fault", ["wrong_key", "closed", "hang", "filter_refused"])
def test_no_failure_of_an_endpoint_lets_the_understudy_stand_in(fault: str, tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault=fault, after=6),))) as fake:
        patience = Patience(outage_seconds=0.3, rate_seconds=0.3)
        why = stopped(
            tmp_path / "run.milkwood", wanted(fake.address, {"timeout_seconds": 0.5}, strict=True, patience=patience)
        )
    assert "strict" in why.sentence()


def test_at_the_cap_the_run_stops(tmp_path: Path) -> None:
    with Fake(FaultPlan()) as fake:
        why = stopped(
            tmp_path / "run.milkwood", wanted(fake.address, strict=True, cap=Cap(9, Unit.CALLS), at_cap=PAUSE)
        )
    assert "budget" in why.sentence()


def test_paused_spending_stops_it_instead_of_going_on_with_the_understudy(tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    with Fake(FaultPlan()) as fake, begun(path, wanted(fake.address, strict=True)) as run:

        async def go() -> None:
            run.pause_spending(True)
            await run.live(MORNING)

        asyncio.run(go())
        assert run.halted is not None
        assert "strict" in run.halted.sentence()
    with Chronicle.read(path) as reader:
        assert all(each.answer.by != UNDERSTUDY for each in reader.questions())


def test_the_next_model_may_answer(tmp_path: Path) -> None:
    from milkwood.models.spec import Spec
    from tests.models.faulty import spec

    with Fake(FaultPlan(strike=(Strike(fault="prose"),))) as bad, Fake(FaultPlan()) as good:
        specs: dict[str, Spec] = {"bad": spec(bad.address, fallback=("good",)), "good": spec(good.address)}
        lived = live(tmp_path / "run.milkwood", ModelConfig(specs, usual="bad", strict=True), MORNING)
    assert lived.halted is None
    assert UNDERSTUDY not in lived.by


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("strict = true", "needs a model"),
        ('strict = true\nmodel = "ollama/qwen3:8b"\nat_cap = "understudy"', "budget"),
        ('strict = "perhaps"', "strict"),
    ],
)
def test_settings_that_contradict_it_are_refused(
    settings: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "milkwood.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetupError, match=says):
        ModelConfig.from_settings()


def test_rules_may_give_questions_to_the_understudy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'strict = true\nmodel = "ollama/qwen3:8b"\n[routing.questions]\nweigh = "understudy"\n'
    (tmp_path / "milkwood.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    config = ModelConfig.from_settings()
    assert config.strict
    assert config.at_cap == PAUSE
