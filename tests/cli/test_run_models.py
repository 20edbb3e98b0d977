"""`milkwood run` with a language model: which model answers, what it may cost, and what is reported."""

import json
import shlex
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.providers.presets import preset
from milkwood.run import model_config
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]

TICKS = 1200


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(FaultPlan()) as server:
        yield server


@pytest.fixture(autouse=True)
def _alone(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings, and a separate cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(model_config, "listening", list)


def words(*more: object) -> tuple[object, ...]:
    return ("run", "gull_quay", "--name", "monday", "--ticks", TICKS, *more)


def model(fake: Fake) -> str:
    return f"{fake.address}#fake-1"


def test_a_model_answers_and_the_summary_counts_its_calls(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "900000tokens", "--json"))
    assert result.exit_code == 0, result.stderr
    summary = json.loads(result.stdout)
    assert summary["calls"]["custom/fake-1"]["answered"] >= 10
    assert summary["spent"]["tokens"] >= summary["tokens"] > 0
    assert summary["halted"] is None
    again = run(*words("--model", "understudy"))
    assert "  calls       custom/fake-1: " in again.stdout


def test_a_run_that_pauses_at_its_budget_says_so_and_continues_with_a_larger_one(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "10calls", "--at-cap", "pause"))
    assert result.exit_code == 1
    assert "was stopped at" in result.stdout
    assert "The budget of 10 calls is used up. Continue with a larger --budget." in result.stderr
    result = run(*words("--model", model(fake), "--budget", "2000calls", "--at-cap", "pause"))
    assert result.exit_code == 0
    assert "has reached" in result.stdout


def test_the_hint_continues_with_the_same_model_and_under_the_same_cap(run: Run, fake: Fake) -> None:
    said = run(*words("--model", model(fake), "--budget", "50k tokens", "--at-cap", "pause")).stdout
    (hint,) = (line for line in said.splitlines() if line.startswith("  continue"))
    line = shlex.split(hint)[2:]
    assert line[:4] == ["run", "gull_quay", "--name", "monday"]
    assert line[-6:] == ["--model", model(fake), "--budget", "50k tokens", "--at-cap", "pause"]
    assert "--model" not in run(*words()).stdout


def test_a_run_that_is_to_stop_at_a_limit_does(run: Run) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="rate", every=1),))) as fake:
        result = run(*words("--model", model(fake), "--on-limit", "stop"))
    assert result.exit_code == 1
    assert "was stopped at" in result.stdout
    assert "fake-1" in result.stderr or "127.0.0.1" in result.stderr


