"""Routes for the calls of a run to language models.

Invariant: nothing is written.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from milkwood.chronicle.call_log import CallQuery
from milkwood.server.access import may_act
from milkwood.server.errors import ErrorRoute
from milkwood.server.live.app_state import AppState
from milkwood.server.routes.parameters import MAX_TICK, READ_REFUSALS, Limit, RunName
from milkwood.server.views.calls import call_out, calls_page
from milkwood.server.wire.calls import CallDetailsOut, CallsOut

MAX_CALL_NUMBER = 10**12
"""More calls than any run makes."""
CallNumber = Annotated[int, Path(ge=1, le=MAX_CALL_NUMBER, description="The number of a call.")]
CallPerson = Annotated[str, Query(max_length=400, description="A person's id; default: everyone.")]
CallKind = Annotated[str, Query(max_length=40, description="A question, such as `plan_day`; default: all.")]
CallFailed = Annotated[bool, Query(description="Only calls in which anything failed.")]
BeforeCall = Annotated[int | None, Query(ge=1, le=MAX_CALL_NUMBER, description="Only calls with a smaller number.")]
UntilTick = Annotated[int | None, Query(ge=0, le=MAX_TICK, description="Only questions of this tick and before.")]


def call_routes(app_state: AppState) -> APIRouter:
    """The routes."""
    recordings = app_state.recordings
    routes = APIRouter(prefix="/api/runs/{run}", tags=["calls"], route_class=ErrorRoute, responses=READ_REFUSALS)

    @routes.get("/calls")
    def read_calls(
        request: Request,
        run: RunName,
        person: CallPerson = "",
        kind: CallKind = "",
        failed: CallFailed = False,
        until: UntilTick = None,
        before: BeforeCall = None,
        limit: Limit = 50,
    ) -> CallsOut:
        """Calls to language models, newest first."""
        with recordings.opened(run) as (_, reader):
            wanted = CallQuery(person, kind, until, failed, before)
            return calls_page(reader, wanted, limit, with_server=may_act(request))

    @routes.get("/calls/{call}")
    def read_call(request: Request, run: RunName, call: CallNumber) -> CallDetailsOut:
        """A call with its prompt, its raw reply, what was wrong and what was used."""
        with recordings.opened(run) as (_, reader):
            return call_out(reader, call, with_server=may_act(request))

    return routes
