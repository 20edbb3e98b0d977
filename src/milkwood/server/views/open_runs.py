"""Runs opened for reading, with caches.

Invariant: reading changes nothing and is thread-safe: each thread uses its own reader. A file that replaces another of
the same name is another run.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

from milkwood.chronicle import Chronicle, Header, Reader
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.i18n import t
from milkwood.run import ModelConfig
from milkwood.run.names import names_in
from milkwood.server.errors import HttpError
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles, name_of
from milkwood.server.views.marks import Marks
from milkwood.server.views.run_people import RunPerson, people_of
from milkwood.server.views.talks import Talks
from milkwood.server.views.town import town_out
from milkwood.server.views.usage import UsageAccount
from milkwood.server.wire.town import TownOut
from milkwood.towns import Pack

MAX_IDLE_READERS = 4
"""Idle readers kept per run."""
MAX_OPEN_RUNS = 16
"""Open runs kept."""
Models = Callable[[str], ModelConfig | None]
"""The models a run last ran with, by its name; None: those of the settings."""


class OpenRun:
    """One run, opened for reading."""

    def __init__(self, name: str, run_files: RunFiles, packs: Packs, models: Models) -> None:
        self._packs = packs
        self._models = models
        self.name = name
        self.path = run_files.find(name)
        self._idle: deque[Reader] = deque()
        self.identity = _identity(self.path)
        self.talks = Talks()
        self.marks = Marks()
        self.account = UsageAccount()
        with self.reader() as reader:
            self.header: Header = reader.header

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """A reader for the current thread, for the duration of the block."""
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = Chronicle.read(self.path)
        try:
            yield reader
        except BaseException:
            reader.close()
            raise
        if len(self._idle) < MAX_IDLE_READERS:
            self._idle.append(reader)
        else:
            reader.close()

    @property
    def wanted(self) -> ModelConfig | None:
        """The models it last ran with here, and their limits; None: those of the settings."""
        return self._models(self.name)

    @property
    def idle(self) -> int:
        """The number of idle readers."""
        return len(self._idle)

    def close(self) -> None:
        """Close the idle readers."""
        while True:
            try:
                self._idle.pop().close()
            except IndexError:
                return

    @cached_property
    def pack(self) -> Pack:
        """The town pack of the run."""
        with self.reader() as reader:
            pack = self._packs.of(reader)
        _freeze_pack(pack.folder, pack.scenario.id)
        return pack

    @cached_property
    def town(self) -> TownOut:
        """The town as the page shows it."""
        return town_out(self.pack)

    @cached_property
    def words(self) -> EventPhrases:
        """The phrases for its events, in its language."""
        return EventPhrases.of(self.header.language)

    @cached_property
    def _names(self) -> Names:
        return names_in(self.pack, self.header.language)

    def people(self, reader: Reader) -> list[RunPerson]:
        """Everyone who was ever in the run, by number."""
        return people_of(reader, self.pack)

    def names(self, reader: Reader) -> Names:
        """Names in the run's language, later arrivals included."""
        names = self._names
        came = {each.id: each.name_in(self.header.language) for each in self.people(reader) if each.newcomer}
        return replace(names, people={**names.people, **came}) if came else names


class OpenRuns:
    """All runs, each opened once."""

    def __init__(self, run_files: RunFiles, packs: Packs, models: Models = lambda _: None) -> None:
        self._run_files = run_files
        self._packs = packs
        self._models = models
        self._open: dict[str, OpenRun] = {}
        self._lock = Lock()

    def find(self, name: str) -> OpenRun:
        """A run by its name; 404 if there is none."""
        identity = _identity(self._run_files.find(name))
        with self._lock:
            found = self._open.get(name)
            if found is not None and found.identity == identity:
                return found
            if found is not None:
                found.close()
            for gone in [each for each in self._open.values() if not each.path.exists()]:
                self._open.pop(gone.name).close()  # an open reader keeps a deleted file on the disk
            while len(self._open) >= MAX_OPEN_RUNS:
                self._open.pop(next(iter(self._open))).close()
            found = self._open[name] = OpenRun(name, self._run_files, self._packs, self._models)
            return found

    @contextmanager
    def opened(self, name: str) -> Iterator[tuple[OpenRun, Reader]]:
        """A run by its name, with a reader for the current thread, for the duration of the block."""
        recording = self.find(name)
        with recording.reader() as reader:
            yield recording, reader

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for each in self._open.values():
                each.close()
            self._open.clear()


@lru_cache(maxsize=64)
def _freeze_pack(folder: Path, scenario: str) -> None:  # noqa: ARG001
    """Exclude a pack from garbage collection, once: scanning all tiles of its map would delay requests."""
    gc.collect()
    gc.freeze()


def _identity(path: Path) -> tuple[int, int]:
    """Device and inode: they differ between files that had the same name."""
    with suppress(OSError):
        facts = path.stat()
        return facts.st_dev, facts.st_ino
    raise HttpError(
        404, t("There is no run “{name}” here.", name=name_of(path)[:80]), t("The page at / lists the runs.")
    )
