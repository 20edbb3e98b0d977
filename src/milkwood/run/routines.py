"""The routines of a run's people, carried into a new run.

Invariant: the other run is only read; what is taken is written into the new run's header, so that its file is
self-contained.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.routines import carried
from milkwood.run.pack import pack_of
from milkwood.run.restored import RestoredRun
from milkwood.words import Language

HOURS_A_DAY = 24


async def routines_of(path: Path) -> dict[str, Any]:
    """The routines of all people at the end of a run, as stored in a header."""
    with Chronicle.read(path) as reader:
        header, end, pack = reader.header, int(reader.end), pack_of(reader)
    day_ticks = header.clock.ticks_in_minutes(HOURS_A_DAY * 60)
    with await RestoredRun.at(path, pack, end) as look:
        people, tick = {}, look.minds_at
        for person in look.people:
            head = look.head(person)
            blocks = carried(head.routines.keep(), header.run, tick, day_ticks)
            people[person] = {"blocks": blocks, "manners": head.manners.keep()}
    kept = {person: found for person, found in people.items() if found["blocks"]}
    return {"of": header.run, "tick": tick, "language": header.language, "people": kept}


def routines_for(taken: dict[str, Any], people: Collection[PersonId], language: Language) -> dict[str, Any]:
    """The routines of people who live in the new run too; an error if there are none."""
    if taken["language"] != language:
        raise SetupError(
            t(
                "People speak “{theirs}” in the run “{run}”, and “{ours}” in this one.",
                theirs=taken["language"],
                run=taken["of"],
                ours=language,
            ),
            remedy=t("Use routines of a run in the same language, or give --language."),
        )
    kept = {person: found for person, found in taken["people"].items() if person in people}
    if not kept:
        raise SetupError(
            t("Nobody with routines in the run “{run}” is in this one.", run=taken["of"]),
            remedy=t("Use routines of a run of the same town that is at least a day long."),
        )
    return {**taken, "people": kept}
