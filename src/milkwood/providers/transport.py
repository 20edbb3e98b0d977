"""HTTP transport to an endpoint: one connection pool, one timeout, JSON in both directions.

Invariants: a call is one request; every error is a Failure that says whether anything was sent; the key is in a header,
never in an address. aiohttp is imported with the first Transport.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.completion import Failure
from milkwood.models.network import allow
from milkwood.models.port import Usage
from milkwood.plain import Json, JsonObject
from milkwood.providers.presets import Preset, host_of, is_near
from milkwood.providers.refusal import HttpReply, status_in

if TYPE_CHECKING:
    import aiohttp

INSTALL: Final = "pip install aiohttp"
CONNECT_SECONDS: Final = 10.0
MAX_REPLY_BYTES: Final = 8_000_000
"""Far more than any answer."""
_IDLE_SECONDS: Final = {True: 4.0, False: 30.0}
"""How long an idle connection is kept; small servers close theirs after five seconds."""


class EndpointRefusal(Exception):
    """The endpoint refused a request."""

    def __init__(self, reply: HttpReply) -> None:
        super().__init__(reply.status)
        self.reply = reply


class Transport:
    """The connection to one endpoint."""

    def __init__(self, one: Preset, address: str, headers: Mapping[str, str], timeout_seconds: float) -> None:
        self._library = _library()
        self._preset = one
        self._address = address.rstrip("/")
        self._headers = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        self._timeout_seconds = timeout_seconds
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.host = host_of(address)
        self.server = urlsplit(address).netloc.rpartition("@")[2]
        """Host and port."""
        self.near = is_near(self.host)

    @property
    def where(self) -> str:
        """The endpoint for messages: without path and key."""
        return self.host

    async def post(
        self, path: str, body: JsonObject, seconds: float | None = None, *, at_root: bool = False
    ) -> JsonObject:
        """The reply within a time; raises EndpointRefusal if refused. At its root a server has calls of its own."""
        async with self._sent("POST", path, body, seconds, at_root=at_root) as response:
            return _answer(await self._said(response))

    async def get(self, path: str, *, at_root: bool = False) -> JsonObject:
        """The reply at a path."""
        async with self._sent("GET", path, None, at_root=at_root) as response:
            return _answer(await self._said(response))

    async def events(
        self, path: str, body: JsonObject, seconds: float | None = None
    ) -> AsyncGenerator[JsonObject, None]:
        """The reply in chunks; one chunk from servers that do not stream."""
        async with self._sent("POST", path, body, seconds) as response:
            if response.status != 200 or "event-stream" not in response.headers.get("Content-Type", ""):
                yield _answer(await self._said(response))
                return
            rest, size = b"", 0
            async for chunk in response.content.iter_any():
                size += len(chunk)
                self._refuse_size(size)
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    if (event := _event(line)) is not None:
                        if (status := status_in(event)) is not None:
                            raise EndpointRefusal(HttpReply(status, {}, event))
                        yield event

    async def close(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    @asynccontextmanager
    async def _sent(
        self,
        method: str,
        path: str,
        body: JsonObject | None,
        seconds: float | None = None,
        *,
        at_root: bool = False,
    ) -> "AsyncIterator[aiohttp.ClientResponse]":
        allow(self.host)
        session = self._open()
        seconds = seconds or self._timeout_seconds
        limit = self._library.ClientTimeout(total=seconds, sock_connect=min(CONNECT_SECONDS, seconds))
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        try:
            async with session.request(
                method,
                self._url(path, at_root),
                data=data,
                headers=self._headers,
                allow_redirects=False,
                timeout=limit,
            ) as response:
                yield response
        except (TimeoutError, OSError, ValueError, self._library.ClientError) as error:
            raise self._lost(error, seconds) from error

    def _url(self, path: str, at_root: bool) -> str:
        way, mark, query = self._address.partition("?")
        way = way.rstrip("/").removesuffix(self._preset.path) if at_root else way.rstrip("/")
        return f"{way}{path}{mark}{query}"

    def _open(self) -> "aiohttp.ClientSession":
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # connections belong to an event loop
            self._loop, self._session = loop, None
        session = self._session
        if session is None or session.closed:
            aiohttp = self._library
            self._session = session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=_IDLE_SECONDS[self.near]),
                trust_env=not self.near,  # no proxy for local servers
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return session

    async def _said(self, response: "aiohttp.ClientResponse") -> HttpReply:
        body, size = [], 0
        self._refuse_size(response.content_length or 0)
        async for chunk in response.content.iter_any():
            size += len(chunk)
            self._refuse_size(size)
            body.append(chunk)
        found = _parsed(b"".join(body))
        if found is None and response.status == 200:
            raise self._unreadable()
        return HttpReply(response.status, _headers(response), found)

    def _refuse_size(self, size: int) -> None:
        if size > MAX_REPLY_BYTES:
            raise Failure(
                "other",
                t("The endpoint sends more than any answer needs."),
                where=self.where,
                remedy=t("Check that the address is that of a language model."),
            )

    def _unreadable(self) -> Failure:
        return Failure(
            "content_type",
            t("The endpoint answered with something that is not JSON, such as a web page."),
            where=self.where,
            remedy=t("Check the address; most end in {path}.", path=self._preset.path),
        )

    def _lost(self, error: Exception, seconds: float) -> Failure:
        """The failure of a call without a complete reply in its time."""
        aiohttp = self._library
        start = self._preset.start
        if isinstance(error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientConnectorSSLError):
            what, remedy = (
                t("The endpoint's certificate is not trusted."),
                t("Check the address, the clock and the proxy."),
            )
            return Failure("connection", what, where=self.where, remedy=remedy, usage=Usage(), retryable=False)
        if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            what = t("Nothing answers at this address.")
            remedy = (
                t("Check the network, the address and the proxy.")
                if not self.near
                else t("Start the server ({how}).", how=start)
                if start
                else t("Start the server.")
            )
            return Failure("connection", what, where=self.where, remedy=remedy, usage=Usage())
        if isinstance(error, TimeoutError):
            what = t("No answer within {seconds:g} seconds.", seconds=round(seconds, 1))
            return Failure(
                "timeout", what, where=self.where, remedy=t("Use a faster model, or a longer timeout_seconds.")
            )
        if isinstance(error, aiohttp.InvalidURL | aiohttp.NonHttpUrlClientError):
            what, remedy = t("This is not an address."), t("Write for example http://127.0.0.1:8080/v1.")
            return Failure("other", what, where=self.where, remedy=remedy, usage=Usage())
        what, remedy = (
            t("The connection broke before the answer was complete."),
            t("Check whether the server is still running ({how}).", how=start)
            if start
            else t("Check whether the server is still running."),
        )
        return Failure("connection", what, where=self.where, remedy=remedy)


def _answer(said: HttpReply) -> JsonObject:
    if said.status != 200:
        raise EndpointRefusal(said)
    if (status := status_in(said.body)) is not None:
        raise EndpointRefusal(HttpReply(status, said.headers, said.body))
    return said.body if isinstance(said.body, dict) else {}


def _event(line: bytes) -> JsonObject | None:
    """The content of a line of a stream, if any."""
    event = _parsed(line[5:]) if line.startswith(b"data:") else None
    return event if isinstance(event, dict) else None


def _parsed(text: bytes) -> Json:
    """JSON, or nothing if it is none, such as the word that ends a stream."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)  # type: ignore[no-any-return]
    with suppress(ValueError, RecursionError):  # Python refuses numbers of thousands of digits; the rest may be fine
        return json.loads(text, parse_int=lambda digits: float(digits[:400]))  # type: ignore[no-any-return]
    return None


def _headers(response: "aiohttp.ClientResponse") -> dict[str, str]:
    """Headers of a refusal by name in lower case; values of a repeated one in lines."""
    if response.status == 200:
        return {}
    return {name.lower(): "\n".join(response.headers.getall(name)) for name in response.headers}


def _library() -> ModuleType:
    try:
        import aiohttp
    except ImportError:
        raise SetupError(t("Models over the network need aiohttp, which is not installed."), remedy=INSTALL) from None
    return aiohttp
