"""A folder of files, copied.

Knows nothing of what the files hold. Invariant: the first thing the system refuses ends it and is raised as it is
(`shutil.copytree` gathers a list of texts instead, which nobody can read); a copy can be written to, even if what it
was copied from cannot.
"""

import shutil
from pathlib import Path


def copy_folder(source: Path, target: Path) -> None:
    """Copy all files of a folder into another, which may be there already."""
    target.mkdir(exist_ok=True)
    for each in sorted(source.iterdir()):
        if each.is_dir():
            copy_folder(each, target / each.name)
        else:
            shutil.copyfile(each, target / each.name)
