"""Connections with time limits for slow clients, and limits on their number.

Invariants: a connection without a complete request is closed after a while, or earlier to make room for new ones; a
client that does not read is disconnected; a closing connection is aborted if it cannot send the rest.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_SECONDS: Final = 15.0
"""Time for the head of a request to arrive."""
STALL_SECONDS: Final = 30.0
"""Time for which a client may read nothing."""
CLOSING_SECONDS: Final = 10.0
"""Time for a closing connection to send the rest."""
WATCH_SECONDS: Final = 1.0
MAX_WAITING_CONNECTIONS: Final = 128
"""Connections without a complete request; beyond it the oldest is closed."""
MAX_HEAD_BYTES: Final = 65_536
"""Size of an incomplete request head."""
MAX_SOCKETS: Final = 600
"""Open WebSockets."""
_TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class _Watched(asyncio.Protocol):
    """A connection that is checked regularly."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    connections: set[Any]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.since = self.loop.time()
        self._stalled: asyncio.TimerHandle | None = None
        self._watch = self.loop.call_later(WATCH_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._stalled = self.loop.call_later(STALL_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    def _look(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # upgraded to a WebSocket
        self.look(self.loop.time())
        if self.transport.is_closing():
            self._watch = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
        else:
            self._watch = self.loop.call_later(WATCH_SECONDS, self._look)

    def look(self, now: float) -> None:
        """Close the connection if it has timed out."""


class HttpConnection(_Watched, AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """An HTTP connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; if too many connections wait, abort the oldest."""
        super().connection_made(transport)
        self._head_bytes = 0
        waiting = [each for each in self.connections if isinstance(each, HttpConnection) and each.is_waiting]
        if len(waiting) > MAX_WAITING_CONNECTIONS:
            min(waiting, key=lambda each: each.since).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse a request head that is too large."""
        super().data_received(data)
        self._head_bytes = self._head_bytes + len(data) if self.is_idle else 0
        if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    @property
    def is_waiting(self) -> bool:
        """Whether it has no complete request."""
        return self.is_idle or bool(self.cycle.more_body)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def look(self, now: float) -> None:
        """Close the connection if no request arrives."""
        if not self.is_idle:
            self.since = now
        elif now - self.since > REQUEST_SECONDS:
            self.transport.close()


class SocketConnection(_Watched, WebSocketsSansIOProtocol):
    """A WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; abort if there are too many."""
        super().connection_made(transport)
        if sum(isinstance(each, SocketConnection) for each in self.connections) > MAX_SOCKETS:
            self.transport.abort()
