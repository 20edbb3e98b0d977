"""Access to the server: host names, token, view-only mode, and the origin of requests.

Invariant: a server for this machine only cannot be reached through a foreign host name (DNS rebinding), and its pages
load nothing from other hosts. With a token, only its holders get in, unless the server is view-only; a viewer can call
what `milkwood.server.permissions` lists and nothing else. A page of another site can neither act through a visitor's
browser nor read a run. Wrong tokens are throttled by address.
"""

import hmac
import math
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from milkwood.i18n import in_language, t
from milkwood.server.errors import error_response
from milkwood.server.guesses import Guesses
from milkwood.server.limits import MAX_HEADER_BYTES, refuse
from milkwood.server.permissions import LOOKING, RouteFinder
from milkwood.server.wire.language import language_of

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})

_MISDIRECTED_CLOSE_CODE = 4421
"""Close code of a WebSocket that asks for another host name."""
_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
COOKIE = "milkwood"
HEADER = "x-milkwood"
"""A page of another site cannot send this header without a CORS preflight, which is never allowed."""
MIN_TOKEN_BITS: Final = 128
_TOKEN_BYTES: Final = 24
_FEWEST_CHARACTERS: Final = 6
"""Distinct characters in a token."""
_WORD_BITS: Final = 12.9
"""Of a word of a passphrase: one of 7,776."""
_CLASSES: Final = (
    ("0-9", 10),
    ("a-f0-9", 16),
    ("A-F0-9", 16),
    ("a-z", 26),
    ("a-z0-9", 36),
    ("A-Za-z0-9", 62),
    ("A-Za-z0-9_-", 64),
)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST = re.compile(
    r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(?P<port>\d{1,5}))?", re.ASCII | re.IGNORECASE
)
_FORBIDDEN_CLOSE_CODE = 4403
"""Close code of a WebSocket without access."""


def host_name(host: str) -> str:
    """The name in a Host header; empty if the header is not exactly a name with an optional port."""
    found = _HOST.fullmatch(host)
    return found["name"].lower() if found and int(found["port"] or 0) < 65536 else ""


def new_token() -> str:
    """A random token."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_bits(token: str) -> int:
    """Upper bound of the entropy of a token, by its words if it is a passphrase, else by its characters."""
    words = [word for word in re.split(r"[\W_]+", token) if word]
    if len(words) > 1 and all(re.fullmatch("[A-Za-z]?[a-z]+|[0-9]{1,8}", word) for word in words):
        return int(sum(math.log2(10) * len(word) if word.isdecimal() else _WORD_BITS for word in set(words)))
    period = next((size for size in range(1, len(token) // 2 + 1) if token.startswith(token[size:])), len(token))
    once = token[:period]
    if len(set(once)) < _FEWEST_CHARACTERS:
        return 0
    size = next((size for inside, size in _CLASSES if re.fullmatch(f"[{inside}]+", once)), 95)
    return int(len(once) * math.log2(size))


class HostCheck:
    """Middleware: `names` are the host names the server answers to; None means any."""

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        hosts = Headers(scope=scope).getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else ""
        known = bool(name) and (self._names is None or name in self._names)
        if scope["type"] == "websocket":
            if known:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _MISDIRECTED_CLOSE_CODE})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if not known:
            what, remedy = (
                t("This server does not answer to that host name."),
                t("Open the address that “milkwood up” printed."),
            )
            await refuse(error_response(scope, 421, what, remedy), scope, receive, with_headers)
            return
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADER_BYTES:
            what = t("The request has more than {most:,} bytes of headers.", most=MAX_HEADER_BYTES)
            refusal = error_response(scope, 431, what, t("Delete the cookies of this address, and try again."))
            await refuse(refusal, scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


Refusal = tuple[int, str, str]
"""Status, what is wrong, remedy."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may look and act."""

    token: str = ""
    """Required to act and, unless view-only, to look; empty: not required."""
    view_only: bool = False
    """Callers without the token may look, but not act."""

    def knows(self, given: str) -> bool:
        """Whether this is the token."""
        return bool(self.token) and hmac.compare_digest(given.encode(), self.token.encode())

    def remembers(self, cookie: str) -> bool:
        """Whether this is the cookie set for the token."""
        return bool(self.token) and hmac.compare_digest(cookie.encode(), self.cookie.encode())

    @property
    def cookie(self) -> str:
        """The cookie a browser keeps instead of the token."""
        return sha256(f"milkwood cookie {self.token}".encode()).hexdigest()

    def may_look(self, trusted: bool) -> bool:
        """Whether a caller may read."""
        return trusted or self.view_only or not self.token

    def may_act(self, trusted: bool) -> bool:
        """Whether a caller may change anything, or spend."""
        return trusted or (not self.token and not self.view_only)


