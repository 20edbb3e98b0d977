"""What can be asked about a run: the run itself, any stretch of it, and what stands out in it.

Knows recordings; knows nothing of living runs but whether they are. Invariant: nothing is written; a tick beyond the
end of a run is its end; what is settled is told the same each time, so a browser that has it is sent nothing.
"""

import hashlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from milkwood.chronicle import Reader
from milkwood.chronicle.behaviour import fork_at
from milkwood.server import reel as reels
from milkwood.server.files import ASK_EACH_TIME, tagged, tile_of
from milkwood.server.frames import Roll
from milkwood.server.guard import may_act
from milkwood.server.pictures import PICTURES, picture
from milkwood.server.refusal import Refused
from milkwood.server.refusing import Told
from milkwood.server.runs import Recording, Recordings
from milkwood.server.wire import RefusalOut
from milkwood.server.wire_run import MarksOut, ParentOut, ReelOut, RunOut, StateOut

LATEST = 10**9
"""No run comes as far as this tick."""
MORNING = 7
"""The hour at which to begin to watch a run that is over."""
RunName = Annotated[str, Path(description="A run's name, as `/api/runs` lists it.", max_length=400)]
From = Annotated[int, Query(alias="from", ge=0, le=LATEST, description="The first tick.")]
Until = Annotated[int, Query(ge=0, le=LATEST, description="The tick before which it ends; at most 8,640 later.")]
Responses = dict[int | str, dict[str, Any]]
REFUSED: Responses = {
    404: {"model": RefusalOut, "description": "There is no such run, person or thing."},
    409: {"model": RefusalOut, "description": "The run, or its town, cannot be read."},
}
_BYTES: Responses = {200: {"content": {"application/octet-stream": {}}}}
_PNG: Responses = {200: {"content": {"image/png": {}}}}
_TILED: Responses = {200: {"content": {"application/json": {}}}}
_REEL: Responses = {200: {"model": ReelOut}}


def reading_routes(recordings: Recordings) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api/runs/{run}", tags=["runs"], route_class=Told, responses=REFUSED)

    @routes.get("")
    def read_run(request: Request, run: RunName) -> RunOut:
        """A run: its town, its people, how far it has come."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return run_out(recording, reader, state=recordings.house.state(run), acts=may_act(request))

    @routes.get("/reel", response_class=Response, responses=_REEL)
    def read_reel(request: Request, run: RunName, since: From, until: Until) -> Response:
        """What shows at a tick, and what happened from there on and before another."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            since, until = stretch_of(reader, since, until)
            known = unchanged(request, recording, "reel", since, until)
            if known is not None:
                return known
            told = reels.reel(reader, recording.pack.town_map, since, until)
        body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        return Response(body, media_type="application/json", headers=kept(recording, "reel", since, until))

    @routes.get("/moves", response_class=Response, responses=_BYTES)
    def read_moves(request: Request, run: RunName, since: From, until: Until) -> Response:
        """How people move in a stretch: a frame of the live stream, everybody's place first."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            since, until = stretch_of(reader, since, until)
            known = unchanged(request, recording, "moves", since, until)
            if known is not None:
                return known
            roll = Roll(reader.header.cast)
            for each in recording.folk(reader):
                roll.number(each.id)
            frame = reels.moves(reader, roll, recording.pack.town_map, since, until)
        return Response(frame, media_type="application/octet-stream", headers=kept(recording, "moves", since, until))

    @routes.get("/marks")
    def read_marks(run: RunName) -> MarksOut:
        """What stands out in the whole run."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return recording.marks.all(reader, recording.talks)

    _add_pictures(routes, recordings)
    return routes


