"""The controls of the window: keys, filters, forms, and the address with its back button."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import LIVE, PAST, PHONE, READY, Open, settle

WHO = "petra_marsh"
MOMENT = 2000
SMALL = ViewportSize(width=1366, height=768)
LARGE = ViewportSize(width=1920, height=1080)
PARTS = (0.1, 0.3, 0.45, 0.65, 0.85)
"""Moments of the run, as parts of its length."""


def open_past(visit: Open, language: str, more: str = "", **options: ViewportSize) -> Page:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&lang={language}{more}", **options)
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    return page


def now(page: Page) -> int:
    return int(page.locator("#time").get_attribute("aria-valuenow") or -1)


@pytest.mark.parametrize(("language", "size"), [("en", None), ("zh", PHONE)])
def test_what_is_typed_to_a_person_goes_into_the_field(visit: Open, language: str, size: ViewportSize | None) -> None:
    page = open_past(visit, language, f"&person={WHO}", **({"size": size} if size else {}))
    before = now(page)
    for way in ("ask", "tell", "whisper"):
        page.click(f"#speak-{way}")
        expect(page.locator(f"#{way}-text")).to_be_focused()
        page.keyboard.type("Anna. 1l+0/")
        expect(page.locator(f"#{way}-text")).to_have_value("Anna. 1l+0/")
    page.locator("#speak-whisper").focus()
    page.keyboard.type("nl5.")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    assert now(page) <= before + 1, "a pause takes effect at the next tick"
    expect(page.locator(".card.person")).to_have_attribute("data-person", WHO)
    page.focus("#whisper-text")
    page.keyboard.press("Escape")
    expect(page.locator(".composer")).to_have_count(0)
    expect(page.locator("#speak-whisper")).to_be_focused()
    expect(page.locator(".card.person")).to_be_visible()


def test_a_form_opens_at_its_first_field(visit: Open) -> None:
    page = visit(f"run/{LIVE}?lang=en")
    page.click("#tab-more")
    for act, field in (("walk", "walk-name"), ("arrive", "arrive-name"), ("announce", "announce-text")):
        page.click(f"#do-{act}")
        expect(page.locator(f"#{field}")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", [None, PHONE])
def test_filters_scroll_or_wrap_and_leave_the_panel_still(visit: Open, size: ViewportSize | None) -> None:
    page = open_past(visit, "en", size=size) if size else open_past(visit, "en")
    last = page.locator(".filters .filter").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=1)
    wide = "(panel) => panel.scrollWidth > panel.clientWidth"
    assert not page.locator("#lists").evaluate(wide)
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")


UNDER = """() => {
    const over = [...document.querySelectorAll(".controls .round, .time")].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll(".pin:not(.away)")].filter((pin) => {
        const { x, y, width, height } = pin.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        return over.some(({ left, right, top, bottom }) =>
            across > left && across < right && down > top && down < bottom);
    }).map((pin) => pin.dataset.person);
}"""


@pytest.mark.parametrize("size", [SMALL, LARGE, PHONE])
def test_nobody_is_hidden_under_the_controls(visit: Open, size: ViewportSize) -> None:
    page = open_past(visit, "zh", size=size)
    line = page.locator("#time").bounding_box()
    assert line
    for part in PARTS:
        page.mouse.click(line["x"] + part * line["width"], line["y"] + line["height"] / 2)
        settle(page)
        assert page.evaluate(UNDER) == []


def test_the_back_button_closes_the_card_and_the_address_has_the_moment(visit: Open) -> None:
    page = open_past(visit, "en")
    page.click("#tab-people")
    page.click(f".panel .row[data-person={WHO}]")
    expect(page.locator(".card.person")).to_be_visible()
    page.locator("#time").press("Home")
    page.wait_for_url(f"**?tick=0&lang=en&person={WHO}")
    page.go_back()
    expect(page.locator(".card")).to_have_count(0)
    page.wait_for_url("**?tick=0&lang=en")
    page.go_forward()
    expect(page.locator(".card.person")).to_have_attribute("data-person", WHO)
    page.locator("#time").press("End")
    page.wait_for_url(f"**?tick=3000&lang=en&person={WHO}")
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#time")).to_have_attribute("aria-valuenow", "3000")
    expect(page.locator(".card.person")).to_have_attribute("data-person", WHO)
    page.click("#back")
    page.wait_for_url("**?tick=3000&lang=en")


def test_a_jump_in_time_takes_the_camera_and_the_reason_along(visit: Open) -> None:
    page = open_past(visit, "en", f"&person={WHO}")
    for _ in range(4):
        page.keyboard.press("+")
    settle(page)
    for moment in ("Home", "End"):
        page.locator("#time").press(moment)
        expect(page.locator(f".pin[data-person={WHO}] .tag")).to_be_in_viewport()
        expect(page.locator(".why #why")).to_be_visible()


def test_the_day_opens_at_now_and_says_what_its_colours_mean(visit: Open) -> None:
    page = open_past(visit, "zh", f"&person={WHO}")
    page.click("#part-today")
    expect(page.locator(".beside[aria-current]")).to_be_in_viewport()
    expect(page.locator(".band-legend li", has_text="路上")).to_have_count(1)


def test_a_reason_says_nothing_twice(visit: Open) -> None:
    page = open_past(visit, "en", f"&person={WHO}")
    page.click("#why")
    expect(page.locator(".why-details .asked li").first).to_be_visible()
    said = [page.locator(".doing-words").inner_text(), *page.locator(".why > p > span, .reasons dd").all_inner_texts()]
    plain = [text.lower().removesuffix(".") for text in said]
    assert len(set(plain)) == len(plain)


@pytest.mark.parametrize(("language", "size"), [("en", LARGE), ("zh", PHONE)])
def test_the_whole_width_of_the_town_is_on_the_map(visit: Open, language: str, size: ViewportSize) -> None:
    page = open_past(visit, language, size=size)
    page.focus("#map")
    page.keyboard.press("0")
    settle(page)
    for pin in page.locator(".pin:not(.away)").all():
        expect(pin).to_be_in_viewport(ratio=1)
    stage, bar = page.locator("#map").bounding_box(), page.locator(".time").bounding_box()
    assert stage
    assert bar
    free = bar["y"] - stage["y"]
    assert free >= 0.35 * size["height"], "the map has more than a third of the screen"


def test_a_button_says_what_it_does(visit: Open) -> None:
    page = open_past(visit, "en")
    nameless = "(buttons) => buttons.filter((one) => !(one.title || one.innerText.trim())).map((one) => one.outerHTML)"
    assert page.locator(".controls button, .time button").evaluate_all(nameless) == []
    for speed in page.locator("[data-speed]").all():
        assert re.search("of town time a second|As fast", speed.get_attribute("title") or "")


def test_emoji_are_left_out_where_no_font_draws_them(visit: Open) -> None:
    page = open_past(visit, "en", f"&person={WHO}")
    page.evaluate("document.documentElement.dataset.emoji = 'false'")
    expect(page.locator(".doing-emoji")).to_be_hidden()
    page.evaluate("document.documentElement.dataset.emoji = 'true'")
    expect(page.locator(".doing-emoji")).to_be_visible()
