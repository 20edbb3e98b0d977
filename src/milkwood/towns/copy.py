"""Copies a folder.

Invariant: the first OSError is raised as it is (`shutil.copytree` raises an unreadable list of texts instead); the copy
is writable even if the original is not.
"""

import shutil
from pathlib import Path


def copy_folder(source: Path, target: Path) -> None:
    """Copy all files of a folder into another, which may exist."""
    target.mkdir(exist_ok=True)
    for each in sorted(source.iterdir()):
        if each.is_dir():
            copy_folder(each, target / each.name)
        else:
            shutil.copyfile(each, target / each.name)
