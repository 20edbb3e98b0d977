"""`milkwood whisper`, and what it shares with every input to a stopped run."""

import json
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from milkwood.town.events import Whispered
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]


def test_a_whisper_is_written_down_to_land_at_the_first_tick_that_is_open(run: Run, monday: Path) -> None:
    result = run("whisper", "monday", "Ada Small", "  Water the flowers.  ")
    assert result.exit_code == 0, result.output
    assert "monday: Ada Small hears it at day 1 07:20 (tick 120), when the run continues." in result.output
    with Chronicle.read(monday) as reader:
        given = reader.inputs(100)
        assert [(each.tick, each.kind, each.person) for each in given] == [(120, "whisper", "ada")]
        assert given[0].content == {"text": "Water the flowers."}
        assert reader.settled == 120


def test_a_person_is_named_by_id_or_by_name_in_any_language(run: Run, monday: Path, tiny: TinyPack) -> None:
    ada = towns.load(tiny.folder).people[PersonId("ada")]
    for name in ("ada", "ADA SMALL", *ada.name.values(), *ada.called.values()):
        assert run("whisper", "monday", name, "hello").exit_code == 0, name
    with Chronicle.read(monday) as reader:
        assert {each.person for each in reader.inputs()} == {"ada"}


def test_the_tick_is_given_as_json(run: Run, monday: Path) -> None:
    told = json.loads(run("whisper", "monday", "ada", "go", "--json").output)
    assert told == {"run": "monday", "tick": 120, "time": "2023-03-10T07:20:00", "kind": "whisper"}


def test_it_is_heard_once_when_the_run_continues(run: Run, home: Path, tiny: TinyPack) -> None:
    assert run("run", tiny.folder, "--name", "tuesday", "--ticks", 30, "--quiet").exit_code == 0
    assert run("whisper", "tuesday", "ada", "go").exit_code == 0
    for ticks in (40, 50):
        assert run("run", tiny.folder, "--name", "tuesday", "--ticks", ticks, "--quiet").exit_code == 0
    with Chronicle.read(home / "tuesday.milkwood") as reader:
        heard = [(each.tick, each.person) for each in reader.happenings() if each.event == Whispered("go")]
        assert heard == [(30, "ada")]
    assert run("verify", "tuesday").exit_code == 0


def test_a_person_can_be_whispered_to_before_the_run_has_begun(run: Run, home: Path, tiny: TinyPack) -> None:
    run("run", tiny.folder, "--name", "tuesday", "--ticks", 1, "--quiet")
    run("fork", "tuesday@0", "before")
    result = run("whisper", "before", "ada", "go")
    assert "(tick 0)" in result.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("sunday", "ada", "go"), "There is no run “sunday”"),
        (("monday", "zoe", "go"), "There is no person “zoe” in the run “monday”"),
        (("monday", "ada", "  "), "There is nothing to say"),
        (("monday", "ada", "x" * 5000), "5,000 characters"),
        (("monday", "", "go"), "There is no person “”"),
    ],
)
def test_impossible_input_is_explained_and_nothing_is_written(
    words: tuple[str, ...], why: str, run: Run, monday: Path
) -> None:
    result = run("whisper", *words)
    assert result.exit_code == 2
    assert why in result.output
    with Chronicle.read(monday) as reader:
        assert len(reader.inputs()) == 1


def test_a_run_that_is_being_lived_is_refused(run: Run, monday: Path) -> None:
    with Chronicle.open(monday):
        result = run("whisper", "monday", "ada", "go")
    assert result.exit_code == 2
    assert "Another process is running this run" in result.output


def test_a_fork_at_the_end_hears_what_its_parent_has_still_to_hear(run: Run, home: Path, tiny: TinyPack) -> None:
    assert run("run", tiny.folder, "--name", "tuesday", "--ticks", 30, "--quiet").exit_code == 0
    assert run("whisper", "tuesday", "ada", "go").exit_code == 0
    assert run("fork", "tuesday", "copy").exit_code == 0
    for name in ("tuesday", "copy"):
        assert run("run", tiny.folder, "--name", name, "--ticks", 40, "--quiet").exit_code == 0
    with Chronicle.read(home / "tuesday.milkwood") as parent, Chronicle.read(home / "copy.milkwood") as child:
        assert [each.tick for each in child.happenings() if each.event == Whispered("go")] == [30]
        assert child.history_hash() == parent.history_hash()
