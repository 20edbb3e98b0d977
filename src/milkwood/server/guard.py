"""Who may look and who may act: a token, looking only, and the origin of what changes anything.

Knows HTTP headers and cookies; knows nothing of runs. Invariant: with a token nobody gets in without it, unless
looking is open to all; whoever only looks can change nothing and spend nothing; a page from elsewhere can neither act
through a visitor's browser nor listen in on a run.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from milkwood.server.refusal import answer
from milkwood.server.tongue import language_of
from milkwood.translate import said_in

COOKIE = "milkwood"
HEADER = "x-milkwood"
"""No page from elsewhere can send this without asking first, and it is never allowed to."""
ASKING = "/ask"
"""Questions leave no trace, so whoever looks may put one, as long as it costs nothing."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_FORBIDDEN = 4403
"""How a WebSocket is closed that may not be."""


@dataclass(frozen=True, slots=True)
class Rights:
    """How a server is shared."""

    token: str = ""
    """What one must know to act, and, unless all may look, to look; empty when nothing is needed."""
    view_only: bool = False
    """Whether whoever does not know the token may look, and nothing else."""

    def knows(self, given: str) -> bool:
        """Whether somebody gave the token."""
        return bool(self.token) and hmac.compare_digest(given.encode(), self.token.encode())

    def remembers(self, cookie: str) -> bool:
        """Whether a cookie is the one that was given for the token."""
        return bool(self.token) and hmac.compare_digest(cookie.encode(), self.cookie.encode())

    @property
    def cookie(self) -> str:
        """What a browser keeps instead of the token."""
        return sha256(f"milkwood cookie {self.token}".encode()).hexdigest()

    def may_look(self, trusted: bool) -> bool:
        """Whether somebody gets in."""
        return trusted or self.view_only or not self.token

    def may_act(self, trusted: bool) -> bool:
        """Whether somebody may change anything, or spend."""
        return trusted or (not self.token and not self.view_only)


class Guard:
    """Middleware: turns away who may not, and notes in `request.state.may_act` who may act."""

    def __init__(self, app: ASGIApp, rights: Rights) -> None:
        self._app = app
        self._rights = rights

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = _token_in(scope, headers)
        trusted = self._rights.knows(given) or self._rights.remembers(_cookie_in(headers))
        may_act = self._rights.may_act(trusted)
        scope.setdefault("state", {})["may_act"] = may_act
        refused = self._why_not(scope, headers, trusted, may_act)
        if refused is None:
            giving = bool(given) and trusted
            await self._app(scope, receive, self._with_cookie(send) if giving else send)
        elif scope["type"] == "websocket":
            await send(
                {"type": "websocket.close", "code": _FORBIDDEN, "reason": said_in(language_of(scope), refused[1])}
            )
        else:
            said = _page(scope, *refused) if _is_browser(scope, headers) else answer(scope, *refused)
            await said(scope, receive, send)

    def _why_not(self, scope: Scope, headers: Headers, trusted: bool, may_act: bool) -> tuple[int, str, str] | None:
        if not self._rights.may_look(trusted):
            return 401, "This town is shown to those who know its token.", "Open the address with ?token=… at its end."
        if scope["type"] == "websocket":
            return None if _same_origin(headers) else _ELSEWHERE
        if scope["method"] in _SAFE:
            return None
        if not _same_origin(headers):
            return _ELSEWHERE
        if headers.get(HEADER) is None:
            return 403, "What changes anything must say so.", "Send the header “X-Milkwood: 1”."
        if not may_act and not scope["path"].endswith(ASKING):
            return 403, "You may look, but not act.", "Ask whoever runs this server for the address with its token."
        return None

    def _with_cookie(self, send: Send) -> Send:
        async def adorned(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                headers.append("set-cookie", f"{COOKIE}={self._rights.cookie}; HttpOnly; SameSite=Strict; Path=/")
            await send(message)

        return adorned


_ELSEWHERE = (403, "A page from elsewhere may not do this.", "Open the town by its own address.")


def _is_browser(scope: Scope, headers: Headers) -> bool:
    """Whether somebody has typed an address, rather than a page asked for something."""
    return "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/")


def _page(scope: Scope, status: int, what: str, remedy: str) -> HTMLResponse:
    """A no for people."""
    language = language_of(scope)
    told = "".join(f"<p>{escape(said_in(language, text))}</p>" for text in (what, remedy))
    head = f'<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    style = "<style>body{font:1.1rem/1.5 system-ui;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>"
    return HTMLResponse(f"<!doctype html>{head}<title>Milkwood</title>{style}<main>{told}</main></html>", status)


def may_act(connection: HTTPConnection) -> bool:
    """Whether whoever asks may change anything, or spend."""
    return bool(getattr(connection.state, "may_act", False))


def _same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
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
