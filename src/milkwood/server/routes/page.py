"""Routes for the built page.

Invariant: browsers cache files with a hash in their name for ever, and ask for the page itself each time; a missing
build is explained.
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
    """`/` and `/run/NAME`, which are the same page, and its files."""
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
            raise HttpError(404, t("There is no such page."), t("The page is at /."))
        caching = KEEP_FOR_EVER if name.startswith("assets/") else ASK_EACH_TIME
        return tagged_response(request, path.read_bytes(), PAGE_KINDS[path.suffix.lower()], caching)

    return routes
