"""Routes for towns without a run: their list, maps and pictures.

Invariant: nothing is written.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from milkwood.i18n import t
from milkwood.ids import PersonId, TownId
from milkwood.server.errors import HttpError
from milkwood.server.files import tagged_response, tile_response
from milkwood.server.routes.parameters import PNG, TILED, WEBP, Responses, SizeQuery
from milkwood.server.views.map_picture import town_picture
from milkwood.server.views.pictures import PICTURES, picture
from milkwood.server.views.town import town_entry, town_out
from milkwood.server.wire import town as wire
from milkwood.server.wire.model import RefusalOut
from milkwood.towns import Pack, Person

TownName = Annotated[str, Path(description="A town's id, as `/api/towns` lists it.")]
TownPersonPath = Annotated[str, Path(description="A person's id, as the town lists it.")]
PictureName = Annotated[
    str,
    Path(
        description="`portrait` (64 x 64 px), `sheet` (14 x 4 frames of 16 x 24 px, facing down, left, "
        "right, up: four of walking, then at rest) or `asleep` (16 x 16 px)."
    ),
]
FileName = Annotated[str, Path(description="A file of the pack's `tiles` folder.")]
_GONE: Responses = {404: {"model": RefusalOut, "description": "There is no such town, person or file."}}


def town_routes(
    packs: Sequence[Pack], language: str | None, late: Callable[[TownId], Pack | None] = lambda _: None
) -> APIRouter:
    """The routes for these packs, the first of which opens, and for towns imported later."""
    by_id = {pack.id: pack for pack in packs}
    towns: dict[TownId, wire.TownOut] = {}
    routes = APIRouter(prefix="/api/towns", tags=["towns"])

    def pack_of(town: str) -> Pack:
        found = by_id.get(TownId(town)) or late(TownId(town))
        if found is None:
            raise HttpError(
                404, t("There is no town “{town}” here.", town=town), t("There are: {names}.", names=", ".join(by_id))
            )
        return by_id.setdefault(found.id, found)

    def person_of(town: str, person: str) -> Person:
        pack = pack_of(town)
        if PersonId(person) not in pack.people:
            raise HttpError(
                404,
                t("Nobody in {town} has the id “{person}”.", town=pack.id, person=person),
                t("/api/towns/{town} lists its people.", town=pack.id),
            )
        return pack.people[PersonId(person)]

    @routes.get("")
    def list_towns() -> wire.TownListOut:
        """All towns."""
        entries = [town_entry(pack) for pack in by_id.values()]
        return wire.TownListOut(opens=packs[0].id, language=language, towns=entries)

    @routes.get("/{town}", responses=_GONE)
    def read_town(town: TownName) -> wire.TownOut:
        """A town: its name, people, places and scenarios."""
        pack = pack_of(town)
        if pack.id not in towns:
            towns[pack.id] = town_out(pack)
        return towns[pack.id]

    @routes.get("/{town}/map.tmj", responses={**TILED, **_GONE}, response_class=Response)
    def read_map(request: Request, town: TownName) -> Response:
        """The map in Tiled's format; its tilesets are under `tiles/`."""
        path = pack_of(town).map_path
        return tagged_response(request, path.read_bytes(), "application/json")

    @routes.get("/{town}/map.webp", responses={**WEBP, **_GONE}, response_class=Response)
    def read_map_picture(request: Request, town: TownName, size: SizeQuery = "small") -> Response:
        """A picture of the map."""
        return tagged_response(request, town_picture(pack_of(town), size), "image/webp")

    @routes.get("/{town}/tiles/{file:path}", responses={**TILED, **PNG, **_GONE}, response_class=Response)
    def read_tiles(request: Request, town: TownName, file: FileName) -> Response:
        """A tileset or its picture."""
        return tile_response(request, pack_of(town), file)

    @routes.get("/{town}/people/{person}/{name}.png", responses={**PNG, **_GONE}, response_class=Response)
    def read_picture(request: Request, town: TownName, person: TownPersonPath, name: PictureName) -> Response:
        """A picture of a person."""
        found = person_of(town, person)
        if name not in PICTURES:
            raise HttpError(
                404, t("There is no picture “{name}”.", name=name), t("There are: {names}.", names=", ".join(PICTURES))
            )
        return tagged_response(request, picture(name, found.looks, found.age), "image/png")

    return routes
