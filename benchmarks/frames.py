"""The map in a real browser: frames a second while 25 and while 1,000 people walk, zoomed out and zoomed in.

A recording is made up (all people walk all the time, on the bundled Ville), opened from disk in headless Chromium and
drawn by the canvas renderer, as on machines without a graphics card. The page itself counts frames; the CPU time is
that of all Chromium processes. Then an evening on a slow machine, four times slower than this one: 200 people, every
second one walking, the others sitting, working and talking; rain, fires, smoke and water, light in the rooms. Skips,
with the reason, where there is no Chromium or no built page.
"""

import base64
import gzip
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from milkwood.chance import stream
from milkwood.server.files import STATIC
from milkwood.server.views import town as show
from milkwood.server.views.html_export import PLACE, REPLAY_FORMAT, part
from milkwood.server.views.pictures import PICTURES, picture
from milkwood.server.wire.frames import PositionRecord, pack
from milkwood.town.tile import Tile
from milkwood.towns import Pack
from milkwood.towns.pack import load
from milkwood.towns.shelf import find
from tools.proof import Row

HOUR = 360
SECONDS = 5
LEAST = 55.0
"""Frames a second; a screen shows 60, and a machine that measures does other things too."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SLOW_PEOPLE = 200
SLOWER = 4
LEAST_SLOW = 30.0
"""Frames a second on the slow machine."""
PRESSING = {"cooking_area": "burning", "kitchen_sink": "leaking", "computer": "smoking", "piano": "broken"}
MANY_THINGS = 12
TALKERS = 40
"""One talk for so many people, with a line every tick."""
COUNT = """(seconds) => new Promise((done) => {
    let [frames, began] = [0, 0];
    const next = (now) => {
        began ||= now;
        if (now - began < seconds * 1000) { frames++; requestAnimationFrame(next); }
        else done([frames, (now - began) / 1000]);
    };
    requestAnimationFrame(next);
})"""


def walks(town: Pack, people: int, walking: int = 1) -> list[PositionRecord]:
    """Every `walking`-th person walks, a tile a tick, anywhere; the initial positions come first."""
    town_map = town.town_map
    draw = stream(1, "frames")
    floors = [tile for room in town_map.rooms for tile in town_map.floor(room)]
    at = [draw.chosen(floors) for _ in range(people)]
    heading = [draw.chosen(((1, 0), (-1, 0), (0, 1), (0, -1))) for _ in range(people)]
    records = [PositionRecord(0, who, tile.x, tile.y) for who, tile in enumerate(at)]
    for tick in range(1, HOUR):
        for who, tile in list(enumerate(at))[::walking]:
            ahead = Tile(tile.x + heading[who][0], tile.y + heading[who][1])
            inside = 0 <= ahead.x < town_map.width and 0 <= ahead.y < town_map.height
            if inside and town_map.walkable[ahead.y, ahead.x]:
                at[who] = ahead
                records.append(PositionRecord(tick, who, ahead.x, ahead.y))
            else:
                heading[who] = draw.chosen(((1, 0), (-1, 0), (0, 1), (0, -1)))
    return records


def recording(people: int, evening: bool = False) -> str:
    """A page that plays one hour with the given number of people."""
    town = load(find("the_ville").folder)
    packed = gzip.compress(json.dumps(dict(answers(town, people, evening))).encode(), 1)
    carried = {"format": REPLAY_FORMAT, "run": "made", "packed": base64.b64encode(packed).decode()}
    text = (STATIC / "replay.html").read_text(encoding="utf-8")
    return text.replace(PLACE, PLACE.replace("null", json.dumps(carried)), 1)


def busy(town: Pack, folk: list[str]) -> tuple[dict[str, object], list[dict[str, object]]]:
    """The state of an evening, and its events: deeds at things, things that press, talks with a line every tick."""
    things = sorted(town.town_map.things.values(), key=lambda thing: thing.id)
    deeds = [
        {"what": "at it", "emoji": "☕", "place": thing.room, "thing": thing.id, "note": "", "since": 0}
        for thing in things
    ]
    bodies: list[dict[str, object]] = [
        {"who": who, "asleep": False, "deed": deeds[index % len(deeds)] if index % 2 else None, "talk": None}
        for index, who in enumerate(folk)
    ]
    pressing = [(thing.id, PRESSING[thing.kind.id]) for thing in things if thing.kind.id in PRESSING][:MANY_THINGS]
    talks = [(f"t{index}", folk[index : index + 2]) for index in range(1, len(folk) - 2, TALKERS)]
    told: list[dict[str, object]] = [
        {"t": 1, "who": pair[0], "k": "talk_began", "talk": talk, "partner": pair[1]} for talk, pair in talks
    ]
    for tick in range(2, HOUR):
        for talk, pair in talks:
            text = f"It is {tick} o'clock, and I have never seen so many people out in the rain."
            told.append({"t": tick, "who": pair[tick % 2], "k": "said", "talk": talk, "text": text})
            told.append({"t": tick, "who": pair[tick % 2], "k": "felt", "partner": pair[1 - tick % 2], "change": 1})
    told.sort(key=lambda each: int(str(each["t"])))
    state = {"people": bodies, "things": pressing, "pressing": [thing for thing, _ in pressing], "talks": []}
    return state, told


def answers(town: Pack, people: int, evening: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """The answers to the page's requests."""
    cast = list(town.people.values())
    folk = [(f"walker_{number:04}", cast[number % len(cast)]) for number in range(people)]
    out = json.loads(show.town_out(town).model_dump_json())
    out["people"] = []
    run = {
        "name": "made",
        "town": out,
        "people": [
            {"id": who, "name": {"en": who}, "called": {"en": who}, "arrived": 0, "newcomer": True, "avatar": False}
            for who, _ in folk
        ],
        **{
            "language": "en",
            "start": f"2023-02-13T{20 if evening else 10}:00:00",
            "seconds_per_tick": 10,
            "begin": 0,
            "end": HOUR,
        },
        **{"opens_at": 0, "state": "resting", "seed": 1, "scenario": "", "mind": "rule"},
        **{"created": "", "parent": None, "may_act": False},
        "sky": [{"tick": 0, "season": "autumn", "weather": "rain", "climate": "temperate"}] if evening else [],
    }
    scene = {"people": [{"who": who, "asleep": False, "deed": None, "talk": None} for who, _ in folk]}
    state: dict[str, object] = {**scene, "things": [], "pressing": [], "talks": []}
    told: list[dict[str, object]] = []
    if evening:
        state, told = busy(town, [who for who, _ in folk])
    reel = {"from": 0, "until": HOUR, "state": state, "happenings": told}
    yield "runs/made", _text(run)
    yield "runs/made/marks", _text({"talks": [], "reflections": [], "plans": [], "inputs": []})
    yield f"runs/made/reel?from=0&until={HOUR}", _text(reel)
    frame = pack(people, 0, HOUR, walks(town, people, 2 if evening else 1), snapshot=True)
    yield f"runs/made/moves?from=0&until={HOUR}", _bytes(frame, "application/octet-stream")
    for who, like in folk:
        for name in PICTURES:
            yield f"runs/made/people/{who}/{name}.png", _bytes(picture(name, like.looks, like.age), "image/png")
    yield "runs/made/map.tmj", _text(json.loads(town.map_path.read_text(encoding="utf-8")))
    for path in sorted((town.folder / "tiles").iterdir()):
        where = f"runs/made/tiles/{part(path.name)}"
        if path.suffix == ".tsj":
            yield where, _text(json.loads(path.read_text(encoding="utf-8")))
        elif path.suffix == ".png":
            yield where, _bytes(path.read_bytes(), "image/png")


