"""Parameters that several routes share: runs, ticks and ranges of ticks.

Invariant: a tick beyond the end of a run is its end.
"""

from typing import Annotated, Any

from fastapi import Path, Query

from milkwood.chronicle import Reader
from milkwood.i18n import t
from milkwood.server.errors import HttpError
from milkwood.server.views.map_picture import Size
from milkwood.server.views.tick_range import MAX_RANGE_TICKS
from milkwood.server.wire.model import RefusalOut

MAX_TICK = 10**9
"""Beyond the end of any run."""
RunName = Annotated[str, Path(description="A run's name, as `/api/runs` lists it.", max_length=400)]
From = Annotated[int, Query(alias="from", ge=0, le=MAX_TICK, description="The first tick.")]
Until = Annotated[int, Query(ge=0, le=MAX_TICK, description="The tick after the last; at most 8,640 later.")]
Responses = dict[int | str, dict[str, Any]]
PNG: Responses = {200: {"content": {"image/png": {}}}}
WEBP: Responses = {200: {"content": {"image/webp": {}}}}
TILED: Responses = {200: {"content": {"application/json": {}}}}
READ_REFUSALS: Responses = {
    404: {"model": RefusalOut, "description": "There is no such run, person or thing."},
    409: {"model": RefusalOut, "description": "The run, or its town, cannot be read."},
}
TickQuery = Annotated[int | None, Query(ge=0, le=MAX_TICK, description="A tick; default: the run's end.")]
Limit = Annotated[int, Query(ge=1, le=500)]
SizeQuery = Annotated[Size, Query(description="640 or 1,280 pixels wide.")]


def tick_range(reader: Reader, since: int, until: int) -> tuple[int, int]:
    """A range of ticks, cut at the end of the run; refused if it is too long or not reached yet."""
    end = reader.end
    if since > end:
        raise HttpError(
            404, t("The run has not reached tick {tick}.", tick=since), t("Its last tick is {end}.", end=end)
        )
    if until < since:
        raise HttpError(422, t("The range ends before it begins."), t("Make “until” later than “from”."))
    if until - since > MAX_RANGE_TICKS:
        raise HttpError(
            422,
            t("A range of {count:,} ticks is too long.", count=until - since),
            t("Ask for at most {most:,} ticks at once.", most=MAX_RANGE_TICKS),
        )
    return since, min(until, end)


def tick_or_end(reader: Reader, tick: int | None) -> int:
    """A tick, at most the end of the run; None: the end."""
    return reader.end if tick is None else min(tick, reader.end)


def unknown_person(person: str) -> HttpError:
    """The error for a person who was never in the run."""
    return HttpError(
        404, t("Nobody in this run has the id “{person}”.", person=person[:80]), t("The run lists its people.")
    )
