"""A run with user acts, killed by itself: `python -m tests.story.meddled MOMENT LOG RUN TICKS`.

A moment is as in `killed`. The log gets a line for each act whose tick was reported to the user.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.engine.pace import Pace
from milkwood.ids import PersonId
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.town.acts import Change, Enter, Move, Whisper
from tests.instruments.virtual import run_virtually
from tests.story.killed import Killer, SideLog
from tests.story.lives import pack_of

TOWN = "gull_quay"


async def meddle(run: LiveRun, log: SideLog) -> None:
    """Act every few seconds; the act follows from the number of acts before."""
    people = sorted(run.pack.people)
    things = sorted(run.pack.town_map.things)
    while True:
        number = run.chronicle.count("inputs")
        draw = stream(number, "meddle")
        await asyncio.sleep(draw.between(1, 9))
        kind = draw.below(4)
        avatars = [person for person in run.life.people if person not in run.pack.people]
        if kind == 0:
            tick = run.give(Change(draw.chosen(things), f"state {number}"))
        elif kind == 1 and not run.life.inbox.people(avatars):
            street = next(room for room in run.pack.town_map.rooms.values() if room.outdoors)
            tick = run.give(Enter(PersonId(f"you_{number}"), run.pack.town_map.floor(street.id)[0]))
        elif kind == 1 and avatars:
            tick = run.give(Move(avatars[0], draw.chosen("ulrd")))
        else:
            tick = run.give(Whisper(draw.chosen(people), f"voice {number}"))
        log.write("given", str(run.chronicle.count("inputs") - 1), str(tick))


async def live(run: LiveRun, until: int, log: SideLog) -> None:
    meddling = asyncio.ensure_future(meddle(run, log))
    await run.live(until)
    meddling.cancel()
    await asyncio.gather(meddling, return_exceptions=True)


def haunt(killer: Killer) -> None:
    begin = Chronicle.__init__

    def begun(self: Chronicle, *arguments: Any) -> None:
        begin(self, *arguments)
        self._connection.set_trace_callback(lambda _statement: killer.passes("statement"))

    Chronicle.__init__ = begun  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    _, moment, log_path, path, ticks = sys.argv
    haunt(Killer(moment))
    options = RunOptions(pace=Pace(1.0))
    place = Path(path)
    if place.exists():
        run = open_run(pack_of(TOWN), place, options=options)
    else:
        run = new_run(pack_of(TOWN), place, place.stem, options=options, minds=MindConfig(RULE))
    with run:
        run_virtually(live(run, int(ticks), SideLog(log_path)))
