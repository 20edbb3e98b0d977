"""How routes that read runs say no: what is wrong with a run or a question becomes an answer, never a failure.

Knows the error tree and HTTP. Invariant: no path of this machine is named, whatever an error says.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from milkwood.chronicle.runs import home
from milkwood.errors import MilkwoodError, OurBug
from milkwood.server.refusal import Refused

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class Told(APIRoute):
    """A route whose errors of ours are told as refusals."""

    def get_route_handler(self) -> Handler:
        """The handler, with errors told."""
        handle: Callable[[Request], Awaitable[Response]] = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await handle(request)
            except OurBug:
                raise
            except MilkwoodError as error:
                raise Refused(409, pathless(error.what), pathless(error.remedy)) from error

        return told


def pathless(text: str) -> str:
    """A sentence without the folder that runs lie in."""
    return text.replace(f"{home()}/", "").replace(str(home()), "")
