"""Scrubbing through a run in the browser: how soon any moment of two days of the Ville is shown.

Two views of it. In the server: CPU milliseconds for the two answers a page waits for when the user goes to an hour it
does not have yet, the reel and the moves of that hour, from the request to the bytes, compression included; and for a
person's panel at that moment. In headless Chromium, with a server in a separate process: from a press on the timeline
or a key to the frame in which all 25 people are where the chronicle has them at that tick, by the wall clock, with
the feed open and with a person's panel open, which sends many requests at each jump; the best round of a few. The run
is lived by the understudy with full memory; hours are requested in an order that no cache could guess. With
MILKWOOD_PROOF=1 there are twice as many of all. The part in the browser skips, with the reason, where there is no
Chromium or no built page.
"""

import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from fastapi.testclient import TestClient
from playwright.sync_api import Page, sync_playwright

from benchmarks.frames import CHROMIUM
from benchmarks.viewers import serve
from milkwood import towns
from milkwood.chance import stream
from milkwood.chronicle import Chronicle, Reader
from milkwood.run import MindConfig, ModelConfig, RunOptions, new_run
from milkwood.server import create_app
from milkwood.server.files import is_built
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

TOWN = "the_ville"
RUN = "two days"
DAYS = 2
SCRUB_MILLISECONDS = 200.0
PERSON_MILLISECONDS = 2000.0
JUMPS = 30
KEYS = ("PageUp", "PageDown", "ArrowRight")
EVERY = 5
"""One jump in this many is made with the keyboard."""
TRIES = 3
"""The maximum number of rounds; the best counts, since a machine that measures does other things too."""
_PANELS = 8
_ROUNDS = 2 if os.environ.get("MILKWOOD_PROOF") else 1
_PATIENCE = 20_000

