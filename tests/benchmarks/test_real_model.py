from pathlib import Path

import pytest

from benchmarks import _real_answers, _real_run, real_model
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage


def answered(by: str, why: str, kind: str = "speak") -> AnsweredQuestion:
    asked = Question(QuestionId(PersonId("ada"), 1, kind), {})
    return AnsweredQuestion(asked, Answer({}, by, why, Usage(seconds=2.0)))


def test_answers_are_counted_by_what_became_of_them() -> None:
    questions = [
        answered("m", ""),
        answered("m", "filled: deeds"),
        answered("m", "repeat: say"),
        answered("m", "little: deeds, debris: deeds.0.what; filled: deeds"),
        answered("understudy", "little: deeds; cut_off: answer"),
        answered("understudy", "failed: timeout"),
        answered("understudy", "routed"),
        answered("understudy", ""),
    ]
    found = _real_answers.by_kind(questions)["speak"]
    assert (found.asked, found.at_first, found.repaired, found.usable) == (6, 2, 2, 4)
    assert (found.filled, found.instead, found.routed, found.seconds) == (2, 2, 2, 12.0)
    assert found.faults == {"repeat": 1, "little": 2, "debris": 1, "cut_off": 1, "failed: timeout": 1}
    assert _real_answers.left_by_profile(questions) == 1


@pytest.mark.parametrize(("made", "said"), [(False, "names no folder"), (True, "there are no runs")])
def test_without_runs_one_line_says_what_is_missing(
    made: bool, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(_real_run.FOLDER, raising=False)
    if made:
        monkeypatch.setenv(_real_run.FOLDER, str(tmp_path))
    assert real_model.main() == []
    assert said in capsys.readouterr().out
