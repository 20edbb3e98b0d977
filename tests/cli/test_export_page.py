"""`milkwood export --format html`: one page that replays a run."""

import base64
import gzip
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "replay.html").write_text('<script type="application/json" id="milkwood-replay">null</script>')
    monkeypatch.setattr("milkwood.server.views.html_export.STATIC", folder)
    return folder


def test_a_run_becomes_one_page(run: Run, monday: Path, built: Path, tmp_path: Path) -> None:
    result = run("export", "monday", "--format", "html", tmp_path / "my run.html")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "my run.html").read_text(encoding="utf-8")
    assert '"run":"monday"' in page
    assert "null" not in page
    assert "double click" in result.output


def test_without_a_place_the_page_is_named_for_the_run(run: Run, monday: Path, built: Path, tmp_path: Path) -> None:
    assert run("export", monday, "--format", "html").exit_code == 0
    assert (tmp_path / "monday.html").is_file()


def test_in_a_folder_too(run: Run, monday: Path, built: Path, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    assert run("export", "monday", "--format", "html", tmp_path / "pages").exit_code == 0
    assert (tmp_path / "pages" / "monday.html").is_file()


def test_a_page_that_is_there_is_kept_unless_asked_for(run: Run, monday: Path, built: Path, tmp_path: Path) -> None:
    (tmp_path / "monday.html").write_text("mine")
    refused = run("export", "monday", "--format", "html")
    assert refused.exit_code == 2
    assert "add --overwrite" in refused.output
    assert (tmp_path / "monday.html").read_text() == "mine"
    assert run("export", "monday", "--format", "html", "--overwrite").exit_code == 0
    assert (tmp_path / "monday.html").read_text() != "mine"


def test_a_town_that_is_gone_is_reported(run: Run, monday: Path, built: Path, tiny: TinyPack) -> None:
    shutil.rmtree(tiny.folder)
    result = run("export", "monday", "--format", "html")
    assert result.exit_code == 2
    assert "cannot be read" in result.output


def test_a_page_that_was_not_built_is_reported(run: Run, monday: Path, built: Path) -> None:
    (built / "replay.html").unlink()
    result = run("export", "monday", "--format", "html")
    assert result.exit_code == 2
    assert "has not been built" in result.output


def carried(page: Path) -> str:
    """The answers that a page carries, as text."""
    found = re.search(r'"packed":"([^"]+)"', page.read_text(encoding="utf-8"))
    assert found
    return gzip.decompress(base64.b64decode(found[1])).decode("utf-8")


@pytest.mark.parametrize(("options", "has"), [([], True), (["--minds", "all"], True), (["--minds", "none"], False)])
def test_the_page_carries_minds_unless_told_not_to(
    run: Run, monday: Path, built: Path, tmp_path: Path, options: list[str], *, has: bool
) -> None:
    assert run("export", "monday", "--format", "html", *options).exit_code == 0
    assert ('"runs/monday/minds"' in carried(tmp_path / "monday.html")) is has


def test_there_is_no_other_sort_of_minds(run: Run, monday: Path, built: Path) -> None:
    assert run("export", "monday", "--format", "html", "--minds", "some").exit_code == 2
