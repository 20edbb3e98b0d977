"""Routes for a person of a run: card, memories, reasons, action log and interviews.

Invariant: nothing is written and no mind changes; a caller who may not act spends nothing.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from milkwood import i18n
from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.server.access import may_act
from milkwood.server.errors import ErrorRoute
from milkwood.server.live import interview
from milkwood.server.live.app_state import AppState
from milkwood.server.routes.parameters import (
    MAX_TICK,
    READ_REFUSALS,
    Limit,
    RunName,
    TickQuery,
    tick_or_end,
    unknown_person,
)
from milkwood.server.views import memories
from milkwood.server.views.action_log import log
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.person_card import in_language, person_now
from milkwood.server.views.reasons import why_out
from milkwood.server.wire.language import language_of
from milkwood.server.wire.person import AskIn, LogOut, MemoriesOut, PersonNowOut, ReplyOut, WhyOut

Since = Annotated[int | None, Query(alias="from", ge=0, le=MAX_TICK, description="The first tick; default: midnight.")]
PersonPath = Annotated[str, Path(description="A person's id.", max_length=400)]
Sought = Annotated[str, Query(max_length=500, description="A text to recall memories for.")]
MemoryKindQuery = Annotated[str, Query(max_length=40, description="A kind of memory, such as `insight`.")]
About = Annotated[str, Query(max_length=400, description="The id of the person it is about, or from.")]
Before = Annotated[int | None, Query(ge=0, le=MAX_TICK, description="Only memories with a smaller number.")]


def person_routes(app_state: AppState) -> APIRouter:
    """The routes."""
    recordings, looks = app_state.recordings, LookCache()
    routes = APIRouter(prefix="/api/runs/{run}", tags=["people"], route_class=ErrorRoute, responses=READ_REFUSALS)

    @routes.get("/people/{person}")
    def read_person(request: Request, run: RunName, person: PersonPath, tick: TickQuery = None) -> PersonNowOut:
        """A person at a tick: what they do and why, their plan and what they did, the people they know."""
        with recordings.opened(run) as (recording, reader):
            whom = _known(recording, reader, person)
            now = person_now(recording, looks, reader, whom, tick_or_end(reader, tick))
            return in_language(now, language_of(request.scope))

    @routes.get("/people/{person}/memories")
    def read_memories(
        run: RunName,
        person: PersonPath,
        tick: TickQuery = None,
        kind: MemoryKindQuery = "",
        q: Sought = "",
        about: About = "",
        limit: Limit = 50,
        before: Before = None,
    ) -> MemoriesOut:
        """A person's memories, newest first; with a text, the memories recalled for it, with scores."""
        with recordings.opened(run) as (recording, reader):
            whom = _known(recording, reader, person)
            wanted = memories.MemoryQuery(tick_or_end(reader, tick), kind, q, about, limit, before)
            return memories.memories_page(recording, looks, reader, whom, wanted)

    @routes.get("/people/{person}/why")
    def read_why(request: Request, run: RunName, person: PersonPath, tick: TickQuery = None) -> WhyOut | None:
        """Why a person does what they do at a tick, with all reasons."""
        with recordings.opened(run) as (recording, reader):
            whom = _known(recording, reader, person)
            names = recording.names(reader)
            found = why_out(reader, whom, tick_or_end(reader, tick), names, recording.words)
            spoken = language_of(request.scope)
            return found and found.model_copy(update={"note": i18n.in_language(found.note, spoken)})

    _add_log_and_interviews(routes, app_state)
    return routes


def _add_log_and_interviews(routes: APIRouter, app_state: AppState) -> None:
    recordings = app_state.recordings
    looks = LookCache()  # a second cache: a model may be slow, and one thread at a time uses a look

    @routes.get("/people/{person}/log")
    def read_log(run: RunName, person: PersonPath, since: Since = None, until: TickQuery = None) -> LogOut:
        """What a person did, act by act: block, new or by a routine, duration, and talks."""
        with recordings.opened(run) as (recording, reader):
            whom = _known(recording, reader, person)
            return log(recording, reader, whom, since, tick_or_end(reader, until))

    @routes.post("/ask")
    def ask(request: Request, run: RunName, asked: AskIn) -> ReplyOut:
        """Ask a person, as they were at a tick; they do not remember it."""
        with recordings.opened(run) as (recording, reader):
            _known(recording, reader, asked.person)
            tick = tick_or_end(reader, asked.tick)
            reply = interview.interview(app_state, recording, looks, asked, tick, may_spend=may_act(request))
            return interview.in_language(reply, language_of(request.scope))


def _known(recording: OpenRun, reader: Reader, person: str) -> PersonId:
    if not any(each.id == person for each in recording.people(reader)):
        raise unknown_person(person)
    return PersonId(person)
