"""What can be asked and done about runs as wholes, and done to those that live: the routes.

Knows the house and the wire. Invariant: whatever changes anything has passed the guard; what a user did wrong is
answered with 4xx, what and remedy; nothing is done to the past, a fork is offered instead.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Query, Request
from fastapi import Path as InPath

from milkwood.errors import MilkwoodError, OurBug
from milkwood.server import wire_live as wire
from milkwood.server.acts import perform
from milkwood.server.begin import Begun, begin, go_on
from milkwood.server.guard import may_act
from milkwood.server.house import House
from milkwood.server.living import SPEEDS, Living, Pulse, Resting
from milkwood.server.refusal import Refused
from milkwood.server.shelf import Entry, compare
from milkwood.server.wire import ForkOfferOut, RefusalOut
from milkwood.server.wire_run import ParentOut

T = TypeVar("T")
RunName = Annotated[str, InPath(description="A run's name, as `/api/runs` lists it.", max_length=200)]
OtherRun = Annotated[str, Query(description="The name of a run.", max_length=200)]
ACT = Annotated[wire.ActIn, Body()]

BEHIND_SECONDS = 10.0
"""So far behind the present a page may be that shows it; whoever looks at an earlier moment looks at the past."""
BEHIND_TICKS = (12, 360)
"""But at least, and at most, so many ticks."""
_NO: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalOut, "description": "It cannot be done so."},
    403: {"model": RefusalOut, "description": "Only looking is allowed."},
    404: {"model": RefusalOut, "description": "There is no such run."},
    409: {"model": ForkOfferOut, "description": "Not now, or not in the past; perhaps in a fork."},
}


def acting_routes(house: House, version: str) -> APIRouter:
    """Routes for runs: all of them listed, begun, gone on with, forked, compared, deleted; paced and acted upon."""
    routes = APIRouter(prefix="/api", tags=["runs"])
    _add_shelf(routes, house, version)
    _add_lives(routes, house)
    _add_acts(routes, house)
    return routes


def _add_shelf(routes: APIRouter, house: House, version: str) -> None:
    @routes.get("/runs")
    def list_runs(request: Request) -> wire.RunListOut:
        """All runs, the newest first."""
        living = house.lives.names()
        return wire.RunListOut(
            runs=[entry_of(house, entry) for entry in house.shelf.entries()],
            living=living[0] if living else None,
            may_act=may_act(request),
            version=version,
        )

    @routes.get("/compare", responses=_NO)
    def compare_runs(a: OtherRun, b: OtherRun) -> wire.CompareOut:
        """Two runs side by side: where they part, and how they compare in all."""
        with politely():
            found = compare(house.shelf.find(a), house.shelf.find(b))
        first = found.first
        return wire.CompareOut(
            same_until=found.compared if first is None else max(0, first.tick),
            compared=found.compared,
            first=None
            if first is None
            else wire.DifferenceOut(tick=first.tick, person=first.person, a=first.in_a, b=first.in_b),
            summary=[wire.CountOut(what=each.what, a=each.in_a, b=each.in_b) for each in found.counts],
            setup=sorted(set(found.headers) - {"town_path", "versions"}),
        )

    @routes.post("/runs/{run}/fork", responses=_NO)
    def fork_run(run: RunName, wish: wire.ForkIn) -> wire.RunEntryOut:
        """A new run that shares this one's past up to a tick."""
        with politely():
            return entry_of(house, house.shelf.entry(house.shelf.fork(run, wish.tick, wish.name)))

    @routes.delete("/runs/{run}", responses=_NO)
    def delete_run(run: RunName, wish: wire.DeleteIn) -> wire.RunListOut:
        """Delete a run for good; its name must be said once more."""
        if wish.name != run:
            raise Refused(409, "The name that was typed is not the run's.", f"To delete it, type “{run}”.")
        if house.lives.find(run) is not None:
            raise Refused(409, f"The run “{run}” is being lived.", "Let it rest first.")
        with politely():
            house.shelf.delete(run)
        living = house.lives.names()
        entries = [entry_of(house, entry) for entry in house.shelf.entries()]
        return wire.RunListOut(runs=entries, living=living[0] if living else None, may_act=True, version=version)


