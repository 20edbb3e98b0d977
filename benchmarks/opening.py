"""The first minute: from the page that `milkwood up` opens to the first motion, and to the first line of a talk.

`milkwood up TOWN` runs in a separate process, as a user starts it, with nothing configured, and headless Chromium opens
its page as soon as the address is printed. Wall-clock seconds, from the page's load to the first person whose position
on the map changes, and from there on, at the initial pace, to the first speech bubble; the better of two starts, since
machines are noisy. Skips, with the reason, where there is no Chromium or no built page.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from benchmarks.frames import CHROMIUM
from milkwood.server.files import is_built
from tests.browser.up import up
from tools.proof import Row

TOWNS = ("the_ville", "gull_quay")
MOTION_SECONDS = 10.0
TALK_SECONDS = 60.0
BEGINNINGS = 2
_PATIENCE = 180_000
_NAME = "today"
_UP = ("up", "--no-open", "--name", _NAME)

PLACES = """() => JSON.stringify(
    [...document.querySelectorAll(".pin")].map((pin) => [pin.dataset.person, pin.dataset.tile]))"""
MOVED = f"(before) => ({PLACES})() !== before"


def main() -> list[Row]:
    """The figures."""
    if CHROMIUM is None or not is_built():
        print("The first minute is not measured: there is no Chromium, or the page is not built (make web).")
        return []
    rows = []
    for town in TOWNS:
        tries = [_opened(town) for _ in range(BEGINNINGS)]
        for what, taken, bound in (
            ("from the page's load to the first motion", min(motion for motion, _ in tries), MOTION_SECONDS),
            ("from the page's load to the first line of a talk", min(talk for _, talk in tries), TALK_SECONDS),
        ):
            rows.append(
                Row(name=f"{town}: {what}", figure=taken, unit="s", bound=f"at most {bound:g} s", ok=taken <= bound)
            )
    return rows


def _opened(town: str) -> tuple[float, float]:
    """Seconds to the first motion and to the first line."""
    with TemporaryDirectory() as home, up(Path(home), *_UP, town) as served, sync_playwright() as browsing:
        browser = browsing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{served.address}run/{_NAME}")
        began = time.monotonic()
        figures = _first_motion(page) - began, _first_line(page) - began
        browser.close()
        return figures


def _first_motion(page: Page) -> float:
    page.wait_for_selector(".pin", timeout=_PATIENCE, state="attached")
    page.wait_for_function(MOVED, arg=page.evaluate(PLACES), timeout=_PATIENCE)
    return time.monotonic()


def _first_line(page: Page) -> float:
    page.wait_for_selector(".bubble", timeout=_PATIENCE, state="attached")
    return time.monotonic()


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