def _text(content: object) -> dict[str, str]:
    return {"type": "application/json", "text": json.dumps(content)}


def _bytes(content: bytes, kind: str) -> dict[str, str]:
    return {"type": kind, "base64": base64.b64encode(content).decode()}


def chromium_cpu_seconds() -> float:
    """The CPU time of Chromium so far, all its processes together."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        fields = rest.split()
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = int(fields[11]) + int(fields[12]) if "chrom" in name.lower() else 0
    mine = {os.getpid()}
    while True:
        more = {child for child, parent in parents.items() if parent in mine} - mine
        if not more:
            return sum(used.get(each, 0) for each in mine) / os.sysconf("SC_CLK_TCK")
        mine |= more


def measured(page: Page, what: str, least: float = LEAST) -> list[Row]:
    """Frames a second, best of three, and the cost of a frame."""
    best, cheapest = 0.0, float("inf")
    for _ in range(3):
        before = chromium_cpu_seconds()
        frames, seconds = page.evaluate(COUNT, SECONDS)
        best = max(best, frames / seconds)
        cheapest = min(cheapest, (chromium_cpu_seconds() - before) / frames * 1_000)
    return [
        {"name": what, "figure": round(best, 1), "unit": "frames/s", "bound": f"at least {least}", "ok": best >= least},
        {"name": f"{what}: CPU a frame", "figure": round(cheapest, 1), "unit": "ms", "bound": "", "ok": True},
    ]


def rows_of(page: Page, people: int, folder: Path) -> Iterator[Row]:
    """The figures for the given number of people."""
    path = folder / f"{people}.html"
    path.write_text(recording(people), encoding="utf-8")
    page.goto(f"{path.as_uri()}?renderer=canvas")
    page.wait_for_selector(".stage[data-ready=true]", timeout=120_000)
    page.wait_for_function("document.querySelector('.clock')?.textContent !== '10:00'", timeout=120_000)
    yield from measured(page, f"the map from afar, {people:,} people walking")
    page.locator(".stage").focus()
    for _ in range(4):
        page.keyboard.press("+")
        time.sleep(0.8)
    yield from measured(page, f"the map from near, {people:,} people walking")


def rows_of_evening(page: Page, folder: Path) -> Iterator[Row]:
    """The figures of a busy evening on a slow machine."""
    path = folder / "evening.html"
    path.write_text(recording(SLOW_PEOPLE, evening=True), encoding="utf-8")
    page.goto(f"{path.as_uri()}?renderer=canvas")
    page.wait_for_selector(".stage[data-ready=true]", timeout=120_000)
    page.wait_for_function("document.querySelector('.clock')?.textContent !== '20:00'", timeout=120_000)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    what = f"a busy evening on a machine {SLOWER} times slower, {SLOW_PEOPLE} people"
    yield from measured(page, f"{what}, from afar", LEAST_SLOW)
    page.locator(".stage").focus()
    for _ in range(3):
        page.keyboard.press("+")
        time.sleep(1.5)
    yield from measured(page, f"{what}, from near", LEAST_SLOW)


def main() -> list[Row]:
    """The figures."""
    if CHROMIUM is None or not (STATIC / "replay.html").is_file():
        print("Nothing is measured: there is no Chromium, or the page is not built (make web).")
        return []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        rows = [row for people in (25, 1_000) for row in rows_of(page, people, Path(folder))]
        rows += rows_of_evening(page, Path(folder))
        browser.close()
    return rows
