import errno
import os
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest
import typer

from milkwood.cli import app, lazy, town_list
from milkwood.cli.lazy import LazyCommand
from milkwood.errors import OurBug

from .conftest import Run


def test_help_names_the_commands(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "up " in result.output
    assert "town " in result.output


@pytest.mark.parametrize("words", [(), ("town",), ("local",), ("config",)])
def test_no_line_of_the_table_of_commands_is_cut(words: tuple[str, ...], run: Run) -> None:
    assert "..." not in run(*words, "--help").output.partition("Commands:")[2]


def test_without_a_command_help_is_shown(run: Run) -> None:
    assert "Commands:" in run().output


def test_an_unknown_command_brings_similar_ones(run: Run) -> None:
    result = run("twon")
    assert result.exit_code == 2
    assert "Did you mean 'town'?" in result.output


@pytest.mark.parametrize("words", ["--help", "--version"])
def test_asking_for_help_imports_nothing_heavy(words: str) -> None:
    heavy = {"numpy", "onnxruntime", "pydantic", "PIL", "rich", "fastapi", "milkwood.towns", "milkwood.server"}
    code = (
        "import atexit, sys; from milkwood.cli import main; sys.argv[1:] = "
        f"[{words!r}]; atexit.register(lambda: print({heavy!r} & set(sys.modules), file=sys.stderr)); main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "set()\n")


@pytest.mark.parametrize("words", [("-h",), ("run", "-h"), ("town", "-h"), ("town", "check", "-h")])
def test_help_has_a_short_name(words: tuple[str, ...], run: Run) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert "-h, --help" in result.output


@pytest.mark.parametrize(
    ("typed", "offered"), [("ru", ["run", "runs"]), ("run --see", ["--seed"]), ("town ch", ["check"])]
)
def test_commands_and_options_are_completed(typed: str, offered: list[str]) -> None:
    words = f"milkwood {typed}"
    variables = {"_MILKWOOD_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    line = [sys.executable, "-m", "milkwood"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, env={**os.environ, **variables})
    assert done.stdout.split() == offered


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--seed", "x"), "Invalid value for '--seed': a whole number is needed"),
        (("run", "--ticks", "0"), "Invalid value for '--ticks': it must be at least 1"),
        (("up", "--port", "99999"), "Invalid value for '--port': it must be at most 65535"),
        (("run", "--mind", "x"), "Invalid value for '--mind': 'x' is not one of 'town', 'rule'"),
    ],
)
def test_a_wrong_value_is_explained_without_jargon(words: tuple[str, ...], said: str, run: Run) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def all_commands() -> list[tuple[str, LazyCommand]]:
    group: Any = typer.main.get_command(app)
    groups = [("", group), *((f"{name} ", each) for name, each in group.commands.items() if hasattr(each, "commands"))]
    return [
        (f"{prefix}{name}", command)
        for prefix, each in groups
        for name, command in each.commands.items()
        if isinstance(command, LazyCommand)
    ]


@pytest.mark.parametrize(("name", "command"), all_commands())
def test_the_help_line_in_the_table_is_the_commands_own(name: str, command: LazyCommand) -> None:
    assert command.help == command.loaded.help


def test_a_missing_package_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name="numpy.linalg")

    monkeypatch.setattr(lazy, "import_module", missing)
    result = run("verify", "monday")
    assert result.exit_code == 2
    assert "The Python package “numpy” is missing." in result.stderr


def test_the_version_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.version.version", lambda name: f"1.2.3 of {name}")
    monkeypatch.setattr("milkwood.version.commit", lambda: "abc1234+dirty")
    assert run("--version").output == "milkwood 1.2.3 of milkwood (abc1234+dirty)\n"


def test_without_a_known_commit_the_version_stands_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.version.version", lambda name: "1.2.3")
    monkeypatch.setattr("milkwood.version.commit", lambda: "")
    assert run("--version").output == "milkwood 1.2.3\n"


def test_without_an_installation_the_version_is_not_guessed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("milkwood.version.version", missing)
    monkeypatch.setattr("milkwood.version.commit", lambda: "")
    result = run("--version")
    assert (result.exit_code, result.output) == (0, "milkwood (run from source, not installed)\n")


def test_python_dash_m_is_the_same_command_line() -> None:
    done = subprocess.run([sys.executable, "-m", "milkwood", "town"], capture_output=True, text=True, check=False)
    assert "Usage: milkwood town" in done.stdout + done.stderr


def test_an_interrupted_command_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(town_list, "_show", interrupt)
    result = run("town", "list")
    assert (result.exit_code, result.output) == (130, "")


def test_an_interrupt_while_the_command_line_is_put_together_ends_quietly() -> None:
    code = (
        "import sys, runpy; sys.argv[1:] = ['town', 'list']; sys.meta_path.insert(0, type('', (), {'find_spec': "
        "lambda name, *_: name == 'typer' and exec('raise KeyboardInterrupt') or None})); "
        "runpy.run_module('milkwood', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_foreseen_error_is_a_sentence_and_an_exit_code(run: Run) -> None:
    result = run("town", "check", "the_vile")
    assert result.exit_code == 2
    assert result.stderr.startswith("milkwood: There is no town “the_vile”. Did you mean “the_ville”")
    assert "Traceback" not in result.output


def test_only_our_own_bug_shows_a_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise OurBug("The town is upside down.")

    monkeypatch.setattr(town_list, "_show", break_down)
    result = run("town", "list")
    assert result.exit_code == OurBug.exit_code
    assert "Traceback" in result.stderr
    assert "milkwood: The town is upside down." in result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="There is no such disk elsewhere.")
def test_a_full_disk_behind_stdout_is_reported_in_a_sentence() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "milkwood", "town", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


def test_system_errors_become_a_sentence_that_names_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "some/file")

    monkeypatch.setattr(town_list, "bundled", refuse)
    result = run("town", "list")
    assert result.exit_code == 2
    assert "some/file: The system does not allow this (Permission denied)." in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Streams are closed otherwise there.")
def test_closed_streams_are_not_an_error() -> None:
    words = f"{shlex.quote(sys.executable)} -m milkwood config init <&- 2>&1"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)
    assert (done.returncode, "This is not a terminal, so nothing can be asked." in done.stdout) == (2, True)
