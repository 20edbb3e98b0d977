"""The gate every request passes: only names of this machine, and headers that keep the page to itself.

Knows HTTP headers. Invariant: while the server listens to this machine alone, a page from elsewhere cannot reach it
through a name of its own that points here (DNS rebinding); and no page of ours may load from, or tell, anywhere else.
"""

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from milkwood.server.refusal import answer

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})

_MISDIRECTED = 4421
"""How a WebSocket is closed that asks for another name."""
_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


def name_of(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


class Gate:
    """Middleware: `names` are those the server answers to; None means any."""

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        known = self._names is None or name_of(Headers(scope=scope).get("host", "")) in self._names
        if scope["type"] == "websocket":
            if known:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _MISDIRECTED})
            return

        async def adorned(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if not known:
            what, remedy = "This server does not go by that name.", "Open it by the address that “milkwood up” printed."
            await answer(scope, 421, what, remedy)(scope, receive, adorned)
            return
        await self._app(scope, receive, adorned)
