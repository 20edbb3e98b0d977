"""The options and arguments of commands that name a recorded run, and the pack of such a run.

Knows how a run and another pack are named on the command line. Invariant: a pack that differs from the run's own is
said.
"""

from typing import Annotated

import typer

from milkwood.chronicle import Reader
from milkwood.cli.voice import say
from milkwood.i18n import t
from milkwood.run.pack import pack_note, pack_of
from milkwood.towns import Pack

RUN_HELP = t("The run's name, or the path of its file.")
OtherPack = Annotated[
    str | None,
    typer.Option(
        "--pack", metavar="TOWN", help="Use this town pack instead of the run's own.", show_default="the run's own"
    ),
]


def pack_for(reader: Reader, other: str | None) -> Pack:
    """The pack of a run, or another one that was named; if that differs from the run's own, it is said."""
    pack = pack_of(reader, other)
    note = "" if other is None else pack_note(reader.header, pack)
    if note:
        say(note, err=True)
    return pack
