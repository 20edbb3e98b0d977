"""The common part of `milkwood up` and `milkwood serve`: port, access, and serving until Ctrl-C.

Invariant: it listens on this machine only, unless told otherwise, and then only with a token or view-only; it takes the
next free port; all runs stop before it ends.
"""

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

import uvicorn
from fastapi import FastAPI

from milkwood.cli.voice import say
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.server.access import LOCAL_NAMES, MIN_TOKEN_BITS, Rights, new_token, token_bits
from milkwood.server.app import create_app
from milkwood.server.connections import HttpConnection, SocketConnection
from milkwood.server.live.app_state import AppState
from milkwood.towns import Pack, load
from milkwood.towns.shelf import brought, bundled, find

MAX_PORT_TRIES = 100
"""Ports tried, from the wanted one upwards."""
EVERYWHERE = frozenset({"0.0.0.0", "::"})
MAX_MESSAGE_BYTES = 1 << 16
"""Maximum size of a message from a browser."""
TERMINATED_EXIT_CODE = 143

PORT_HELP = t("Port; if it is taken, the next free one. 0 picks any free port.")
HOST_HELP = t("Address to listen on; 0.0.0.0 shares the town with your network.")
TOKEN_HELP = t("Token that others need for access.")
VIEW_ONLY_HELP = t("Let people without the token look, but not act.")
OPEN_HELP = t("Open the browser.")
LANG_HELP = t("The language of the page, and of the people in a new run, such as en or zh.")


def rights_of(host: str, token: str | None, *, view_only: bool) -> Rights:
    """Who may look and act; refused if everyone in the network could act."""
    if not is_local(host) and not token and not view_only:
        raise SetupError(
            t("On “{host}” everyone in your network could change your town and spend your money.", host=host),
            remedy=t(
                "Add --view-only, so that others can only look, or a token: --token {token}",
                token=new_token(),
            ),
        )
    if token is not None and (bits := token_bits(token)) < MIN_TOKEN_BITS:
        raise SetupError(
            t("The token can be guessed: at most {bits} bits, not {least}.", bits=bits, least=MIN_TOKEN_BITS),
            remedy=t("Use this random one: --token {token}", token=new_token()),
        )
    return Rights(token or "", view_only)


def open_packs(town: str | None = None, scenario: str | None = None) -> list[Pack]:
    """The town asked for, then the other bundled ones; prints a note for each that cannot be used."""
    packs = []
    if town is not None:
        wanted = find(town)
        packs.append(load(wanted.folder, scenario or wanted.scenario))
    for other in (*bundled(), *brought()):
        if other.id in {pack.id for pack in packs}:
            continue
        try:
            packs.append(load(other.folder))
        except MilkwoodError:
            say(
                t(
                    "{town} is left out because it has errors: see milkwood town check {again}",
                    town=other.id,
                    again=other.id,
                ),
                err=True,
            )
    return packs


def listen(host: str, port: int) -> socket.socket:
    """A socket on this port, or on the next free one."""
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise SetupError(
            t("“{host}” is not an address of this machine.", host=host), remedy=t("Leave out --host.")
        ) from error
    last = port + MAX_PORT_TRIES if port else port
    for candidate in range(port, min(last, 65535) + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            # Reuse a port that was just closed; on Windows this option would mean sharing.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((where[0], candidate))
            listener.listen(128)
        except PermissionError as error:
            listener.close()
            raise SetupError(
                t("Port {port} is reserved.", port=candidate), remedy=t("Choose one above 1023, such as 8000.")
            ) from error
        except OSError as error:
            listener.close()
            if not _is_taken(error):
                raise SetupError(t("Cannot listen on “{host}”.", host=host), remedy=t("Leave out --host.")) from error
        else:
            return listener
    raise SetupError(
        t("Ports {first} to {last} are all taken.", first=port, last=last), remedy=t("Choose another with --port.")
    )


def address(host: str, port: int, lang: str | None = None, *, run: str = "", token: str = "") -> str:
    """The address of the page for a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    wanted = {**({"lang": lang} if lang else {}), **({"token": token} if token else {})}
    path = f"run/{quote(run, safe='')}" if run else ""
    return f"http://{shown}:{port}/{path}{f'?{urlencode(wanted)}' if wanted else ''}"


def served(
    packs: Sequence[Pack], app_state: AppState, listener: socket.socket, host: str, rights: Rights, lang: str | None
) -> None:
    """Serve until stopped; then stop all runs."""
    names = LOCAL_NAMES | {host} if is_local(host) else None
    with _terminable(), contextlib.suppress(KeyboardInterrupt), contextlib.closing(app_state):
        app = create_app(packs, language=lang, names=names, app_state=app_state, rights=rights)
        uvicorn.Server(config_of(app)).run(sockets=[listener])


def config_of(app: FastAPI) -> uvicorn.Config:
    """The server's configuration; WebSocket messages are small and not compressed.

    Proxy headers are not trusted: the address of a client is that of its connection.
    """
    return uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,
        proxy_headers=False,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
    )


def greet(url: str, rights: Rights, host: str, port: int) -> None:
    """Print how others can open the page."""
    if not is_local(host):
        others = _own_address() if host in EVERYWHERE else host
        say(t("Others in your network can open {url}", url=address(others, port, token=rights.token)))
        say(_sharing(rights))
    say(t("Ctrl-C stops it; everything that happened is kept.") if "/run/" in url else t("Ctrl-C stops it."))


def _sharing(rights: Rights) -> str:
    if not rights.token:
        return t("Everyone in your network can look, but nobody can act, not even you; add --token for that.")
    if rights.view_only:
        return t("Everyone in your network can look; with the token they can also act.")
    return t("Everyone with the token can look and act.")


def show(url: str, browser: bool) -> None:
    """Open the browser, if wanted and possible."""
    if browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def is_local(host: str) -> bool:
    """Whether only this machine has access."""
    return host in {"localhost", "::1"} or host.startswith("127.")


def check_language(pack: Pack, lang: str | None) -> None:
    """Raise an error if a town does not have a language."""
    known = [str(code) for code in pack.languages]
    if lang is not None and lang not in known:
        raise SetupError(
            t("The town is not available in “{language}”.", language=lang),
            remedy=t("Available: {languages}.", languages=", ".join(known)),
        )


def _is_taken(error: OSError) -> bool:
    return error.errno in {errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def _own_address() -> str:
    """This machine's address in its network; sends nothing."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()


def _has_screen() -> bool:
    """Whether a browser can open a window; without one, some systems start a browser in the terminal."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end in order, too; the server passes it on after closing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, _frame: object) -> None:
        raise SystemExit(TERMINATED_EXIT_CODE)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
