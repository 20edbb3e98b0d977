"""A recorded run as commands need it.

Knows nothing of its own but how another pack is named. Invariant: costs nothing to import.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from milkwood.run.names import RunNames, names_in, names_of, open_reader, person_of, tick_of
from milkwood.run.pack import pack_note, pack_of

if TYPE_CHECKING:
    from milkwood.chronicle import Reader
    from milkwood.towns import Pack

__all__ = [
    "RUN_HELP",
    "OtherPack",
    "RunNames",
    "names_in",
    "names_of",
    "open_reader",
    "pack_for",
    "pack_of",
    "person_of",
    "tick_of",
]

RUN_HELP = "The run's name, or the path of its file."
OtherPack = Annotated[
    str | None,
    typer.Option("--pack", metavar="TOWN", help="Another town pack than the run's own.", show_default="the run's own"),
]


def pack_for(reader: "Reader", other: str | None) -> "Pack":
    """The pack of a run, or another one that was named; if that differs from the run's own, it is said."""
    pack = pack_of(reader, other)
    note = "" if other is None else pack_note(reader.header, pack)
    if note:
        from milkwood.cli.voice import say

        say(note, err=True)
    return pack
