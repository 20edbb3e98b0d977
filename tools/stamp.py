"""Stamps: a small file that names the inputs of a product, so that it is not made twice.

Knows nothing of the products. Invariant: a stamp is written only after success and holds a digest of contents, never
of times, so a fresh clone, a checkout or a copied folder is judged by its contents.
"""

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path


class Failure(Exception):
    """Set-up cannot continue; the message says what happened and what to do."""


def digest(*parts: str | Path) -> str:
    """One digest of texts and of the contents of files (a missing file counts as empty)."""
    total = blake2b(digest_size=16)
    for part in parts:
        content = part.encode() if isinstance(part, str) else _content(part)
        total.update(len(content).to_bytes(8, "big"))
        total.update(content)
    return total.hexdigest()


def digest_of_folder(folder: Path, leave_out: Iterable[str] = ()) -> str:
    """One digest of all files below a folder, with their names; `leave_out` are names of sub-folders to skip."""
    skipped = set(leave_out)
    parts: list[str | Path] = []
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if path.is_file() and not skipped.intersection(inner.parts):
            parts += [inner.as_posix(), path]
    return digest(*parts)


def is_fresh(stamp: Path, value: str) -> bool:
    """Whether a stamp matches."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == value


def write(stamp: Path, value: str) -> None:
    """Set a stamp, after success."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value + "\n", encoding="utf-8")


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
