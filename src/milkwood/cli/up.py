"""`milkwood up`: opens a town in the browser.

Knows sockets, the server and the machine's browser. Invariant: it listens to this machine alone unless told
otherwise, takes the next free port when the wanted one is taken, and says where the town is before anything else.
"""

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from typing import Annotated

import typer
import uvicorn
from fastapi import FastAPI

from milkwood.errors import MilkwoodError, SetupError
from milkwood.server.app import create_app
from milkwood.server.gate import LOCAL_NAMES
from milkwood.server.page import STATIC, UNBUILT, UNBUILT_REMEDY, is_built
from milkwood.towns import Pack, load
from milkwood.towns.shelf import bundled, find

DEFAULT_TOWN = "the_ville"
TRIES = 100
"""Ports tried upwards from the wanted one."""
EVERYWHERE = frozenset({"0.0.0.0", "::"})


def up(
    town: Annotated[str, typer.Argument(help="A bundled town, a scenario's other name, or a folder.")] = DEFAULT_TOWN,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The next free one if it is taken; 0: any.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 shows the town to your network.")] = (
        "127.0.0.1"
    ),
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    lang: Annotated[str | None, typer.Option(help="The language of the page: en or zh.")] = None,
) -> None:
    """Open a town in the browser."""
    if not is_built(STATIC):
        raise SetupError(UNBUILT, remedy=UNBUILT_REMEDY)
    packs = open_packs(town)
    _check_language(packs[0], lang)
    with listen(host, port) as listener:
        url = address(host, listener.getsockname()[1], lang)
        local = _is_local(host)
        app = create_app(packs, language=lang, names=LOCAL_NAMES | {host} if local else None)
        _greet(packs[0], url, local)
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        _serve(app, listener)


def open_packs(town: str) -> list[Pack]:
    """The town that was asked for, then the other bundled ones; those that cannot be used are left out, and said."""
    wanted = find(town)
    packs = [load(wanted.folder, wanted.scenario)]
    for other in bundled():
        if other.id in {pack.id for pack in packs}:
            continue
        try:
            packs.append(load(other.folder))
        except MilkwoodError:
            typer.echo(f"{other.id} is left out, for it has errors: see milkwood town check {other.id}", err=True)
    return packs


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on this port, or on the next one that is free."""
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise SetupError(f"“{host}” is not an address of this machine.", remedy="Leave --host out.") from error
    last = port + TRIES if port else port
    for candidate in range(port, min(last, 65535) + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            # A port that was closed a moment ago is free; Windows would understand this as sharing.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((where[0], candidate))
            listener.listen(128)
        except PermissionError as error:
            listener.close()
            raise SetupError(f"Port {candidate} is reserved.", remedy="Choose one above 1023, such as 8000.") from error
        except OSError as error:
            listener.close()
            if not _is_taken(error):
                raise SetupError(f"Cannot listen on “{host}”.", remedy="Leave --host out.") from error
        else:
            return listener
    raise SetupError(f"Ports {port} to {last} are all taken.", remedy="Choose another with --port.")


def address(host: str, port: int, lang: str | None) -> str:
    """Where the page is, for a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{port}/{f'?lang={lang}' if lang else ''}"


def _is_taken(error: OSError) -> bool:
    return error.errno in {errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def _is_local(host: str) -> bool:
    return host in {"localhost", "::1"} or host.startswith("127.")


def _check_language(pack: Pack, lang: str | None) -> None:
    known = [str(code) for code in pack.languages]
    if lang is not None and lang not in known:
        raise SetupError(f"The town does not speak “{lang}”.", remedy=f"It speaks: {', '.join(known)}.")


def _has_screen() -> bool:
    """Whether a browser could show itself; without one, some systems start a browser inside the terminal."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _greet(pack: Pack, url: str, local: bool) -> None:
    name = next(iter(pack.name.values()))
    typer.echo(f"{name[:1].upper()}{name[1:]} is at {url}")
    if not local:
        typer.echo("Everyone in your network can look in.")
    typer.echo("Ctrl-C closes it.")


def _serve(app: FastAPI, listener: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
