"""The page itself: what `npm run build` left in the package.

Knows the folder `static`. Invariant: files with a hash in their name are kept by browsers for ever, the page that
names them is asked for each time, and a build that is missing is explained, not a riddle.
"""

from pathlib import Path

from fastapi import APIRouter, Request, Response

from milkwood.server.files import ASK_EACH_TIME, KEEP_FOR_EVER, PAGE_KINDS, find, tagged
from milkwood.server.refusal import Refused

STATIC = Path(__file__).parent / "static"
UNBUILT = "The page has not been built."
UNBUILT_REMEDY = "In a clone of the repository, run “make web”; an installed package brings it along."


def is_built(static: Path = STATIC) -> bool:
    """Whether there is a page to show."""
    return (static / "index.html").is_file()


def page_routes(static: Path) -> APIRouter:
    """`/` and `/run/NAME`, which are one page, and the files beside it."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    @routes.get("/run/{name}")
    @routes.get("/run/{name}/")
    def page(request: Request) -> Response:
        if not is_built(static):
            raise Refused(503, UNBUILT, UNBUILT_REMEDY)
        return tagged(request, (static / "index.html").read_bytes(), PAGE_KINDS[".html"])

    @routes.get("/{name:path}")
    def file(request: Request, name: str) -> Response:
        path = find(static, name, PAGE_KINDS)
        if path is None:
            raise Refused(404, "There is no such page.", "The town is at /.")
        caching = KEEP_FOR_EVER if name.startswith("assets/") else ASK_EACH_TIME
        return tagged(request, path.read_bytes(), PAGE_KINDS[path.suffix.lower()], caching)

    return routes