# A frame is on the screen when the next one begins. The time counts from the event itself.
WATCH = """() => {
    window.__jump = { since: 0, sights: [] };
    for (const kind of ["pointerdown", "keydown"]) {
        addEventListener(kind, (event) => { window.__jump = { since: event.timeStamp, sights: [] }; }, true);
    }
    let [last, fresh] = ["", null];
    const next = (now) => {
        if (fresh) window.__jump.sights.push([now, ...fresh]);
        fresh = null;
        const pins = [...document.querySelectorAll(".pin")].map((pin) => [pin.dataset.person, pin.dataset.tile]);
        const tick = document.querySelector("#time").getAttribute("aria-valuenow");
        const all = JSON.stringify([tick, pins]);
        if (all !== last) fresh = [Number(tick), Object.fromEntries(pins)];
        last = all;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
SHOWN = """(expected) => window.__jump.sights.some(([, tick, tiles]) =>
    tick === expected.tick && Object.entries(expected.tiles).every(([who, tile]) => tiles[who] === tile))"""
TAKEN = """(expected) => window.__jump.sights.find(([, tick, tiles]) =>
    tick === expected.tick && Object.entries(expected.tiles).every(([who, tile]) => tiles[who] === tile)
)[0] - window.__jump.since"""


def main() -> list[Row]:
    """The figures."""
    pack = towns.load(find(TOWN).folder)
    ticks = DAYS * pack.clock.ticks_per_day
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{RUN}.milkwood"
        with new_run(
            pack, path, path.stem, minds=MindConfig(embedding=False), options=RunOptions(models=ModelConfig())
        ) as run:
            asyncio.run(run.live(ticks))
        return [*_in_the_server(pack, path, ticks), *_in_the_browser(pack, path)]


def _in_the_server(pack: Pack, path: Path, ticks: int) -> list[Row]:
    app_state = AppState(RunFiles([path]), packs=Packs([pack]))
    with TestClient(create_app([pack], app_state=app_state), base_url="http://localhost") as client:
        client.get(f"/api/runs/{RUN}").raise_for_status()
        scrubs = _scrubs(client, ticks, pack.clock.ticks_in_minutes(60))
        panels = _panels(client, pack, ticks)
    return [
        _row(f"{DAYS} days, 25 people: reel and moves of any hour, CPU, mean", _mean(scrubs), SCRUB_MILLISECONDS),
        _row(f"{DAYS} days, 25 people: reel and moves of any hour, CPU, worst", max(scrubs), SCRUB_MILLISECONDS),
        _row("a person's panel at any moment, heads brought back, CPU, mean", _mean(panels), PERSON_MILLISECONDS),
        _row("a person's panel at any moment, heads brought back, CPU, worst", max(panels), PERSON_MILLISECONDS),
    ]


def _scrubs(client: TestClient, ticks: int, hour: int) -> list[float]:
    draw = stream(1, "scrub")
    hours = sorted(range(0, ticks, hour), key=lambda _: draw.below(1 << 30))

    def both(since: int) -> None:
        for what in ("reel", "moves"):
            client.get(f"/api/runs/{RUN}/{what}?from={since}&until={since + hour}").raise_for_status()

    return [_taken(partial(both, since)) for _ in range(_ROUNDS) for since in hours]


def _panels(client: TestClient, pack: Pack, ticks: int) -> list[float]:
    draw = stream(1, "panels")
    people = sorted(pack.people)

    def panel() -> None:
        person, tick = people[draw.below(len(people))], draw.below(ticks)
        client.get(f"/api/runs/{RUN}/people/{person}?tick={tick}").raise_for_status()

    return [_taken(panel) for _ in range(_PANELS * _ROUNDS)]


def _taken(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def _in_the_browser(pack: Pack, path: Path) -> Iterator[Row]:
    if CHROMIUM is None or not is_built():
        print("What is shown is not measured: there is no Chromium, or the page is not built (make web).")
        return
    with _served(path) as address, sync_playwright() as playwright, Chronicle.read(path) as reader:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for what, query in (("the feed open", ""), ("a person's panel open", f"&person={sorted(pack.people)[0]}")):
            rounds: list[list[float]] = []
            while len(rounds) < TRIES and not (rounds and max(rounds[-1]) <= SCRUB_MILLISECONDS):
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(f"{address}run/{RUN}?lang=en&tick=0{query}")
                page.wait_for_selector(".stage[data-ready=true]", timeout=_PATIENCE)
                page.click("#play")
                rounds.append(_jumps(page, pack, reader))
                page.close()
            yield from _spread(what, min(rounds, key=max))
        browser.close()


@contextmanager
def _served(path: Path) -> Iterator[str]:
    spawned = multiprocessing.get_context("spawn")
    pipe, servers_end = spawned.Pipe()
    serving = spawned.Process(target=serve, args=(servers_end, str(path)), daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{pipe.recv()}/"
    finally:
        pipe.send("end")
        serving.join(10)


def _jumps(page: Page, pack: Pack, reader: Reader) -> list[float]:
    """Milliseconds from the event to the frame, jump by jump."""
    page.evaluate(WATCH)
    line = page.locator("#time")
    box = line.bounding_box()
    assert box
    draw = stream(1, "jumps")
    taken = []
    for jump in range(JUMPS * _ROUNDS):
        part = draw.below(10_000) / 10_000
        if jump % EVERY == EVERY - 1:
            line.press(KEYS[jump // EVERY % len(KEYS)])
        else:
            page.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
        tick = int(line.get_attribute("aria-valuenow") or -1)
        bodies = reader.scene(tick, pack.town_map).bodies
        tiles = {str(who): "{},{}".format(*body.motion.at(tick)) for who, body in bodies.items()}
        expected = {"tick": tick, "tiles": tiles}
        page.wait_for_function(SHOWN, arg=expected, timeout=_PATIENCE)
        taken.append(float(page.evaluate(TAKEN, expected)))
        page.mouse.move(box["x"], box["y"] - 200)
    return taken


def _spread(what: str, taken: list[float]) -> Iterator[Row]:
    ordered = sorted(taken)
    name = f"from the line of time to the map in Chromium, {len(taken)} jumps, {what}"
    parts = {"half within": 0.5, "19 of 20 within": 0.95, "worst": 1.0}
    for part, share in parts.items():
        at = min(len(ordered) - 1, round(share * (len(ordered) - 1)))
        yield _row(f"{name}: {part}", ordered[at], SCRUB_MILLISECONDS)


def _mean(figures: list[float]) -> float:
    return sum(figures) / len(figures)


def _row(name: str, figure: float, bound: float) -> Row:
    return Row(name=name, figure=round(figure, 1), unit="ms", bound=f"at most {bound:g} ms", ok=figure <= bound)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
