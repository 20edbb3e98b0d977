from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story

__all__ = ["home", "monday", "story"]


@pytest.mark.parametrize(("moment", "tick"), [("60", 60), ("day 1 07:10", 60), ("07:10", 60), ("2023-03-10 07:10", 60)])
def test_a_run_is_forked_at_a_moment(moment: str, tick: int, run: Run, monday: Path, home: Path) -> None:
    result = run("fork", f"monday@{moment}", "new day")
    assert result.exit_code == 0
    assert "new day: the past up to tick 60 (day 1 07:10)" in result.output
    with Chronicle.read(home / "new day.milkwood") as child, Chronicle.read(monday) as parent:
        assert child.settled == tick
        assert child.history_hash() == parent.history_hash(tick)


def test_without_a_moment_a_run_is_forked_at_its_end(run: Run, monday: Path, tmp_path: Path) -> None:
    assert run("fork", "monday", tmp_path / "copy.milkwood").exit_code == 0
    with Chronicle.read(tmp_path / "copy.milkwood") as child:
        assert (child.settled, child.header.run) == (120, "copy")


@pytest.mark.parametrize(
    ("moment", "new", "why"),
    [
        ("monday@121", "new", "has not reached tick 121. Its last tick is 120 (day 1 07:20)"),
        ("monday@day 2 18:00", "new", "Its last tick is 120"),
        ("monday@06:00", "new", "before the start of the run"),
        ("monday@teatime", "new", "“teatime” is not a time. Write “day 2 18:00”"),
        ("monday@25:99", "new", "is not a time"),
        ("monday@", "new", "has no time"),
        ("tuesday@3", "new", "There is no run “tuesday”"),
        ("monday@60", "monday", "a run of that name already"),
        ("monday@60", "a/b", "it contains “/”"),
        ("monday@60", "", "it is empty"),
        ("monday@60", "x" * 300, "too long"),
        ("monday@60", "nul", "Windows reserves that name"),
    ],
)
def test_impossible_input_is_explained(moment: str, new: str, why: str, run: Run, monday: Path, home: Path) -> None:
    result = run("fork", moment, new)
    assert result.exit_code == 2
    assert why in result.output
    assert [path.name for path in home.glob("*.milkwood")] == ["monday.milkwood"]
