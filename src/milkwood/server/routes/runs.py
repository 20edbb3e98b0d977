"""Routes for runs: list, start, continue, stop, fork, compare, delete.

Invariant: mistakes of the user are answered with 4xx, what is wrong and a remedy.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import wait
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request

from milkwood.i18n import t
from milkwood.server.access import may_act
from milkwood.server.errors import ErrorRoute, HttpError, as_http_400
from milkwood.server.live import start
from milkwood.server.live.app_state import AppState
from milkwood.server.routes.parameters import TickQuery
from milkwood.server.run_files import RunFile
from milkwood.server.views.comparison import comparison
from milkwood.server.views.run import run_entry_out
from milkwood.server.wire import runs as wire
from milkwood.server.wire.model import ForkOfferOut, RefusalOut

RunFileName = Annotated[str, Path(description="A run's name, as `/api/runs` lists it.", max_length=200)]
OtherRun = Annotated[str, Query(description="The name of a run.", max_length=200)]
TRIAL_SECONDS: Final = 3.0
"""How long a request waits for the models' first answers; later the run's notes say what is waited for."""

ACT_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalOut, "description": "This is not possible."},
    403: {"model": RefusalOut, "description": "The caller may not act."},
    404: {"model": RefusalOut, "description": t("There is no such run.")},
    409: {"model": ForkOfferOut, "description": "Not possible now, or not in the past; perhaps in a fork."},
}


def run_routes(app_state: AppState, version: str) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api", tags=["runs"], route_class=ErrorRoute)
    _add_files(routes, app_state, version)
    _add_threads(routes, app_state)
    return routes


def _add_files(routes: APIRouter, app_state: AppState, version: str) -> None:
    def listed(acts: bool) -> wire.RunListOut:
        living = app_state.threads.names()
        runs = [_entry(app_state, entry) for entry in app_state.run_files.entries()]
        return wire.RunListOut(runs=runs, living=living[0] if living else None, may_act=acts, version=version)

    @routes.get("/runs")
    def list_runs(request: Request) -> wire.RunListOut:
        """All runs, the newest first."""
        return listed(may_act(request))

    @routes.get("/compare", responses=ACT_REFUSALS)
    def compare_runs(a: OtherRun, b: OtherRun, tick: TickQuery = None) -> wire.CompareOut:
        """Two runs side by side up to a tick: acts, news, events, ties and counts that differ."""
        recordings = app_state.recordings
        with as_http_400(), recordings.opened(a) as one, recordings.opened(b) as other:
            return comparison(one, other, tick)

    @routes.post("/runs/{run}/fork", responses=ACT_REFUSALS)
    def fork_run(run: RunFileName, wish: wire.ForkIn) -> wire.RunEntryOut:
        """A new run that shares this one's past up to a tick."""
        with as_http_400():
            return _entry(app_state, app_state.run_files.entry(app_state.run_files.fork(run, wish.tick, wish.name)))

    @routes.delete("/runs/{run}", responses=ACT_REFUSALS)
    def delete_run(run: RunFileName, wish: wire.DeleteIn) -> wire.RunListOut:
        """Delete a run for good; its name must be repeated."""
        if wish.name != run:
            raise HttpError(
                409, t("The typed name is not the name of the run."), t("To delete it, type “{name}”.", name=run)
            )
        if app_state.threads.find(run) is not None:
            raise HttpError(409, t("The run “{name}” is running.", name=run), t("Stop it first."))
        with as_http_400():
            app_state.run_files.delete(run)
        return listed(acts=True)


def _add_threads(routes: APIRouter, app_state: AppState) -> None:
    @routes.post("/runs", responses=ACT_REFUSALS)
    async def begin_run(wish: wire.BeginIn) -> wire.RunEntryOut:
        """Start a new run."""
        return await _started(app_state, lambda: start.start_run(app_state, wish))

    @routes.post("/runs/{run}/continue", responses=ACT_REFUSALS)
    async def continue_run(run: RunFileName) -> wire.RunEntryOut:
        """Continue a run."""
        return await _started(app_state, lambda: start.continue_run(app_state, run))

    @routes.post("/runs/{run}/rest", responses=ACT_REFUSALS)
    async def rest_run(run: RunFileName) -> wire.RunEntryOut:
        """Stop a run; everything that happened is kept."""
        thread = app_state.threads.find(run)
        if thread is not None:
            thread.stop()
            if not await asyncio.to_thread(thread.join):
                raise HttpError(
                    409,
                    t("The run “{name}” is still waiting for answers that are already paid for.", name=run),
                    t("Try again soon."),
                )
        with as_http_400():
            return _entry(app_state, await asyncio.to_thread(app_state.run_files.entry, run))


def _entry(app_state: AppState, entry: RunFile) -> wire.RunEntryOut:
    return run_entry_out(entry, app_state.packs, app_state.run_state(entry.name))


async def _started(app_state: AppState, work: Callable[[], start.StartedRun]) -> wire.RunEntryOut:
    """The entry of a run, once it is living and its models have answered a first question, or are waited for."""
    with as_http_400():
        started = await asyncio.to_thread(work)
        thread = started.thread
        await asyncio.wrap_future(thread.ready)
        if (await asyncio.to_thread(wait, [thread.tried], TRIAL_SECONDS)).done:
            thread.tried.result()
        return _entry(app_state, await asyncio.to_thread(app_state.run_files.entry, started.name))
