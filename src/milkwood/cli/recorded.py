"""Options and arguments of commands that name a recorded run, and the run's pack.

Invariant: a pack that differs from the run's own is reported.
"""

from typing import Annotated

import typer

from milkwood.chronicle import Reader
from milkwood.cli.voice import say
from milkwood.i18n import t
from milkwood.run.pack import pack_note, pack_of
from milkwood.towns import Pack

RUN_HELP = t("The run's name, or the path of its file.")
BEFORE_THE_RUN = "before the run"
"""Label in the place of a person, for the trial of a model."""
OtherPack = Annotated[
    str | None,
    typer.Option(
        "--pack", metavar="TOWN", help="Use this town pack instead of the run's own.", show_default="the run's own"
    ),
]


def pack_for(reader: Reader, other: str | None) -> Pack:
    """The run's pack, or another one that was given; prints a note if they differ."""
    pack = pack_of(reader, other)
    note = "" if other is None else pack_note(reader.header, pack)
    if note:
        say(note, err=True)
    return pack
