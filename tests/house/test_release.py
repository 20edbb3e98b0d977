"""A release is made only from files that agree on its version; CI runs the same checks as people do."""

import tomllib
from pathlib import Path

import pytest

from tools.release import notes
from tools.stamp import Failure
from tools.tree import ROOT


def _write(root: Path, version: str = "1.2.0", cited: str = "1.2.0", section: str = "1.2.0") -> Path:
    (root / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n', encoding="utf-8")
    (root / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n", encoding="utf-8")
    changes = f"## [Unreleased]\n\n- Later\n\n## [{section}] - 2027-01-01\n\n- Bells\n\n## [1.1.0]\n\n- Doors\n"
    (root / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    return root


def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path: Path) -> None:
    assert notes(_write(tmp_path), "v1.2.0") == "- Bells"


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"version": "1.1.0"}, "pyproject.toml"),
        ({"cited": "1.1.0"}, "CITATION.cff"),
        ({"section": "2.0.0"}, "CHANGELOG.md"),
    ],
)
def test_a_file_of_another_version_stops_the_release(tmp_path: Path, changes: dict[str, str], names: str) -> None:
    with pytest.raises(Failure, match=names):
        notes(_write(tmp_path, **changes), "v1.2.0")


def test_the_version_of_this_tree_has_its_notes() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert notes(ROOT, f"v{version}")


def test_ci_runs_the_gate() -> None:
    assert "run: .ci/run" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
