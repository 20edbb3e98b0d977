"""The project as a whole: the place of each file, and what the checks run."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.tree import ROOT

ROOMS = sorted(path.parent.name for path in (ROOT / "src" / "milkwood").glob("*/__init__.py"))
PACKAGES = sorted(path.parent.name for path in (ROOT / "src").glob("*/__init__.py") if path.parent.name != "milkwood")
KINDS = {"benchmarks", "browser", "house", "instruments", "story"}


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_stands_in_the_architecture(room: str) -> None:
    assert f"`src/milkwood/{room}/`" in (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_beside_it_is_in_the_architecture_the_wheel_and_the_contracts(package: str) -> None:
    assert f"`src/{package}/`" in (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert f"src/{package}" in settings["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert package in settings["importlinter"]["root_packages"]


def test_the_rooms_of_the_contract_stand_in_the_architecture_in_the_same_order() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    columns = [re.split(r"\s{2,}", line)[0] for line in page.split("```")[1].strip().splitlines()]
    drawn = [re.findall(r"[a-z]+", column) for column in columns]
    assert drawn == [re.findall(r"[a-z]+", layer) for layer in layers if "__main__" not in layer]


def test_tests_are_kept_under_the_room_they_test() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders - KINDS <= {*ROOMS, *(package.removeprefix("milkwood_") for package in PACKAGES)}


def test_a_mind_has_no_language_rule() -> None:
    """Rule M2: a mind decides by asking, never by the words of a text. Its own texts are in `phrases`."""
    for path in (ROOT / "src" / "milkwood" / "mind").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name != "phrases.py":
            assert "re.compile" not in text, path.name
            assert not re.search("[\u4e00-\u9fff]", text), path.name


def test_import_and_export_know_no_terminal() -> None:
    for path in (ROOT / "src" / "milkwood" / "exchange").glob("*.py"):
        assert not re.search(r"^\s*(import|from) (typer|rich|click)", path.read_text("utf-8"), re.MULTILINE), path.name


def test_every_decision_has_a_number_of_its_own_and_says_what_and_why() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [page.name[:4] for page in pages]
    assert len(set(numbers)) == len(numbers)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {page.name[:4]} "), page.name
        assert re.search(r"^(## Decision|\*\*Decided)", text, re.MULTILINE), page.name
        assert re.search(r"^(## |\*\*)Why", text, re.MULTILINE), page.name


def test_every_dependency_has_its_reason() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    reasons = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "decisions").glob("*.md"))
    lines = settings["dependencies"] + [line for group in settings["optional-dependencies"].values() for line in group]
    names = [re.split(r"[<>=\[]", line)[0] for line in lines]
    assert [name for name in names if f"`{name}`" not in reasons] == []


def test_the_gate_runs_tests_and_checks_and_can_be_run() -> None:
    gate = ROOT / ".ci" / "run"
    assert os.access(gate, os.X_OK)
    assert re.findall(r"if (make \w+)[^;]*;", gate.read_text(encoding="utf-8")) == ["make test", "make check"]


def test_every_target_has_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    assert phony[1].split() == re.findall(r"^([a-z]+): ## \S", makefile, re.MULTILINE)


def _find_python(folder: Path, versions: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the finder with only the given interpreters, each a script that is suitable when told so."""
    for name, fits in versions.items():
        script = folder / name
        script.write_text(f"#!/bin/sh\n{fits}\n")
        script.chmod(0o755)
    environment = {"PATH": str(folder), "PYTHON": ""}
    line = ["/bin/sh", str(ROOT / "tools" / "find-python")]
    return subprocess.run(line, env=environment, capture_output=True, encoding="utf-8", check=False)


OLD = "exit 1"
NEW = "exit 0"
WITHOUT_VENV = 'case "$2" in *ensurepip*) exit 1;; esac'


def test_the_finder_skips_a_python_that_is_too_old(tmp_path: Path) -> None:
    assert _find_python(tmp_path, {"python3.11": OLD, "python3.12": NEW}).stdout == "python3.12\n"


def test_the_finder_prefers_a_python_that_can_make_environments(tmp_path: Path) -> None:
    assert _find_python(tmp_path, {"python3.11": WITHOUT_VENV, "python3.13": NEW}).stdout == "python3.13\n"
