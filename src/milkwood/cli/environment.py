"""The environment file: the user's keys, separate from settings, projects and runs.

Invariants: only its owner may read it; variables of the environment take precedence; existing entries stay.
"""

import os
import re
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from platformdirs import user_config_path

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.secret import Secret

_LINE = re.compile(r"(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)")
OWNER_ONLY_FILE_MODE = 0o600


def file() -> Path:
    """Its path, beside the user's settings, whether or not it exists."""
    return user_config_path("milkwood", appauthor=False) / "environment"


def read(path: Path) -> dict[str, str]:
    """Its variables; empty if it does not exist or cannot be read."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found = (_LINE.fullmatch(line.strip()) for line in lines if not line.lstrip().startswith("#"))
    return {each[1]: each[2].strip().strip("\"'") for each in found if each}


def load(variables: MutableMapping[str, str] = os.environ) -> None:
    """Set the variables of the file that are not set already."""
    for name, value in read(file()).items():
        variables.setdefault(name, value)


def keep(path: Path, keys: Mapping[str, Secret]) -> list[str]:
    """Add keys; returns the names of those that exist with another value."""
    known = read(path)
    new = {name: key for name, key in keys.items() if name not in known}
    others = [name for name, key in keys.items() if name in known and known[name] != key.reveal()]
    if new:
        lines = "".join(f"{name}={key.reveal()}\n" for name, key in new.items())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text("utf-8") if path.exists() else ""
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY_FILE_MODE)
            with os.fdopen(handle, "a", encoding="utf-8") as out:
                path.chmod(OWNER_ONLY_FILE_MODE)
                out.write(("\n" if before and not before.endswith("\n") else "") + lines)
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError(
                t("The key cannot be stored ({error}).", error=error),
                where=str(path),
                remedy=t("Check that you may write there, or set the variable yourself."),
            ) from None
    return others
