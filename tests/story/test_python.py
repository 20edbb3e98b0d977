"""The tutorial for Python: its code is the script of the examples, and the script does what the page says."""

import re
import runpy
from pathlib import Path

import pytest

from tests.cli.recorded import home
from tools.tree import ROOT

__all__ = ["home"]

PAGE = ROOT / "docs" / "tutorial" / "python.md"
SCRIPT = ROOT / "examples" / "first_steps.py"


def test_the_code_of_the_page_is_the_code_of_the_script() -> None:
    shown = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    script = SCRIPT.read_text(encoding="utf-8").split('"""\n', 1)[1]
    lines = [line for line in "\n".join(shown).splitlines() if line.strip()]
    assert lines == [line for line in script.splitlines() if line.strip()]


@pytest.mark.slow
def test_the_script_runs_and_its_people_live(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left = runpy.run_path(str(SCRIPT))
    said = capsys.readouterr().out
    assert "<Town Gull Quay: lanterns, 6 people>" in said
    assert "<Run gull_quay-lanterns: gull_quay, day 1 10:00>" in said
    assert "hosting Lantern Night" in said
    assert "based on: I am holding Lantern Night" in said
    assert "Nell Avery: " in said
    assert "flowers" in said
    assert left["reply"].by == "understudy"
    assert sorted(path.stem for path in home.glob("*.milkwood")) == [
        "gull_quay-lanterns",
        "gull_quay-lanterns-from-720",
    ]
