"""The output of commands on real runs of Milkwood 0.1."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.cli import app
from milkwood.engine.behaviour import BEHAVIOUR
from tests.cli.conftest import Run
from tests.old import EN, ENDS, NOTE, ZH, Unpack, old

__all__ = ["old"]

REASONS = f"Recorded with behaviour 1, this version has {BEHAVIOUR}: these are the recorded reasons."


@pytest.mark.parametrize("name", [EN, ZH])
def test_an_old_run_is_listed_shown_and_exported_as_ever(name: str, run: Run, old: Unpack, tmp_path: Path) -> None:
    old(name)
    assert name in run("runs").output
    assert json.loads(run("show", name, "--json").output)["tick"] == ENDS[name]
    assert run("show", name, "--person", "Nell", "--at", "8:30").exit_code == 0
    for form in ("csv", "jsonl", "md", "reverie"):
        result = run("export", name, tmp_path / form, "--format", form)
        assert result.exit_code == 0, result.output
    assert (tmp_path / "md").is_dir()


def test_an_interview_names_its_moment(run: Run, old: Unpack) -> None:
    old(EN)
    result = run("ask", f"{EN}@9:20", "Nell", "Who are you?")
    assert result.exit_code == 0
    assert NOTE.format(until="09:20") in result.stderr
    assert "Nell" in result.stdout
    told = json.loads(run("ask", f"{EN}@9:20", "Nell", "Who are you?", "--json").stdout)
    assert told["note"] == NOTE.format(until="09:20")
    everyone = run("ask", EN, "--everyone", "Who are you?", "--csv")
    assert "Cal Reed" in everyone.stdout or "cal_reed" in everyone.stdout
    assert NOTE.format(until="09:30") in everyone.stderr


def test_an_interview_in_chinese_says_so_in_chinese(run: Run, old: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    old(ZH)
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    result = run("ask", f"{ZH}@9:10", "Nell", "你是谁？")
    assert "大家心里想的事以 第 1 天 09:00（最近的快照）为准" in result.stderr


def test_reasons_are_those_recorded_then(run: Run, old: Unpack) -> None:
    old(EN)
    result = run("why", EN, "Nell@8:30")
    assert result.exit_code == 0
    assert REASONS in result.stderr
    assert json.loads(run("why", EN, "Nell@8:30", "--json").stdout)["note"] == REASONS


def test_continuing_an_old_run_is_refused_with_the_command_that_forks_it(run: Run, old: Unpack) -> None:
    old(EN)
    for typed in (("run", "gull_quay", "--name", EN), ("run", "-t", EN, "-s", "910"), ("up", EN, "--no-open")):
        result = run(*typed)
        assert result.exit_code != 0
        assert f"The run “{EN}” was recorded with behaviour 1, and this version has {BEHAVIOUR}" in result.output
    assert f"milkwood fork {EN}@720 {EN}-from-720" in run("run", "gull_quay", "--name", EN).output


def test_a_run_that_cannot_continue_accepts_no_input(run: Run, old: Unpack, tmp_path: Path) -> None:
    path = old(EN)
    (tmp_path / "before.csv").write_text("Name,Whisper\nNell Avery,You once found a coin\n", encoding="utf-8")
    for typed in (("whisper", EN, "Nell", "Hello."), ("history", EN, tmp_path / "before.csv")):
        result = run(*typed)
        assert result.exit_code != 0
        assert f"milkwood fork {EN}@720 {EN}-from-720" in result.output
    with Chronicle.read(path) as reader:
        assert len(reader.inputs()) == 3


def test_the_command_that_is_offered_makes_a_fork_that_lives_on(run: Run, old: Unpack) -> None:
    old(EN)
    result = run("fork", f"{EN}@9:20", f"{EN}-from-720")
    assert "the fork is cut at the last snapshot, and continues with today's." in result.output
    assert f"{EN}-from-720: the past up to tick 720 (day 1 09:00)" in result.output
    result = run("run", "gull_quay", "--name", f"{EN}-from-720", "--ticks", "800", "--json", "--quiet")
    assert json.loads(result.stdout)["tick"] == 800


def test_a_run_begun_from_an_old_one_begins_at_its_last_snapshot(run: Run, old: Unpack) -> None:
    old(ZH)
    result = run("run", "gull_quay", "--from", f"{ZH}@9:05", "--ticks", "760", "--json", "--quiet")
    assert json.loads(result.stdout)["tick"] == 760
    with Chronicle.read(path_for(f"{ZH}-from-720")) as reader:
        assert reader.header.behaviour == BEHAVIOUR
    again = run("run", "gull_quay", "--from", f"{ZH}@9:05", "--ticks", "780", "--json", "--quiet")
    assert json.loads(again.stdout)["tick"] == 780


def test_a_run_without_a_name_of_its_own_leaves_an_old_one_alone(run: Run, old: Unpack) -> None:
    path = old(EN)
    path.rename(path_for("gull_quay-lanterns"))
    result = run("run", "gull_quay", "--ticks", "5", "--json", "--quiet")
    assert json.loads(result.stdout)["run"] == "gull_quay-lanterns-2"


def test_verify_of_an_old_run_says_what_it_did_not_do(run: Run, old: Unpack) -> None:
    old(ZH)
    result = run("verify", ZH)
    assert result.exit_code == 0
    assert "but nothing was re-run" in result.output


def test_the_console_asks_an_old_run_and_offers_a_fork(old: Unpack) -> None:
    old(EN)
    typed = "call -- analysis Nell\nWho are you?\nend_convo\nrun 5\nfin\n"
    result = CliRunner().invoke(app, ["console", EN, EN], input=typed)
    assert NOTE.format(until="09:30") in result.output
    assert f"milkwood fork {EN}@720" in result.output
