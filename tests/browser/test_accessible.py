"""Every view of the page, as axe sees it: roles, names, headings, focus and contrast, light and dark."""

from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import DESK, LIVE, PAST, PHONE, READY, Open
from tests.browser.up import up
from tests.lived import quay
from tests.server.morning import ANNOUNCED, NAME

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKING = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap(
    ({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
        `${id}: ${target.join(" ")}: ${[...any, ...all, ...none][0]?.message ?? ""}`))"""
WHO = "petra_marsh"
PARTS = ("now", "today", "memory", "ties", "talks", "about")
TABS = ("people", "places", "talks", "more")
ROOMS = ("ties", "news", "things", "machine", "stories", "run", "export")
LOOKS = [
    pytest.param("en", DESK, "light", id="desk"),
    pytest.param("zh", PHONE, "dark", id="phone"),
    pytest.param("zh", DESK, "dark", id="desk-dark", marks=pytest.mark.long),
    pytest.param("en", PHONE, "light", id="phone-light", marks=pytest.mark.long),
]


class Eyes:
    """Collects what axe finds on the views of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, str] = {}
        page.evaluate(AXE.read_text())

    def look(self, view: str) -> None:
        expect(self.page.locator(".empty .dots")).to_have_count(0)
        for what in self.page.evaluate(LOOKING):
            self.found.setdefault(what, view)


def seen(visit: Open, address: str, size: ViewportSize, theme: str, until: str = READY) -> Eyes:
    if not AXE.exists():
        pytest.skip("no axe here: `make check` fetches it")
    page = visit(address, size=size, until=until, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)
    return Eyes(page)


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS)
def test_no_view_of_a_past_run_has_a_barrier(visit: Open, language: str, size: ViewportSize, theme: str) -> None:
    address = f"run/{PAST[language]}?tick=2900&person={WHO}&lang={language}"
    eyes = seen(visit, address, size, theme)
    page = eyes.page
    page.click("#play")
    page.click("#why")
    expect(page.locator(".why-details .asked li").first).to_be_visible()
    eyes.look("why")
    for part in PARTS:
        page.click(f"#part-{part}")
        eyes.look(part)
    page.click("#speak-ask")
    page.fill("#ask-text", "?")
    page.click("#ask-send")
    expect(page.locator(".utter.theirs p").first).to_be_visible()
    eyes.look("ask")
    page.click("#back")
    eyes.look("feed")
    for tab in TABS:
        page.click(f"#tab-{tab}")
        eyes.look(tab)
    for room in ROOMS:
        page.click(f"#view-{room}")
        eyes.look(room)
        page.click("#back-more")
    page.click("#tab-places")
    page.locator(".panel .row[data-place]").first.click()
    eyes.look("place")
    page.locator(".card .thing").first.click()
    eyes.look("thing")
    page.click("#back")
    page.click("#tab-talks")
    page.locator(".panel .talk .under .link").first.click()
    eyes.look("talk")
    assert eyes.found == {}


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS)
def test_no_form_and_no_list_of_runs_has_a_barrier(visit: Open, language: str, size: ViewportSize, theme: str) -> None:
    eyes = seen(visit, f"?lang={language}", size, theme, until=".run-card")
    page = eyes.page
    eyes.look("home")
    for form in ("start", "compare", "fork", "delete"):
        page.locator(f"[data-do={form}]:enabled").first.click()
        eyes.look(form)
        page.keyboard.press("Escape")
    page.goto(f"{page.url.split('?')[0]}run/{LIVE}?lang={language}")
    page.wait_for_selector(READY)
    eyes = Eyes(page)
    eyes.look("live")
    page.click("#tab-more")
    for act in ("walk", "arrive", "announce"):
        page.click(f"#do-{act}")
        eyes.look(act)
        page.keyboard.press("Escape")
    assert eyes.found == {}


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS)
def test_no_card_of_an_event_or_an_act_has_a_barrier(
    visit: Open, language: str, size: ViewportSize, theme: str
) -> None:
    place = next(room.id for room in quay().town_map.rooms.values() if room.outdoors)
    address = f"run/{quote(NAME)}?tick={ANNOUNCED + 60}&lang={language}"
    for kind in ("event", "act"):
        card = f"2000-{place}" if kind == "event" else f"{ANNOUNCED}-announce-{place}"
        eyes = seen(visit, f"{address}&{kind}={quote(card)}", size, theme)
        eyes.page.click("#play")
        expect(eyes.page.locator(f".card[data-{kind}] h2")).to_be_visible()
        eyes.look(kind)
        assert eyes.found == {}


def test_the_card_of_a_new_run_has_no_barrier(browser: Browser, tmp_path: Path) -> None:
    if not AXE.exists():
        pytest.skip("no axe here: `make check` fetches it")
    with up(tmp_path, "up", "gull_quay", "--name", "new", "--speed", "1", "--no-open") as served:
        looks: tuple[tuple[str, ViewportSize, Literal["dark", "light"]], ...]
        looks = ("en", DESK, "dark"), ("zh", PHONE, "light")
        for language, size, theme in looks:
            context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)
            page = context.new_page()
            page.goto(f"{served.address}run/new?lang={language}")
            page.wait_for_selector(".opening")
            eyes = Eyes(page)
            eyes.look("opening")
            context.close()
            assert eyes.found == {}
