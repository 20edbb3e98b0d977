"""The towns of runs, each read once.

Knows packs and headers. Invariant: a pack is read again only when a run was begun with other files of it; what is
wrong with a pack is said without naming a path of this machine.
"""

from collections.abc import Iterable
from threading import Lock

from milkwood.chronicle import Header
from milkwood.errors import MilkwoodError
from milkwood.ids import TownId
from milkwood.recorded import pack_of
from milkwood.server import show, wire
from milkwood.server.refusal import Refused
from milkwood.towns import Pack, load
from milkwood.towns.archive import pack_hash
from milkwood.towns.shelf import brought
from milkwood.words import Words

MOST = 16
"""How many packs are kept at a time."""


class Packs:
    """Packs by the runs that were begun with them; may be asked from any thread."""

    def __init__(self, known: Iterable[Pack] = ()) -> None:
        self.known = list(known)
        """Those that can be looked at without a run, the first one opens."""
        self._kept: dict[tuple[str, str, str], tuple[Pack, wire.TownOut | None]] = {}
        self._lock = Lock()

    def of(self, header: Header) -> Pack:
        """The pack and scenario that a run was begun with."""
        with self._lock:
            return self._found(header)[0]

    def late(self, town: TownId) -> Pack | None:
        """A town that was imported since the first ones were read."""
        folder = next((each.folder for each in brought() if each.id == town), None)
        try:
            return None if folder is None else load(folder)
        except MilkwoodError:
            return None  # what is wrong with it is said by whoever asks for its run

    def town(self, header: Header) -> wire.TownOut:
        """The town of a run as the window is told of it."""
        with self._lock:
            pack, shown = self._found(header)
            if shown is None:
                shown = show.town(pack)
                self._kept[_key(header)] = (pack, shown)
            return shown

    def name(self, header: Header) -> wire.Text:
        """What a run's town is called; its id when nothing else is known."""
        with self._lock:
            packs = [*self.known, *(pack for pack, _ in self._kept.values())]
        found: Words | None = next((pack.name for pack in packs if pack.id == header.town), None)
        if found is None:
            return {header.language: header.town}
        return {str(code): text for code, text in found.items()}

    def _known(self, header: Header) -> Pack | None:
        """The pack that is read already, if a run was begun with it."""
        for pack in self.known:
            same = str(pack.folder.resolve()) == header.town_path and pack.scenario.id == header.scenario
            if same and header.pack_hash in ("", pack_hash(pack.folder)):
                return pack
        return None

    def _found(self, header: Header) -> tuple[Pack, wire.TownOut | None]:
        key = _key(header)
        if key not in self._kept:
            try:
                pack = self._known(header) or pack_of(header)
            except MilkwoodError as error:
                raise Refused(
                    409,
                    f"The town “{header.town}” of the run “{header.run}” cannot be read.",
                    "Put its folder back, or see what is wrong with “milkwood town check”.",
                ) from error
            while len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = (pack, None)
        return self._kept[key]


def _key(header: Header) -> tuple[str, str, str]:
    return header.town_path, header.scenario, header.pack_hash
