"""A new town pack in a folder of its own; the starter's copy is one.

Invariant: no existing file is changed, and a copy that fails leaves nothing behind.
"""

import errno
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from milkwood.clean import clean
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import is_slug
from milkwood.towns.copy import copy_folder
from milkwood.towns.draft import TOWN_FILE
from milkwood.towns.problem import quoted

STARTER = Path(__file__).parent / "starter"
MAX_TOWN_NAME_CHARACTERS = 60
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_NAME_LINE = re.compile(r"^name = \{.*\}", re.MULTILINE)


def new_town(name: str, into: Path) -> Path:
    """Create a copy of the starter in a folder of this name; returns the folder."""

    def copy(folder: Path) -> None:
        copy_folder(STARTER, folder)
        _rename(folder / TOWN_FILE, name)

    return found_town(name, into, copy)


def found_town(name: str, into: Path, write: Callable[[Path], None]) -> Path:
    """Create a pack in a folder of this name, as `write` fills it; returns the folder."""
    _check_name(name)
    target = into / name
    if target.exists() or target.is_symlink():
        raise SetupError(
            t("{name} exists already.", name=_in_full(target)), remedy=t("Choose another name, or move it away.")
        )
    try:
        with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=into) as workshop:
            made = Path(workshop) / name
            write(made)
            made.rename(target)
    except OSError as error:
        raise _refused(target, error) from error
    return target


def _refused(target: Path, error: OSError) -> SetupError:
    where = _in_full(target)
    if error.errno in _NO_ROOM:
        return SetupError(
            t("The disk of {folder} is full. Nothing was written there.", folder=where),
            remedy=t("Free some space, or use a folder on another disk, and give the same command again."),
        )
    remedy = t("Choose a folder that you may write to.")
    return SetupError(t("The town cannot be written to {folder} ({error}).", folder=where, error=error), remedy=remedy)


def _in_full(path: Path) -> str:
    """A path for a message, never shortened: its end matters."""
    return f"“{clean(str(path))}”"


def _check_name(name: str) -> None:
    if is_slug(name) and len(name) <= MAX_TOWN_NAME_CHARACTERS:
        return
    plain = "_".join(re.findall(r"[a-z0-9]+", name.lower()))[:MAX_TOWN_NAME_CHARACTERS]
    example = plain if is_slug(plain) else "willow_end"
    raise SetupError(
        t("{name} cannot be the name of a town's folder.", name=quoted(name)),
        remedy=t(
            "Use lower-case letters a to z, digits and single underscores, such as “{example}”; town.toml has "
            "the name for screens.",
            example=example,
        ),
    )


def _rename(town_file: Path, name: str) -> None:
    called = " ".join(part.capitalize() for part in name.split("_"))
    text = town_file.read_text(encoding="utf-8")
    named = _NAME_LINE.sub(lambda line: re.sub('"[^"]*"', f'"{called}"', line[0]), text, count=1)
    town_file.write_text(named, encoding="utf-8")
