"""The files of a pack as one number.

Knows which files of a pack bear on what happens. Invariant: the number follows from names and contents alone.
"""

from hashlib import blake2b
from pathlib import Path

from milkwood.errors import SetupError

_LIVED = {".toml", ".tmj", ".tsj"}
"""Files that bear on what happens; pictures do not."""


def pack_hash(folder: Path) -> str:
    """One number for all files of a pack that bear on what happens in it."""
    digest = blake2b(digest_size=20)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _LIVED):
        try:
            content = path.read_bytes()
        except OSError as error:
            why = error.strerror or str(error)
            raise SetupError(
                f"It cannot be read ({why}).", where=str(path), remedy="See that you may read it."
            ) from error
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return f"blake2b-160:{digest.hexdigest()}"
