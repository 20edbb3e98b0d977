"""Export of a run into a folder or a ZIP file: tables, diaries, metrics, or a folder for generative agents.

Invariant: the run is only read; existing files are replaced only if asked for; without its pack a run has ids instead
of names.
"""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from milkwood.chronicle import Reader
from milkwood.chronicle.export import FORMATS, export
from milkwood.chronicle.names import Names
from milkwood.errors import SetupError
from milkwood.exchange.reverie import COMPRESSED, REVERIE, export_simulation
from milkwood.i18n import t
from milkwood.run.names import names_of
from milkwood.run.pack import pack_of

EXPORT_FORMATS = (*FORMATS, REVERIE, COMPRESSED)


def export_run(
    reader: Reader,
    format_: str,
    out: Path | None = None,
    *,
    overwrite: bool = False,
    warn: Callable[[str], None] = lambda _text: None,
    progress: Callable[[int], None] = lambda _tick: None,
) -> tuple[Path, list[Path]]:
    """Write a run into a folder, by default `RUN-FORMAT` here; returns the folder and, for tables, the files."""
    if format_ not in EXPORT_FORMATS:
        raise SetupError(
            t("There is no format “{format}”.", format=format_),
            remedy=t("There are: {names}.", names=", ".join(EXPORT_FORMATS)),
        )
    folder = out or Path(f"{reader.path.stem}-{format_}")
    if format_ in (REVERIE, COMPRESSED):
        pack = pack_of(reader)
        export_simulation(reader, pack, format_, folder, overwrite=overwrite, noted=progress, warn=warn)
        return folder, []
    named = names_of(reader)
    if named.complaint:
        warn(named.complaint)
    return folder, export(reader, format_, folder, named.names, overwrite=overwrite)


def zip_run(reader: Reader, format_: str, file: Path, folder_name: str, names: Names) -> None:
    """Write a run into one folder of a ZIP file, without local paths."""
    reader.header = replace(reader.header, town_path="")
    with (
        TemporaryDirectory(prefix="milkwood-export-") as folder,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out,
    ):
        made = Path(folder) / folder_name
        if format_ in (REVERIE, COMPRESSED):
            export_run(reader, format_, made)
        else:
            export(reader, format_, made, names)
        for each in sorted(made.rglob("*")):
            out.write(each, each.relative_to(folder).as_posix(), zipfile.ZIP_DEFLATED)
