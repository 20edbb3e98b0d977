"""`milkwood fake`: a server that answers like a language model, and fails by plan, for tests.

Invariant: it listens on this machine only, prints its address first, and on Ctrl-C prints what it did.
"""

import asyncio
import signal
import socket
from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.voice import said, say
from milkwood.i18n import t
from milkwood_fake import FaultPlan, read
from milkwood_fake.faults import SENTENCES
from milkwood_fake.server import Server
from milkwood_fake.service import address, listen, serve


def fake(
    plan: Annotated[Path | None, typer.Option(help="Fault plan (TOML).", show_default="no faults")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free port.")] = 8765,
    faults: Annotated[bool, typer.Option("--faults", help="List the possible faults and exit.")] = False,
) -> None:
    """Serve a fake model for tests; a plan can make it fail."""
    if faults:
        _list()
        return
    chosen = read(plan) if plan else FaultPlan()
    with listen(port) as listener:
        server = Server(chosen)
        where = address(chosen, listener.getsockname()[1])
        asyncio.run(_serve(server, listener, where))
    _sum_up(server)


async def _serve(server: Server, listener: socket.socket, where: str) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    runner = await serve(server, listener)
    say(t("The fake model {model} is at {url}", model=server.plan.models[0], url=where))
    say(t("Ctrl-C stops it."))
    try:
        await stopped.wait()
    finally:
        await runner.cleanup()


def _list() -> None:
    for name, sentence in SENTENCES.items():
        typer.echo(f"{name:<16}{said(sentence)}")


def _sum_up(server: Server) -> None:
    met = ", ".join(f"{name} {count}" for name, count in sorted(server.done.items()))
    count = server.done.total()
    if met:
        say(t("{count} requests for answers: {kinds}.", count=count, kinds=met))
    else:
        say(t("{count} requests for answers.", count=count))
