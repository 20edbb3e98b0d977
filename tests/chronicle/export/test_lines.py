import json
from pathlib import Path

from milkwood.chronicle import Reader
from milkwood.chronicle.export import export
from milkwood.chronicle.names import Names


def test_json_lines_hold_values_as_they_are(reader: Reader, names: Names, tmp_path: Path) -> None:
    export(reader, "jsonl", tmp_path / "out", names)

    def lines(table: str) -> list[dict[str, object]]:
        text = (tmp_path / "out" / f"{table}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    assert len(lines("events")) == reader.count("events")
    assert any(event.get("what") == "=SUM(A1)" for event in lines("events"))
    assert all(None not in event.values() for event in lines("events"))
    assert lines("memories")[0]["about"] == ["everybody"]
    assert lines("questions")[0]["answer"] == {"z": 1, "a": "好"}
    assert lines("inputs")[0]["content"] == {"text": "去吧"}
    assert "\n" in str(next(line for line in lines("memories") if line["kind"] == "thought")["text"])
    assert json.loads((tmp_path / "out" / "header.json").read_text(encoding="utf-8"))["run"] == "monday"
