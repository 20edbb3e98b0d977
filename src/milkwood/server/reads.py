"""Everything that can be asked about runs, put together; and what a live stream is told besides moves.

Knows the routes that read. Invariant: they share one set of recordings and looks; nothing of it changes a run.
"""

from pathlib import Path

from fastapi import APIRouter

from milkwood.server.exporting import export_routes
from milkwood.server.house import House
from milkwood.server.looks import Looks
from milkwood.server.page import STATIC
from milkwood.server.persons import person_routes
from milkwood.server.reading import reading_routes
from milkwood.server.runs import Recordings
from milkwood.server.towning import town_of_run_routes


def run_routes(house: House, static: Path = STATIC) -> APIRouter:
    """All routes that read runs."""
    recordings, looks = Recordings(house), Looks()
    routes = APIRouter()
    routes.include_router(reading_routes(recordings))
    routes.include_router(person_routes(recordings, looks, Looks()))
    routes.include_router(town_of_run_routes(recordings))
    routes.include_router(export_routes(recordings, static))
    return routes
