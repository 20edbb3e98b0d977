"""The environment file: keys of the user's that are kept apart from settings, projects and runs.

Knows lines of NAME=value. Invariants: only its owner may read it; the environment itself goes before it; what is in it
already stays.
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
OWNER_ONLY = 0o600


def file() -> Path:
    """Where it lies, whether or not there is one: beside the user's own settings."""
    return user_config_path("milkwood", appauthor=False) / "environment"


def read(path: Path) -> dict[str, str]:
    """What it says; nothing when it is not there or cannot be read."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found = (_LINE.fullmatch(line.strip()) for line in lines if not line.lstrip().startswith("#"))
    return {each[1]: each[2].strip().strip("\"'") for each in found if each}


def load(variables: MutableMapping[str, str] = os.environ) -> None:
    """Let the environment have what the file says, where it has nothing itself."""
    for name, value in read(file()).items():
        variables.setdefault(name, value)


def keep(path: Path, keys: Mapping[str, Secret]) -> list[str]:
    """Write keys down that are not there yet; returns the names of those that were there with another value."""
    known = read(path)
    new = {name: key for name, key in keys.items() if name not in known}
    others = [name for name, key in keys.items() if name in known and known[name] != key.reveal()]
    if new:
        lines = "".join(f"{name}={key.reveal()}\n" for name, key in new.items())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text("utf-8") if path.exists() else ""
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
            with os.fdopen(handle, "a", encoding="utf-8") as out:
                path.chmod(OWNER_ONLY)
                out.write(("\n" if before and not before.endswith("\n") else "") + lines)
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError(
                t("The key cannot be kept ({error}).", error=error),
                where=str(path),
                remedy=t("See that you may write there, or set the variable yourself."),
            ) from None
    return others
