import csv
import io
import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from milkwood.cli import app
from milkwood.run import LiveRun
from tests.chronicle.conftest import ELSEWHERE
from tests.cli.conftest import Run
from tests.lived import _morning, friday, live
from tests.models.obliging import Obliging

__all__ = ["_morning", "friday"]


@pytest.fixture(autouse=True)
def obliging(monkeypatch: pytest.MonkeyPatch) -> Obliging:
    """The mind that answers by default."""
    model = Obliging()
    monkeypatch.setattr(LiveRun, "default_model", property(lambda _run: model))
    return model


def test_an_answer_is_shown_with_its_memories_and_its_author(run: Run, friday: Path) -> None:
    result = run("ask", "friday@1000", "Ivo", "Who are you?")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:3] == [
        "Ivo Marsh, day 1 09:46 (tick 1000)",
        "I am Ivo Marsh, it is 09:46, asked 0 before.",
        "  based on",
    ]
    assert lines[3].startswith("    from before (known before) ")
    assert lines[-1] == "  answered by: obliging"


@pytest.mark.parametrize("name", ["ivo_marsh", "Ivo", "ivo marsh", "IVO MARSH", "伊沃"])
def test_people_are_asked_by_any_of_their_names(name: str, run: Run, friday: Path) -> None:
    told = json.loads(run("ask", "friday", name, "Who are you?", "--json").output)
    assert told["person"] == "ivo_marsh"


def test_a_script_gets_the_answer_as_json(run: Run, friday: Path) -> None:
    told = json.loads(run("ask", "friday@day 1 9:46", "Ivo", "Who  are you?", "--json").output)
    used = told.pop("used")
    assert told == {
        "run": "friday",
        "tick": 996,
        "time": "2023-03-10T09:46:00",
        "person": "ivo_marsh",
        "name": "Ivo Marsh",
        "question": "Who are you?",
        "answer": "I am Ivo Marsh, it is 09:46, asked 0 before.",
        "knows": True,
        "by": "obliging",
        "why": "",
        "note": "",
    }
    assert len(used) == 2
    assert set(used[0]) == {"number", "tick", "time", "kind", "text", "source", "scores"}
    assert set(used[0]["scores"]) == {"recency", "importance", "relevance", "words", "score"}


def test_asking_changes_nothing_in_the_file(run: Run, friday: Path) -> None:
    before = sha256(friday.read_bytes()).hexdigest()
    assert run("ask", "friday@777", "Nell", "How are you?").exit_code == 0
    assert run("ask", "friday", "--everyone", "How are you?").exit_code == 0
    assert sha256(friday.read_bytes()).hexdigest() == before


def test_everyone_can_be_asked_at_once(run: Run, friday: Path) -> None:
    result = run("ask", "friday@1000", "--everyone", "Who are you?")
    assert result.exit_code == 0
    for name in ("Bram Okoye", "Ivo Marsh", "Lottie Okoye", "Nell Avery", "Petra Marsh", "Zhao Wen"):
        assert f"I am {name}, it is 09:46, asked 0 before." in result.output
    told = json.loads(run("ask", "friday@1000", "--everyone", "Who are you?", "--json").output)
    assert [each["name"] for each in told][:2] == ["Bram Okoye", "Ivo Marsh"]


def test_everyones_answers_are_a_table_for_spreadsheets(run: Run, friday: Path) -> None:
    output = run("ask", "friday@1000", "--everyone", "Who are you?", "--csv").output
    rows = list(csv.DictReader(io.StringIO(output)))
    assert len(rows) == 6
    assert rows[1]["name"] == "Ivo Marsh"
    assert rows[1]["answer"] == "I am Ivo Marsh, it is 09:46, asked 0 before."
    assert (rows[1]["knows"], rows[1]["by"]) == ("1", "obliging")


def test_without_a_question_lines_are_read_until_an_empty_line(friday: Path, obliging: Obliging) -> None:
    typed = "Who are you?\nAnd your wife?\n\nNever asked.\n"
    result = CliRunner().invoke(app, ["ask", "friday@1000", "Ivo"], input=typed)
    assert result.exit_code == 0
    assert "asked 0 before." in result.output
    assert "asked 1 before." in result.output
    assert [each.content["question"] for each in obliging.asked] == ["Who are you?", "And your wife?"]


def test_an_interview_in_json_is_a_list(friday: Path) -> None:
    result = CliRunner().invoke(app, ["ask", "friday", "Ivo", "--json"], input="Who are you?\n")
    assert [each["question"] for each in json.loads(result.output)] == ["Who are you?"]


def test_a_chinese_run_is_asked_and_told_in_chinese(run: Run, friday: Path) -> None:
    live(friday.with_name("周五.milkwood"), 400, "zh")
    output = run("ask", "周五@day 1 08:00", "Ivo", "你是谁？").output
    assert "第1天 08:00" in output
    assert "根据的记忆" in output
    assert "听佩特拉·马什说的" in output or "早就知道" in output
    assert "回答者：obliging" in output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["friday"], "No person is given."),
        (["friday", "Ivvo", "Hm?"], "There is no person “Ivvo” in the run “friday”. Did you mean “Ivo”"),
        (["friday", "x" * 400, "Hm?"], "There is no person"),
        (["friday@9999", "Ivo", "Hm?"], "has not reached tick 9999. Its last tick is 1500 (day 1 11:10)."),
        (["friday@soon", "Ivo", "Hm?"], "“soon” is not a time."),
        (["friday@", "Ivo", "Hm?"], "has no time"),
        (["fryday", "Ivo", "Hm?"], "There is no run “fryday”. Did you mean “friday”?"),
        (["friday", "Ivo", " "], "No question is given."),
        (["friday", "Ivo"], "No question is given."),
        (["friday", "Ivo", "Hm?", "--json", "--csv"], "Use one of them."),
        (["friday", "--everyone"], "--everyone asks all people the same question"),
        (["friday", "Ivo", "Hm?", "--everyone"], "--everyone asks all people the same question"),
    ],
)
def test_an_impossible_question_is_explained(words: list[str], why: str, run: Run, friday: Path) -> None:
    result = run("ask", *words)
    assert result.exit_code == 2
    assert why in result.output


def test_a_terminal_is_asked_for_questions_until_an_empty_line(friday: Path) -> None:
    pty = pytest.importorskip("pty")
    main, terminal = pty.openpty()
    line = [sys.executable, "-m", "milkwood", "ask", str(friday) + "@10", "Ivo"]
    with subprocess.Popen(
        line, stdin=terminal, stdout=terminal, stderr=terminal, env=ELSEWHERE, close_fds=True
    ) as asked:
        os.close(terminal)
        os.write(main, b"Who are you?\n\n")
        heard = b""
        try:
            while piece := os.read(main, 4096):
                heard += piece
        except OSError:
            pass  # the other end is closed
    os.close(main)
    assert asked.returncode == 0
    assert b"Ivo Marsh > " in heard
    assert b"answered by: the understudy" in heard
