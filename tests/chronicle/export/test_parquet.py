import json
from pathlib import Path
from typing import NoReturn

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.export import export, parquet
from milkwood.chronicle.names import Names
from milkwood.errors import SetupError
from tests.chronicle.story import make_header


def test_tables_are_typed_and_whole(reader: Reader, names: Names, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet", reason="pyarrow is an extra: pip install milkwood[parquet]")
    export(reader, "parquet", tmp_path / "out", names)
    export(reader, "jsonl", tmp_path / "jsonl", names)
    events = arrow.read_table(tmp_path / "out" / "events.parquet")
    assert events.num_rows == reader.count("events")
    assert str(events.schema.field("time").type) == "timestamp[ms]"
    assert str(events.schema.field("tick").type) == "int64"
    memories = arrow.read_table(tmp_path / "out" / "memories.parquet").to_pylist()
    assert memories[0]["about"] == ["everybody"]
    jsonl = (tmp_path / "jsonl" / "memories.jsonl").read_text("utf-8").splitlines()
    assert [set(json.loads(line)) for line in jsonl] == [set(row) for row in memories]
    assert b'"run": "monday"' in events.schema.metadata[b"milkwood"]


def test_empty_tables_have_the_same_columns(path: Path, reader: Reader, names: Names, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet", reason="pyarrow is an extra: pip install milkwood[parquet]")
    Chronicle.create(tmp_path / "new.milkwood", make_header("new")).close()
    with Chronicle.read(tmp_path / "new.milkwood") as empty:
        export(empty, "parquet", tmp_path / "empty", names)
    export(reader, "parquet", tmp_path / "full", names)
    for full in (tmp_path / "full").glob("*.parquet"):
        one, other = arrow.read_schema(full), arrow.read_schema(tmp_path / "empty" / full.name)
        assert one.remove_metadata() == other.remove_metadata()


def test_without_pyarrow_the_install_command_is_shown(
    reader: Reader, names: Names, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> NoReturn:
        assert name.startswith("pyarrow")
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(parquet, "import_module", missing)
    with pytest.raises(SetupError, match=r'pip install "milkwood\[parquet\]"'):
        export(reader, "parquet", tmp_path / "out", names)
