import sys

import pytest

from tools.stamp import Failure
from tools.step import answer, step, succeeds


def test_a_failing_step_shows_its_last_output_and_what_to_do() -> None:
    line = [sys.executable, "-c", "print('no such wheel'); raise SystemExit(3)"]
    with pytest.raises(Failure, match=r"no such wheel[\s\S]*failed: Fetching[\s\S]*Try later"):
        step("Fetching", line, remedy="Try later.")


def test_a_step_that_succeeds_keeps_its_output_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    step("Fetching", [sys.executable, "-c", "print('chatter')"], remedy="")
    said = capsys.readouterr().out
    assert "Fetching: done" in said
    assert "chatter" not in said


def test_a_missing_program_is_a_failure_like_any_other() -> None:
    assert not succeeds(["no-such-program-here"])
    assert answer(["no-such-program-here"]) == ""
