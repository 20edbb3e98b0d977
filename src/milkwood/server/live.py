"""The live stream of a run: one WebSocket a viewer.

Knows sockets and watches. Invariant: the versions agree before anything is sent; whatever a viewer sends, or does not
read, costs the run and the other viewers nothing.
"""

import asyncio
from contextlib import suppress

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from milkwood.errors import MilkwoodError
from milkwood.server import wire_live as wire
from milkwood.server.acting import pace_of
from milkwood.server.guard import may_act
from milkwood.server.house import House
from milkwood.server.refusal import Refused
from milkwood.server.stream import PROTOCOL, Viewer, Watch, Watches
from milkwood.server.tongue import in_both

OTHER_VERSION, UNREADABLE, UNKNOWN, CROWDED = 4000, 4001, 4004, 4013
"""How a stream is closed."""
HANDSHAKE_SECONDS = 20.0
MOST_VIEWERS = 500


class _No(Exception):
    """The stream is refused."""

    def __init__(self, code: int, what: str, remedy: str) -> None:
        super().__init__(what)
        self.code = code
        self.message = wire.RefusedOut(what=in_both(what), remedy=in_both(remedy))


def live_routes(house: House, watches: Watches) -> APIRouter:
    """The route of the stream."""
    routes = APIRouter()

    @routes.websocket("/api/runs/{run}/live")
    async def live(socket: WebSocket, run: str) -> None:
        await socket.accept()
        try:
            await _serve(socket, run, house, watches)
        except _No as no:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_json(wire.plain(no.message))
                await socket.close(no.code)
        except WebSocketDisconnect:
            pass

    return routes


async def _serve(socket: WebSocket, run: str, house: House, watches: Watches) -> None:
    try:
        await socket.send_json(wire.plain(await _hello(socket, run, house)))
        listen = await _first(socket)
        if watches.viewers >= MOST_VIEWERS:
            raise _No(CROWDED, "Too many watch already.", "Try again later.")
        viewer = Viewer()
        watch = await watches.watch(run, viewer, listen.from_)
    except Refused as refused:
        raise _No(UNKNOWN, refused.body.what, refused.body.remedy) from refused
    except MilkwoodError as error:
        raise _No(UNKNOWN, error.what, error.remedy) from error
    tasks = {asyncio.ensure_future(_send(socket, watch, viewer)), asyncio.ensure_future(_drain(socket))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await watches.leave(watch, viewer)


async def _hello(socket: WebSocket, run: str, house: House) -> wire.HelloOut:
    entry = await asyncio.to_thread(house.shelf.entry, run)
    living = house.lives.find(run)
    return wire.HelloOut(
        protocol=PROTOCOL,
        run=run,
        end=entry.end,
        state=await asyncio.to_thread(house.state, run),
        pace=pace_of(living.pulse) if living is not None else None,
        may_act=may_act(socket),
    )


async def _first(socket: WebSocket) -> wire.ListenIn:
    """What a viewer says first: its version, and from when on it wants to see."""
    again = "Send {“protocol”: 1, “from”: tick} first."
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        raise _No(UNREADABLE, "Nothing was said.", again) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        listen = wire.ListenIn.model_validate_json(message.get("text") or b"")
    except ValidationError:
        raise _No(UNREADABLE, "What was said cannot be read.", again) from None
    if listen.protocol != PROTOCOL:
        raise _No(OTHER_VERSION, "The page and the server are of different versions.", "Load the page again.")
    return listen


async def _send(socket: WebSocket, watch: Watch, viewer: Viewer) -> None:
    while True:
        message = await viewer.next()
        if message is None:
            if not viewer.lost:
                await socket.close(UNKNOWN)
                return
            await watch.again(viewer)
        elif isinstance(message, bytes):
            await socket.send_bytes(message)
        else:
            await socket.send_text(message)


async def _drain(socket: WebSocket) -> None:
    """Whatever else a viewer says is let go; until it leaves."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
