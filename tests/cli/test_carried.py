"""Commands on runs whose town's folder was edited, moved or deleted since."""

import json
import shutil
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.towns.archive import pack_hash
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]


@pytest.fixture
def monday(run: Run, tiny: TinyPack, home: Path) -> Path:
    result = run("run", tiny.folder, "--name", "monday", "--ticks", "60", "--quiet")
    assert result.exit_code == 0, result.output
    return home / "monday.milkwood"


@pytest.fixture
def other(tiny: TinyPack, tmp_path: Path) -> Path:
    """The same town with another name for Ada."""
    folder = tmp_path / "other" / "tinytown"
    shutil.copytree(tiny.folder, folder)
    ada = folder / "people" / "ada.toml"
    ada.write_text(ada.read_text("utf-8").replace("Ada Small", "Ada Tall"), "utf-8")
    return folder


def test_every_command_works_when_the_folder_is_gone(run: Run, tiny: TinyPack, monday: Path, tmp_path: Path) -> None:
    shutil.rmtree(tiny.folder)
    assert "Ada Small" in run("show", "monday").output
    assert run("ask", "monday", "Ada", "Who are you?").exit_code == 0
    assert run("why", "monday", "Ada@7:05").exit_code == 0
    assert run("export", "monday", tmp_path / "md", "--format", "md").exit_code == 0
    assert run("whisper", "monday", "Ada", "Hello.").exit_code == 0
    assert run("fork", "monday@30", "half").exit_code == 0
    for typed in (("-t", "monday"), ("-o", "half", "-t", "half"), ("-o", "monday@40", "-t", "later")):
        result = run("run", *typed, "-s", "70", "--quiet", "--json")
        assert result.exit_code == 0, result.output
    assert json.loads(run("runs", "--json").output)


def test_a_town_that_was_edited_is_lived_in_again_and_the_old_run_continues_in_its_own(
    run: Run, tiny: TinyPack, monday: Path
) -> None:
    tiny.swap("people/ada.toml", "Ada Small", "Ada Tall")
    assert run("run", tiny.folder, "--name", "monday", "--ticks", "70", "--quiet").exit_code == 0
    assert "Ada Small" in run("show", "monday").output
    assert run("run", tiny.folder, "--name", "tuesday", "--ticks", "10", "--quiet").exit_code == 0
    assert "Ada Tall" in run("show", "tuesday").output


@pytest.mark.parametrize(
    "typed", [("show", "monday"), ("ask", "monday", "Ada", "Who are you?"), ("why", "monday", "Ada")]
)
def test_another_pack_is_used_on_request_and_reported(
    typed: tuple[str, ...], run: Run, monday: Path, other: Path
) -> None:
    result = run(*typed, "--pack", other)
    assert result.exit_code == 0
    assert f"The town pack in {other} has changed since the run “monday” was started." in result.stderr
    assert "Ada Tall" in result.stdout
    assert "Ada Tall" not in run(*typed).output


def test_the_same_pack_elsewhere_is_not_mentioned(run: Run, tiny: TinyPack, monday: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved" / "tinytown"
    shutil.copytree(tiny.folder, moved)
    assert run("show", "monday", "--pack", moved).stderr == ""
    assert run("run", "-t", "monday", "-s", "65", "--pack", moved, "--quiet").exit_code == 0


def test_going_on_in_another_pack_is_refused_with_the_command_that_forks_into_it(
    run: Run, tiny: TinyPack, monday: Path, other: Path
) -> None:
    for typed in (("run", tiny.folder, "--name", "monday", "--ticks", "70"), ("up", "monday", "--no-open")):
        result = run(*typed, "--pack", other)
        assert result.exit_code != 0
        assert f"milkwood fork monday@0 monday-from-0 --pack {other}" in result.output
    result = run("fork", "monday@0", "monday-from-0", "--pack", other)
    assert result.exit_code == 0
    assert run("run", "-t", "monday-from-0", "-s", "10", "--quiet").exit_code == 0
    assert "Ada Tall" in run("show", "monday-from-0").output


def test_a_fork_can_be_lived_in_another_pack_at_once(run: Run, tiny: TinyPack, monday: Path, other: Path) -> None:
    typed = ("run", tiny.folder, "--from", "monday@50", "--pack", other, "--ticks", "20", "--quiet", "--json")
    result = run(*typed)
    assert "has changed since the run “monday” was started" in result.stderr
    assert json.loads(result.stdout)["parent"] == "monday@0"
    with Chronicle.read(path_for("monday-from-0")) as reader:
        assert reader.header.pack_hash == pack_hash(other)
    result = run("fork", "monday@50", "again", "--pack", other)
    assert "A fork with another town pack is cut at the last snapshot." in result.output


def test_a_new_run_has_no_other_pack(run: Run, tiny: TinyPack, other: Path, home: Path) -> None:
    result = run("run", tiny.folder, "--ticks", "5", "--pack", other)
    assert "--pack is only for an existing run." in result.output
