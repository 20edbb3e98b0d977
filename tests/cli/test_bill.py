"""`milkwood bill`: the cost of a run, by model, and how its calls ended."""

import json
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood_fake import Fake, FaultPlan, Strike
from tests.chronicle.ada import told
from tests.chronicle.story import make_header
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.models.endpoints import call

__all__ = ["home"]


@pytest.fixture
def monday(home: Path) -> Path:
    path = home / "monday.milkwood"
    with Chronicle.create(path, make_header()) as chronicle:
        for person, kind, by, usage in (
            ("ada", "speak", "fast", Usage(100, 10, 0.25)),
            ("ada", "plan_day", "fast", Usage(200, 20, 0.5)),
            ("ben", "speak", "understudy", Usage()),
        ):
            asked = Question(QuestionId(PersonId(person), 3, kind), {})
            chronicle.keep_answer(asked, Answer({}, by, usage=usage))
        chronicle.settle(chronicle.reserve(call(), "fast", Usage(900, 90, 2.0)), "answered", Usage(300, 30, 0.75), 128)
        chronicle.settle(chronicle.reserve(call(), "fast", Usage(900, 90, 2.0)), "rate", Usage(), 0)
        chronicle.reserve(call(), "fast", Usage(900, 90, 2.0))
    return path


def test_the_bill_is_listed_by_person_question_and_model_most_expensive_first(run: Run, monday: Path) -> None:
    lines = run("bill", "monday").stdout.splitlines()
    assert lines[0] == "monday: 3 answers, 330 tokens, $0.7500"
    cells = [line.split() for line in lines]
    assert cells.index(["ada", "2", "300", "30", "$0.7500"]) < cells.index(["ben", "1", "0", "0", "$0.0000"])
    assert ["plan_day", "1", "200", "20", "$0.5000"] in cells
    assert ["understudy", "1", "0", "0", "$0.0000"] in cells


def test_calls_are_told_by_how_they_ended_and_lost_ones_in_full(run: Run, monday: Path) -> None:
    cells = [line.split() for line in run("bill", "monday").stdout.splitlines()]
    assert ["fast", "answered", "1", "300", "128", "30", "$0.7500"] in cells
    assert ["fast", "rate", "limit", "1", "0", "0", "0", "$0.0000"] in cells
    assert ["fast", "no", "end", "recorded", "1", "900", "0", "90", "$2.0000"] in cells


def test_calls_that_are_counted_by_our_own_estimate_are_told_as_such(
    run: Run, monday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert "our own estimate is charged" not in run("bill", "monday").stdout
    with Chronicle.open(monday) as chronicle:
        most = Usage(900, 90, 2.0)
        chronicle.settle(chronicle.reserve(call(), "fast", most), "estimated", most, 0)
    said = run("bill", "monday").stdout
    assert ["fast", "answered,", "usage", "estimated", "1", "900", "0", "90", "$2.0000"] in [
        line.split() for line in said.splitlines()
    ]
    assert "our own estimate is charged" in said


def test_as_json_all_of_it_is_there(run: Run, monday: Path) -> None:
    plain = json.loads(run("bill", "monday", "--json").stdout)
    assert plain["total"]["price"] == 0.75
    assert plain["by_person"]["ada"]["answers"] == 2
    assert [each["outcome"] for each in plain["calls"]] == ["answered", "lost", "rate"]
    assert plain["spent"] == {"price": 2.75, "tokens": 1320, "calls": 2}


def test_one_paragraph_says_why_answers_failed_most_and_what_to_try(run: Run, home: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", share=0.3),))) as fake:
        words = ("run", "gull_quay", "--name", "talkative", "--ticks", 200, "--model", f"{fake.address}#fake-1")
        assert run(*words, "--quiet").exit_code == 0
    said = run("bill", "talkative").stdout
    assert "Most often: no JSON in the answer" in said
    assert "try another JSON mode" in " ".join(said.split())
    assert "JSON mode" in json.loads(run("bill", "talkative", "--json").stdout)["advice"]
    found = json.loads(run("doctor", "--json").stdout)["findings"]
    (advised,) = (each for each in found if each["about"] == "answers")
    assert "talkative" in advised["what"]
    assert "JSON mode" in advised["remedy"]


def test_a_run_without_calls_has_none(run: Run, home: Path) -> None:
    Chronicle.create(home / "quiet.milkwood", make_header("quiet")).close()
    assert run("bill", "quiet").stdout.strip() == "quiet: 0 answers, 0 tokens, $0.0000"


def test_a_missing_run_is_explained(run: Run, home: Path) -> None:
    result = run("bill", "tuesday")
    assert result.exit_code == 2
    assert "tuesday" in result.stderr


def test_failures_and_routines_are_told_when_there_are_any(run: Run, home: Path) -> None:
    path = told(home / "ada.milkwood")
    with Chronicle.open(path) as chronicle:
        asked = Question(QuestionId(PersonId("ada"), 5, "speak"), {})
        chronicle.keep_answer(asked, Answer({}, "understudy", "missing: say; failed: rate"))
    text = run("bill", "ada").stdout
    assert "2 of 5 blocks of people's days were lived by routines (40%)." in text
    assert ["speak", "1", "missing", "(say)"] in [line.split() for line in text.splitlines()]
    plain = json.loads(run("bill", "ada", "--json").stdout)
    assert plain["routines"] == {"blocks": 5, "reused": 2, "rate": 0.4}
    words = {"words": "rate limit", "remedy": "Milkwood waits; fewer concurrent calls (at_once) help."}
    assert {"question": "speak", "why": "failed: rate", "times": 1, **words} in plain["failures"]


@pytest.mark.parametrize("fault", ["prose", "empty"])
def test_tokens_of_unusable_answers_are_those_of_the_model(fault: str, run: Run, home: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault=fault, every=1),))) as fake:
        result = run("run", "gull_quay", "--name", "tuesday", "--ticks", 800, "--model", f"{fake.address}#fake-1")
    assert result.exit_code == 0, result.stderr
    plain = json.loads(run("bill", "tuesday", "--json").stdout)
    models = plain["by_answerer"]
    assert models["understudy"]["answers"] > 0
    assert models["understudy"]["prompt_tokens"] == models["understudy"]["answer_tokens"] == 0
    assert models["custom/fake-1"]["prompt_tokens"] == plain["total"]["prompt_tokens"] > 0
    assert models["custom/fake-1"]["answer_tokens"] == plain["total"]["answer_tokens"]
    assert plain["spent"]["tokens"] == plain["total"]["prompt_tokens"] + plain["total"]["answer_tokens"]
