"""The town pack of a recorded run: the copy it carries, or the folder it was started in; forks with their pack.

Invariants: a run that carries its pack is shown in it, whatever happened to the folder; a missing or broken pack never
prevents reading the history, only what needs the map.
"""

import shlex
from pathlib import Path

from milkwood import towns
from milkwood.chronicle import Chronicle, Header, Reader
from milkwood.chronicle import fork as forking
from milkwood.chronicle.behaviour import fork_command, snapshot_at
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.questions.own_prompts import OwnPrompts
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash, packed, unpacked
from milkwood.towns.shelf import bundled, find


def pack_of(reader: Reader, other: str | Path | None = None) -> Pack:
    """The town pack and scenario of a run, or another pack that the user named."""
    folder = folder_of(reader) if other is None else find(str(other)).folder
    return towns.load(folder, reader.header.scenario or None)


def folder_of(reader: Reader) -> Path:
    """The folder of a run's pack: the carried one, or else its original folder or the bundled pack."""
    header, there = reader.header, _folder_then(reader.header)
    try:
        carried = reader.pack()
        if carried:
            return unpacked(carried, header.pack_hash, header.town, _bundled(header))
    except MilkwoodError:
        if there is None or pack_hash(there) != header.pack_hash:
            raise
    if there is None:
        raise SetupError(
            t(
                "The town pack “{town}” of the run “{name}” is no longer in {folder}.",
                town=header.town,
                name=header.run,
                folder=header.town_path,
            ),
            remedy=t("Put it back there, or name its folder with --pack; export and diff work without it."),
        )
    return there


def _folder_then(header: Header) -> Path | None:
    """The folder the run was started in, or that of the bundled pack with the same id."""
    folder = Path(header.town_path)
    try:
        if (folder / "town.toml").is_file():
            return folder
    except (OSError, ValueError):
        pass
    return _bundled(header)


def _bundled(header: Header) -> Path | None:
    return next((town.folder for town in bundled() if town.id == header.town), None)


def pack_note(header: Header, pack: Pack) -> str:
    """One sentence if a pack is not the one a run was started with; otherwise empty."""
    if header.pack_hash in ("", pack_hash(pack.folder)):
        return ""
    return t(
        "The town pack in {folder} has changed since the run “{name}” was started.", folder=pack.folder, name=header.run
    )


def refuse_other_pack(reader: Reader, pack: Pack) -> None:
    """Raise an error if a pack is not the one a run was started with: only a fork can continue in it."""
    if not pack_note(reader.header, pack):
        return
    command = fork_command(reader, snapshot_at(reader, reader.end))
    raise SetupError(
        t(
            "The run “{name}” cannot continue: the town's files have changed since it was started.",
            name=reader.header.run,
        ),
        where=str(pack.folder),
        remedy=t(
            "Restore the old files, or fork it at its last snapshot and continue with the new ones: {command}",
            command=f"{command} --pack {shlex.quote(str(pack.folder))}",
        ),
    )


def fork(
    path: Path,
    tick: int,
    new_path: Path,
    new_name: str,
    pack: Pack | None = None,
    prompts: OwnPrompts | None = None,
) -> Header:
    """Write a fork that carries its town pack and prompts: its parent's, or others on purpose; returns its header.

    A parent without a pack of its own, lived in a bundled town under an older behaviour, goes on in that town of today.
    """
    with Chronicle.read(path) as reader:
        header = reader.header
        there = pack.folder if pack is not None else None
        if there is None and not reader.has_pack():
            there = _folder_then(header)
    found = "" if there is None else pack_hash(there)
    outlived = there is not None and there == _bundled(header) and header.behaviour != header.current_behaviour
    lodging = None
    if there is not None and (pack is not None or found == header.pack_hash or outlived):
        town = header.town if pack is None else str(pack.id)
        lodging = forking.Lodging(town, str(there.resolve()), found, packed(there))
    return forking.fork(path, tick, new_path, new_name, lodging, prompts)
