import json
import re
import sqlite3
from pathlib import Path

from tests.chronicle.story import Story
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story

__all__ = ["home", "monday", "story"]


def test_a_sound_run_prints_its_hash(run: Run, monday: Path, story: Story) -> None:
    result = run("verify", "monday")
    assert result.exit_code == 0
    line = rf"monday: {len(story.happenings)} events over 120 ticks, hash blake2b-160:[0-9a-f]{{40}}\n"
    assert re.fullmatch(line, result.output)
    assert run("verify", monday).output == result.output


def test_a_changed_history_fails_and_names_the_tick(run: Run, monday: Path) -> None:
    connection = sqlite3.connect(monday)
    connection.execute("UPDATE memories SET importance = 10 WHERE tick = 30")
    connection.commit()
    connection.close()
    result = run("verify", "monday")
    assert result.exit_code == 1
    assert "changed or damaged at tick 30 (2023-03-10 07:05:00)" in result.output
    told = json.loads(run("verify", "monday", "--json").output)
    assert (told["sound"], told["broken"]) == (False, 30)


def test_an_unknown_run_brings_similar_names(run: Run, monday: Path) -> None:
    result = run("verify", "mondya")
    assert result.exit_code == 2
    assert "There is no run “mondya”. Did you mean “monday”?" in result.output


def test_bad_names_are_explained(run: Run, home: Path) -> None:
    for name, why in (("x" * 300, "too long"), ("", "empty"), ("a\tb", "cannot be shown"), ("a/b", "no run")):
        result = run("verify", name)
        assert result.exit_code == 2
        assert why in result.output
