"""Files of runs: found by name, listed, forked, compared, deleted.

Invariant: a run is found by its name, never by a path; a run that is being written is not deleted.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import fork_at
from milkwood.chronicle.lock import Taken, is_taken, take
from milkwood.chronicle.runs import SUFFIX, checked, folder, listed
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.run.pack import fork
from milkwood.server.errors import HttpError

_BESIDE = ("", "-wal", "-shm")
"""Suffixes of a run's file and the files beside it."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run in the list."""

    name: str
    path: Path
    header: Header
    end: int
    size: int
    """In bytes."""
    fork_at: int | None = None
    """The tick of the snapshot to fork at before it can continue; None if it can continue."""


class RunFiles:
    """The runs of this user, and runs named by their path."""

    def __init__(self, also: Iterable[Path] = ()) -> None:
        self._also = {name_of(path): path for path in also}

    def add(self, path: Path) -> str:
        """Add a run outside the folder of runs; returns its name."""
        name = name_of(path)
        if path.absolute() != (folder() / path.name).absolute():
            self._also[name] = path
        return name

    def paths(self) -> Mapping[str, Path]:
        """The file of each run, by name."""
        found = {name_of(path): path for path in listed()}
        return dict(sorted({**found, **self._also}.items()))

    def find(self, name: str) -> Path:
        """The file of a run; 404 if there is none."""
        path = self._also.get(name)
        if path is None:
            with suppress(SetupError):
                path = folder() / f"{checked(name)}{SUFFIX}"
        if path is None or not path.is_file():
            raise HttpError(
                404, t("There is no run “{name}” here.", name=name[:80]), t("The page at / lists the runs.")
            )
        return path

    def entry(self, name: str) -> RunFile:
        """One run."""
        path = self.find(name)
        with Chronicle.read(path) as reader:
            return RunFile(name, path, reader.header, reader.end, _size(path), fork_at(reader))

    def entries(self) -> list[RunFile]:
        """All readable runs, the newest first."""
        found = []
        for name in self.paths():
            with suppress(MilkwoodError, HttpError):
                found.append(self.entry(name))
        return sorted(found, key=lambda entry: (entry.header.created, entry.name), reverse=True)

    def fork(self, name: str, tick: int, new_name: str) -> str:
        """Write a new run that shares a run's past before a tick; returns its name."""
        path = self.find(name)
        called = checked(new_name)
        new_path = folder() / f"{called}{SUFFIX}"
        if called in self._also or new_path.exists():
            raise HttpError(409, t("There is a run “{name}” already.", name=called), t("Choose another name."))
        fork(path, tick, new_path, called)
        return called

    def free_name(self, stem: str) -> str:
        """An unused name: the stem, or the stem and a number."""
        taken, number, name = self.paths(), 1, checked(stem)
        while name in taken:
            number += 1
            name = checked(f"{stem}-{number}")
        return name

    def delete(self, name: str) -> None:
        """Delete a run's file for good; refused while it is being written."""
        path = self.find(name)
        try:
            held = take(path)
        except Taken:
            raise HttpError(409, t("The run “{name}” is running.", name=name), t("Stop it first.")) from None
        try:
            for suffix in _BESIDE:
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        except OSError as error:
            raise HttpError(
                409, t("The run “{name}” cannot be deleted.", name=name), t("Check that you may write to its file.")
            ) from error
        finally:
            held.release()
            with suppress(OSError):
                Path(held.lock_file).unlink(missing_ok=True)
        self._also.pop(name, None)

    def is_lived_elsewhere(self, name: str) -> bool:
        """Whether another process writes to a run."""
        return is_taken(self.find(name))


def name_of(path: Path) -> str:
    """The name of a run, from its file."""
    return path.name.removesuffix(SUFFIX)


def _size(path: Path) -> int:
    total = 0
    for suffix in _BESIDE:
        with suppress(OSError):
            total += path.with_name(path.name + suffix).stat().st_size
    return total