class AccessCheck:
    """Middleware: refuses requests without access, and sets `request.state.may_act`."""

    def __init__(self, app: ASGIApp, rights: Rights, routes: RouteFinder) -> None:
        self._app = app
        self._rights = rights
        self._routes = routes
        self._guesses = Guesses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given, cookie = _token_in(scope, headers), _cookie_in(headers)
        trusted, wait = self._rights.remembers(cookie), 0.0
        if self._rights.token and (given or cookie) and not trusted:
            wait = self._guesses.wait_seconds(_client(scope))
            trusted = not wait and self._rights.knows(given)
            if not wait and not trusted:
                self._guesses.note(_client(scope), given or cookie)
        may_act = self._rights.may_act(trusted)
        scope.setdefault("state", {})["may_act"] = may_act
        refused = _too_many(wait) if wait else self._why_not(scope, headers, trusted, may_act)
        if refused is None:
            giving = bool(given) and trusted
            await self._app(scope, receive, self._with_cookie(send) if giving else send)
        elif scope["type"] == "websocket":
            await send(
                {
                    "type": "websocket.close",
                    "code": _FORBIDDEN_CLOSE_CODE,
                    "reason": in_language(refused[1], language_of(scope)),
                }
            )
        else:
            page = _is_browser(scope, headers)
            said: Response = _page(scope, *refused) if page else error_response(scope, *refused)
            if wait:
                said.headers["retry-after"] = str(math.ceil(wait))
            await refuse(said, scope, receive, send)

    def _why_not(self, scope: Scope, headers: Headers, trusted: bool, may_act: bool) -> Refusal | None:
        if not self._rights.may_look(trusted):
            return (401, t("This town needs a token."), t("Add ?token=… to the address."))
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            if not _same_origin(headers):
                return _ELSEWHERE
            if scope["type"] == "http" and headers.get(HEADER) is None:
                return 403, t("A request that changes anything needs a header."), t("Send the header “X-Milkwood: 1”.")
        if not may_act and self._routes.find(scope) not in LOOKING:
            return (
                403,
                t("You may look, but not act."),
                t("Ask the person who runs this server for the address with its token."),
            )
        return None

    def _with_cookie(self, send: Send) -> Send:
        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                headers.append("set-cookie", f"{COOKIE}={self._rights.cookie}; HttpOnly; SameSite=Strict; Path=/")
            await send(message)

        return with_headers


_ELSEWHERE = (403, t("A page of another site may not do this."), t("Open the town at its own address."))


def _too_many(wait: float) -> Refusal:
    remedy = t("Wait {seconds} s, then use the right token.", seconds=math.ceil(wait))
    return 429, t("Too many wrong tokens from your address."), remedy


def _client(scope: Scope) -> str:
    """The address of the client."""
    return str((scope.get("client") or ("",))[0])


def _is_browser(scope: Scope, headers: Headers) -> bool:
    """Whether a browser opened the address, rather than a script."""
    return "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/")


def _page(scope: Scope, status: int, what: str, remedy: str) -> HTMLResponse:
    language = language_of(scope)
    told = "".join(f"<p>{escape(in_language(text, language))}</p>" for text in (what, remedy))
    head = f'<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    style = "<style>body{font:1.1rem/1.5 system-ui;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>"
    return HTMLResponse(f"<!doctype html>{head}<title>Milkwood</title>{style}<main>{told}</main></html>", status)


def may_act(connection: HTTPConnection) -> bool:
    """Whether the caller may change anything, or spend."""
    return bool(getattr(connection.state, "may_act", False))


def _same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page, or not from a page."""
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return bool(urlsplit(origin).netloc) and urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def _token_in(scope: Scope, headers: Headers) -> str:
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    return found or (credentials.strip() if scheme.lower() == "bearer" else "")


def _cookie_in(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""
