"""What the tutorial tells people to type is typed here, in order, in an empty folder."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.cli.recorded import home
from tools import docs
from tools.tree import ROOT

__all__ = ["home", "run"]

PAGE = ROOT / "docs" / "tutorial" / "first-run.md"
DIFFERS = 1


@pytest.mark.long
def test_every_command_of_the_tutorial_does_what_it_says(run: Run, home: Path) -> None:
    lines = [docs.command(mention) for mention in docs.mentions_of(PAGE) if mention.kind == "shell"]
    assert len(lines) > 8
    for words in lines:
        result = run(*words[1:])
        wanted = DIFFERS if words[1:] == ("diff", "gull_quay-lanterns", "another friday") else 0
        assert result.exit_code == wanted, f"{' '.join(words)}\n{result.output}"
    assert sorted(path.stem for path in home.glob("*.milkwood")) == [
        "another friday",
        "gull_quay-lanterns",
        "same again",
    ]


def test_the_summary_in_the_tutorial_is_the_real_one(run: Run, home: Path) -> None:
    said = run("run", "gull_quay", "--until", "day 1 20:00").stdout.splitlines()
    shown = PAGE.read_text(encoding="utf-8").split("```\n")
    (block,) = [text.splitlines() for text in shown if text.startswith("gull_quay-lanterns has reached")]
    for mine, theirs in zip(block[:-1], said, strict=False):
        before, _, after = mine.partition("…")
        assert masked(theirs).startswith(masked(before))
        assert masked(theirs).endswith(masked(after))


def masked(line: str) -> str:
    """A line without its figures, which change with every change of behaviour."""
    return re.sub(r"[\d,]+", "0", line)
