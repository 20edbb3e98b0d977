"""The looks that a newcomer can have, as pictures.

Invariant: nothing is written; a number always gives the same picture.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from milkwood.server.files import tagged_response
from milkwood.server.live.newcomers import looks_of
from milkwood.server.routes.parameters import PNG
from milkwood.server.views.pictures import picture
from milkwood.server.wire.acts import MAX_LOOK_NUMBER

Look = Annotated[int, Path(ge=0, lt=MAX_LOOK_NUMBER, description="The number of the looks.")]
Age = Annotated[int, Query(ge=1, le=120, description="The age to draw.")]


def look_routes() -> APIRouter:
    """The route for portraits of people who may move in."""
    routes = APIRouter(prefix="/api/looks", tags=["towns"])

    @routes.get("/{look}.png", responses=PNG, response_class=Response)
    def read_look(request: Request, look: Look, age: Age = 30) -> Response:
        """The portrait of a newcomer with these looks."""
        return tagged_response(request, picture("portrait", looks_of(look), age), "image/png")

    return routes
