"""The reference page of all commands: it names each of them, each option, and each field of the summary."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from milkwood.cli import app
from tests.chronicle.conftest import ROOT
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]

PAGE = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
SECTIONS = {
    title.strip(): text
    for title, text in re.findall(r"^## (milkwood.*?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
}


def commands(group: Any, name: str = "milkwood") -> Iterator[tuple[str, Any]]:
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


ALL = dict(commands(typer.main.get_command(app)))


def test_every_command_has_a_section_and_every_section_a_command() -> None:
    assert set(SECTIONS) == {*ALL, "milkwood --version"}


@pytest.mark.parametrize("name", ALL)
def test_every_option_of_a_command_is_explained_and_no_other(name: str) -> None:
    options = {
        word for each in ALL[name].loaded.params for word in (*each.opts, *each.secondary_opts) if word.startswith("-")
    }
    rows = re.findall(r"^\| (`--.*?) \|", SECTIONS[name], re.MULTILINE)
    explained = {option for row in rows for option in re.findall(r"`(--?[a-z_-]+)", row)}
    assert explained == options - {"--help"}


@pytest.mark.parametrize("name", ALL)
def test_every_argument_of_a_command_is_named(name: str) -> None:
    arguments = [each for each in ALL[name].loaded.params if each.param_type_name == "argument"]
    metavars = [word for each in arguments for word in re.findall(r"[A-Z][A-Z.]+", (each.metavar or each.name).upper())]
    assert [word for word in metavars if word not in SECTIONS[name].upper()] == []


def test_every_field_of_the_summary_is_named(run: Run, tiny: TinyPack, home: object) -> None:
    summary = json.loads(run("run", tiny.folder, "--ticks", 5, "--json").stdout)
    assert [field for field in summary if f"`{field}`" not in SECTIONS["milkwood run"]] == []
