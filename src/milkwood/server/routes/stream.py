"""The live stream of a run: one WebSocket per viewer.

Invariant: protocol versions agree before anything is sent; no viewer can slow down the run or other viewers.
"""

import asyncio
from contextlib import suppress

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from milkwood.chronicle import faults
from milkwood.chronicle.verify import blamed
from milkwood.errors import MilkwoodError
from milkwood.i18n import t
from milkwood.server.access import may_act
from milkwood.server.errors import HttpError, without_run_folder
from milkwood.server.live.app_state import AppState
from milkwood.server.live.stream import PROTOCOL_VERSION, RunStream, RunStreams, Viewer
from milkwood.server.wire import stream as wire
from milkwood.server.wire.language import in_all_languages
from milkwood.server.wire.model import plain

OTHER_VERSION_CLOSE_CODE, UNREADABLE_CLOSE_CODE, UNKNOWN_CLOSE_CODE, CROWDED_CLOSE_CODE = 4000, 4001, 4004, 4013
"""Close codes of the stream."""
HANDSHAKE_SECONDS = 20.0
MAX_VIEWERS = 500


class _StreamError(Exception):
    """The stream is refused."""

    def __init__(self, code: int, what: str, remedy: str) -> None:
        super().__init__(what)
        self.code = code
        self.message = wire.RefusedOut(what=in_all_languages(what), remedy=in_all_languages(remedy))


def stream_routes(app_state: AppState) -> APIRouter:
    """The route of the stream."""
    routes, streams = APIRouter(), RunStreams(app_state)

    @routes.websocket("/api/runs/{run}/live")
    async def live(socket: WebSocket, run: str) -> None:
        await socket.accept()
        try:
            await _serve(socket, run, app_state, streams)
        except _StreamError as no:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_json(plain(no.message))
                await socket.close(no.code)
        except WebSocketDisconnect:
            pass

    return routes


async def _serve(socket: WebSocket, run: str, app_state: AppState, streams: RunStreams) -> None:
    try:
        await socket.send_json(plain(await _hello(socket, run, app_state)))
        listen = await _first(socket)
        if streams.viewers >= MAX_VIEWERS:
            raise _StreamError(CROWDED_CLOSE_CODE, t("There are too many viewers."), t("Try again later."))
        viewer = Viewer()
        stream = await streams.watch(run, viewer, listen.from_)
    except HttpError as refused:
        raise _StreamError(UNKNOWN_CLOSE_CODE, refused.body.what, refused.body.remedy) from refused
    except (MilkwoodError, *faults.UNREADABLE) as error:
        shown = await asyncio.to_thread(blamed, error, run) or error
        if not isinstance(shown, MilkwoodError):
            raise
        raise _StreamError(
            UNKNOWN_CLOSE_CODE, without_run_folder(shown.what), without_run_folder(shown.remedy)
        ) from error
    tasks = {asyncio.ensure_future(_send(socket, stream, viewer)), asyncio.ensure_future(_drain(socket))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await streams.leave(stream, viewer)


async def _hello(socket: WebSocket, run: str, app_state: AppState) -> wire.HelloOut:
    entry = await asyncio.to_thread(app_state.run_files.entry, run)
    thread = app_state.threads.find(run)
    return wire.HelloOut(
        protocol=PROTOCOL_VERSION,
        run=run,
        end=entry.end,
        state=await asyncio.to_thread(app_state.run_state, run),
        pace=thread.status.pace() if thread is not None else None,
        may_act=may_act(socket),
    )


async def _first(socket: WebSocket) -> wire.ListenIn:
    """A viewer's first message: its protocol version and first tick."""
    again = t("First send {{“protocol”: 1, “from”: tick}}.")
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        raise _StreamError(UNREADABLE_CLOSE_CODE, t("The page sent no first message."), again) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        listen = wire.ListenIn.model_validate_json(message.get("text") or b"")
    except ValidationError:
        raise _StreamError(UNREADABLE_CLOSE_CODE, t("The first message cannot be read."), again) from None
    if listen.protocol != PROTOCOL_VERSION:
        raise _StreamError(
            OTHER_VERSION_CLOSE_CODE, t("The page and the server are of different versions."), t("Load the page again.")
        )
    return listen


async def _send(socket: WebSocket, stream: RunStream, viewer: Viewer) -> None:
    while True:
        message = await viewer.next()
        if message is None:
            if not viewer.lost:
                await socket.close(UNKNOWN_CLOSE_CODE)
                return
            await stream.again(viewer)
        elif isinstance(message, bytes):
            await socket.send_bytes(message)
        else:
            await socket.send_text(message)


async def _drain(socket: WebSocket) -> None:
    """Ignore all later messages until the viewer leaves."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
