"""Limits of request bodies: size, nesting and time.

Invariant: a handler runs only when the whole body has arrived and is within its limits, whatever the headers say;
memory for a body is bounded by its limit.
"""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from milkwood.i18n import t
from milkwood.server.errors import error_response

MAX_BODY_BYTES: Final = 1_000_000
MAX_FILE_BYTES: Final = 50_000_000
"""For routes that take files."""
MAX_HEADER_BYTES: Final = 32_768
BODY_SECONDS: Final = 20.0
"""Time for a body to arrive."""
LINGER_SECONDS: Final = 5.0
"""Time for which the rest of a refused body is read and dropped, so that the client can read the refusal."""
MAX_JSON_DEPTH: Final = 32
"""Nesting of JSON; our own requests have at most four levels."""
_BRACKET = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


class BodyLimits:
    """Middleware: reads the body within its limits, then passes the request on."""

    def __init__(self, app: ASGIApp, takes_files: Callable[[Scope], bool]) -> None:
        self._app = app
        self._takes_files = takes_files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or not has_body(scope):
            await self._app(scope, receive, send)
            return
        files = self._takes_files(scope)
        most = MAX_FILE_BYTES if files else MAX_BODY_BYTES
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _whole(scope, receive, most)
        except TimeoutError:
            what = t("The request took longer than {seconds:.0f} s to arrive.", seconds=BODY_SECONDS)
            refused = error_response(scope, 408, what, t("Try again on a better connection."))
        except ClientDisconnect:
            return
        else:
            if body is not None and (files or not is_deep(body)):
                await self._app(scope, _again(body, receive), send)
                return
            too_long = (413, t("The request has more than {most:,} bytes.", most=most), t("Send less at once."))
            too_deep = (422, t("The request is nested too deeply."), t("/api/docs lists what can be requested."))
            refused = error_response(scope, *(too_long if body is None else too_deep))
        await refuse(refused, scope, receive, send)


def has_body(scope: Scope) -> bool:
    """Whether the headers announce a body."""
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


async def _whole(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body; None if it is, or claims to be, too long."""
    said = Headers(scope=scope).get("content-length", "0")
    if not said.isdecimal() or len(said) > len(str(most)) or int(said) > most:
        return None
    body, more = bytearray(), True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body) if len(body) <= most else None


def _again(body: bytes, receive: Receive) -> Receive:
    """A receive function that gives the whole body first."""
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once


async def refuse(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a refusal; if a body is announced, drop the rest of it and close the connection."""
    if not has_body(scope):
        await response(scope, receive, send)
        return
    response.headers["connection"] = "close"
    await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": response.body, "more_body": True})
    if "expect" not in Headers(scope=scope):  # the client has not sent the body yet
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while (await receive()).get("more_body", False):
                    pass
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def is_deep(body: bytes) -> bool:
    """Whether JSON is nested deeper than any request needs."""
    depth = 0
    for found in _BRACKET.finditer(body):
        mark = found[0]
        if mark in (b"[", b"{"):
            depth += 1
            if depth > MAX_JSON_DEPTH:
                return True
        elif mark in (b"]", b"}"):
            depth -= 1
    return False
