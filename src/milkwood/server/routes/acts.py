"""Routes that act on a living run: its pace, single steps, and the acts of a user.

Invariant: the past cannot be changed; a fork is offered instead.
"""

from collections.abc import Awaitable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Body

from milkwood.i18n import t
from milkwood.server.errors import ErrorRoute, HttpError, as_http_400
from milkwood.server.live.acts import perform
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import SPEEDS, RunStopped, RunThread
from milkwood.server.routes.runs import ACT_REFUSALS, RunFileName
from milkwood.server.wire.acts import ActIn, ActOut
from milkwood.server.wire.runs import PaceIn, PaceOut, StepIn

T = TypeVar("T")
ACT = Annotated[ActIn, Body()]

BEHIND_SECONDS = 10.0
"""How far a page may be behind the present; an earlier tick is the past."""
BEHIND_TICKS = (12, 360)
"""Its bounds, in ticks."""


def act_routes(app_state: AppState) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api", tags=["runs"], route_class=ErrorRoute)

    @routes.post("/runs/{run}/pace", responses=ACT_REFUSALS)
    async def set_pace(run: RunFileName, wish: PaceIn) -> PaceOut:
        """Pause or resume a run, or set its speed."""
        return (await _called(_thread(app_state, run).set_pace(held=wish.held, speed=wish.speed))).pace()

    @routes.post("/runs/{run}/step", responses=ACT_REFUSALS)
    async def step(run: RunFileName, wish: StepIn | None = None) -> PaceOut:
        """Run one tick, then pause."""
        return (await _called(_thread(app_state, run).step(wish.after if wish is not None else None))).pace()

    @routes.post("/runs/{run}/acts", responses=ACT_REFUSALS)
    async def act(run: RunFileName, wanted: ACT) -> ActOut:
        """Act on the town, now."""
        thread = _thread(app_state, run)
        if wanted.tick is not None and wanted.tick < _oldest_present(thread):
            raise HttpError(
                409, t("That moment is past."), t("Fork the run at that moment, and do it in the fork."), fork=True
            )
        return await _called(thread.ask(lambda lived: perform(lived, wanted)))

    return routes


def _thread(app_state: AppState, run: str) -> RunThread:
    thread = app_state.threads.find(run)
    if thread is None:
        app_state.run_files.find(run)  # 404 if there is no such run
        raise HttpError(
            409,
            t("The run “{name}” is not running here.", name=run),
            t("Continue it first, or fork it at the moment you are viewing."),
            fork=True,
        )
    return thread


def _oldest_present(thread: RunThread) -> int:
    fewest, most = BEHIND_TICKS
    speed = SPEEDS[thread.status.speed]
    return thread.status.now - (most if speed is None else min(most, max(fewest, round(BEHIND_SECONDS * speed))))


async def _called(work: Awaitable[T]) -> T:
    with as_http_400():
        try:
            return await work
        except RunStopped:
            raise HttpError(409, t("The run has just stopped."), t("Continue it, and try again.")) from None
        except TimeoutError:
            raise HttpError(503, t("The town is busy thinking."), t("Try again in a moment.")) from None
