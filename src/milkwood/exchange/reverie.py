"""Export of a run as a folder of generative agents: a simulation, or a compressed demo.

Invariant: the run is only read, at one tick; the folder gets its name when it is complete; an existing folder is
replaced only if asked for and only if it is such an export.
"""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from milkwood.bridge.export.folder import Noted, write_demo, write_simulation
from milkwood.bridge.export.shown import Seen, Showing
from milkwood.chronicle import Reader
from milkwood.errors import MilkwoodError, SetupError
from milkwood.exchange.origin import origin_of
from milkwood.exchange.outgoing import RunExport
from milkwood.i18n import t
from milkwood.run import RestoredRun
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import Pack

REVERIE, COMPRESSED = "reverie", "compressed"
_BATCH_TICKS = 1000
_PARTS = {"reverie", "personas", "environment", "movement", "assets", "meta.json", "master_movement.json"}
"""The contents of such a folder."""


def export_simulation(
    reader: Reader, pack: Pack, format_: str, out: Path, *, overwrite: bool, noted: Noted, warn: Callable[[str], None]
) -> None:
    """Write a run into a folder in one of the two forms."""
    _refuse(out, overwrite)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
        with reader.held():
            _write(reader, pack, format_, part, noted, warn)
        _publish(part, out)
    except OSError as error:
        remedy = t("Choose a folder that you may write to, on a disk that is not full.")
        raise SetupError(t("“{file}” cannot be written ({error}).", file=out, error=error), remedy=remedy) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write(reader: Reader, pack: Pack, format_: str, part: Path, noted: Noted, warn: Callable[[str], None]) -> None:
    if reader.settled < 0:
        raise SetupError(
            t("The run “{name}” has no ticks yet.", name=reader.header.run), remedy=t("Run it for a while first.")
        )
    write = write_simulation if format_ == REVERIE else write_demo
    origin = origin_of(reader, pack)
    run = RunExport(reader, pack, origin)
    with ExitStack() as open_:
        look = _looked(reader, pack, reader.end, warn)
        then = None
        if origin is not None and origin.tick < reader.end:
            then = _looked(reader, pack, origin.tick, lambda _why: None)
        for each in filter(None, (look, then)):
            open_.enter_context(each)
        write(part, run.outgoing(look, then), frames(reader, pack, run.showing), noted)


def _looked(reader: Reader, pack: Pack, tick: int, warn: Callable[[str], None]) -> RestoredRun | None:
    """Everyone's mind at a tick; None, with a note, if minds cannot be restored."""
    try:
        look = asyncio.run(RestoredRun.at(reader.path, pack, tick))
        if look.note:
            warn(look.note)
        return look
    except MilkwoodError as error:
        warn(t("Plans and acquaintances are left out: {why}", why=error.sentence()))
        return None


def frames(reader: Reader, pack: Pack, showing: Showing) -> Iterator[tuple[int, Mapping[str, Seen]]]:
    """What is visible at each tick of a run, its end included."""
    town, end = Town(pack.town_map), reader.end
    town.fold(reader.happenings(BEFORE_TIME, 0))
    for first in range(0, end + 1, _BATCH_TICKS):
        until = min(first + _BATCH_TICKS, end + 1)
        town.fold(reader.happenings(first, min(until, end)))
        for tick in range(first, until):
            yield tick, showing.at(town, tick)
        town.forget_before(until - 1)


# --- the folder


def _refuse(out: Path, overwrite: bool) -> None:
    """Raise an error if the target exists, unless it is such an export and may be replaced."""
    try:
        there = {path.name for path in out.iterdir()} if out.is_dir() else set()
        if out.exists() and not out.is_dir():
            raise SetupError(t("“{file}” is a file.", file=out), remedy=t("Give a folder to export to."))
    except OSError as error:
        raise SetupError(
            t("“{file}” cannot be read ({error}).", file=out, error=error),
            remedy=t("Choose another folder."),
        ) from error
    if there and not overwrite:
        remedy = t("Choose another folder, or add --overwrite.")
        raise SetupError(t("There are files in “{folder}” already.", folder=out), remedy=remedy)
    if there - _PARTS or (out.is_symlink() and there):
        odd = ", ".join(sorted(there - _PARTS)[:3]) or t("a link")
        raise SetupError(
            t("“{folder}” contains other files ({names}), so it is not replaced.", folder=out, names=odd),
            remedy=t("Choose another folder."),
        )


def _publish(part: Path, out: Path) -> None:
    """Rename the complete folder; only then is the old one removed."""
    if not out.exists():
        part.rename(out)
        return
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    out.rename(old)
    try:
        part.rename(out)
    except BaseException:
        old.rename(out)
        raise
    shutil.rmtree(old)
