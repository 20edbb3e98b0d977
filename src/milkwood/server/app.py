"""The web application: its routes, the page and the middleware.

Invariant: everything under `/api` answers with JSON or a file; anything else is the page and its files.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.server import errors
from milkwood.server.access import LOCAL_NAMES, AccessCheck, HostCheck, Rights
from milkwood.server.files import STATIC
from milkwood.server.limits import BodyLimits
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.permissions import TAKING_FILES, RouteFinder
from milkwood.server.routes.acts import act_routes
from milkwood.server.routes.calls import call_routes
from milkwood.server.routes.export import export_routes
from milkwood.server.routes.looks import look_routes
from milkwood.server.routes.page import page_routes
from milkwood.server.routes.people import person_routes
from milkwood.server.routes.playback import playback_routes
from milkwood.server.routes.redirects import redirect_routes
from milkwood.server.routes.run_town import run_town_routes
from milkwood.server.routes.runs import run_routes
from milkwood.server.routes.stream import stream_routes
from milkwood.server.routes.towns import town_routes
from milkwood.server.views.api_docs import api_docs_page
from milkwood.towns import Pack
from milkwood.version import release

DESCRIPTION = (
    "The HTTP interface of Milkwood, for its page and for other programs. "
    "Requests that change anything are POST or DELETE and need the header “X-Milkwood: 1”."
)


def create_app(
    packs: Sequence[Pack],
    *,
    language: str | None = None,
    names: Collection[str] | None = LOCAL_NAMES,
    static: Path = STATIC,
    app_state: AppState | None = None,
    rights: Rights | None = None,
) -> FastAPI:
    """The application for these towns; the page opens the first one.

    `language` is the page's initial language; `names` are the host names it answers to (None: any); `app_state` holds
    the runs; `rights` say who may look and act.
    """
    if not packs:
        raise SetupError(t("There is no town to show."), remedy=t("Name one: milkwood up the_ville"))
    app = FastAPI(
        title="Milkwood", description=DESCRIPTION, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    errors.install(app)
    app_state = app_state or AppState(packs=Packs(packs))
    app.include_router(look_routes())
    app.include_router(town_routes(packs, language, app_state.packs.late))
    app.include_router(run_routes(app_state, release() or "unknown"))
    app.include_router(act_routes(app_state))
    app.include_router(stream_routes(app_state))
    app.include_router(playback_routes(app_state))
    app.include_router(person_routes(app_state))
    app.include_router(run_town_routes(app_state))
    app.include_router(call_routes(app_state))
    app.include_router(export_routes(app_state.recordings, static))

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(api_docs_page(app.openapi()))

    @app.get("/api/{rest:path}", include_in_schema=False)
    def nothing(rest: str) -> None:
        raise errors.HttpError(
            404, t("There is nothing at /api/{rest}.", rest=rest), t("/api/docs lists what can be requested.")
        )

    app.include_router(redirect_routes(app_state.run_files))
    app.include_router(page_routes(static))
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    routes = RouteFinder(app)
    app.add_middleware(BodyLimits, takes_files=lambda scope: routes.find(scope) in TAKING_FILES)
    app.add_middleware(AccessCheck, rights=rights or Rights(), routes=routes)
    app.add_middleware(HostCheck, names=names)
    return app
