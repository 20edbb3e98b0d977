"""What README tells people to type is typed here, in order, in an empty folder."""

import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tools import docs
from tools.tree import ROOT

pytestmark = pytest.mark.slow

READMES = sorted(path.name for path in ROOT.glob("README*.md"))


def _lines(readme: str) -> list[tuple[str, ...]]:
    shell = [mention for mention in docs.mentions_of(ROOT / readme) if mention.kind == "shell"]
    return [words for mention in shell if (words := docs.command(mention))]


def _serves(line: list[str], folder: Path) -> None:
    """Start a server, wait for the address it prints, and end it as a user would, with Ctrl-C."""
    with subprocess.Popen(
        line, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as server:
        alarm = threading.Timer(60, server.kill)
        alarm.start()
        said = ""
        assert server.stdout is not None
        for text in server.stdout:
            said += text
            if "http://" in text:
                break
        server.send_signal(signal.SIGINT)
        said += server.stdout.read()
        alarm.cancel()
    assert server.returncode in (0, 128 + signal.SIGINT), said
    assert "http://" in said, said
    assert "Traceback" not in said, said


@pytest.mark.parametrize("readme", READMES)
def test_every_milkwood_command_of_the_readme_runs(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "runs"))
    for words in _lines(readme):
        if words[0] != "milkwood":
            continue
        line = [sys.executable, "-u", "-m", *words]
        if words[1] == "up":
            _serves([*line, "--no-open"], tmp_path)
        else:
            done = subprocess.run(line, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
            assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("readme", READMES)
def test_every_make_command_of_the_readme_would_run(readme: str) -> None:
    for words in _lines(readme):
        if words[0] == "make":
            done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, check=False)
            assert done.returncode == 0, shlex.join(words)
