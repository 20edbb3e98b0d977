"""The town packs of runs, each read once.

Invariant: a run is shown in the pack that it carries; error messages about a pack contain no local path.
"""

from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from milkwood.chronicle import Header, Reader
from milkwood.errors import MilkwoodError
from milkwood.i18n import t
from milkwood.ids import TownId
from milkwood.run.pack import folder_of
from milkwood.server.errors import HttpError
from milkwood.server.wire.model import WireText
from milkwood.towns import Pack, load
from milkwood.towns.archive import pack_hash
from milkwood.towns.shelf import brought
from milkwood.words import Words

Key = TypeVar("Key")
T = TypeVar("T")

MAX_PACKS = 16
"""Packs kept in memory."""


class Packs:
    """Packs by the runs that carry them; thread-safe."""

    def __init__(self, known: Iterable[Pack] = ()) -> None:
        self.known = list(known)
        """Packs shown without a run; the first one opens."""
        self._hashes = [pack_hash(pack.folder) for pack in self.known]
        self._of: dict[tuple[Path, str, str, str], Pack] = {}
        self._kept: dict[tuple[Path, str, str], Pack] = {}
        self._lock = Lock()

    def of(self, reader: Reader) -> Pack:
        """The pack and scenario of a run."""
        header = reader.header
        key = reader.path, header.pack_hash, header.scenario, header.town_path
        with self._lock:
            if key not in self._of:
                found = self._read(reader)
                _make_room(self._of)
                self._of[key] = found
            return self._of[key]

    def late(self, town: TownId) -> Pack | None:
        """A town that was imported after the server started."""
        folder = next((each.folder for each in brought() if each.id == town), None)
        try:
            return None if folder is None else load(folder)
        except MilkwoodError:
            return None  # reported when its run is opened

    def name(self, header: Header) -> WireText:
        """The name of a run's town; its id when the pack is unknown."""
        with self._lock:
            packs = [*self.known, *self._kept.values()]
        found: Words | None = next((pack.name for pack in packs if pack.id == header.town), None)
        if found is None:
            return {header.language: header.town}
        return {str(code): text for code, text in found.items()}

    def _read(self, reader: Reader) -> Pack:
        header = reader.header
        try:
            return self._found(header, folder_of(reader))
        except MilkwoodError as error:
            known = self._known(header)
            if known is not None:
                return known
            raise HttpError(
                409,
                t("The town “{town}” of the run “{name}” cannot be read.", town=header.town, name=header.run),
                t("Put its folder back, or check it with “milkwood town check”."),
            ) from error

    def _known(self, header: Header, folder: Path | None = None) -> Pack | None:
        """A loaded pack with the run's hash, and, if given, in this folder."""
        for pack, found in zip(self.known, self._hashes, strict=True):
            same = header.pack_hash in ("", found) and pack.scenario.id == header.scenario
            if same and (pack.id == header.town if folder is None else pack.folder.resolve() == folder.resolve()):
                return pack
        return None

    def _found(self, header: Header, folder: Path) -> Pack:
        key = folder, header.scenario, header.pack_hash
        if key not in self._kept:
            pack = self._known(header, folder) or load(folder, header.scenario or None)
            _make_room(self._kept)
            self._kept[key] = pack
        return self._kept[key]


def _make_room(kept: dict[Key, T]) -> None:
    while len(kept) >= MAX_PACKS:
        del kept[next(iter(kept))]
