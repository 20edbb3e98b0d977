"""The files of the project: those written by hand, without fetched or generated ones.

Knows nothing of their content. Invariant: the same list with and without git, in one order.
"""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MADE = {
    ".git",
    ".hypothesis",
    ".import_linter_cache",
    ".milkwood-setup",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "__pycache__",
    "artefacts",
    "build",
    "dist",
    "node_modules",
    "static",
    "test-results",
}
"""Names of folders, and of the file `.git` of a worktree, that no one writes by hand."""


def files(root: Path, *suffixes: str) -> Iterator[Path]:
    """All files written by hand, those with one of the suffixes when any is given."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in MADE)
        for name in sorted(set(names) - MADE):
            path = Path(folder, name)
            if not suffixes or path.suffix in suffixes:
                yield path


def text(path: Path) -> str | None:
    """The text of a file, or None when it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def name(path: Path, root: Path) -> str:
    """A readable path, from the root of the project."""
    return path.relative_to(root).as_posix()