def _add_pictures(routes: APIRouter, recordings: Recordings) -> None:
    @routes.get("/map.tmj", response_class=Response, responses=_TILED)
    def read_map(request: Request, run: RunName) -> Response:
        """The map of the town pack that the run carries, as Tiled writes it."""
        return tagged(request, recordings.find(run).pack.map_path.read_bytes(), "application/json")

    @routes.get("/tiles/{file:path}", response_class=Response, responses={**_TILED, **_PNG})
    def read_tiles(request: Request, run: RunName, file: str) -> Response:
        """A tileset of that map, or its picture."""
        return tile_of(request, recordings.find(run).pack, file)

    @routes.get("/people/{person}/{name}.png", response_class=Response, responses=_PNG)
    def read_picture(request: Request, run: RunName, person: str, name: str) -> Response:
        """A picture of somebody: `portrait`, `sheet` or `asleep`."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            found = next((each for each in recording.folk(reader) if each.id == person), None)
        if found is None:
            raise nobody(person)
        if name not in PICTURES:
            raise Refused(404, f"There is no picture “{name[:40]}”.", f"There are: {', '.join(PICTURES)}.")
        return tagged(request, picture(name, found.looks, found.age), "image/png")


def run_out(recording: Recording, reader: Reader, *, state: StateOut, acts: bool) -> RunOut:
    """A run as the window is told of it."""
    header, end = recording.header, reader.end
    parent = None if header.parent is None else ParentOut(run=header.parent.run, tick=header.parent.tick)
    return RunOut(
        name=recording.name,
        town=recording.town,
        people=[each.out() for each in recording.folk(reader)],
        language=header.language,
        start=header.clock.start,
        seconds_per_tick=header.seconds_per_tick,
        begin=0,
        end=end,
        opens_at=end if state != "resting" else min(end, _morning(recording)),
        view_radius=header.view_radius,
        state=state,
        seed=header.seed,
        scenario=header.scenario,
        mind=str(header.settings.get("mind", "rule")),
        off=[str(part) for part in header.settings.get("off") or ()],
        created=header.created,
        parent=parent,
        fork_at=fork_at(reader),
        may_act=acts,
    )


def _morning(recording: Recording) -> int:
    """The first tick at or after seven, or where a fork begins."""
    header = recording.header
    start = header.clock.start
    minutes = (MORNING - start.hour) * 60 - start.minute
    morning = header.clock.ticks_in_minutes(minutes) if minutes > 0 else 0
    return max(morning, header.parent.tick if header.parent else 0)


# --- ticks and tags


def stretch_of(reader: Reader, since: int, until: int) -> tuple[int, int]:
    """The stretch that is meant, as far as the run has come; refused when it cannot be told."""
    end = reader.end
    if since > end:
        raise Refused(404, f"The run has not come to tick {since}.", f"It reaches tick {end}.")
    if until < since:
        raise Refused(422, "The stretch ends before it begins.", "Let “until” be later than “from”.")
    if until - since > reels.MOST_TICKS:
        raise Refused(422, f"{until - since:,} ticks are too many.", f"Ask for at most {reels.MOST_TICKS:,} at once.")
    return since, min(until, end)


def moment_of(reader: Reader, tick: int | None) -> int:
    """The tick that is meant: the end when none is said, and never beyond it."""
    return reader.end if tick is None else min(tick, reader.end)


def nobody(person: str) -> Refused:
    """Somebody is asked about who never was in the run."""
    return Refused(404, f"Nobody in this run has the id “{person[:80]}”.", "See the run for who is in it.")


def kept(recording: Recording, what: str, since: int, until: int) -> dict[str, str]:
    """Headers for what never changes: a browser may keep it, and asks whether the run is still the same one."""
    facts = (what, recording.identity, recording.header.created, recording.name, since, until)
    return {"etag": f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:24]}"', "cache-control": ASK_EACH_TIME}


def unchanged(request: Request, recording: Recording, what: str, since: int, until: int) -> Response | None:
    """Word that the browser's copy still holds, if it does."""
    headers = kept(recording, what, since, until)
    asked = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=headers) if headers["etag"] in asked else None
