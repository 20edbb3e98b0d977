"""`python -m tools.film`: the film in README.md, docs/pictures/window.webp, of the page while it plays a recorded run.

Knows the page's address and a few of its elements. Needs Chromium and the built page. Invariant: the run is the
understudy's and the page's clock stands still between two pictures, so that the film does not depend on the machine.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx2
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools.browser import CHROMIUMS
from tools.tree import ROOT

FILM = ROOT / "docs" / "pictures" / "window.webp"
MAX_BYTES = 3_000_000
TOWN, RUN, UNTIL = "the_ville", "the Ville", "day 1 12:00"
SIZE = ViewportSize(width=1120, height=680)
WIDTH = 840
MILLISECONDS = 125
"""Between two pictures."""
SMALL_STEP = 25
QUALITY = 70
MIN_LINES = 6
MORNING_TICK = 900
"""Half past nine: people are up and about."""
SCENES = (("town", 4, 20), ("talk", 1, 72))
"""What is shown, at which speed, and for how many pictures."""


def main() -> int:
    """Write the film."""
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as origin:
        pictures = _pictures(origin)
    first, *rest = pictures
    FILM.parent.mkdir(parents=True, exist_ok=True)
    first.save(
        FILM, "WEBP", save_all=True, append_images=rest, duration=MILLISECONDS, loop=0, quality=QUALITY, method=6
    )
    size = FILM.stat().st_size
    print(f"{FILM.relative_to(ROOT)}: {len(pictures)} pictures, {size:,} bytes.")
    return 0 if size < MAX_BYTES else 1


@contextmanager
def _served(home: Path) -> Iterator[str]:
    """A server with the run."""
    milkwood = [sys.executable, "-m", "milkwood"]
    around = {**os.environ, "MILKWOOD_HOME": str(home), "XDG_CONFIG_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    subprocess.run([*milkwood, "run", TOWN, "--name", RUN, "--until", UNTIL, "--quiet"], env=around, check=True)
    command = [*milkwood, "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, env=around, stdout=subprocess.PIPE, text=True) as process:
        try:
            lines = iter(process.stdout or ())
            yield next(found[0] for line in lines if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        finally:
            process.terminate()


def _pictures(origin: str) -> list[Image.Image]:
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        raise SystemExit("No Chromium here. (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, locale="en-GB", color_scheme="light")
        page.clock.install()
        taken = [picture for scene in SCENES for picture in _scene(page, origin, *scene)]
        browser.close()
    return taken


def _scene(page: Page, origin: str, what: str, speed: int, count: int) -> Iterator[Image.Image]:
    talk = _talk(origin)
    about = f"tick={MORNING_TICK}" if what == "town" else f"tick={talk['begin']}&person={talk['people'][0]}"
    page.goto(f"{origin}run/{RUN}?lang=en&speed={speed}&{about}")
    page.wait_for_selector(".stage[data-ready=true]")
    if page.locator("#opening-close").count():
        page.click("#opening-close")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.wait_for_load_state("networkidle")
    for _ in range(count):
        for _ in range(MILLISECONDS // SMALL_STEP):
            page.clock.run_for(SMALL_STEP)
        page.wait_for_load_state("networkidle")
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        yield picture.resize((WIDTH, round(WIDTH * picture.height / picture.width)), Image.Resampling.LANCZOS)
    page.clock.resume()


def _talk(origin: str) -> dict[str, Any]:
    """The first long talk of the morning."""
    talks: list[dict[str, Any]] = httpx2.get(f"{origin}api/runs/{RUN}/talks?limit=500").json()["talks"]
    long = [talk for talk in talks if len(talk["lines"]) >= MIN_LINES and talk["begin"] >= MORNING_TICK]
    return min(long, key=lambda talk: (int(talk["begin"]), str(talk["id"])))


if __name__ == "__main__":
    sys.exit(main())
