"""Routes for the town of a run: talks, feed, ties, news, things, and the machine room.

Invariant: nothing is written; a tick beyond the end of a run is its end.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.server.errors import ErrorRoute, HttpError
from milkwood.server.live.app_state import AppState
from milkwood.server.live.live_figures import live_figures
from milkwood.server.routes.parameters import MAX_TICK, READ_REFUSALS, Limit, RunName, TickQuery, tick_or_end
from milkwood.server.views import feed, news, talks
from milkwood.server.views.act_thread import act_thread
from milkwood.server.views.machine import SpeedMeter, machine
from milkwood.server.views.open_runs import OpenRuns
from milkwood.server.views.thing import thing_now
from milkwood.server.views.ties import ties
from milkwood.server.views.town_events import town_event_now, town_events
from milkwood.server.wire.machine import MachineOut
from milkwood.server.wire.run_town import (
    ActThreadOut,
    FeedOut,
    IdeaOut,
    KnowerOut,
    NewsOut,
    TalksOut,
    ThingNowOut,
    TiesOut,
    TownEventNowOut,
    TownEventOut,
)

PersonQuery = Annotated[str, Query(max_length=400, description="A person's id.")]
WordsQuery = Annotated[str, Query(max_length=500)]
At = Annotated[int | None, Query(ge=0, le=MAX_TICK)]
Kinds = Annotated[str, Query(max_length=400, description="Kinds of happenings, separated by commas.")]
EventName = Annotated[str, Path(description="An event's id.", max_length=400)]
ActName = Annotated[str, Path(description="An act's id: `TICK-KIND-` and the person, thing or place.", max_length=400)]
ThingName = Annotated[str, Path(description="A thing's id.", max_length=400)]


def run_town_routes(app_state: AppState) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api/runs/{run}", tags=["town"], route_class=ErrorRoute, responses=READ_REFUSALS)
    _add_talks_and_feed(routes, app_state.recordings)
    _add_ties_things_machine(routes, app_state)
    _add_news(routes, app_state.recordings)
    _add_events(routes, app_state.recordings)
    return routes


def _add_talks_and_feed(routes: APIRouter, recordings: OpenRuns) -> None:
    @routes.get("/talks")
    def read_talks(
        run: RunName,
        person: PersonQuery = "",
        q: WordsQuery = "",
        since: Annotated[int, Query(alias="from", ge=0, le=MAX_TICK)] = 0,
        until: At = None,
        limit: Limit = 50,
        before: At = None,
    ) -> TalksOut:
        """Talks as transcripts, newest first; filtered by person, words and ticks."""
        with recordings.opened(run) as (recording, reader):
            wanted = talks.TalkQuery(tick_or_end(reader, until), person, q, since, before, limit)
            return talks.talks_page(recording.talks, reader, recording.pack.town_map, wanted)

    @routes.get("/feed", response_model_exclude_unset=True)
    def read_feed(
        run: RunName, until: At = None, limit: Limit = 100, kinds: Kinds = "", person: PersonQuery = ""
    ) -> FeedOut:
        """What happened before a tick, newest first, in sentences."""
        with recordings.opened(run) as (recording, reader):
            wanted_kinds = frozenset(kind.strip() for kind in kinds.split(",") if kind.strip())
            wanted = feed.FeedQuery(tick_or_end(reader, until), wanted_kinds, person, limit)
            return feed.feed(recording, reader, wanted)


def _add_ties_things_machine(routes: APIRouter, app_state: AppState) -> None:
    recordings, meter = app_state.recordings, SpeedMeter()

    @routes.get("/ties")
    def read_ties(run: RunName, tick: TickQuery = None) -> TiesOut:
        """Ties between people."""
        with recordings.opened(run) as (recording, reader):
            return ties(recording, reader, tick_or_end(reader, tick))

    @routes.get("/things/{thing:path}")
    def read_thing(run: RunName, thing: ThingName, tick: TickQuery = None) -> ThingNowOut:
        """A thing: its state, its users, and earlier states."""
        with recordings.opened(run) as (recording, reader):
            return thing_now(recording, reader, thing, tick_or_end(reader, tick))

    @routes.get("/machine")
    def read_machine(run: RunName) -> MachineOut:
        """The machine room: models, costs and waiting questions."""
        with recordings.opened(run) as (recording, reader):
            return machine(recording, reader, meter, live_figures(app_state.threads.find(run)))


def _add_news(routes: APIRouter, recordings: OpenRuns) -> None:
    @routes.get("/news")
    def read_news(
        run: RunName,
        q: WordsQuery = "",
        person: PersonQuery = "",
        memory: Annotated[int | None, Query(ge=0, le=MAX_TICK)] = None,
        tick: TickQuery = None,
    ) -> NewsOut:
        """How a piece of news spread; given as words, or as a memory of a person."""
        with recordings.opened(run) as (recording, reader):
            at = tick_or_end(reader, tick)
            if memory is not None and person:
                return news.follow(recording, reader, news.remembered(reader, PersonId(person), memory, at), at)
            if not q.strip():
                raise HttpError(
                    422, t("No news is given."), t("Give its words, or a person and the number of a memory.")
                )
            return news.follow(recording, reader, q.strip(), at)

    @routes.get("/news/first")
    def read_first_news(run: RunName, tick: TickQuery = None) -> KnowerOut | None:
        """The first person who was told a piece of news of the scenario's stories; null before that."""
        with recordings.opened(run) as (recording, reader):
            return news.first_told(recording, reader, tick_or_end(reader, tick))

    @routes.get("/news/ideas")
    def read_ideas(run: RunName, tick: TickQuery = None) -> list[IdeaOut]:
        """News worth following; the scenario's stories first."""
        with recordings.opened(run) as (recording, reader):
            return news.ideas(recording, reader, tick_or_end(reader, tick))


def _add_events(routes: APIRouter, recordings: OpenRuns) -> None:
    @routes.get("/acts/{act:path}")
    def read_act(run: RunName, act: ActName, tick: TickQuery = None) -> ActThreadOut:
        """What came of a whisper, a tell, a changed thing or an announcement."""
        with recordings.opened(run) as (recording, reader):
            return act_thread(recording, reader, act, tick_or_end(reader, tick))

    @routes.get("/events")
    def read_events(run: RunName, tick: TickQuery = None) -> list[TownEventOut]:
        """Events of the town known of at a tick, by their time."""
        with recordings.opened(run) as (recording, reader):
            return town_events(recording, reader, tick_or_end(reader, tick))

    @routes.get("/events/{event:path}")
    def read_event(run: RunName, event: EventName, tick: TickQuery = None) -> TownEventNowOut:
        """An event, with those who came to it."""
        with recordings.opened(run) as (recording, reader):
            return town_event_now(recording, reader, event, tick_or_end(reader, tick))
