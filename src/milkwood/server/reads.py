"""Everything that can be asked about runs, put together; and what a live stream is told besides moves.

Knows the routes that read. Invariant: they share one set of recordings and looks; nothing of it changes a run.
"""

from pathlib import Path

from fastapi import APIRouter
from pydantic import TypeAdapter

from milkwood.chronicle import Reader
from milkwood.server import reel
from milkwood.server.exporting import export_routes
from milkwood.server.folk import folk_of
from milkwood.server.house import House
from milkwood.server.looks import Looks
from milkwood.server.page import STATIC
from milkwood.server.persons import person_routes
from milkwood.server.reading import reading_routes
from milkwood.server.runs import Recordings
from milkwood.server.towning import town_of_run_routes
from milkwood.server.wire_run import FolkOut, HappeningOut

_HAPPENINGS: TypeAdapter[list[HappeningOut]] = TypeAdapter(list[HappeningOut])


class Told:
    """What a live stream tells of a run besides its moves."""

    def __init__(self, house: House) -> None:
        self._house = house

    def happenings(self, reader: Reader, since: int, until: int) -> list[HappeningOut]:
        """What happened from a tick on and before another."""
        return _HAPPENINGS.validate_python(reel.happenings(reader, since, until))

    def people(self, reader: Reader) -> list[FolkOut]:
        """Everybody of the run, in the order of their numbers."""
        return [each.out() for each in folk_of(reader, self._house.packs.of(reader.header))]


def run_routes(house: House, static: Path = STATIC) -> APIRouter:
    """All routes that read runs."""
    recordings, looks = Recordings(house), Looks()
    routes = APIRouter()
    routes.include_router(reading_routes(recordings))
    routes.include_router(person_routes(recordings, looks, Looks()))
    routes.include_router(town_of_run_routes(recordings))
    routes.include_router(export_routes(recordings, static))
    return routes
