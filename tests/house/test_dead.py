"""Dead code is found; code that only looks dead is not reported."""

from pathlib import Path

import pytest

from tools import dead

PACKAGE = f"{dead.SOURCE}/milkwood"


def problems(root: Path, files: dict[str, str]) -> list[str]:
    """The report for a package of these files and the page beside it."""
    for name, source in files.items():
        path = root / (name if name.startswith("web/") else f"{PACKAGE}/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return [problem.removeprefix(f"{PACKAGE}/") for problem in dead.problems(root)]


def test_functions_methods_and_attributes_that_nothing_reads_are_named(tmp_path: Path) -> None:
    room = """
def idle() -> None: ...
class Bell:
    def __init__(self) -> None:
        self.rung = 0
    def ring(self) -> None: ...
    def hush(self) -> None: ...
Bell().ring()
"""
    assert problems(tmp_path, {"room.py": room}) == [
        "room.py:2: the function idle is not used; remove it.",
        "room.py:5: the attribute rung is not used; remove it.",
        "room.py:7: the method hush is not used; remove it.",
    ]


def test_a_name_is_not_saved_by_its_namesake_in_another_module(tmp_path: Path) -> None:
    files = {
        "one.py": "def say() -> None: ...\n",
        "two.py": "def say() -> None: ...\n",
        "three.py": "from milkwood import two\nfrom milkwood.four import LOUD\n\ntwo.say()\nprint(LOUD)\n",
        "four.py": "LOUD = 1\n",
    }
    assert problems(tmp_path, files) == ["one.py:1: the name say is not used; remove it."]


def test_a_function_called_only_by_itself_is_unused(tmp_path: Path) -> None:
    source = "def again(n: int) -> int:\n    return again(n - 1)\n"
    assert problems(tmp_path, {"room.py": source}) == ["room.py:1: the name again is not used; remove it."]


def test_a_value_of_an_option_counts_as_used(tmp_path: Path) -> None:
    source = 'from enum import StrEnum\n\n\nclass Size(StrEnum):\n    SMALL = "small"\n\n\nprint(Size)\n'
    assert problems(tmp_path, {"cli/size.py": source}) == []
    assert problems(tmp_path, {"town/size.py": source}) == [
        "town/size.py:5: the variable SMALL is not used; remove it."
    ]


def test_code_used_only_by_tests_is_unused(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_room.py").write_text("from milkwood.room import idle\n\nidle()\n")
    assert problems(tmp_path, {"room.py": "def idle() -> None: ...\n"}) != []


@pytest.mark.parametrize("decorator", ["@app.command()", "@routes.get('/')"])
def test_code_registered_by_a_decorator_is_used(decorator: str, tmp_path: Path) -> None:
    source = (
        f"from elsewhere import ALBUM, app, routes\n\nprint(ALBUM, app, routes)\n{decorator}\ndef f() -> None: ...\n"
    )
    assert problems(tmp_path, {"room.py": source}) == []


def test_a_command_is_used_if_it_is_named_in_the_table(tmp_path: Path) -> None:
    files = {
        "cli/__init__.py": 'print(("fork", "fork:fork_run"))\n',
        "cli/fork.py": "def fork_run() -> None: ...\ndef idle() -> None: ...\n",
    }
    assert problems(tmp_path, files) == ["cli/fork.py:2: the function idle is not used; remove it."]


def test_a_field_on_the_wire_is_used_if_the_page_reads_it(tmp_path: Path) -> None:
    files = {
        "server/wire.py": "class Out:\n    read: int\n    with_: int\n    unread: int\n\n\nprint(Out)\n",
        "web/src/page.ts": "show(out.read, out.with);",
        "web/src/wire.gen.ts": "readonly unread: number;",
    }
    assert problems(tmp_path, files) == ["server/wire.py:4: the variable unread is not used; remove it."]


def test_a_field_of_a_question_is_used_if_it_is_a_key_or_in_a_prompt(tmp_path: Path) -> None:
    files = {
        "questions/schema.py": "class Ask:\n    key: int\n    slot: int\n    lost: int\n\n\nprint(Ask)\n",
        "understudy.py": "print({}['key'])\n",
        "questions/prompt.en.txt": "Now: {slot}",
    }
    assert problems(tmp_path, files) == ["questions/schema.py:4: the variable lost is not used; remove it."]


def test_the_public_names_of_the_notebook_are_used(tmp_path: Path) -> None:
    source = "def town() -> None: ...\ndef _hidden() -> None: ...\n"
    assert problems(tmp_path, {"notebook/run.py": source}) == [
        "notebook/run.py:2: the function _hidden is not used; remove it."
    ]


def test_an_exception_that_is_not_needed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dead, "EXCEPTIONS", {"milkwood/room.py": "idle used", "milkwood/gone.py": "any"})
    source = "def idle() -> None: ...\ndef used() -> None: ...\nused()\n"
    assert problems(tmp_path, {"room.py": source}) == ["tools/dead.py: used of milkwood/room.py needs no exception."]


def test_an_unparsable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises((RuntimeError, SyntaxError)):
        problems(tmp_path, {"room.py": "def\n"})