def test_a_budget_in_money_for_a_model_without_a_price_is_refused(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "2.00"))
    assert result.exit_code == 2
    assert "is unknown, so a budget of $2.00 cannot be enforced" in result.stderr


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--model", "nonsense"), "There is no model called “nonsense”"),
        (("--budget", "lots"), "“lots” is not a budget"),
        (("--model", "openai/gpt-4o-mini"), "OpenAI needs a key"),
    ],
)
def test_impossible_input_is_explained(
    more: tuple[str, ...], why: str, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    result = run(*words(*more))
    assert result.exit_code == 2
    assert why in result.stderr
    assert not list(home.rglob("*.milkwood")), "nothing was lived, and nothing is left"


def test_a_fork_with_an_unusable_model_is_not_made(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert run("run", "gull_quay", "--name", "first", "--ticks", 5, "--model", "understudy").exit_code == 0
    line = ("run", "gull_quay", "--from", "first", "--name", "second", "--ticks", 9)
    assert run(*line, "--model", "openai/gpt-4o-mini").exit_code == 2
    assert [path.name for path in home.rglob("*.milkwood")] == ["first.milkwood"]
    assert run(*line, "--model", "understudy").exit_code == 0


def test_with_nothing_configured_the_screen_names_the_understudy_and_the_alternatives(
    run: Run, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = replace(preset("ollama"), address=fake.address)
    monkeypatch.setattr(model_config, "listening", lambda: [found])
    monkeypatch.setenv("GROQ_API_KEY", "gsk-never-shown")
    said = run("run", "gull_quay", "--name", "first", "--ticks", 5).stderr
    assert "No model is configured, so the understudy answers." in said
    assert f"Ollama answers at {fake.address} (--model ollama/fake-1) and GROQ_API_KEY is set" in said
    assert "gsk" not in said
    assert not fake.done, "it was only asked for its name"
    assert "configured" not in run("run", "gull_quay", "--name", "first", "--ticks", 9, "--model", "understudy").stderr


def test_other_programs_on_a_servers_port_are_not_offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as line:  # accepts calls and never answers
        address = f"http://127.0.0.1:{line.getsockname()[1]}/v1"
        monkeypatch.setattr(model_config, "listening", lambda: [replace(preset("ollama"), address=address)])
        said = run("run", "gull_quay", "--name", "first", "--ticks", 5).stderr
    assert "so the understudy answers" in said
    assert "Ollama" not in said


def test_what_a_model_cannot_answer_is_said_at_the_start_and_trusted_on_request(run: Run, home: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down"),))) as fake:
        first = run(*words("--model", model(fake)))
        assert first.exit_code == 0, first.stderr
        assert "custom/fake-1 cannot answer break_down" in first.stderr
        assert "from now on the understudy answers instead" in first.stderr
        again = ("run", "gull_quay", "--name", "tuesday", "--ticks", TICKS, "--model", model(fake))
        second = run(*again)
        assert "According to its profile of " in second.stderr
        assert "--trust-all" not in second.stdout
        asked = fake.server.asked["break_down"]
        third = run(*again[:3], "wednesday", *again[4:], "--trust-all")
        assert "cannot answer" not in third.stderr
        assert fake.server.asked["break_down"] > asked
        assert third.stdout.rstrip().endswith("--trust-all")
    with Chronicle.read(home / "tuesday.milkwood") as reader:
        assert reader.header.routed == {model(fake): ["break_down"]}


def test_a_setting_trusts_a_model_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down"),))) as fake:
        run(*words("--model", model(fake)))
        monkeypatch.setenv("MILKWOOD_TRUST_ALL", "true")
        told = run("run", "gull_quay", "--name", "tuesday", "--ticks", 240, "--model", model(fake))
    assert "cannot answer" not in told.stderr


def test_after_half_an_hour_use_is_compared_with_the_estimate(run: Run, fake: Fake) -> None:
    told = run(*words("--model", model(fake)))
    (line,) = (line for line in told.stderr.splitlines() if "town minutes" in line)
    assert line.startswith("The first 30 town minutes took ")


# --- before the run


def gone() -> str:
    """The address of a server that is not there."""
    with Fake() as fake:
        return model(fake)


@pytest.mark.parametrize("command", ["run", "up"])
def test_a_wrong_port_ends_the_command_and_leaves_no_run(command: str, run: Run, home: Path) -> None:
    more = ("--ticks", 10) if command == "run" else ("--no-open", "--port", 0)
    result = run(command, "gull_quay", "--name", "monday", "--model", gone(), *more)
    assert result.exit_code == 2
    assert "Nothing answers at this address. Start the server." in result.stderr
    assert not list(home.glob("*.milkwood"))


def test_a_wrong_name_ends_it_with_those_that_are_there(run: Run, home: Path) -> None:
    with Fake(FaultPlan(models=("qwen3-8b",))) as fake:
        result = run(*words("--model", f"{fake.address}#qwen3"))
    assert result.exit_code == 2
    assert "Did you mean “qwen3-8b”?" in result.stderr
    assert "milkwood models http://127.0.0.1" in result.stderr


def test_one_sentence_says_how_long_a_town_hour_will_take(run: Run) -> None:
    with Fake(FaultPlan(tokens_per_second=2000)) as fake:
        said = run("run", "gull_quay", "--ticks", 10, "--model", model(fake)).stderr
    assert "tokens a second: the next town hour will take" in said
    assert "town hour" not in run("run", "gull_quay", "--ticks", 10, "--model", "understudy", "--name", "still").stderr


def test_a_strict_run_stops_with_the_reason_and_the_hint_continues_as_strictly(run: Run, home: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down"),))) as fake:
        result = run(*words("--model", model(fake), "--strict"))
    assert result.exit_code == 1
    assert "No usable answer to “break_down”" in result.stderr
    (hint,) = (line for line in result.stdout.splitlines() if line.startswith("  continue"))
    assert hint.endswith("--strict")
    with Chronicle.read(home / "monday.milkwood") as reader:
        assert all(each.answer.by == "custom/fake-1" for each in reader.questions())


def test_strict_without_a_model_is_refused(run: Run) -> None:
    result = run(*words("--model", "understudy", "--strict"))
    assert result.exit_code == 2
    assert "“strict” needs a model" in result.stderr
