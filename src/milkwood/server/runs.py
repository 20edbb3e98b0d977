"""Runs that are read: found by name, opened once, and what is known of each kept at hand.

Knows the shelf and the packs; knows nothing of requests. Invariant: reading changes nothing and may be done from any
thread, each of which has a reader of its own meanwhile; a file that was replaced under its name is another run.
"""

import gc
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

from milkwood.chronicle import Chronicle, Header, Reader
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import Phrases, phrases
from milkwood.run import ModelConfig
from milkwood.run.names import names_in
from milkwood.server.account import Account
from milkwood.server.folk import Folk, folk_of
from milkwood.server.house import House
from milkwood.server.marks import Marks
from milkwood.server.refusal import Refused
from milkwood.server.talks import Talks
from milkwood.server.wire import TownOut
from milkwood.towns import Pack

MOST_IDLE = 4
"""How many readers of one run wait for the next request."""
MOST_RUNS = 16
"""How many runs are kept at hand."""


@dataclass(frozen=True, slots=True)
class _Identity:
    """What tells one file from another of its name."""

    device: int
    inode: int


class Recording:
    """One run, as it is read."""

    def __init__(self, house: House, name: str) -> None:
        self._house = house
        self.name = name
        self.path = house.shelf.find(name)
        self._idle: deque[Reader] = deque()
        self.identity = identity_of(house, name)
        self.talks = Talks()
        self.marks = Marks()
        self.account = Account()
        with self.reader() as reader:
            self.header: Header = reader.header

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """A reader for one thread, until the end of the block."""
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = Chronicle.read(self.path)
        try:
            yield reader
        except BaseException:
            reader.close()
            raise
        if len(self._idle) < MOST_IDLE:
            self._idle.append(reader)
        else:
            reader.close()

    @property
    def wanted(self) -> ModelConfig | None:
        """Which models it was last lived with here, and how far they may go; None for what settings say."""
        last = self._house.lives.last(self.name)
        return last.wanted if last is not None else None

    @property
    def idle(self) -> int:
        """How many readers wait for the next request."""
        return len(self._idle)

    def close(self) -> None:
        """Let go of the readers that wait."""
        while True:
            try:
                self._idle.pop().close()
            except IndexError:
                return

    @cached_property
    def pack(self) -> Pack:
        """The town pack that the run was begun with."""
        with self.reader() as reader:
            pack = self._house.packs.of(reader)
        _there_to_stay(pack.folder, pack.scenario.id)
        return pack

    @property
    def town(self) -> TownOut:
        """The town as the window is told of it."""
        return self._house.packs.town(self.pack)

    @cached_property
    def words(self) -> Phrases:
        """The words in which it is told."""
        return phrases(self.header.language)

    @cached_property
    def _names(self) -> Names:
        return names_in(self.pack, self.header.language)

    def folk(self, reader: Reader) -> list[Folk]:
        """Everybody who ever was in the run, by number."""
        return folk_of(reader, self.pack)

    def names(self, reader: Reader) -> Names:
        """Names in the run's language, of those who came later too."""
        names = self._names
        came = {each.id: each.name_in(self.header.language) for each in self.folk(reader) if each.newcomer}
        return replace(names, people={**names.people, **came}) if came else names


class Recordings:
    """The runs of a house, each opened once."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._open: dict[str, Recording] = {}
        self._lock = Lock()

    def find(self, name: str) -> Recording:
        """A run by its name; refused when there is none."""
        identity = identity_of(self.house, name)
        with self._lock:
            found = self._open.get(name)
            if found is not None and found.identity == identity:
                return found
            if found is not None:
                found.close()
            for gone in [each for each in self._open.values() if not each.path.exists()]:
                self._open.pop(gone.name).close()  # or a file that was deleted would keep its room on the disk
            while len(self._open) >= MOST_RUNS:
                self._open.pop(next(iter(self._open))).close()
            found = self._open[name] = Recording(self.house, name)
            return found

    def close(self) -> None:
        """Let go of all files."""
        with self._lock:
            for each in self._open.values():
                each.close()
            self._open.clear()


@lru_cache(maxsize=64)
def _there_to_stay(folder: Path, scenario: str) -> None:  # noqa: ARG001
    """Tell the collector, once a pack, that a pack stays as long as the server does.

    It would go through all tiles of the map again and again, and hold up whoever looks at that moment.
    """
    gc.collect()
    gc.freeze()


def identity_of(house: House, name: str) -> _Identity:
    """What tells the file that has this name now from one that had it before."""
    path = house.shelf.find(name)
    with suppress(OSError):
        facts = path.stat()
        return _Identity(facts.st_dev, facts.st_ino)
    raise Refused(404, f"There is no run “{name[:80]}” here.", "See / for the runs there are.")
