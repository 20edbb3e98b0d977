"""What can be asked about somebody of a run: now, their memories, their reasons, their acts; and asking them.

Knows recordings and looks. Invariant: nothing is written, nothing is left behind in anybody's mind; whoever may only
look is never the reason that money is spent.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.server import asking, memories
from milkwood.server.guard import may_act
from milkwood.server.log import log
from milkwood.server.looks import Looks
from milkwood.server.people import in_language, person_now
from milkwood.server.reading import LATEST, REFUSED, RunName, moment_of, nobody
from milkwood.server.reasons import why_out
from milkwood.server.refusing import Told
from milkwood.server.runs import Recording, Recordings
from milkwood.server.tongue import language_of
from milkwood.server.wire_person import AskIn, LogOut, MemoriesOut, PersonNowOut, ReplyOut, WhyOut
from milkwood.translate import said_in

Tick = Annotated[int | None, Query(ge=0, le=LATEST, description="The moment; the run's end when none is given.")]
Since = Annotated[
    int | None, Query(alias="from", ge=0, le=LATEST, description="The first tick; midnight when none is given.")
]
PersonName = Annotated[str, Path(description="A person's id.", max_length=400)]
Sought = Annotated[str, Query(max_length=500, description="What should come to their mind.")]
Kind = Annotated[str, Query(max_length=40, description="A kind of memory, such as `insight`.")]
About = Annotated[str, Query(max_length=400, description="The id of whom it is about, or from.")]
Limit = Annotated[int, Query(ge=1, le=500)]
Before = Annotated[int | None, Query(ge=0, le=LATEST, description="Only memories with a smaller number.")]


def person_routes(recordings: Recordings, looks: Looks, interviews: Looks) -> APIRouter:
    """The routes; interviews have looks of their own, since a model may take its time."""
    routes = APIRouter(prefix="/api/runs/{run}", tags=["people"], route_class=Told, responses=REFUSED)

    @routes.get("/people/{person}")
    def read_person(request: Request, run: RunName, person: PersonName, tick: Tick = None) -> PersonNowOut:
        """Somebody at a moment: what they do and why, their plan and what really happened, whom they know."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            whom = _known(recording, reader, person)
            now = person_now(recording, looks, reader, whom, moment_of(reader, tick))
            return in_language(now, language_of(request.scope))

    @routes.get("/people/{person}/memories")
    def read_memories(
        run: RunName,
        person: PersonName,
        tick: Tick = None,
        kind: Kind = "",
        q: Sought = "",
        about: About = "",
        limit: Limit = 50,
        before: Before = None,
    ) -> MemoriesOut:
        """What somebody remembers, newest first; or, for a text, what it brings to mind, with the scores."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            whom = _known(recording, reader, person)
            wanted = memories.Wanted(moment_of(reader, tick), kind, q, about, limit, before)
            return memories.page(recording, looks, reader, whom, wanted)

    @routes.get("/people/{person}/why")
    def read_why(request: Request, run: RunName, person: PersonName, tick: Tick = None) -> WhyOut | None:
        """Why somebody does what they do at a moment, with all that it rests on."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            whom = _known(recording, reader, person)
            names = recording.names(reader)
            found = why_out(reader, whom, moment_of(reader, tick), names, recording.words)
            spoken = language_of(request.scope)
            return found and found.model_copy(update={"note": said_in(spoken, found.note)})

    _log_and_answers(routes, recordings, interviews)
    return routes


def _log_and_answers(routes: APIRouter, recordings: Recordings, interviews: Looks) -> None:
    @routes.get("/people/{person}/log")
    def read_log(run: RunName, person: PersonName, since: Since = None, until: Tick = None) -> LogOut:
        """What somebody did, act by act: in which block, new or lived by a routine, how long, and talks."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            whom = _known(recording, reader, person)
            return log(recording, reader, whom, since, moment_of(reader, until))

    @routes.post("/ask")
    def ask(request: Request, run: RunName, asked: AskIn) -> ReplyOut:
        """Ask somebody, as they were at a moment; they will not remember it."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            _known(recording, reader, asked.person)
            tick = moment_of(reader, asked.tick)
            reply = asking.ask(recordings.house, recording, interviews, reader, asked, tick, may_spend=may_act(request))
            return asking.in_language(reply, language_of(request.scope))


def _known(recording: Recording, reader: Reader, person: str) -> PersonId:
    if not any(each.id == person for each in recording.folk(reader)):
        raise nobody(person)
    return PersonId(person)
