"""A run as one file: opened from disk with no network, it shows what the chronicle holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from milkwood.chance import stream
from milkwood.chronicle import Reader
from milkwood.server.files import is_built
from milkwood.server.views.html_export import replay
from milkwood.server.views.open_runs import OpenRun
from tests.browser.conftest import DESK, READY, listen, photograph
from tests.server.morning import TICKS, app_state, built, lived, reader, recording

__all__ = ["app_state", "built", "lived", "reader", "recording"]


# Asked for before the browser: while that is open its driver keeps an event loop running, and writing needs its own.
@pytest.fixture(scope="module")
def file(recording: OpenRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recording."""
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    file = tmp_path_factory.mktemp("recorded") / "a run, recorded.html"
    with recording.reader() as reader:
        file.write_text(replay(recording, reader), encoding="utf-8")
    return file


@pytest.fixture
def page(file: Path, browser: Browser) -> Iterator[Page]:
    """The recording, opened by its path; any request to a network fails the test."""
    context = browser.new_context(viewport=DESK, locale="en-GB", offline=True)
    page = context.new_page()
    troubles: list[str] = []
    listen(page, troubles, ("file:", "data:", "blob:"))
    page.goto(f"{file.as_uri()}#tick=0")
    page.wait_for_selector(READY)
    yield page
    context.close()
    assert troubles == []


def shown(page: Page) -> dict[str, str]:
    """Where the page shows people, by id; those who are not in town are nowhere."""
    places: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.pin')].map((pin) => "
        "[pin.dataset.person, pin.dataset.tile]))"
    )
    return places


def test_people_are_where_the_chronicle_has_them(page: Page, recording: OpenRun, reader: Reader) -> None:
    page.click("#play")
    draw = stream(7, "moments")
    for tick in sorted(draw.chosen(range(TICKS - 1)) for _ in range(20)):
        page.evaluate("(tick) => { location.hash = `#tick=${tick}`; }", tick)
        expect(page.locator("#time")).to_have_attribute("aria-valuenow", str(tick))
        scene = reader.scene(tick, recording.pack.town_map)
        expected = {str(who): "{},{}".format(*body.motion.at(tick)) for who, body in scene.bodies.items()}
        page.wait_for_function(
            "(expected) => Object.entries(expected).every(([who, tile]) => "
            "document.querySelector(`.pin[data-person='${who}']`)?.dataset.tile === tile)",
            arg=expected,
        )
        assert {who: tile for who, tile in shown(page).items() if tile} == expected


def test_it_plays_by_itself_and_pauses(page: Page) -> None:
    slider = page.locator("#time")
    expect(slider).not_to_have_attribute("aria-valuenow", "0")
    page.click("#play")
    expect(page.locator(".sentence")).to_contain_text("paused")
    page.click("#step")
    photograph(page, "recording")
