import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood import config
from milkwood.models.retry import Patience
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.providers.small import smol

__all__ = ["smol"]


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings, and a separate cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(FaultPlan()) as one:
        yield one


def test_a_model_is_examined_and_its_speed_is_kept_for_estimates(alone: Path, fake: Fake, run: Run) -> None:
    name = f"{fake.address}#fake-1"
    told = run("exam", name, "--json")
    assert told.exit_code == 0, told.output
    result = json.loads(told.stdout)
    assert result["grade"] == "fit"
    assert result["not_asked"] == 0
    assert {row["kind"] for row in result["rows"]} >= {"plan_day", "speak", "reflect", "interview"}
    assert set(result["days"]) == {"3", "25", "100"}
    assert result["tokens_per_second"] > 0
    estimated = json.loads(run("estimate", "gull_quay", "--model", name, "--json").stdout)
    assert estimated["speed_source"].startswith("exam of ")


def test_an_exam_prints_what_runs_make_of_it_and_keeps_it_without_keys(
    alone: Path, run: Run, own_profiles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-0123456789-0123456789-0123456789"
    plan = FaultPlan(
        key=key,
        latency_seconds=0.005,
        schema_slowdown=30,
        context_tokens=8192,
        strike=(Strike(fault="prose", question="plan_day"),),
    )
    with Fake(plan) as fake:
        (alone / "milkwood.toml").write_text(
            f'[models.desk]\nprovider = "custom"\nmodel = "fake-1"\naddress = "{fake.address}"\nkey = "{key}"\n'
        )
        shown = run("exam", "desk")
        assert shown.exit_code == 0, shown.output
        assert re.search(r"^JSON schema +6 +6 ", shown.stdout, re.MULTILINE)
        assert "context length: 8,192 tokens" in shown.stdout
        assert "instead of “JSON schema”" in shown.stdout
        assert "or to the understudy: plan_day." in shown.stdout
        monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
        chinese = run("exam", "desk")
        assert "模式" in chinese.stdout
        assert "--trust-all" in chinese.stdout
    (path,) = own_profiles.iterdir()
    text = path.read_text("utf-8")
    profile = json.loads(text)
    assert profile["kinds"]["plan_day"]["usable"] == 0
    assert profile["json_mode"] in ("object", "plain")
    assert profile["context_tokens"] == 8192
    assert key not in shown.output + chinese.output + text


def test_a_slow_server_does_not_look_like_a_hang(alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.cli.exam.WAITING_SECONDS", 0.1)
    plan = FaultPlan(strike=(Strike(fault="hang", seconds=0.5, at=(1, 2)),))
    with Fake(plan) as fake:
        shown = run("exam", f"{fake.address}#fake-1")
    with Fake(plan) as fake:
        chinese = run("exam", f"{fake.address}#fake-1", "--lang", "zh")
    assert "waiting for an answer, 0 s so far" in shown.stderr
    assert re.search(r"^ +react +valid +\d\.\d s  plain text$", shown.stderr, re.MULTILINE)
    assert "已等待" in chinese.stderr


def test_the_examination_is_shown_in_its_language(alone: Path, fake: Fake, run: Run) -> None:
    shown = run("exam", f"{fake.address}#fake-1", "--lang", "zh")
    assert shown.exit_code == 0, shown.output
    assert "陷阱题" in shown.stdout
    assert "可实时带动" in shown.stdout
    assert "Fit" not in shown.stdout
    assert re.search(r"共 (\d+) 题，问了 \1 题", shown.stdout)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (FaultPlan(strike=(Strike(fault="wrong_key"),)), "The endpoint does not accept the key"),
        (FaultPlan(models=("fake-2",)), "Did you mean “fake-2”?"),
        (FaultPlan(strike=(Strike(fault="unavailable"),)), "The endpoint failed (HTTP 503"),
    ],
)
def test_a_model_that_cannot_be_asked_is_one_clear_sentence_and_no_bad_mark(
    plan: FaultPlan, says: str, alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("milkwood.lab.exam._PATIENCE", Patience(outage_seconds=0.2))
    with Fake(plan) as fake:
        result = run("exam", f"{fake.address}#fake-1")
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert says in result.stderr
    assert not list(alone.rglob("profiles/*")), "nothing is known of it"


def test_a_budget_that_is_used_up_ends_it_and_is_no_bad_mark(alone: Path, fake: Fake, run: Run) -> None:
    result = json.loads(run("exam", f"{fake.address}#fake-1", "--budget", "10calls", "--json").stdout)
    assert fake.done["answered"] == 10
    assert 0 < sum(row["asked"] for row in result["rows"]) <= 10
    assert result["not_asked"] > 0
    assert result["usable"] == 1.0


@pytest.mark.slow
@pytest.mark.long
def test_the_packaged_small_model_gets_an_honest_verdict(smol: Path, alone: Path, run: Run) -> None:
    began = time.monotonic()
    told = run("exam", smol, "--seconds", 120, "--json")
    assert told.exit_code == 0, told.output
    assert time.monotonic() - began < 180, "it keeps to its time by itself, however busy the machine is"
    result = json.loads(told.stdout)
    assert result["asked"] >= 10
    rows = {row["kind"]: row for row in result["rows"]}
    assert result["grade"] == "lends"  # neither suitable nor useless
    assert 0.1 < result["usable"] < 0.9
    assert rows["weigh"]["valid"] > 0
    assert rows["interview"]["fallback"] == rows["interview"]["asked"]  # it leaves out what it cannot answer
    assert result["days"]["3"]["price"] == {"low": 0.0, "high": 0.0}


def test_the_understudy_can_be_examined_too(alone: Path, run: Run) -> None:
    result = json.loads(run("exam", "understudy", "--json").stdout)
    assert result["grade"] == "fit"
    assert all(result["traps"].values())


@pytest.mark.parametrize(("words", "message"), [(("nobody",), "no model called"), (("local", "--lang", "fr"), "“fr”")])
def test_an_unusable_model_is_reported(words: tuple[str, ...], message: str, alone: Path, run: Run) -> None:
    result = run("exam", *words)
    assert result.exit_code == 2
    assert message in result.output
