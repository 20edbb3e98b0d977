"""What can be asked about the town of a run: its talks, its feed, ties, news, things, and the machine that lives it.

Knows recordings. Invariant: nothing is written; a tick beyond the end of a run is its end.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from milkwood.ids import PersonId
from milkwood.server import feed, news, talks
from milkwood.server.machine import Meter, machine
from milkwood.server.persons import Limit, Tick
from milkwood.server.reading import LATEST, REFUSED, RunName, moment_of
from milkwood.server.refusal import Refused
from milkwood.server.refusing import Told
from milkwood.server.runs import Recordings
from milkwood.server.things import thing_now
from milkwood.server.ties import ties
from milkwood.server.wire_town import FeedOut, IdeaOut, MachineOut, NewsOut, TalksOut, ThingNowOut, TiesOut

Person = Annotated[str, Query(max_length=400, description="A person's id.")]
Words = Annotated[str, Query(max_length=500)]
At = Annotated[int | None, Query(ge=0, le=LATEST)]
Kinds = Annotated[str, Query(max_length=400, description="Kinds of happenings, separated by commas.")]
ThingName = Annotated[str, Path(description="A thing's id.", max_length=400)]


def town_of_run_routes(recordings: Recordings) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api/runs/{run}", tags=["town"], route_class=Told, responses=REFUSED)
    _what_happened(routes, recordings)
    _how_things_are(routes, recordings)
    _who_told_whom(routes, recordings)
    return routes


def _what_happened(routes: APIRouter, recordings: Recordings) -> None:
    @routes.get("/talks")
    def read_talks(
        run: RunName,
        person: Person = "",
        q: Words = "",
        since: Annotated[int, Query(alias="from", ge=0, le=LATEST)] = 0,
        until: At = None,
        limit: Limit = 50,
        before: At = None,
    ) -> TalksOut:
        """Talks as transcripts, newest first: of somebody, with words in them, that were on in a stretch."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            wanted = talks.Wanted(moment_of(reader, until), person, q, since, before, limit)
            return talks.page(recording.talks, reader, recording.pack.town_map, wanted)

    @routes.get("/feed", response_model_exclude_unset=True)
    def read_feed(
        run: RunName, until: At = None, limit: Limit = 100, kinds: Kinds = "", person: Person = ""
    ) -> FeedOut:
        """What happened before a tick, newest first, in sentences."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            wanted_kinds = frozenset(kind.strip() for kind in kinds.split(",") if kind.strip())
            wanted = feed.Wanted(moment_of(reader, until), wanted_kinds, person, limit)
            return feed.feed(recording, reader, wanted)


def _how_things_are(routes: APIRouter, recordings: Recordings) -> None:
    meter = Meter()

    @routes.get("/ties")
    def read_ties(run: RunName, tick: Tick = None) -> TiesOut:
        """Who is what to whom."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return ties(recording, reader, moment_of(reader, tick))

    @routes.get("/things/{thing:path}")
    def read_thing(run: RunName, thing: ThingName, tick: Tick = None) -> ThingNowOut:
        """A thing: its state, who uses it, and what it was before."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return thing_now(recording, reader, thing, moment_of(reader, tick))

    @routes.get("/machine")
    def read_machine(run: RunName) -> MachineOut:
        """The machine room: who answers what, what it took, what is waited for."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return machine(recordings.house, meter, recording, reader)


def _who_told_whom(routes: APIRouter, recordings: Recordings) -> None:
    @routes.get("/news")
    def read_news(
        run: RunName,
        q: Words = "",
        person: Person = "",
        memory: Annotated[int | None, Query(ge=0, le=LATEST)] = None,
        tick: Tick = None,
    ) -> NewsOut:
        """Who told whom: a piece of news, in words or as somebody remembers it."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            at = moment_of(reader, tick)
            if memory is not None and person:
                return news.follow(recording, reader, news.remembered(reader, PersonId(person), memory, at), at)
            if not q.strip():
                raise Refused(422, "It is not said which news.", "Give its words, or a person and a memory of theirs.")
            return news.follow(recording, reader, q.strip(), at)

    @routes.get("/news/ideas")
    def read_ideas(run: RunName, tick: Tick = None) -> list[IdeaOut]:
        """News worth following: the scenario's stories first."""
        recording = recordings.find(run)
        with recording.reader() as reader:
            return news.ideas(recording, reader, moment_of(reader, tick))
