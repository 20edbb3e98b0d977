"""A pack in one piece: the hash of its files, and a ZIP archive that a run can carry.

Invariants: the same files give the same hash and the same bytes; a packed pack comes from a file that anyone may have
made, so nothing of it is written outside a new folder of its own, nothing is read that is larger than it may be, and it
is used only when its number is the one that was promised.
"""

import io
import os
import secrets
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path, PurePosixPath

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import is_slug, typed_path

_LIVED = {".toml", ".tmj", ".tsj"}
"""Files that affect history; pictures do not."""
_SHOWN = {".json", ".png", ".webp", ".gif", ".jpg"}
"""Files that only the web page needs."""
_LICENCES = {"LICENSE", "LICENCE", "COPYING"}
MAX_FILES = 5000
MAX_UNPACKED_BYTES = 200_000_000
"""Maximum total size of the unpacked files."""
MAX_PACKED_BYTES = 100_000_000
_MAX_DEPTH = 8
_MAX_NAME_CHARACTERS = 200
_DATE = (1980, 1, 1, 0, 0, 0)


class BrokenArchive(SetupError):
    """A packed pack that cannot be used."""

    def __init__(self, why: str) -> None:
        super().__init__(
            t("The town pack that the run carries cannot be used: {why}.", why=why),
            remedy=t("Name the folder of the town with --pack; export and diff work without it."),
        )


def pack_hash(folder: Path) -> str:
    """A hash of all files of a pack that affect history."""
    digest = blake2b(digest_size=20)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _LIVED):
        content = _read(path)
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return f"blake2b-160:{digest.hexdigest()}"


def packed(folder: Path) -> bytes:
    """All files of a pack as a ZIP archive; empty if they are too many or too large to carry."""
    files = {name: _read(path) for name, path in _files(folder).items()}
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_UNPACKED_BYTES:
        return b""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            shown = PurePosixPath(name).suffix.lower() in _SHOWN
            entry.compress_type = zipfile.ZIP_STORED if shown else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    content = made.getvalue()
    return content if len(content) <= MAX_PACKED_BYTES else b""


def unpacked(content: bytes, promised: str, town: str, like: Path | None = None) -> Path:
    """The folder with the files of an archive with this hash: `like` if it has the same files, or one in the cache."""
    entries = _entries(content)
    if like is not None and _is_in(like, entries):
        return like
    name = town if is_slug(town) else "town"  # a pack's id is the name of its folder
    place = cache_folder() / blake2b(content, digest_size=16).hexdigest()
    if not _is_in(place / name, entries):
        try:
            _unpack(content, entries, promised, place, name)
        except OSError as error:
            raise BrokenArchive(t("it cannot be unpacked to {folder} ({why})", folder=place, why=error)) from error
    return place / name


def cache_folder() -> Path:
    """Where archives are unpacked; may be deleted at any time."""
    chosen = os.environ.get("MILKWOOD_HOME", "").strip()
    if chosen:
        return typed_path(chosen) / "cache" / "packs"
    from platformdirs import user_cache_path

    return user_cache_path("milkwood", appauthor=False) / "packs"


# --- files of a folder


def _files(folder: Path) -> dict[str, Path]:
    """The files of a pack by name, in order; links out of the folder are left out."""
    root = folder.resolve()
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix in _LIVED or (_is_carried(path.name) and path.is_file() and path.resolve().is_relative_to(root))
    }
    return dict(sorted(found.items()))


def _is_carried(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in _LIVED | _SHOWN or name in _LICENCES


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SetupError(
            t("It cannot be read ({error}).", error=error), where=str(path), remedy=t("Check that you may read it.")
        ) from error


def _is_in(folder: Path, entries: dict[str, zipfile.ZipInfo]) -> bool:
    """Whether a folder has exactly the files of an archive."""
    try:
        files = _files(folder) if (folder / "town.toml").is_file() else {}
        return files.keys() == entries.keys() and all(
            path.stat().st_size == entries[name].file_size and zlib.crc32(path.read_bytes()) == entries[name].CRC
            for name, path in files.items()
        )
    except (OSError, ValueError):
        return False


# --- files of an archive


def _entries(content: bytes) -> dict[str, zipfile.ZipInfo]:
    """The entries of an archive, if it may be unpacked."""
    if len(content) > MAX_PACKED_BYTES:
        raise BrokenArchive(t("it is too large"))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise BrokenArchive(t("it is damaged")) from error
    if len(listed) > MAX_FILES or sum(entry.file_size for entry in listed) > MAX_UNPACKED_BYTES:
        raise BrokenArchive(t("it is too large"))
    entries = {entry.filename: entry for entry in listed}
    for entry in listed:
        if not _is_sound(entry) or entries[entry.filename] is not entry:
            raise BrokenArchive(t("it contains “{name}”, which is not a file of a town pack", name=entry.filename[:60]))
    return entries


def _is_sound(entry: zipfile.ZipInfo) -> bool:
    name = entry.filename
    parts = name.split("/")
    return (
        len(name) <= _MAX_NAME_CHARACTERS
        and len(parts) <= _MAX_DEPTH
        and all(part.strip(" .") and part.isprintable() and not set(part) & set('\\:*?"<>|') for part in parts)
        and _is_carried(parts[-1])
        and entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        and not entry.flag_bits & 1
    )


def _contents(content: bytes, entries: dict[str, zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name, entry in entries.items():
                with archive.open(entry) as file:
                    yield name, file.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise BrokenArchive(t("it is damaged")) from error


def _unpack(content: bytes, entries: dict[str, zipfile.ZipInfo], promised: str, place: Path, name: str) -> None:
    """Write the files to a temporary folder, then move it into place."""
    draft = place.with_name(f".{place.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        for file, found in _contents(content, entries):
            path = draft / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(found)
        if pack_hash(draft / name) != promised:
            raise BrokenArchive(t("its files have changed since the run was started"))
        if place.exists():  # it was changed by hand
            shutil.rmtree(place)
        try:
            draft.rename(place)
        except OSError:
            if not _is_in(place / name, entries):  # another process may have been faster
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
