"""Release notes: `python -m tools.release v0.1.0` prints the section of CHANGELOG.md for a tag.

Publishes nothing. Invariant: nothing is printed unless the tag, pyproject.toml, CITATION.cff and the changelog name the
same version, so that a wrong tag ends the release workflow before anything is published.
"""

import re
import sys
import tomllib
from pathlib import Path

from tools.stamp import Failure
from tools.tree import ROOT


def notes(root: Path, tag: str) -> str:
    """The section of the changelog for a tag."""
    wanted = tag.removeprefix("v")
    versions = {
        "pyproject.toml": tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"],
        "CITATION.cff": _first(r"^version: (\S+)$", root / "CITATION.cff"),
    }
    for name, version in versions.items():
        if version != wanted:
            raise Failure(f"{name} names version {version}; the tag is {tag}.")
    section = _first(rf"^## \[{re.escape(wanted)}\].*?\n(.*?)(?=^## |\Z)", root / "CHANGELOG.md").strip()
    if not section:
        raise Failure(f"CHANGELOG.md has no section [{wanted}].")
    return section


def _first(pattern: str, path: Path) -> str:
    found = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def main() -> int:
    """Print the notes; 1 when the tag is wrong."""
    try:
        print(notes(ROOT, sys.argv[1]))
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
