"""Routes for the page: what `npm run build` left in the package.

Knows the folder `static`. Invariant: files with a hash in their name are cached by browsers for ever, the page that
names them is requested each time, and a missing build is explained.
"""

from pathlib import Path

from fastapi import APIRouter, Request, Response

from milkwood.i18n import t
from milkwood.server.errors import HttpError
from milkwood.server.files import (
    ASK_EACH_TIME,
    KEEP_FOR_EVER,
    PAGE_KINDS,
    UNBUILT,
    UNBUILT_REMEDY,
    find_file,
    is_built,
    tagged_response,
)


def page_routes(static: Path) -> APIRouter:
    """`/` and `/run/NAME`, which are one page, and the files beside it."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    @routes.get("/run/{name}")
    @routes.get("/run/{name}/")
    def page(request: Request) -> Response:
        if not is_built(static):
            raise HttpError(503, UNBUILT, UNBUILT_REMEDY)
        return tagged_response(request, (static / "index.html").read_bytes(), PAGE_KINDS[".html"])

    @routes.get("/{name:path}")
    def file(request: Request, name: str) -> Response:
        path = find_file(static, name, PAGE_KINDS)
        if path is None:
            raise HttpError(404, t("There is no such page."), t("The town is at /."))
        caching = KEEP_FOR_EVER if name.startswith("assets/") else ASK_EACH_TIME
        return tagged_response(request, path.read_bytes(), PAGE_KINDS[path.suffix.lower()], caching)

    return routes
