from pathlib import Path

import pytest

from milkwood.chronicle import Reader
from milkwood.chronicle.export import FORMATS, export
from milkwood.chronicle.export.place import Place
from milkwood.chronicle.names import Names
from milkwood.errors import SetupError


def test_existing_files_are_kept_unless_told_otherwise(reader: Reader, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "events.csv").write_text("mine")
    with pytest.raises(SetupError, match=r"files in “.*out” already"):
        export(reader, "csv", out, Names())
    assert (out / "events.csv").read_text() == "mine"
    assert out / "events.csv" in export(reader, "csv", out, Names(), overwrite=True)
    assert (out / "events.csv").read_text(encoding="utf-8-sig").startswith("tick,time,person")


def test_a_file_in_the_way_is_explained(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(SetupError, match="is a file"):
        export(reader, "jsonl", tmp_path / "out", Names())
    with pytest.raises(SetupError, match="cannot be written"):
        export(reader, "jsonl", tmp_path / "out" / "deeper", Names())


def test_an_unknown_format_brings_the_known_ones(reader: Reader, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"no format “xls”\. There are: csv, jsonl, parquet, md"):
        export(reader, "xls", tmp_path / "out", Names())
    assert set(FORMATS) == {"csv", "jsonl", "parquet", "md", "metrics"}


def test_a_file_that_is_not_finished_does_not_appear(tmp_path: Path) -> None:
    place = Place(tmp_path / "out")
    with pytest.raises(ZeroDivisionError), place.text("diary.md") as file:
        file.write(f"Dear diary {1 // 0}")
    assert list((tmp_path / "out").iterdir()) == []
    assert place.written == []
