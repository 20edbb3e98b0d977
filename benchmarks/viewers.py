"""Fifty viewers of a town at ten frames a second: the server's CPU time for them, with 25 people and with 1,000.

One process writes a run as an engine would, ten ticks a second, in which a quarter of the people are walking; one
serves it; one watches it fifty times over. Measured is the CPU time of the serving process alone, as a share of a core,
over some seconds in which all viewers stay connected; and the frames each viewer gets. Where the machine is too busy
for ten frames a second, the CPU time is scaled up to ten. With MILKWOOD_PROOF=1 the measurement takes longer.
"""

import asyncio
import json
import multiprocessing
import os
import tempfile
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
from websockets.asyncio.client import connect

from milkwood import towns
from milkwood.chance import Stream, stream
from milkwood.chronicle import Chronicle, Header
from milkwood.cli.serving import config_of, listen
from milkwood.ids import PersonId
from milkwood.server.app import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.town.body import Deed
from milkwood.town.events import DeedBegan, Entered, Event, Happening, SetOff
from milkwood.town.map import TownMap
from milkwood.town.tile import Route, Tile
from milkwood.town.town import BEFORE_TIME
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

VIEWERS = 50
TICK_SECONDS = 0.1
STEPS = 10
STANDS_TICKS = 30
PERCENT = {25: 5.0, 1000: 10.0}
"""The share of a core that fifty viewers may use, by the number of people they watch."""
FRAMES = 10.0
FEWEST_FRAMES = 8.0
"""The minimum number of frames for a meaningful result."""
NAME = "watched"
_WATCHED_SECONDS = 20.0 if os.environ.get("MILKWOOD_PROOF") else 8.0


def main() -> list[Row]:
    pack = towns.load(find("the_ville").folder)
    rows: list[Row] = []
    for people, percent in PERCENT.items():
        measured, frames = _measured(pack, people)
        spent = measured * FRAMES / max(frames, FEWEST_FRAMES)
        what = f"{VIEWERS} viewers of {people:,} people at 10 frames/s"
        rows += [
            Row(
                name=f"{what}: CPU of the server, of a core",
                figure=round(spent, 2),
                unit="%",
                bound=f"under {percent:g} %",
                ok=spent < percent,
            ),
            Row(
                name=f"{what}: frames each viewer gets",
                figure=round(frames, 1),
                unit="a second",
                bound=f"at least {FEWEST_FRAMES:g} a second",
                ok=frames >= FEWEST_FRAMES,
            ),
        ]
    return rows


def _measured(pack: Pack, people: int) -> tuple[float, float]:
    """The server's share of a core in percent, and the frames a second of a viewer."""
    spawned = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{NAME}.milkwood"
        writer = Writer(path, pack, people)
        server, servers_end = spawned.Pipe()
        crowd, crowds_end = spawned.Pipe()
        serving = spawned.Process(target=serve, args=(servers_end, str(path)), daemon=True)
        serving.start()
        port = server.recv()
        watching = spawned.Process(target=watch, args=(crowds_end, port), daemon=True)
        watching.start()
        try:
            crowd.recv()  # all of them watch
            return _compared(server, crowd)
        finally:
            server.send("end")
            crowd.send("end")
            watching.join(10)
            serving.join(10)
            writer.stop()


def _compared(server: Connection, crowd: Connection) -> tuple[float, float]:
    figures = []
    for pause in (1.0, _WATCHED_SECONDS, 0.0):
        server.send("cpu")
        crowd.send("frames")
        figures.append((time.monotonic(), server.recv(), crowd.recv()))
        time.sleep(pause)
    (began, cpu, frames), (ended, more_cpu, more_frames) = figures[1], figures[2]
    return 100 * (more_cpu - cpu) / (ended - began), (more_frames - frames) / (ended - began) / VIEWERS


class Writer:
    """Writes a run in which people walk, ten ticks a second."""

    def __init__(self, path: Path, pack: Pack, people: int) -> None:
        self._map = pack.town_map
        self._walkable = [
            Tile(x, y)
            for y in range(self._map.height)
            for x in range(self._map.width)
            if self._map.is_walkable(Tile(x, y))
        ]
        self._draw = stream(1, "viewers")
        self._cast = [PersonId(f"person_{number:04}") for number in range(people)]
        self._at = {person: self._draw.chosen(self._walkable) for person in self._cast}
        self._free = {person: self._draw.below(STEPS + STANDS_TICKS) for person in self._cast}
        self._chronicle = Chronicle.create(path, _header(pack, self._cast))
        self._chronicle.record(
            0, [Happening(BEFORE_TIME, person, 0, Entered(tile)) for person, tile in self._at.items()]
        )
        self._tick = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop writing."""
        self._ended.set()
        self._thread.join()
        self._chronicle.close()

    def _write(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            happenings = [
                Happening(self._tick, person, place, event)
                for person in self._cast
                if self._free[person] <= self._tick
                for place, event in enumerate(self._go_on(person))
            ]
            self._tick += 1
            self._chronicle.record(self._tick, happenings)

    def _go_on(self, person: PersonId) -> list[Event]:
        self._free[person] = self._tick + STEPS + self._draw.below(2 * STANDS_TICKS)
        route = _walk(self._map, self._at[person], self._draw)
        deed = DeedBegan(Deed("looking around", "👀"), self._at[person])
        self._at[person] = route.end
        return [deed, SetOff(route)]


def _walk(town_map: TownMap, tile: Tile, draw: Stream) -> Route:
    tiles = [tile]
    for _ in range(STEPS):
        here = tiles[-1]
        around = (Tile(here.x + dx, here.y + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        open_to = [each for each in around if town_map.is_walkable(each)]
        tiles += [draw.chosen(open_to)] if open_to else []
    return Route(tuple(tiles))


def _header(pack: Pack, cast: list[PersonId]) -> Header:
    return Header(
        run=NAME,
        town=pack.id,
        town_path=str(pack.folder),
        scenario=pack.scenario.id,
        language="en",
        seed=1,
        start=pack.scenario.start.isoformat(),
        seconds_per_tick=10,
        view_radius=8,
        attention=8,
        cast=tuple(cast),
    )


def serve(pipe: Connection, path: str) -> None:
    """Serve a run, and report its CPU time so far on request."""
    packs = [towns.load(find("the_ville").folder)]
    app_state = AppState(RunFiles([Path(path)]), packs=Packs(packs))
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config_of(create_app(packs, app_state=app_state)))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    pipe.send(listener.getsockname()[1])
    while pipe.recv() != "end":
        pipe.send(time.process_time())


def watch(pipe: Connection, port: int) -> None:
    """Watch a run many times over, and report the frames so far on request."""
    asyncio.run(_watch_all(pipe, port))


async def _watch_all(pipe: Connection, port: int) -> None:
    seen = [0] * VIEWERS
    tasks = [asyncio.ensure_future(_watch_once(port, number, seen)) for number in range(VIEWERS)]
    while not all(seen):
        await asyncio.sleep(0.05)
    pipe.send("ready")
    with suppress(EOFError):
        while await asyncio.to_thread(pipe.recv) != "end":
            pipe.send(sum(seen))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _watch_once(port: int, number: int, seen: list[int]) -> None:
    async with connect(f"ws://127.0.0.1:{port}/api/runs/{NAME}/live", max_size=None) as socket:
        await socket.send(json.dumps({"protocol": 1}))
        async for message in socket:
            seen[number] += isinstance(message, bytes)
