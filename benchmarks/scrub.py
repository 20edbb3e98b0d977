"""Scrubbing through a run in the window: what the server needs to show any moment of two days of the Ville.

CPU milliseconds of this process for the two answers a page waits for when somebody drags the time bar to an hour it
does not have yet: the reel and the moves of that hour, from the request to the bytes, compression included. The run is
lived by the understudy with full memory; every hour is asked for, in an order that no cache could guess. Besides: the
same of the panel of a person at that moment. With MILKWOOD_PROOF=1 every hour twice.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from fastapi.testclient import TestClient

from milkwood import towns
from milkwood.bootstrap import Manner, Minds, new_run
from milkwood.chance import stream
from milkwood.server import create_app
from milkwood.server.house import House
from milkwood.server.packs import Packs
from milkwood.server.shelf import Shelf
from milkwood.stack import Wanted
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

TOWN = "the_ville"
DAYS = 2
SCRUB_MILLISECONDS = 200.0
PERSON_MILLISECONDS = 2000.0
_PANELS = 8
_ROUNDS = 2 if os.environ.get("MILKWOOD_PROOF") else 1


def main() -> list[Row]:
    pack = towns.load(find(TOWN).folder)
    ticks = DAYS * pack.clock.ticks_per_day
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "two days.milkwood"
        with new_run(pack, path, path.stem, minds=Minds(embedding=False), manner=Manner(wanted=Wanted())) as run:
            asyncio.run(run.live(ticks))
        house = House(shelf=Shelf([path]), packs=Packs([pack]))
        with TestClient(create_app([pack], house=house), base_url="http://localhost") as client:
            client.get("/api/runs/two days").raise_for_status()
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
            client.get(f"/api/runs/two days/{what}?from={since}&until={since + hour}").raise_for_status()

    return [_taken(partial(both, since)) for _ in range(_ROUNDS) for since in hours]


def _panels(client: TestClient, pack: Pack, ticks: int) -> list[float]:
    draw = stream(1, "panels")
    people = sorted(pack.people)

    def panel() -> None:
        person, tick = people[draw.below(len(people))], draw.below(ticks)
        client.get(f"/api/runs/two days/people/{person}?tick={tick}").raise_for_status()

    return [_taken(panel) for _ in range(_PANELS * _ROUNDS)]


def _taken(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def _mean(figures: list[float]) -> float:
    return sum(figures) / len(figures)


def _row(name: str, figure: float, bound: float) -> Row:
    return Row(name=name, figure=figure, unit="ms", bound=f"at most {bound:g} ms", ok=figure <= bound)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
