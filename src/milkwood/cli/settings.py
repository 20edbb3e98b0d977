"""The user's own settings file, as commands read it and write it anew.

Knows one file and what may be wrong with it, not what is set. Invariants: it is written whole and understood, or not at
all; who may read it stays as it was, and so does a link that leads to it.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from milkwood import config
from milkwood.errors import SetupError
from milkwood.i18n import Finished, t


def text_of(path: Path) -> str:
    """What the file says; nothing when there is none."""
    try:
        return path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        why = Finished(getattr(error, "strerror", None) or error)
        raise SetupError(
            t("The settings cannot be read ({error}).", error=Finished(why)),
            where=str(path),
            remedy=t("Mend the file."),
        ) from error


def write(path: Path, text: str) -> None:
    """Let the file say this."""
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
        why = Finished(getattr(error, "strerror", None) or error)
        remedy = t("See that you may write there, and that there is room.")
        raise SetupError(
            t("The settings cannot be written ({error}).", error=Finished(why)), where=str(path), remedy=remedy
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
