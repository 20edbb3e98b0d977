"""`milkwood run --routines RUN`: routines taken along into a new run."""

from pathlib import Path

from milkwood.chronicle import Chronicle
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]


def test_routines_are_taken_along_and_stand_in_the_new_runs_own_file(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", tiny.folder, "--ticks", 1500, "--name", "before")
    result = run("run", tiny.folder, "--ticks", 1500, "--name", "after", "--routines", "before")
    assert result.exit_code == 0, result.output
    (home / "before.milkwood").unlink()
    with Chronicle.read(home / "after.milkwood") as reader:
        taken = reader.header.routines
        reasons = [found[1] for person in reader.header.cast if (found := reader.reason_of(person, 1400))]
    assert taken["of"] == "before"
    assert taken["people"]
    assert any(reason.get("routine", {}).get("of") == "before" for reason in reasons)
    assert run("verify", "after").exit_code == 0
    again = run("run", tiny.folder, "--ticks", 1510, "--name", "after", "--routines", "before")
    assert again.exit_code == 0, again.output


def test_unusable_routines_are_reported_and_nothing_starts(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", "gull_quay", "--ticks", 60, "--name", "elsewhere")
    for name, words in (("nowhere", "There is no run “nowhere”"), ("elsewhere", "Nobody with routines")):
        result = run("run", tiny.folder, "--ticks", 10, "--name", "after", "--routines", name)
        assert result.exit_code == 2
        assert words in result.output
        assert not (home / "after.milkwood").exists()
