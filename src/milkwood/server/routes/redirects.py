"""Redirects from addresses of earlier systems.

Invariant: the target is always a page of ours; a run that does not exist is 404, with a message.
"""

import re
from urllib.parse import quote, urlencode

from fastapi import APIRouter
from fastapi.responses import RedirectResponse

from milkwood.ids import is_slug
from milkwood.server.run_files import RunFiles

_MAX_DIGITS = 9


def redirect_routes(run_files: RunFiles) -> APIRouter:
    """The old addresses."""
    routes = APIRouter(include_in_schema=False)

    def shown(run: str, *, tick: str, speed: str = "", person: str = "") -> RedirectResponse:
        run_files.find(run)
        return RedirectResponse(address(run, tick=tick, speed=speed, person=person))

    @routes.get("/simulator_home")
    @routes.get("/simulator_home/")
    def home() -> RedirectResponse:
        return RedirectResponse("/")

    @routes.get("/replay/{run}/{step}")
    @routes.get("/replay/{run}/{step}/")
    def replay(run: str, step: str) -> RedirectResponse:
        return shown(run, tick=step)

    @routes.get("/demo/{run}/{step}/{speed}")
    @routes.get("/demo/{run}/{step}/{speed}/")
    def demo(run: str, step: str, speed: str) -> RedirectResponse:
        return shown(run, tick=step, speed=speed)

    @routes.get("/replay_persona_state/{run}/{step}/{name}")
    @routes.get("/replay_persona_state/{run}/{step}/{name}/")
    def person(run: str, step: str, name: str) -> RedirectResponse:
        return shown(run, tick=step, person=name)

    return routes


def address(run: str, *, tick: str = "", speed: str = "", person: str = "") -> str:
    """The address of a run at a tick, at a speed, with a person selected."""
    wanted: dict[str, str] = {}
    if tick.isascii() and tick.isdigit():
        wanted["tick"] = str(int(tick[:_MAX_DIGITS]))
    if re.fullmatch("[1-6]", speed):
        wanted["speed"] = "max" if speed == "6" else speed
    who = person.strip().lower().replace(" ", "_")
    if is_slug(who):
        wanted["person"] = who
    query = f"?{urlencode(wanted)}" if wanted else ""
    return f"/run/{quote(run, safe='')}{query}"
