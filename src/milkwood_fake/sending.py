"""Sends replies, and has all faults of transport.

Invariant: a fault ends with the connection, so that none outlives its client.
"""

import asyncio
import gzip
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from typing import Final, TypeAlias

from aiohttp import web

from milkwood_fake import responses
from milkwood_fake.faults import REFUSALS
from milkwood_fake.plan import Strike
from milkwood_fake.request import ChatRequest
from milkwood_fake.responses import ChatReply

PAGE: Final = "<html><head><title>{0}</title></head><body><h1>{0}</h1></body></html>"
_LONG_SECONDS: Final = 3600.0
_DRIP_SECONDS: Final = 10.0
_DRIP_PIECES: Final = 20
_BIG_BYTES: Final = 10_000_000
_PIECE_BYTES: Final = 65_536
_JSON_DEPTH: Final = 200_000

Sender: TypeAlias = Callable[[web.Request, ChatRequest, ChatReply, Strike], Awaitable[web.StreamResponse]]


async def whole(request: web.Request, wanted: ChatRequest, reply: ChatReply) -> web.StreamResponse:
    """A reply without a fault of transport."""
    if not wanted.stream:
        return web.json_response(body=_body(wanted, reply))
    response = await _begun(request, wanted)
    for piece in responses.pieces(reply, wanted.include_usage):
        await response.write(piece)
    await response.write_eof()
    return response


def _body(wanted: ChatRequest, reply: ChatReply) -> bytes:
    if wanted.stream:
        return b"".join(responses.pieces(reply, wanted.include_usage))
    return responses.encoded(responses.completion(reply))


async def _begun(request: web.Request, wanted: ChatRequest, length: int | None = None) -> web.StreamResponse:
    return await _opened(request, "text/event-stream" if wanted.stream else "application/json", length)


async def _opened(request: web.Request, kind: str, length: int | None = None) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": kind, "Cache-Control": "no-cache"})
    if length is not None and kind == "application/json":
        response.content_length = length
    await response.prepare(request)
    return response


# --- too slow, or without end


async def _hang(request: web.Request, wanted: ChatRequest, reply: ChatReply, strike: Strike) -> web.StreamResponse:
    await asyncio.sleep(_LONG_SECONDS if strike.seconds is None else strike.seconds)
    return await whole(request, wanted, reply)


async def _drip(request: web.Request, wanted: ChatRequest, reply: ChatReply, strike: Strike) -> web.StreamResponse:
    body = _body(wanted, reply)
    response = await _begun(request, wanted, len(body))
    step = max(1, len(body) // _DRIP_PIECES)
    pause = (_DRIP_SECONDS if strike.seconds is None else strike.seconds) / _DRIP_PIECES
    for start in range(0, len(body), step):
        await response.write(body[start : start + step])
        await asyncio.sleep(pause)
    await response.write_eof()
    return response


async def _endless(
    request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    response = await _opened(request, "application/json")
    while True:
        await response.write(b" " * _PIECE_BYTES)


async def _endless_stream(
    request: web.Request, _wanted: ChatRequest, reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    response = await _opened(request, "text/event-stream")
    first = next(responses.pieces(reply, False))
    while True:
        await response.write(first)
        await asyncio.sleep(0.01)


async def _continues(
    request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    while request.transport is not None and not request.transport.is_closing():
        request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await asyncio.sleep(0.01)
    return web.Response()


async def _big(_request: web.Request, wanted: ChatRequest, reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    return web.Response(body=_body(wanted, reply) + b" " * _BIG_BYTES, content_type="application/json")


async def _bomb(_request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    return web.Response(body=_packed(), content_type="application/json", headers={"Content-Encoding": "gzip"})


@cache
def _packed() -> bytes:
    return gzip.compress(b" " * (10 * _BIG_BYTES))


# --- broken off


async def _reset(request: web.Request, wanted: ChatRequest, reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    body = _body(wanted, reply)
    response = await _begun(request, wanted, len(body))
    await response.write(body[: len(body) // 2])
    await asyncio.sleep(0.01)  # so that the first half is sent before the rest is lost
    _drop(request, at_once=True)
    return response


async def _closed(request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    _drop(request, at_once=False)
    return web.Response()


async def _broken(_request: web.Request, wanted: ChatRequest, reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    body = _body(wanted, reply)
    kind = "text/event-stream" if wanted.stream else "application/json"
    return web.Response(body=body[: len(body) // 2], content_type=kind)


def _drop(request: web.Request, *, at_once: bool) -> None:
    """Close a connection: with a reset, or normally."""
    transport = request.transport
    if transport is None:
        return
    if at_once and (wire := transport.get_extra_info("socket")) is not None:
        with suppress(OSError):
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


# --- something else than a reply


async def _html(_request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    return web.Response(text=PAGE.format("Sign in to the network"), content_type="text/html")


async def _redirect(
    request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    return web.Response(status=307, headers={"Location": str(request.url)})


async def _garbage(
    request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.write(bytes(range(256)) * 8)
        request.transport.close()
    return web.Response()


async def _flood(request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.write(b"HTTP/1.1 200 OK\r\n" + b"X-More: " + b"more " * 200_000 + b"\r\n\r\n")
        request.transport.close()
    return web.Response()


async def _deep(_request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike) -> web.StreamResponse:
    return web.Response(body=b"[" * _JSON_DEPTH + b"]" * _JSON_DEPTH, content_type="application/json")


async def _not_text(
    _request: web.Request, wanted: ChatRequest, reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    return web.Response(body=_body(wanted, reply).replace(b"a", b"\xff\xfe"), content_type="application/json")


async def _refused_inside(
    _request: web.Request, _wanted: ChatRequest, _reply: ChatReply, _strike: Strike
) -> web.StreamResponse:
    limit = REFUSALS["rate"]
    return web.json_response({"error": {"message": limit.message, "code": limit.status}})


SENDERS: Final[dict[str, Sender]] = {
    "hang": _hang,
    "drip": _drip,
    "endless": _endless,
    "endless_stream": _endless_stream,
    "continues": _continues,
    "big": _big,
    "bomb": _bomb,
    "reset": _reset,
    "closed": _closed,
    "broken": _broken,
    "html": _html,
    "redirect": _redirect,
    "garbage": _garbage,
    "flood": _flood,
    "deep": _deep,
    "not_text": _not_text,
    "refused_inside": _refused_inside,
}
