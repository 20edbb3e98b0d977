"""Routes for playing back a run: the run, any range of its ticks, its marks, map and pictures.

Invariant: nothing is written; settled ticks never change, so a browser that has them gets a 304.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from milkwood.i18n import t
from milkwood.server.access import may_act
from milkwood.server.errors import ErrorRoute, HttpError
from milkwood.server.files import etag_headers, not_modified, tagged_response, tile_response
from milkwood.server.live.app_state import AppState
from milkwood.server.routes.parameters import (
    PNG,
    READ_REFUSALS,
    TILED,
    WEBP,
    From,
    Responses,
    RunName,
    SizeQuery,
    TickQuery,
    Until,
    tick_or_end,
    tick_range,
    unknown_person,
)
from milkwood.server.views import tick_range as ranges
from milkwood.server.views.map_picture import run_picture
from milkwood.server.views.open_runs import OpenRun, OpenRuns
from milkwood.server.views.pictures import PICTURES, picture
from milkwood.server.views.run import run_out
from milkwood.server.wire.frames import PersonNumbers
from milkwood.server.wire.model import page_json
from milkwood.server.wire.playback import MarksOut, ReelOut, RunOut

_BYTES: Responses = {200: {"content": {"application/octet-stream": {}}}}
With = Annotated[bool, Query(description="With the people there, by the light of the hour.")]
_REEL: Responses = {200: {"model": ReelOut}}


def playback_routes(app_state: AppState) -> APIRouter:
    """The routes."""
    recordings = app_state.recordings
    routes = APIRouter(prefix="/api/runs/{run}", tags=["runs"], route_class=ErrorRoute, responses=READ_REFUSALS)

    @routes.get("")
    def read_run(request: Request, run: RunName) -> RunOut:
        """A run: its town, people and length."""
        with recordings.opened(run) as (recording, reader):
            return run_out(recording, reader, state=app_state.run_state(run), acts=may_act(request))

    @routes.get("/reel", response_class=Response, responses=_REEL)
    def read_reel(request: Request, run: RunName, since: From, until: Until) -> Response:
        """The state at a tick, and what happened between it and another."""
        with recordings.opened(run) as (recording, reader):
            since, until = tick_range(reader, since, until)
            headers = _etag(recording, "reel", since, until)
            if (known := not_modified(request, headers)) is not None:
                return known
            told = ranges.reel(reader, recording.pack.town_map, since, until)
        body = page_json(told).encode()
        return Response(body, media_type="application/json", headers=headers)

    @routes.get("/moves", response_class=Response, responses=_BYTES)
    def read_moves(request: Request, run: RunName, since: From, until: Until) -> Response:
        """How people move in a range of ticks, as a frame of the live stream, snapshot first."""
        with recordings.opened(run) as (recording, reader):
            since, until = tick_range(reader, since, until)
            headers = _etag(recording, "moves", since, until)
            if (known := not_modified(request, headers)) is not None:
                return known
            numbers = PersonNumbers(reader.header.cast)
            for each in recording.people(reader):
                numbers.number(each.id)
            frame = ranges.moves(reader, numbers, recording.pack.town_map, since, until)
        return Response(frame, media_type="application/octet-stream", headers=headers)

    @routes.get("/marks")
    def read_marks(run: RunName) -> MarksOut:
        """The marks of the whole run: talks, reflections, plans, acts of the user."""
        with recordings.opened(run) as (recording, reader):
            return recording.marks.all(reader, recording.talks)

    _add_pictures(routes, recordings)
    return routes


def _add_pictures(routes: APIRouter, recordings: OpenRuns) -> None:
    @routes.get("/map.tmj", response_class=Response, responses=TILED)
    def read_map(request: Request, run: RunName) -> Response:
        """The map of the town pack that the run carries, as Tiled writes it."""
        return tagged_response(request, recordings.find(run).pack.map_path.read_bytes(), "application/json")

    @routes.get("/map.webp", response_class=Response, responses=WEBP)
    def read_map_picture(
        request: Request, run: RunName, tick: TickQuery = None, people: With = True, size: SizeQuery = "small"
    ) -> Response:
        """A picture of that map at a tick."""
        with recordings.opened(run) as (recording, reader):
            drawn = run_picture(recording, reader, tick_or_end(reader, tick), size, people=people)
        return tagged_response(request, drawn, "image/webp")

    @routes.get("/tiles/{file:path}", response_class=Response, responses={**TILED, **PNG})
    def read_tiles(request: Request, run: RunName, file: str) -> Response:
        """A tileset of that map, or its picture."""
        return tile_response(request, recordings.find(run).pack, file)

    @routes.get("/people/{person}/{name}.png", response_class=Response, responses=PNG)
    def read_picture(request: Request, run: RunName, person: str, name: str) -> Response:
        """A picture of a person: `portrait`, `sheet` or `asleep`."""
        with recordings.opened(run) as (recording, reader):
            found = next((each for each in recording.people(reader) if each.id == person), None)
        if found is None:
            raise unknown_person(person)
        if name not in PICTURES:
            raise HttpError(
                404,
                t("There is no picture “{name}”.", name=name[:40]),
                t("There are: {names}.", names=", ".join(PICTURES)),
            )
        return tagged_response(request, picture(name, found.looks, found.age), "image/png")


def _etag(recording: OpenRun, what: str, since: int, until: int) -> dict[str, str]:
    """Headers for settled ticks, which change only when another run replaces the file."""
    facts = (what, recording.identity, recording.header.created, recording.name, since, until)
    return etag_headers(repr(facts).encode())
