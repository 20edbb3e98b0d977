import json
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story

__all__ = ["home", "monday", "story"]


def test_without_runs_the_list_says_what_to_do(run: Run, home: Path) -> None:
    result = run("runs")
    assert result.exit_code == 0
    assert "There are no runs" in result.output
    assert "milkwood run" in result.output
    assert json.loads(run("runs", "--json").output) == []


def test_runs_are_listed_with_how_far_they_have_come(run: Run, monday: Path, home: Path, story: Story) -> None:
    tell(home / "party 🎉.milkwood", story, "party 🎉")
    result = run("runs")
    assert result.exit_code == 0
    assert "monday" in result.output
    assert "party 🎉" in result.output
    assert "tinytown / plain" in result.output
    assert "day 1 07:20 (tick 120)" in result.output
    assert "1 ($0.50)" in result.output


@pytest.mark.parametrize("width", [40, 60])
def test_in_a_narrow_terminal_each_run_is_a_block(
    width: int, run: Run, monday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("runs").output.splitlines()
    assert lines[0] == "monday"
    assert "  reached  day 1 07:20 (tick 120)" in lines
    assert max(map(len, lines)) <= width


def test_a_script_gets_all_of_it(run: Run, monday: Path) -> None:
    run("fork", "monday@60", "child")
    with Chronicle.open(monday):
        child, parent = json.loads(run("runs", "--json").output)
    assert (child["name"], child["parent"], child["settled"], child["living"]) == ("child", "monday@60", 60, False)
    assert (parent["name"], parent["living"], parent["answers"], parent["day"]) == ("monday", True, 1, 1)
    assert parent["reached"] == "2023-03-10T07:20:00"


def test_a_broken_file_is_listed_with_what_is_wrong(run: Run, monday: Path, home: Path) -> None:
    (home / "letter.milkwood").write_text("Dear Ada")
    (home / "folder.milkwood").mkdir()
    monday.write_bytes(monday.read_bytes()[:9000])
    result = run("runs")
    assert result.exit_code == 0
    assert "This is not a chronicle." in result.output
    assert "This is a folder" in result.output
    assert "cut off" in result.output


def test_a_vanishing_file_does_not_stop_the_list(
    run: Run, monday: Path, home: Path, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(home / "tuesday.milkwood", story, "tuesday")
    close = Reader.close

    def vanish(reader: Reader) -> None:
        close(reader)
        if reader.path == monday:
            monday.unlink()

    monkeypatch.setattr(Reader, "close", vanish)
    listed = {each["name"]: each["fault"] for each in json.loads(run("runs", "--json").stdout)}
    assert listed == {"monday": "No such file or directory.", "tuesday": ""}
