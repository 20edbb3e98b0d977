import json
from pathlib import Path

from milkwood import towns
from tests.chronicle.conftest import tell
from tests.chronicle.story import make_story
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]


def test_a_fork_is_its_parent_as_far_as_it_goes(run: Run, monday: Path) -> None:
    run("fork", "monday@60", "child")
    result = run("diff", "monday", "child")
    assert result.exit_code == 0
    assert "monday and child are the same history up to tick 60." in result.output
    assert json.loads(run("diff", "child", "monday", "--json").output)["same"] is True


def test_two_seeds_diverge_and_the_report_says_where_and_how(
    run: Run, monday: Path, home: Path, tiny: TinyPack
) -> None:
    pack = towns.load(tiny.folder)
    beds = {person.id: person.bed for person in pack.people.values()}
    tell(home / "b.milkwood", make_story(pack.town_map, beds, 120, seed=9), "b", seed=9, town_path=str(tiny.folder))
    result = run("diff", "monday", "b")
    assert result.exit_code == 1
    first, in_a, in_b = result.output.splitlines()[:3]
    assert first.startswith("They first differ at tick ")
    assert first.split(": ")[1] in ("Ada Small", "Ben Small", "Cleo Small")
    assert in_a.startswith("  monday: ")
    assert in_b.startswith("  b: ")
    assert "seed: 1 / 9" in result.output
    assert "events: set_off" in result.output
    told = json.loads(run("diff", "monday", "b", "--json").output)
    assert told["headers"] == {"seed": [1, 9]}
    assert told["first"]["in_a"] != told["first"]["in_b"]


def test_an_unknown_run_is_reported(run: Run, monday: Path) -> None:
    result = run("diff", "monday", "sunday")
    assert result.exit_code == 2
    assert "There is no run “sunday”" in result.output
