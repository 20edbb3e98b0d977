import csv
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Reader
from milkwood.chronicle.export import export
from milkwood.chronicle.export.table import TABLES
from milkwood.chronicle.names import Names
from milkwood.mind.port import Memory


@pytest.fixture
def sheets(reader: Reader, names: Names, tmp_path: Path) -> dict[str, list[dict[str, str]]]:
    written = export(reader, "csv", tmp_path / "out", names)
    assert {path.name for path in written} == {*(f"{table.name}.csv" for table in TABLES), "header.json"}
    return {path.stem: rows(path) for path in written if path.suffix == ".csv"}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


Sheets = dict[str, list[dict[str, Any]]]


def test_every_row_of_every_table_is_there(sheets: Sheets, reader: Reader) -> None:
    for table in ("events", "memories", "questions", "inputs"):
        assert len(sheets[table]) == reader.count(table)
    assert len(sheets["talks"]) == sum(len(talk.lines) for talk in reader.talks())


def test_memories_have_all_fields(sheets: Sheets, reader: Reader) -> None:
    fields = {field.name for field in dataclasses.fields(Memory)}
    assert fields <= sheets["memories"][0].keys()


def test_a_spreadsheet_knows_the_encoding_by_its_mark(sheets: Sheets, tmp_path: Path) -> None:
    assert (tmp_path / "out" / "events.csv").read_bytes().startswith(b"\xef\xbb\xbftick,")


def test_deeds_are_spread_over_columns_with_times_and_names(sheets: Sheets) -> None:
    deed = next(row for row in sheets["events"] if row["kind"] == "deed_began")
    assert deed["time"].startswith("2023-03-10 0")
    assert deed["name"].endswith(" Small")
    assert deed["what"]
    assert deed["room"]
    assert deed["asleep"] in ("0", "1")
    walk = next(row for row in sheets["events"] if row["kind"] == "set_off")
    assert walk["route"]
    assert walk["what"] == ""


def test_no_cell_is_taken_for_a_formula(sheets: Sheets) -> None:
    assert any(row["what"] == "'=SUM(A1)" for row in sheets["events"])
    for table in sheets.values():
        for row in table:
            for value in row.values():
                assert not value.startswith(("=", "@", "+"))


def test_questions_carry_their_cost_and_inputs_their_content(sheets: Sheets) -> None:
    question = sheets["questions"][0]
    assert (question["person"], question["by"], question["price"]) == ("ada", "understudy", "0.5")
    assert json.loads(question["answer"]) == {"z": 1, "a": "好"}
    assert json.loads(sheets["inputs"][0]["content"]) == {"text": "去吧"}
    assert sheets["inputs"][1]["person"] == ""


def test_a_talk_has_a_row_a_line(sheets: Sheets) -> None:
    line = sheets["talks"][0]
    assert line["line"] == "1"
    assert "; " in line["members"]
    assert line["text"]
