"""The routines of a run's people, taken along into a new run: nobody begins a second life as a stranger to the first.

Knows runs and minds, no screen. Invariant: the other run is only read, up to where it has come; what is taken is
written into the new run's header, so that its file needs the other one no more.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.mind.routines import carried
from milkwood.run.pack import pack_of
from milkwood.run.restored import Look
from milkwood.words import Language

HOURS_A_DAY = 24


async def routines_of(path: Path) -> dict[str, Any]:
    """What everybody of a run does by routine, as a header holds it."""
    with Chronicle.read(path) as reader:
        header, end, pack = reader.header, int(reader.end), pack_of(reader)
    day_ticks = header.clock.ticks_in_minutes(HOURS_A_DAY * 60)
    with await Look.at(path, pack, end) as look:
        people, tick = {}, look.minds_at
        for person in look.people:
            head = look.head(person)
            blocks = carried(head.routines.keep(), header.run, tick, day_ticks)
            people[person] = {"blocks": blocks, "manners": head.manners.keep()}
    kept = {person: found for person, found in people.items() if found["blocks"]}
    return {"of": header.run, "tick": tick, "language": header.language, "people": kept}


def for_whom(taken: dict[str, Any], people: Collection[PersonId], language: Language) -> dict[str, Any]:
    """The routines of those who live in the new run too; an error when they would be of no use to anybody."""
    if taken["language"] != language:
        raise SetupError(
            f"People speak “{taken['language']}” in the run “{taken['of']}”, and “{language}” in this one.",
            remedy="Take routines of a run in the same language, or give --language.",
        )
    kept = {person: found for person, found in taken["people"].items() if person in people}
    if not kept:
        raise SetupError(
            f"Nobody who has routines in the run “{taken['of']}” lives in this one.",
            remedy="Take routines of a run of the same town that was lived for a day at least.",
        )
    return {**taken, "people": kept}
