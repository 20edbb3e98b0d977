"""Answers that cover too little are used, the mind fills the rest, and every screen says so."""

import json
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.questions.why import filled_in
from milkwood.run import model_config
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]

CUT = tuple(Strike(fault="cut", question=kind) for kind in ("plan_day", "break_down"))


@pytest.fixture
def lived(run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A morning with a model whose plans and breakdowns break off in the middle."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(model_config, "listening", list)
    with Fake(FaultPlan(strike=CUT)) as fake:
        words = ("run", "gull_quay", "--name", "monday", "--until", "10:00", "--trust-all")
        result = run(*words, "--model", f"{fake.address}#fake-1")
        assert result.exit_code == 0, result.output
    return home / "monday.milkwood"


def test_half_an_answer_is_used_and_the_rest_of_the_day_is_lived(run: Run, lived: Path) -> None:
    with Chronicle.read(lived) as reader:
        asked = reader.questions(kinds=("plan_day", "break_down"))
        short = [each for each in asked if filled_in(each.answer.why)]
        assert {each.question.id.kind for each in short} == {"plan_day", "break_down"}
        assert all(each.answer.by == "custom/fake-1" for each in short)
        assert len(short) > 0.9 * len(asked), "next to none is left to the understudy"
        plans = {each.question.id.person: each for each in short if each.question.id.kind == "plan_day"}
        habits = {piece["what"] for each in plans.values() for piece in each.question.content["usual"]}
        told = {block["what"] for each in plans.values() for block in each.answer.content["blocks"]}
        kept = " ".join(memory.text for _, _, memory in reader.memories(kinds=("plan",)))
        assert any(habit in kept for habit in habits - told), "what was not planned is lived as usual"
    reasons = [run("why", "monday", f"{each.question.id.person}@{each.question.id.tick}").stdout for each in short]
    assert any("the rest was filled by habit (deeds)" in each for each in reasons)
    calls = json.loads(run("calls", "monday", "--last", 500, "--json").stdout)["calls"]
    filled = [call for call in calls if call["filled"]]
    assert {call["filled"] for call in filled} == {"blocks", "deeds", "news"}
    assert {call["use"] for call in filled} == {"used"}
    assert "used; the rest was filled by habit (deeds)" in run("calls", "monday").stdout
    planned = next(call["number"] for call in filled if call["kind"] == "plan_day")
    assert "the rest was filled by habit (blocks)" in run("calls", "monday", planned).stdout
    assert run("calls", "monday", "--failed").stdout.count("filled") == 0, "it is no failure"


def test_exams_count_filled_answers_apart(run: Run, lived: Path) -> None:
    with Fake(FaultPlan(strike=CUT)) as fake:
        name = f"{fake.address}#fake-1"
        found = json.loads(run("exam", name, "--contexts", "monday", "--count", "6", "--json").stdout)
        rows = {row["kind"]: row for row in found["rows"]}
        assert rows["break_down"]["filled"] == rows["break_down"]["asked"] == 6
        assert rows["break_down"]["usable"]["share"] == 1
        assert rows["react"]["filled"] == 0
        exam = json.loads(run("exam", name, "--json").stdout)
    rows = {row["kind"]: row for row in exam["rows"]}
    assert rows["break_down"]["filled"] >= 4
    assert rows["break_down"]["fallback"] == rows["speak"]["filled"] == 0
    assert exam["usable"] > 0.9
