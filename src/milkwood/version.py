"""The version of this Milkwood: its release number and the commit it runs from.

Standard library only, since the build hook uses it before anything is installed. Invariant: no answer is guessed. In a
clone git is asked; an installed package reads the file that the build wrote; without either, the commit is empty.
"""

import os
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

BUILT_FROM = "commit.txt"
"""In the package, written by hatch_build.py."""
_PACKAGE = Path(__file__).resolve().parent
_DIRTY = "+dirty"


def release() -> str:
    """The installed version; empty when Milkwood is not installed."""
    try:
        return version("milkwood")
    except PackageNotFoundError:
        return ""


def commit(package: Path = _PACKAGE) -> str:
    """The short hash of the commit, with `+dirty` for tracked files that differ from it; empty if unknown."""
    built_from = package / BUILT_FROM
    if built_from.is_file():
        return built_from.read_text(encoding="utf-8").strip()
    return commit_of_clone(package.parent.parent)


def commit_of_clone(root: Path) -> str:
    """The commit of a clone; empty when `root` is not the top folder of one, or git cannot be run."""
    if not (root / ".git").exists():
        return ""
    found = _git(root, "rev-parse", "--short", "HEAD")
    changed = found and _git(root, "status", "--porcelain", "--untracked-files=no")
    return f"{found}{_DIRTY}" if changed else found


def _git(root: Path, *words: str) -> str:
    """The output of git; empty when it fails. Variables that name another clone are left out."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *words], cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
