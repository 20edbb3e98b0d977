"""`milkwood fork`: a new run that continues from a moment of another.

Invariant: the old run is only read, and nothing is overwritten.
"""

from typing import Annotated

import typer

from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import lived_under
from milkwood.chronicle.runs import find_moment, new_path
from milkwood.cli.recorded import OtherPack, pack_for
from milkwood.cli.voice import say
from milkwood.i18n import t
from milkwood.run.names import tick_of
from milkwood.run.pack import fork


def fork_run(
    moment: Annotated[
        str,
        typer.Argument(
            metavar="RUN[@MOMENT]", help="The run, such as “monday”, or a moment of it, such as “monday@day 2 18:00”."
        ),
    ],
    new: Annotated[str, typer.Argument(help="The new run's name, or a path that ends in .milkwood.")],
    pack: OtherPack = None,
) -> None:
    """Create a new run that shares a run's past up to a moment."""
    path, when = find_moment(moment)
    out, name = new_path(new)
    with Chronicle.read(path) as reader:
        tick = tick_of(reader, when)
        clock = reader.header.clock
        under = lived_under(reader.header, tick)
        other = None if pack is None else pack_for(reader, pack)
    made = fork(path, tick, out, name, other)
    cut = made.parent.tick if made.parent else tick
    if under:
        say(t("{why}: the fork is cut at the last snapshot, and continues with today's.", why=under))
    elif cut != tick:
        say(t("A fork with another town pack is cut at the last snapshot."))
    tick = cut
    say(
        t(
            "{name}: the past up to tick {tick} (day {day} {time:%H:%M}), in {path}",
            name=name,
            tick=tick,
            day=clock.day(tick),
            time=clock.moment(tick),
            path=out,
        )
    )
