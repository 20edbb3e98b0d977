"""The output folder of an export.

Invariant: an existing file stays unless asked otherwise, and a file gets its name when it is complete.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from milkwood.clean import clean_all
from milkwood.errors import SetupError
from milkwood.i18n import t


class Place:
    """A folder to write to."""

    def __init__(self, folder: Path, *, overwrite: bool = False) -> None:
        self._folder = folder
        self.written: list[Path] = []
        with self._explained(folder):
            if folder.exists() and not folder.is_dir():
                raise SetupError(t("“{file}” is a file.", file=folder), remedy=t("Give a folder to export to."))
            if not overwrite and folder.is_dir() and any(folder.iterdir()):
                remedy = t("Choose another folder, or add --overwrite.")
                raise SetupError(t("There are files in “{folder}” already.", folder=folder), remedy=remedy)
            folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def path(self, name: str) -> Iterator[Path]:
        """A path for a file, renamed to its final name at the end of the block."""
        path = self._folder / name
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        with self._explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                yield part
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
        self.written.append(path)

    @contextmanager
    def text(self, name: str, encoding: str = "utf-8") -> Iterator[TextIO]:
        """A text file, renamed to its final name at the end of the block."""
        # Lone surrogates become question marks; they cannot be encoded.
        with self.path(name) as path, path.open("w", encoding=encoding, errors="replace", newline="") as file:
            yield file

    def json(self, name: str, content: object, indent: int = 2) -> None:
        """Write data as a JSON file with clean texts."""
        with self.text(name) as file:
            json.dump(clean_all(content), file, ensure_ascii=False, indent=indent)

    @contextmanager
    def _explained(self, path: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SetupError(
                t("“{file}” cannot be written ({error}).", file=path, error=error),
                remedy=t("Choose a folder that you may write to, on a disk that is not full."),
            ) from error
