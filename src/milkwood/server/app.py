"""The web application: the page, what it asks for, and the manual.

Knows its parts and their order. Invariant: everything under `/api` answers in JSON or with a picture; anything else
is the page and its files.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware

from milkwood.errors import SetupError
from milkwood.run.header import milkwood_version
from milkwood.server import refusal
from milkwood.server.acting import acting_routes
from milkwood.server.gate import LOCAL_NAMES, Gate
from milkwood.server.guard import Guard, Rights
from milkwood.server.house import House
from milkwood.server.live import live_routes
from milkwood.server.manual import manual
from milkwood.server.old_addresses import old_routes
from milkwood.server.packs import Packs
from milkwood.server.page import STATIC, page_routes
from milkwood.server.reads import run_routes
from milkwood.server.refusal import Refused
from milkwood.server.runs import Recordings
from milkwood.server.stream import Watches
from milkwood.server.towns import town_routes
from milkwood.towns import Pack

DESCRIPTION = (
    "What the window onto a town asks and does, and what other programs may, too. "
    "Whatever changes anything is a POST or DELETE with the header “X-Milkwood: 1”."
)


def create_app(
    packs: Sequence[Pack],
    *,
    language: str | None = None,
    names: Collection[str] | None = LOCAL_NAMES,
    static: Path = STATIC,
    house: House | None = None,
    rights: Rights | None = None,
) -> FastAPI:
    """The application for these towns; the first one opens.

    `language` is what the page speaks until somebody chooses; `names` are the host names it answers to (None: any);
    `house` holds the runs; `rights` say who may look and act.
    """
    if not packs:
        raise SetupError("There is no town to show.", remedy="Name one: milkwood up the_ville")
    app = FastAPI(
        title="Milkwood", description=DESCRIPTION, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    refusal.install(app)
    house = house or House(packs=Packs(packs))
    app.include_router(town_routes(packs, language, house.packs.late))
    app.include_router(acting_routes(house, milkwood_version()))
    app.include_router(live_routes(house, Watches(house, Recordings(house))))
    app.include_router(run_routes(house, static))

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(manual(app.openapi()))

    @app.get("/api/{rest:path}", include_in_schema=False)
    def nothing(rest: str) -> None:
        raise Refused(404, f"There is nothing at /api/{rest}.", "See /api/docs for what can be asked.")

    app.include_router(old_routes())
    app.include_router(page_routes(static))
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    app.add_middleware(Guard, rights=rights or Rights())
    app.add_middleware(Gate, names=names)
    return app
