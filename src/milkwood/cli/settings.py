"""Reading and writing the user's settings file.

Invariants: it is written completely and only if valid; its permissions stay, and so does a symbolic link to it.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from milkwood import config
from milkwood.errors import SetupError
from milkwood.i18n import t


def text_of(path: Path) -> str:
    """The text of the file; empty if there is none."""
    try:
        return path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(
            t("The settings cannot be read ({error}).", error=error),
            where=str(path),
            remedy=t("Correct the file."),
        ) from error


def write(path: Path, text: str) -> None:
    """Write the file."""
    real = Path(os.path.realpath(path))
    part = real.with_name(f".{real.name}.part")
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        part.touch(mode=0o600)
        part.write_text(text, "utf-8")
        config.settings(path=part, environment={})
        if real.exists():
            shutil.copymode(real, part)
        part.replace(real)
    except (OSError, UnicodeEncodeError) as error:
        remedy = t("Check that you may write there, and that the disk is not full.")
        raise SetupError(
            t("The settings cannot be written ({error}).", error=error), where=str(path), remedy=remedy
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