def _add_lives(routes: APIRouter, house: House) -> None:
    @routes.post("/runs", responses=_NO)
    async def begin_run(wish: wire.BeginIn) -> wire.RunEntryOut:
        """Begin a new run and live it."""
        return await _begun(house, lambda: begin(house, wish))

    @routes.post("/runs/{run}/continue", responses=_NO)
    async def continue_run(run: RunName) -> wire.RunEntryOut:
        """Go on with a run where it was left."""
        return await _begun(house, lambda: go_on(house, run))

    @routes.post("/runs/{run}/rest", responses=_NO)
    async def rest_run(run: RunName) -> wire.RunEntryOut:
        """Stop living a run; all that happened is kept."""
        living = house.lives.find(run)
        if living is not None:
            living.stop()
            if not await asyncio.to_thread(living.join):
                raise Refused(409, f"The run “{run}” still waits for answers that were paid for.", "Try again soon.")
        with politely():
            return entry_of(house, await asyncio.to_thread(house.shelf.entry, run))

    @routes.post("/runs/{run}/pace", responses=_NO)
    async def set_pace(run: RunName, wish: wire.PaceIn) -> wire.PaceOut:
        """Hold the town, let it go on, or set how fast."""
        return pace_of(await _asked(_living(house, run).set_pace(held=wish.held, speed=wish.speed)))

    @routes.post("/runs/{run}/step", responses=_NO)
    async def step(run: RunName, wish: wire.StepIn | None = None) -> wire.PaceOut:
        """Live one tick, then stand still."""
        return pace_of(await _asked(_living(house, run).step(wish.after if wish is not None else None)))


def _add_acts(routes: APIRouter, house: House) -> None:
    @routes.post("/runs/{run}/acts", responses=_NO)
    async def act(run: RunName, wanted: ACT) -> wire.ActOut:
        """Do something to the town, now."""
        living = _living(house, run)
        if wanted.tick is not None and wanted.tick < _oldest_present(living):
            raise Refused(409, "That moment is past.", "Fork the run there, and do it in the fork.", fork=True)
        return await _asked(living.ask(lambda lived: perform(lived, wanted)))


def entry_of(house: House, entry: Entry) -> wire.RunEntryOut:
    """A run as the list shows it."""
    header = entry.header
    parent = header.parent
    return wire.RunEntryOut(
        name=entry.name,
        town=header.town,
        town_name=house.packs.name(header),
        scenario=header.scenario,
        language=header.language,
        seed=header.seed,
        start=header.clock.start,
        seconds_per_tick=header.seconds_per_tick,
        end=entry.end,
        people=len(header.cast),
        state=house.state(entry.name),
        created=header.created,
        parent=None if parent is None else ParentOut(run=parent.run, tick=parent.tick),
        bytes=entry.size,
        mind=str(header.settings.get("mind", "rule")),
        fork_at=entry.fork_at,
    )


def pace_of(pulse: Pulse) -> wire.PaceOut:
    """A pace as the page is told of it."""
    return wire.PaceOut(held=pulse.held, speed=pulse.speed, now=pulse.now)


@contextmanager
def politely() -> Iterator[None]:
    """What a user did wrong is answered as such."""
    try:
        yield
    except OurBug:
        raise
    except MilkwoodError as error:
        raise Refused(400, error.what, error.remedy) from error


async def _begun(house: House, work: Callable[[], Begun]) -> wire.RunEntryOut:
    """The run that begins to be lived, once it lives."""
    with politely():
        begun = await asyncio.to_thread(work)
        await asyncio.wrap_future(begun.living.ready)
        return entry_of(house, await asyncio.to_thread(house.shelf.entry, begun.name))


def _living(house: House, run: str) -> Living:
    living = house.lives.find(run)
    if living is None:
        house.shelf.find(run)  # there may be no such run at all
        raise Refused(
            409,
            f"The run “{run}” is not being lived here.",
            "Go on with it first, or fork it where you look.",
            fork=True,
        )
    return living


def _oldest_present(living: Living) -> int:
    fewest, most = BEHIND_TICKS
    speed = SPEEDS[living.pulse.speed]
    return living.pulse.now - (most if speed is None else min(most, max(fewest, round(BEHIND_SECONDS * speed))))


async def _asked(work: Awaitable[T]) -> T:
    with politely():
        try:
            return await work
        except Resting:
            raise Refused(409, "The run has just come to rest.", "Go on with it, and try again.") from None
        except TimeoutError:
            raise Refused(503, "The town is busy thinking.", "Try again in a moment.") from None
