"""The picture of the house, and the list of repeated type names that can only shrink."""

from pathlib import Path

import pytest

from tools import house


def _write_one(root: Path, name: str, source: str) -> None:
    path = root / "src" / "milkwood" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")


def _write(root: Path, files: dict[str, str], allowed: str = "") -> None:
    for name, source in files.items():
        _write_one(root, name, source)
    (root / "tools").mkdir()
    (root / "docs").mkdir()
    (root / house.ALLOWED).write_text(allowed, encoding="utf-8")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ROOT", tmp_path)


def _repeated(root: Path) -> list[str]:
    """Problems apart from the page, which most tests do not write."""
    return [problem for problem in house.problems(root) if not problem.startswith(house.PAGE)]


TWICE = {"one/bell.py": "class Bell: ...\nclass _Own: ...\n", "two/bell.py": "class Bell: ...\nclass _Own: ...\n"}


def test_a_new_repeated_class_name_is_named_with_its_files(tmp_path: Path) -> None:
    _write(tmp_path, TWICE)
    assert _repeated(tmp_path) == [
        "Bell is defined 2 times (one/bell.py, two/bell.py); give the new one a name of its own."
    ]


def test_a_listed_name_may_be_repeated_as_often_as_listed(tmp_path: Path) -> None:
    _write(tmp_path, TWICE, "Bell 2\n")
    assert _repeated(tmp_path) == []
    (tmp_path / "src" / "milkwood" / "three.py").write_text("class Bell: ...\n", encoding="utf-8")
    assert _repeated(tmp_path) != []


def test_asks_and_replies_of_questions_have_one_name(tmp_path: Path) -> None:
    schema = "class Ask: ...\nclass Reply: ...\n"
    _write(tmp_path, {"questions/speak/schema.py": schema, "questions/weigh/schema.py": schema})
    assert _repeated(tmp_path) == []


@pytest.mark.parametrize(
    "source",
    [
        "Bell = tuple[int, int]\n",
        "Bell: TypeAlias = dict[str, str]\n",
        "def ring():\n    class Bell: ...\n",
        "class Door:\n    class Bell: ...\n",
    ],
)
def test_type_aliases_and_inner_classes_of_all_packages_count(tmp_path: Path, source: str) -> None:
    _write(tmp_path, {"one.py": "class Bell: ...\n", "../milkwood_art/two.py": source})
    assert _repeated(tmp_path) == [
        "Bell is defined 2 times (one.py, milkwood_art/two.py); give the new one a name of its own."
    ]


def test_constants_private_names_and_type_variables_do_not_count(tmp_path: Path) -> None:
    source = 'BELL = 1\n_Bell = int\nBell = TypeVar("Bell")\nbell = 2\n'
    _write(tmp_path, {"one.py": source, "two.py": source})
    assert _repeated(tmp_path) == []


def test_the_list_shrinks_with_what_is_repeated(tmp_path: Path) -> None:
    _write(tmp_path, TWICE, "Bell 3\nDoor 2\n")
    assert [problem.split()[1] for problem in _repeated(tmp_path)] == ["Bell", "Door"]
    house.main()
    assert (tmp_path / house.ALLOWED).read_text(encoding="utf-8") == "Bell 2\n"
    assert _repeated(tmp_path) == []


DOOR = "from milkwood.two import bell\nfrom milkwood.two.bell import ring\n\nprint(bell, ring)\n"
BELL = "def ring() -> None:\n    ...\n"


def test_the_page_counts_lines_and_imports_of_all_packages(tmp_path: Path) -> None:
    art = "from milkwood.two.bell import ring\n"
    files = {"one/door.py": DOOR, "two/bell.py": BELL, "two/__init__.py": "", "../milkwood_art/picture.py": art}
    _write(tmp_path, files)
    house.main()
    page = (tmp_path / house.PAGE).read_text(encoding="utf-8")
    assert "| one | 1 | 4 |" in page
    assert "| milkwood_art | 1 | 1 |" in page
    assert "| all | 4 | 7 |" in page
    assert "Columns: 1 two." in page
    assert "| one | 1 |\n" in page
    assert "| milkwood_art | 1 |\n" in page
    assert "| 1 | ring | two/bell.py |" in page
    assert "| 1 | milkwood_art/picture.py |" in page


@pytest.mark.parametrize(
    ("name", "source", "change"),
    [
        ("one/door.py", DOOR + "\n# a hundred lines make no difference\n" * 45, ""),
        ("one/door.py", DOOR + "\n# more do\n" * 60, "sizes have changed by more than a tenth"),
        ("one/door.py", "print()\n", "packages, imports or repeated names have changed"),
        ("three/gate.py", "", "packages, imports or repeated names have changed"),
        ("two/bell.py", BELL + "\ndef toll() -> None:\n    ...\n    ...\n", "toll of two/bell.py is missing"),
        ("two/horn.py", "\n" * 9, "two/horn.py is missing"),
    ],
)
def test_a_page_that_no_longer_shows_the_house_is_named(tmp_path: Path, name: str, source: str, change: str) -> None:
    _write(tmp_path, {"one/door.py": DOOR, "two/bell.py": BELL, "two/__init__.py": ""})
    house.main()
    assert house.problems(tmp_path) == []
    _write_one(tmp_path, name, source)
    expected = [f"{house.PAGE}: {change}; run `python -m tools.house`."] if change else []
    assert house.problems(tmp_path) == expected


def test_a_house_without_a_page_is_named(tmp_path: Path) -> None:
    _write(tmp_path, {"one/door.py": DOOR})
    assert [problem.split(":")[0] for problem in house.problems(tmp_path)] == [house.PAGE]
