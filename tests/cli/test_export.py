import csv
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]


@pytest.mark.parametrize(
    ("format_", "files"),
    [
        ("csv", ["events.csv", "header.json", "inputs.csv", "memories.csv", "questions.csv", "talks.csv"]),
        ("jsonl", ["events.jsonl", "header.json", "inputs.jsonl", "memories.jsonl", "questions.jsonl", "talks.jsonl"]),
        ("md", ["diaries/ada.md", "diaries/ben.md", "diaries/cleo.md", "talks.md"]),
        (
            "metrics",
            [
                "metrics/Ada Small.json",
                "metrics/Ben Small.json",
                "metrics/Cleo Small.json",
                "metrics/detail_info.json",
                "metrics/function_name_count.json",
                "metrics/function_name_fail_count.json",
                "metrics/function_name_fail_reason.json",
                "metrics/function_name_time.json",
                "metrics/function_name_token.json",
                "metrics/model_count.json",
                "metrics/model_token.json",
            ],
        ),
    ],
)
def test_a_run_is_exported(format_: str, files: list[str], run: Run, monday: Path, tmp_path: Path) -> None:
    result = run("export", "monday", "--format", format_, tmp_path / "out put")
    assert result.exit_code == 0, result.output
    out = tmp_path / "out put"
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.*")) == files
    for file in files:
        assert file in result.output


def test_without_a_place_the_folder_is_named_for_the_run(run: Run, monday: Path, tmp_path: Path) -> None:
    assert run("export", monday, "--format", "md").exit_code == 0
    assert "# Ada Small: a diary" in (tmp_path / "monday-md" / "diaries" / "ada.md").read_text(encoding="utf-8")


def test_existing_exports_are_kept_unless_told_otherwise(run: Run, monday: Path) -> None:
    assert run("export", "monday").exit_code == 0
    again = run("export", "monday")
    assert again.exit_code == 2
    assert "add --overwrite" in again.output
    assert run("export", "monday", "--overwrite").exit_code == 0


def test_a_pack_that_is_gone_costs_the_names_not_the_export(
    run: Run, monday: Path, tiny: TinyPack, tmp_path: Path
) -> None:
    shutil.rmtree(tiny.folder)
    result = run("export", "monday")
    assert result.exit_code == 0
    assert "Names are ids: The town pack “tinytown”" in result.output
    with (tmp_path / "monday-csv" / "events.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"ada", "ben", "cleo"}


def test_an_unknown_format_brings_the_known_ones(run: Run, monday: Path) -> None:
    result = run("export", "monday", "--format", "xls")
    assert result.exit_code == 2
    assert "parquet" in result.output


def test_an_unwritable_place_is_explained(run: Run, monday: Path) -> None:
    result = run("export", "monday", monday / "x")
    assert result.exit_code == 2
    assert "cannot be written" in result.output
