"""The first page: runs are started, stopped, forked, compared and deleted; old addresses redirect here."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, LIVE, PAST, PHONE, TOWN, Open, photograph
from tests.browser.up import Up
from tests.cases import long_after

SIZES = {"en": DESK, "zh": PHONE}
BESIDE = 43.5
"""The minimum height of a touch target in pixels."""


@pytest.fixture(params=long_after(1, SIZES))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def card(page: Page, name: str) -> str:
    found = f".run-card[data-run='{name}']"
    expect(page.locator(found)).to_be_visible()
    return found


def test_a_run_is_started_stopped_forked_compared_and_deleted(visit: Open, watched: Up, language: str) -> None:
    page = visit(f"?lang={language}", size=SIZES[language], until=".run-card")
    photograph(page, f"home-{language}")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[language]["width"]
    name = {"en": "Monday & more", "zh": "星期一"}[language]
    page.click(f".town-card[data-town={TOWN}] [data-do=start]")
    page.fill("#start-name", name)
    photograph(page, f"begin-{language}")
    page.click("#start-do")
    page.wait_for_url(f"**/run/{quote(name, safe='')}*")
    expect(page.locator("small[data-run]")).to_have_text(name)
    page.click("#home")
    mine = card(page, name)
    expect(page.locator(mine)).to_have_attribute("data-state", "living")
    expect(page.locator(f"{mine} [data-do=delete]")).to_be_disabled()
    page.click(f"{mine} [data-do=rest]")
    expect(page.locator(mine)).to_have_attribute("data-state", "resting")
    page.click(f"{mine} [data-do=fork]")
    # The town's clock, which started at seven.
    expect(page.locator("#fork-name")).to_have_value(re.compile(r"(?<!\d)(0[7-9]|1\d|2[0-3])\.\d\d"))
    page.fill("#fork-name", f"{name} 2")
    page.click("#fork-do")
    forked = card(page, f"{name} 2")
    page.click(f"{forked} [data-do=compare]")
    # Its original is suggested, and is on the left.
    expect(page.locator("#compare-with")).to_have_value(name)
    page.click("#compare-do")
    expect(page.locator(".side-map figcaption strong")).to_have_text([name, f"{name} 2"])
    page.click("#home")
    page.click(f"{mine} [data-do=delete]")
    page.fill("#delete-name", "something else")
    expect(page.locator("#delete-do")).to_be_disabled()
    page.fill("#delete-name", name)
    photograph(page, f"delete-{language}")
    page.click("#delete-do")
    expect(page.locator(mine)).to_have_count(0)
    way = {"en": "continue", "zh": "watch"}[language]
    # A stopped run can be continued from the first page or from its own.
    page.click(f"{forked} [data-do={way}]")
    page.wait_for_url("**/run/*")
    if language == "zh":
        page.click("#live-on")
    expect(page.locator(".time")).to_have_attribute("data-live", "true")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_run_and_town_shows_its_map(visit: Open, size: ViewportSize) -> None:
    page = visit("?lang=zh", size=size, until=".run-card .map-picture")
    cards = page.locator(".run-card, .town-card")
    for number in range(cards.count()):
        picture = cards.nth(number).locator(".map-picture")
        picture.scroll_into_view_if_needed()
        page.wait_for_function("(each) => each.complete && each.naturalWidth === 640", arg=picture.element_handle())
        box, card = picture.bounding_box(), cards.nth(number).bounding_box()
        assert box
        assert card
        assert box["x"] >= card["x"]
        assert box["width"] <= card["width"]
    photograph(page, f"home-maps-{size['width']}")
    lowest = PHONE["height"] / 3
    high = "(cards, most) => cards.filter((card) => card.offsetHeight >= most).length"
    assert size is DESK or page.locator(".run-card").evaluate_all(high, lowest) == 0, "a card on a phone stays low"


def test_a_map_that_cannot_be_drawn_leaves_the_faces(visit: Open, server: str, troubles: list[str]) -> None:
    page = visit("?lang=en", until=".run-card .map-picture")
    page.route("**/map.webp*", lambda route: route.fulfill(status=409, body="{}"))
    page.goto(f"{server}?lang=en&again")
    expect(page.locator(".run-card .faces .portrait").first).to_be_visible()
    expect(page.locator(".run-card .map-picture")).to_have_count(0)
    # A run that another test has removed since the list was read has no picture either.
    troubles[:] = [trouble for trouble in troubles if "409" not in trouble and "404" not in trouble]


def test_on_a_phone_all_of_it_can_be_hit_with_a_thumb_and_has_a_name(visit: Open) -> None:
    page = visit("?lang=zh", size=PHONE, until=".run-card")
    for address in (None, f"run/{PAST['zh']}?tick=2000&person=petra_marsh"):
        if address:
            page.goto(page.url.split("?")[0] + address)
            page.wait_for_selector(".card.person .promises, .card.person .why")
        small = page.evaluate(
            """(least) => [...document.querySelectorAll("button, input, select, a.act")]
                .filter((one) => one.offsetParent && !one.matches(".handle, .pin, .sign, .link, .moment, .skip"))
                .filter((one) => one.getBoundingClientRect().height < least)
                .map((one) => one.outerHTML.slice(0, 120))""",
            BESIDE,
        )
        assert small == []
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, a, [role=img], [role=slider]")]
                .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
                .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert nameless == []


def test_old_addresses_lead_to_the_same_moments(visit: Open, server: str) -> None:
    page = visit(f"replay/{PAST['en']}/1200/", until="#time")
    assert page.url.startswith(f"{server}run/{PAST['en']}?tick=")
    page.goto(f"{server}demo/{PAST['en']}/600/6/")
    expect(page.locator("[data-speed='6']")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{server}replay_persona_state/{PAST['en']}/600/Petra Marsh/")
    expect(page.locator(".card h2")).to_have_text("Petra Marsh")
    page.goto(f"{server}simulator_home")
    expect(page.locator(f".run-card[data-run={LIVE}]")).to_be_visible()
