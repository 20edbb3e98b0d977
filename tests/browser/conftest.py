"""A real browser at a real server that shows the real towns.

Skips, with the reason, where there is no Chromium or no built page. Nothing here waits for a fixed time: it waits for
the expected state. Every page must end without a console error and without a request to any other server.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize, expect, sync_playwright

from milkwood.chronicle.runs import SUFFIX
from milkwood.server.files import is_built
from tests.browser.up import Up, run, up
from tests.once import once, shared
from tests.server.morning import lived

__all__ = ["lived"]

ARTEFACTS = Path(__file__).parents[1] / "artefacts"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
READY = ".stage[data-ready=true]"

TOWN = "gull_quay"
LIVE = "today"
"""The live run."""
PAST = {"en": "friday", "zh": "星期五"}
"""Finished runs, by their language."""
TICKS = 3000
"""Their length: from seven in the morning to a quarter past three."""

SLOWEST = 120.0
"""The maximum wait in seconds, for a busy machine."""

Open = Callable[..., Page]

# A busy machine is slow, not wrong.
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


def past(home: Path) -> None:
    """A user's folder with a run in each language, run in parallel: they take a few seconds each."""
    home.mkdir()
    wanted = [(name, language) for language, name in PAST.items()]
    living = [run(home, "run", TOWN, "--name", n, "--language", code, "--ticks", str(TICKS)) for n, code in wanted]
    for each in living:
        said, _ = each.communicate(timeout=120)
        assert each.returncode == 0, said


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory, lived: Path) -> Iterator[Up]:
    """A server with a live run and past runs to show: one in each language, and one full of HTML that is not ours."""
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    home = tmp_path_factory.mktemp("home") / "of a user"
    shutil.copytree(once(shared(tmp_path_factory) / "past", past), home)
    shutil.copy(lived, next(home.rglob(f"{PAST['en']}{SUFFIX}")).parent)
    with up(home, "up", TOWN, "--name", LIVE, "--speed", "3", "--no-open") as served:
        yield served


@pytest.fixture(scope="session")
def server(watched: Up) -> str:
    """The address of the window."""
    return watched.address


# For one file at a time: while it is open its driver keeps an event loop running in this process, in which no other
# test could run one of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install it (Debian: apt-get install chromium fonts-noto-cjk)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def troubles(server: str) -> Iterator[list[str]]:
    """The errors in the pages of a test; a test that expects some clears the list."""
    found: list[str] = []
    yield found
    assert found == []


def listen(page: Page, troubles: list[str], own: tuple[str, ...]) -> None:
    """Record errors of a page, and requests for addresses outside its own origin."""

    def heard(said: ConsoleMessage) -> None:
        if said.type == "error":
            troubles.append(f"console: {said.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith(own):
            troubles.append(request.url)

    page.on("pageerror", lambda error: troubles.append(f"page: {error}"))
    page.on("console", heard)
    page.on("request", asked)


@pytest.fixture
def visit(server: str, browser: Browser, troubles: list[str]) -> Iterator[Open]:
    """Opens the window in a fresh browser profile and waits until the map is there."""
    contexts = []

    def open_page(query: str = "", *, size: ViewportSize = DESK, until: str = READY, **options: Any) -> Page:
        phone = size["width"] < 500
        context = browser.new_context(viewport=size, locale="en-GB", has_touch=phone, is_mobile=phone, **options)
        contexts.append(context)
        page = context.new_page()
        listen(page, troubles, (server, "data:", "blob:"))
        page.goto(server + query)
        page.wait_for_selector(until)
        return page

    yield open_page
    for context in contexts:
        context.close()


def wait(page: Page, done: Callable[[], bool]) -> None:
    """Wait until a condition that no page shows is true."""
    latest = time.monotonic() + SLOWEST
    while time.monotonic() < latest:
        if done():
            return
        page.evaluate("() => new Promise((go) => setTimeout(go, 50))")
    raise AssertionError("it did not come to pass")


def settle(page: Page) -> None:
    """Wait until the camera rests: the same view in two frames far enough apart, both taken after this call."""
    page.evaluate("window.__seen = undefined")
    page.wait_for_function(
        """() => {
            const here = [...document.querySelectorAll(".pin")].map((pin) => pin.style.transform).join();
            const [was, since] = window.__seen ?? ["", 0];
            if (here !== was) window.__seen = [here, performance.now()];
            return here === was && performance.now() - since > 300;
        }"""
    )


def photograph(page: Page, name: str) -> None:
    """Save a picture of the page for people to look at; where people walk, do not wait until all is still."""
    ARTEFACTS.mkdir(exist_ok=True)
    if page.locator(".time.lived[data-playing=true]").count() == 0:
        settle(page)
    page.screenshot(path=ARTEFACTS / f"{name}.png")


def picture_of(page: Page, selector: str = ".stage") -> Image.Image:
    """A picture of a part of the page."""
    return Image.open(BytesIO(page.locator(selector).screenshot())).convert("RGB")


def colours(picture: Image.Image) -> int:
    """The number of different colours; a blank map has a handful."""
    return len(picture.getcolors(maxcolors=1 << 24) or ())


def brightness(picture: Image.Image) -> float:
    """The mean of all pixels, 0 black to 255 white."""
    return sum(value * count for value, count in enumerate(picture.convert("L").histogram())) / (
        picture.width * picture.height
    )
