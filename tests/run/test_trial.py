"""The trial of a model before a run begins: real requests to a local server."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.models.budget import TRIAL, Cap, Unit
from milkwood.models.network import VARIABLE as OFF_VARIABLE
from milkwood.models.retry import Patience
from milkwood.models.secret import Secret
from milkwood.run import LiveRun, ModelConfig, trial
from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.plan import MODEL
from tests.models.faulty import KEY, begun, soon, spec, wanted

__all__ = ["soon"]
PATIENCE = Patience(outage_seconds=0.4)
pytestmark = pytest.mark.usefixtures("soon")


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "SAY_SECONDS", 0.05)
    monkeypatch.setattr(trial, "FIRST_PAUSE_SECONDS", 0.02)


def tried(path: Path, what: ModelConfig) -> list[str]:
    """What the user is told while a run's models are tried."""
    told: list[str] = []
    with begun(path, what) as run:
        asyncio.run(_try(run, told))
    return told


async def _try(run: LiveRun, told: list[str]) -> None:
    run.default_model  # noqa: B018 (connects)
    await run.try_models(told.append)
    assert run.stack is not None
    await run.stack.close()


def refused(path: Path, what: ModelConfig) -> SetupError:
    with pytest.raises(SetupError) as error:
        tried(path, what)
    return error.value


def test_a_model_that_answers_is_asked_once_and_its_speed_is_known(tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    with Fake(FaultPlan(tokens_per_second=400)) as fake, begun(path, wanted(fake.address)) as run:
        asyncio.run(_try(run, []))
        assert fake.done == {"answered": 1}
        assert run.stack is not None
        (branch,) = run.stack.branches.values()
        assert 0 < (branch.tempo.speed() or 0) < 500
        assert run.chronicle.spent().calls == 1, "it is paid for like any other"
        assert run.chronicle.bill().total.answers == 0, "it is no answer to anyone"
    assert path.exists()


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (FaultPlan(models=("qwen3-8b", "llama-3")), ("qwen3-8b", "llama-3", "milkwood models")),
        (FaultPlan(models=("fake-2", "fake-11")), ("Did you mean “fake-", "fake-2")),
        (FaultPlan(key="sk-another"), ("key",)),
        (FaultPlan(strike=(Strike(fault="unpaid"),)), ("payment",)),
        (FaultPlan(strike=(Strike(fault="redirect"),)), ("address",)),
    ],
    ids=["no such model", "a near name", "wrong key", "unpaid", "a redirect"],
)
def test_what_cannot_work_ends_the_run_before_it_begins(plan: FaultPlan, says: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    with Fake(plan) as fake:
        error = refused(path, wanted(fake.address))
    assert error.exit_code == 2
    assert all(word in error.sentence() for word in says), error.sentence()
    assert KEY not in error.sentence()
    assert "127.0.0.1" in error.where
    assert not path.exists(), "a run that never began leaves no file"


@pytest.mark.parametrize(("fault", "says"), [("html", "/v1"), ("garbage", "connection")])
def test_what_is_no_model_ends_it_too(fault: str, says: str, tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault=fault),))) as fake:
        error = refused(tmp_path / "run.milkwood", wanted(fake.address))
    assert says in error.sentence()


def test_a_wrong_port_ends_it_at_once(tmp_path: Path) -> None:
    with Fake(FaultPlan()) as fake:
        address = fake.address
    error = refused(tmp_path / "run.milkwood", wanted(address))
    assert "Nothing answers" in error.sentence()


def test_a_wrong_path_is_said_to_be_the_address(tmp_path: Path) -> None:
    with Fake(FaultPlan()) as fake:
        error = refused(tmp_path / "run.milkwood", wanted(fake.address.replace("/v1", "/api/v9")))
    assert "address" in error.sentence()


def test_a_network_that_is_switched_off_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OFF_VARIABLE, "off")
    error = refused(tmp_path / "run.milkwood", wanted("https://api.example.com/v1"))
    assert OFF_VARIABLE in error.sentence()


