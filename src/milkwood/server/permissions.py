"""What a viewer (a caller who may not act) can call: one table of methods and route templates.

Invariant: a request is matched by the application's own route templates, in the router's order; a route that is not in
the table is refused to viewers. `tests/server/test_permissions.py` compares the table with the routes.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

from fastapi import FastAPI, routing
from starlette.routing import compile_path
from starlette.types import Scope

WEBSOCKET: Final = "WEBSOCKET"
"""Method of WebSocket routes in the table."""

_RUN: Final = "/api/runs/{run}"
_PAGES: Final = (
    *("/", "/run/{name}", "/run/{name}/", "/{name:path}", "/simulator_home", "/simulator_home/"),
    *("/replay/{run}/{step}", "/replay/{run}/{step}/", "/demo/{run}/{step}/{speed}", "/demo/{run}/{step}/{speed}/"),
    *("/replay_persona_state/{run}/{step}/{name}", "/replay_persona_state/{run}/{step}/{name}/"),
)
_READS: Final = (
    *("/api/openapi.json", "/api/docs", "/api/{rest:path}", "/api/compare", "/api/runs", _RUN, "/api/looks/{look}.png"),
    *("/api/towns", "/api/towns/{town}", "/api/towns/{town}/map.tmj", "/api/towns/{town}/tiles/{file:path}"),
    *("/api/towns/{town}/map.webp", f"{_RUN}/map.webp"),
    *("/api/towns/{town}/people/{person}/{name}.png", f"{_RUN}/people/{{person}}/{{name}}.png"),
    *(f"{_RUN}/reel", f"{_RUN}/moves", f"{_RUN}/marks", f"{_RUN}/map.tmj", f"{_RUN}/tiles/{{file:path}}"),
    *(f"{_RUN}/people/{{person}}", f"{_RUN}/people/{{person}}/memories", f"{_RUN}/people/{{person}}/why"),
    *(f"{_RUN}/people/{{person}}/log", f"{_RUN}/talks", f"{_RUN}/feed", f"{_RUN}/ties", f"{_RUN}/machine"),
    *(f"{_RUN}/calls", f"{_RUN}/calls/{{call}}"),
    *(
        f"{_RUN}/things/{{thing:path}}",
        f"{_RUN}/acts/{{act:path}}",
        f"{_RUN}/events",
        f"{_RUN}/events/{{event:path}}",
        f"{_RUN}/news",
        f"{_RUN}/news/ideas",
        f"{_RUN}/news/first",
        f"{_RUN}/export/{{format}}",
    ),
)
LOOKING: Final = frozenset(
    {
        *(("GET", template) for template in (*_PAGES, *_READS)),
        ("HEAD", "/api/openapi.json"),
        (WEBSOCKET, f"{_RUN}/live"),
        ("POST", f"{_RUN}/ask"),  # leaves no trace; the understudy answers viewers
    }
)
"""Routes for viewers: method and template."""
TAKING_FILES: Final[frozenset[tuple[str, str]]] = frozenset()
"""Routes that take files, with a larger body limit. None yet: towns and runs are imported on the command line."""


def routes_of(app: FastAPI) -> list[tuple[str, str]]:
    """Method and template of every route, in the router's order."""
    leaves: Callable[[Any], Iterable[Any]] = getattr(routing, "iter_route_contexts", iter)  # older: one flat list
    found = [(route.methods or {WEBSOCKET}, route.path) for route in leaves(app.routes)]
    return [(method, path) for methods, path in found for method in sorted(methods)]


class RouteFinder:
    """Finds the route of a request; reads the routes on first use."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    @cached_property
    def _routes(self) -> list[tuple[str, str, re.Pattern[str]]]:
        return [(method, template, compile_path(template)[0]) for method, template in routes_of(self._app)]

    def find(self, scope: Scope) -> tuple[str, str] | None:
        """Method and template of the route; None if there is none."""
        wanted = WEBSOCKET if scope["type"] == "websocket" else scope["method"]
        for method, template, pattern in self._routes:
            if method == wanted and pattern.match(scope["path"]):
                return method, template
        return None
