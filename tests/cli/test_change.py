"""`milkwood change`."""

from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import ThingId
from milkwood.town.acts import OUTSIDE
from milkwood.town.events import ThingChanged
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]

STOVE = ThingId("House:kitchen:cooking area")


@pytest.mark.parametrize("name", [STOVE, STOVE.lower(), "cooking area", "Cooking  Area"])
def test_a_thing_is_named_by_its_address_or_by_a_name_of_its_own(name: str, run: Run, monday: Path) -> None:
    result = run("change", "monday", name, "burning")
    assert result.exit_code == 0, result.output
    assert "monday: cooking area will be burning at day 1 07:20 (tick 120), when the run continues." in result.output
    with Chronicle.read(monday) as reader:
        assert [dict(each.content) for each in reader.inputs(100)] == [{"thing": STOVE, "state": "burning"}]


def test_it_happens_without_an_actor_when_the_run_continues(run: Run, home: Path, tiny: TinyPack) -> None:
    assert run("run", tiny.folder, "--name", "tuesday", "--ticks", 30, "--quiet").exit_code == 0
    assert run("change", "tuesday", STOVE, "burning").exit_code == 0
    assert run("run", tiny.folder, "--name", "tuesday", "--ticks", 32, "--quiet").exit_code == 0
    with Chronicle.read(home / "tuesday.milkwood") as reader:
        changed = [
            (each.tick, each.person)
            for each in reader.happenings()
            if each.event == ThingChanged(STOVE, "burning", presses=True)
        ]
    assert changed == [(30, OUTSIDE)]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("sunday", STOVE, "burning"), "There is no run “sunday”"),
        (("monday", "House:kitchen:organ", "burning"), "There is no thing “House:kitchen:organ” in the town."),
        (("monday", "cooking areas", "burning"), "Did you mean"),
        (("monday", STOVE, " "), "There is nothing to say"),
    ],
)
def test_impossible_input_is_explained_and_nothing_is_written(
    words: tuple[str, ...], why: str, run: Run, monday: Path
) -> None:
    result = run("change", *words)
    assert result.exit_code == 2
    assert why in result.output
    with Chronicle.read(monday) as reader:
        assert len(reader.inputs()) == 1


def test_an_ambiguous_name_is_asked_about(run: Run, home: Path) -> None:
    run("run", "the_ville", "--name", "ville", "--ticks", 1, "--quiet")
    result = run("change", "ville", "bed", "unmade")
    assert result.exit_code == 2
    assert "things called “bed”. Say which: " in result.output


@pytest.mark.parametrize(("option", "presses"), [("--presses", True), ("--no-presses", False)])
def test_the_user_says_whether_it_presses(option: str, presses: bool, run: Run, monday: Path) -> None:
    assert run("change", "monday", STOVE, "full of pages", option).exit_code == 0
    with Chronicle.read(monday) as reader:
        (given,) = reader.inputs(100)
    assert dict(given.content) == {"thing": STOVE, "state": "full of pages", "presses": presses}