def test_a_run_that_has_paid_keeps_its_file(tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    with Fake(FaultPlan(strike=(Strike(fault="closed", first=1), Strike(fault="wrong_key")))) as fake:
        refused(path, wanted(fake.address))
    assert path.exists()


def test_a_run_that_goes_on_keeps_its_file(tmp_path: Path) -> None:
    path = tmp_path / "run.milkwood"
    begun(path, ModelConfig()).close()
    with Fake(FaultPlan(strike=(Strike(fault="wrong_key"),))) as fake:
        refused(path, wanted(fake.address))
    assert path.exists()


def test_a_server_that_is_starting_up_is_waited_for_with_a_sentence(tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="unavailable", first=4),))) as fake:
        told = tried(tmp_path / "run.milkwood", wanted(fake.address))
        assert fake.done == {"unavailable": 4, "answered": 1}
    assert all("It is waited for (" in sentence for sentence in told)
    assert len(told) >= 4


def test_no_pause_is_without_a_sentence_and_none_exceeds_the_patience(tmp_path: Path) -> None:
    plan = FaultPlan(strike=(Strike(fault="unavailable", retry_after_seconds=30.0),))
    with Fake(plan) as fake, begun(tmp_path / "run.milkwood", wanted(fake.address, patience=PATIENCE)) as run:
        told: list[str] = []
        began = time.monotonic()
        with pytest.raises(SetupError):
            asyncio.run(_try(run, told))
        assert time.monotonic() - began < 20
        assert fake.done["unavailable"] == 2
    assert len(told) >= 5, "one at least every SAY_SECONDS"


def test_it_is_waited_for_as_long_as_the_patience_says(tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="unavailable"),))) as fake:
        error = refused(tmp_path / "run.milkwood", wanted(fake.address, patience=Patience(outage_seconds=0.2)))
        assert fake.done["unavailable"] > 1
    assert "503" in error.sentence()


def test_a_slow_first_answer_is_no_hang_without_a_sentence(tmp_path: Path) -> None:
    with Fake(FaultPlan(latency_seconds=0.3)) as fake:
        told = tried(tmp_path / "run.milkwood", wanted(fake.address))
    assert len(told) >= 3
    assert all("custom/fake-1" in sentence for sentence in told)


@pytest.mark.parametrize("fault", ["no_schema", "no_format"])
def test_a_refused_form_of_request_is_no_wrong_set_up(fault: str, tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault=fault),))) as fake:
        tried(tmp_path / "run.milkwood", wanted(fake.address))
        assert fake.done["answered"] == 1


def test_an_odd_first_answer_is_no_wrong_set_up(tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="empty", first=1),))) as fake:
        tried(tmp_path / "run.milkwood", wanted(fake.address))


def test_a_used_up_budget_is_left_to_the_run(tmp_path: Path) -> None:
    with Fake(FaultPlan()) as fake:
        tried(tmp_path / "run.milkwood", wanted(fake.address, cap=Cap(0, Unit.CALLS)))
        assert not fake.done


def test_an_outage_is_left_to_the_next_model_but_a_wrong_name_is_not(tmp_path: Path) -> None:
    with Fake(FaultPlan()) as fake, Fake(FaultPlan(strike=(Strike(fault="unavailable"),))) as down:
        specs = {"down": spec(down.address, fallback=("fake",)), "fake": spec(fake.address)}
        tried(tmp_path / "one.milkwood", ModelConfig(specs, usual="down"))
    with Fake(FaultPlan()) as fake, Fake(FaultPlan(models=("other",))) as named:
        specs = {"named": spec(named.address, fallback=("fake",)), "fake": spec(fake.address)}
        assert MODEL in refused(tmp_path / "two.milkwood", ModelConfig(specs, usual="named")).sentence()


def test_a_key_in_the_answer_to_a_wrong_key_is_not_shown(tmp_path: Path) -> None:
    with Fake(FaultPlan(key="sk-another")) as fake:
        error = refused(tmp_path / "run.milkwood", wanted(fake.address, {"key": Secret(KEY)}))
    assert KEY not in str(error)


def test_a_run_that_is_stopped_meanwhile_ends(tmp_path: Path) -> None:
    async def go(run: LiveRun) -> None:
        run.default_model  # noqa: B018 (connects)
        asyncio.get_running_loop().call_later(0.1, run.stop)
        await run.try_models(lambda _: None)
        assert run.stack is not None
        await run.stack.close()

    with (
        Fake(FaultPlan(strike=(Strike(fault="hang"),))) as fake,
        begun(tmp_path / "run.milkwood", wanted(fake.address)) as run,
    ):
        asyncio.run(asyncio.wait_for(go(run), 20))


def test_the_question_is_asked_aside_from_the_history() -> None:
    from milkwood.models.budget import ASIDE

    assert TRIAL in ASIDE
