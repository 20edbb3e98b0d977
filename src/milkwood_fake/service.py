"""Runs a fake on a local port, in its own thread, until it is stopped.

Invariant: inside the context it answers; after it nothing remains, even if requests hang, and the port is free again at
once.
"""

import asyncio
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from aiohttp import web

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood_fake.plan import FaultPlan
from milkwood_fake.server import Server

T = TypeVar("T")
HOST: Final = "127.0.0.1"
_GRACE_SECONDS: Final = 0.05
_BACKLOG_CONNECTIONS: Final = 1024


async def serve(server: Server, listener: socket.socket) -> web.AppRunner:
    """Start to serve on a socket; the caller cleans up the runner."""
    runner = web.AppRunner(
        server.application(), access_log=None, handler_cancellation=True, shutdown_timeout=_GRACE_SECONDS
    )
    await runner.setup()
    await web.SockSite(
        runner, listener, backlog=_BACKLOG_CONNECTIONS, ssl_context=_tls(server.plan.certificate)
    ).start()
    return runner


def address(plan: FaultPlan, port: int) -> str:
    """The base address for clients of a fake on a port."""
    return f"{'https' if plan.certificate else 'http'}://{HOST}:{port}/v1"


def _tls(certificate: Path | None) -> ssl.SSLContext | None:
    if certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate)
    except OSError as error:
        raise SetupError(
            t("The certificate cannot be read ({error}).", error=error),
            where=str(certificate),
            remedy=t("Give a PEM file with a key and a certificate."),
        ) from error
    return context


def listen(port: int = 0, host: str = HOST) -> socket.socket:
    """A socket on a local port; any free one for 0."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SetupError(
            t("Port {port} is not available.", port=port), remedy=t("Choose another with --port, or 0 for any.")
        ) from error
    return listener


class Fake:
    """A fake in this process, as a context: `with Fake(plan) as fake: ... fake.address`."""

    def __init__(self, plan: FaultPlan | None = None, port: int = 0) -> None:
        self.server = Server(plan or FaultPlan())
        self._listener = listen(port)
        self.port: int = self._listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._runner: web.AppRunner | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake", daemon=True)

    @property
    def address(self) -> str:
        """The base address for clients."""
        return address(self.server.plan, self.port)

    @property
    def done(self) -> Counter[str]:
        """Number of requests by outcome."""
        return self.server.done

    def __enter__(self) -> Self:
        self._thread.start()
        self._runner = self._run(serve(self.server, self._listener))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop at once, with requests in flight; may be called twice."""
        if self._loop.is_closed():
            return
        if self._runner is not None:
            self._run(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._listener.close()
        self._loop.close()

    def _run(self, what: Coroutine[None, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()
