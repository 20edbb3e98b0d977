"""The package diagram, and the list of repeated class names that can only shrink."""

from pathlib import Path

import pytest

from tools import house


def _write(root: Path, files: dict[str, str], allowed: str = "") -> None:
    for name, source in files.items():
        path = root / house.PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    (root / "tools").mkdir()
    (root / "docs").mkdir()
    (root / house.ALLOWED).write_text(allowed, encoding="utf-8")


TWICE = {"one/bell.py": "class Bell: ...\nclass _Own: ...\n", "two/bell.py": "class Bell: ...\nclass _Own: ...\n"}


def test_a_new_repeated_class_name_is_named_with_its_files(tmp_path: Path) -> None:
    _write(tmp_path, TWICE)
    assert house.problems(tmp_path) == [
        "Bell is defined 2 times (one/bell.py, two/bell.py); give the new class a name of its own."
    ]


def test_a_listed_name_may_be_repeated_as_often_as_listed(tmp_path: Path) -> None:
    _write(tmp_path, TWICE, "Bell 2\n")
    assert house.problems(tmp_path) == []
    (tmp_path / house.PACKAGE / "three.py").write_text("class Bell: ...\n", encoding="utf-8")
    assert house.problems(tmp_path) != []


def test_asks_and_replies_of_questions_have_one_name(tmp_path: Path) -> None:
    schema = "class Ask: ...\nclass Reply: ...\n"
    _write(tmp_path, {"questions/speak/schema.py": schema, "questions/weigh/schema.py": schema})
    assert house.problems(tmp_path) == []


def test_the_list_shrinks_with_the_repetitions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, TWICE, "Bell 3\nDoor 2\n")
    monkeypatch.setattr(house, "ROOT", tmp_path)
    assert [problem.split()[1] for problem in house.problems(tmp_path)] == ["Bell", "Door"]
    house.main()
    assert (tmp_path / house.ALLOWED).read_text(encoding="utf-8") == "Bell 2\n"
    assert house.problems(tmp_path) == []


def test_the_page_counts_lines_and_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = "from milkwood.two import bell\nfrom milkwood.two.bell import ring\n\nprint(bell, ring)\n"
    _write(tmp_path, {"one/door.py": reads, "two/bell.py": "def ring() -> None:\n    ...\n", "two/__init__.py": ""})
    monkeypatch.setattr(house, "ROOT", tmp_path)
    house.main()
    page = (tmp_path / house.PAGE).read_text(encoding="utf-8")
    assert "| one | 1 | 4 | one/door.py (4) |" in page
    assert "Columns: 1 two." in page
    assert "| one | 1 |" in page
    assert "| 1 | ring | two/bell.py |" in page
