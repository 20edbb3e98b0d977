"""A town before anyone lives in it: the map with pointer and keyboard, search, day and night, and errors.

A few long tests: opening a map takes longer than using it.
"""

import gzip
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from milkwood.server.files import STATIC
from tests.browser.conftest import PHONE, READY, Open, brightness, colours, photograph, picture_of, settle

VILLE = "?town=the_ville"
MAX_SCRIPT = 300_000
"""The maximum size of the first view without pictures, in compressed bytes."""


def names(page: Page) -> list[str]:
    return page.locator(".panel .row strong").all_inner_texts()


def set_time(page: Page, minute: int) -> None:
    page.locator("#time").evaluate(
        "(slider, minute) => { slider.value = minute; slider.dispatchEvent(new Event('input', { bubbles: true })); }",
        minute,
    )


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_through(page: Page, label: Locator) -> None:
    """Click where a label is; labels let pointers through to the map, which looks up what lies there."""
    page.mouse.click(*middle(label))


def test_the_town_is_drawn_everyone_is_listed_and_it_says_why_it_stands_still(visit: Open) -> None:
    page = visit(f"{VILLE}&lang=en")
    photograph(page, "desk")
    assert colours(picture_of(page)) > 1000
    assert len(names(page)) == 25
    expect(page.locator(".pin:visible")).to_have_count(25)
    expect(page.locator(".sign", has_text="Hobbs Cafe")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("Everyone is still in bed")
    page.click("#tab-places")
    set_time(page, 12 * 60)
    expect(page.locator(".clock")).to_have_text("12:00")
    settle(page)
    noon = brightness(picture_of(page))
    set_time(page, 23 * 60)
    expect(page.locator(".row[data-place='Hobbs Cafe'] .hours")).to_have_text("closed until 08:00")
    photograph(page, "night")
    assert brightness(picture_of(page)) < noon * 0.75


def test_the_first_view_is_small(visit: Open) -> None:
    page = visit("run/today?lang=en")
    asked = page.evaluate(
        """() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)"""
    )
    parts = [name for name in asked if re.search(r"\.(js|css)$", name)]
    sizes = [len(gzip.compress((STATIC / name.lstrip("/")).read_bytes(), 6)) for name in {*parts, "index.html"}]
    assert len(sizes) > 3
    assert 50_000 < sum(sizes) <= MAX_SCRIPT


def test_the_language_changes_at_once_is_remembered_and_leaves_no_english(visit: Open) -> None:
    page = visit(VILLE)
    page.select_option("#language", "zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert "伊莎贝拉·罗德里格斯" in names(page)
    expect(page.locator(".sign", has_text="霍布斯咖啡馆")).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#tab-people")).to_have_text("居民")
    shown = [page.locator(".panel .scroll").inner_text(), page.locator(".time").inner_text()]
    for tab in ("places", "more"):
        page.click(f"#tab-{tab}")
        shown.append(page.locator(".panel .scroll").inner_text())
    page.locator(".pin[data-person=maria_lopez]").dispatch_event("click")
    shown.append(page.locator(".card").inner_text())
    shown.extend(page.locator(".pin .tag, .sign").all_inner_texts())
    assert re.findall(r"[A-Za-z]+", "\n".join(shown)) == []


def test_people_and_places_are_chosen_from_list_map_search_and_address(visit: Open) -> None:
    page = visit(f"{VILLE}&lang=en")
    settle(page)
    click_through(page, page.locator(".pin[data-person=sam_moore]"))
    expect(page.locator(".card h2")).to_have_text("Sam Moore")
    expect(page.get_by_role("button", name="Following")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Following").click()
    expect(page.get_by_role("button", name="Follow", exact=True)).to_have_attribute("aria-pressed", "false")
    page.click("#back")
    page.keyboard.press("0")
    settle(page)
    click_through(page, page.locator(".sign", has_text="Hobbs Cafe"))
    expect(page.locator(".card h2")).to_have_text("Hobbs Cafe")
    expect(page.locator(".card")).to_contain_text("piano")
    page.click("#back")
    for typed, found in (("hobbs", "Hobbs Cafe"), ("霍布斯", "Hobbs Cafe"), ("klaus", "Klaus Mueller")):
        page.keyboard.press("/")
        expect(page.locator("#search")).to_be_focused()
        page.keyboard.insert_text(typed)
        expect(page.locator("#hits [role=option]").first).to_contain_text(found)
        page.keyboard.press("Enter")
        expect(page.locator(".card h2")).to_have_text(found)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    page.fill("#search", "zzzz")
    expect(page.locator("#hits")).to_contain_text("No person or place")
    page.fill("#search", "")
    page.click("#tab-people")
    page.click(".panel .row[data-person=isabella_rodriguez]")
    for part in ("owner of Hobbs Cafe", "A usual day", "Knows", "On her mind"):
        expect(page.locator(".card")).to_contain_text(part)
    photograph(page, "person")
    (x, _), (across, _) = middle(page.locator(".pin[aria-pressed=true] .tag")), middle(page.locator(".stage"))
    assert abs(x - across) < 60
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator(".card h2")).to_have_text("Isabella Rodriguez")
    settle(page)
    page.click("#back")
    click_through(page, page.locator(".stage"))
    expect(page.locator(".card h2")).to_have_text("Isabella Rodriguez")
    page.keyboard.press("Escape")
    expect(page.locator(".card")).to_have_count(0)
    assert "person" not in page.url


def test_the_map_moves_and_zooms_by_keys_and_wheel(visit: Open) -> None:
    page = visit(VILLE)
    settle(page)
    where = (
        "[...document.querySelectorAll('.sign:not(.away), .pin:not(.away)')].map((one) => one.style.transform).join()"
    )
    first = page.evaluate(where)
    for _ in range(3):
        page.keyboard.press("+")
        settle(page)
    nearer = page.evaluate(where)
    page.keyboard.press("ArrowDown")
    settle(page)
    assert len({first, nearer, page.evaluate(where)}) == 3
    expect(page.locator(".labels.far")).to_have_count(0)
    page.keyboard.press("0")
    expect(page.locator(".labels.far")).to_have_count(1)
    settle(page)
    closed = picture_of(page)
    page.get_by_role("button", name="Roofs open when zoomed in").click()
    expect(page.get_by_role("button", name="Roofs always open")).to_be_visible()
    settle(page)
    assert picture_of(page).tobytes() != closed.tobytes()
    face = page.locator(".pin[data-person=ryan_park]")
    page.mouse.move(*middle(face))
    for _ in range(12):
        page.mouse.wheel(0, -300)
    expect(page.locator(".labels.far")).to_have_count(0)


def test_the_map_can_be_dragged_also_from_a_face(visit: Open) -> None:
    page = visit(f"{VILLE}&person=ryan_park")
    settle(page)
    tag = page.locator(".pin[aria-pressed=true] .tag")
    x, y = middle(tag)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y + 60, steps=6)
    page.mouse.up()
    settle(page)
    assert middle(tag)[0] < x - 60


@pytest.mark.parametrize("renderer", ["canvas", pytest.param("webgl", marks=pytest.mark.long)])
def test_either_renderer_draws_the_same_town(visit: Open, renderer: str) -> None:
    page = visit(f"?town=gull_quay&renderer={renderer}", size={"width": 800, "height": 500})
    settle(page)
    expect(page.locator(f".stage[data-renderer={renderer}]")).to_have_count(1)
    assert colours(picture_of(page)) > 1000


def test_on_a_phone_the_map_is_one_tap_away_and_two_fingers_zoom_it(visit: Open) -> None:
    page = visit(f"{VILLE}&lang=zh", size=PHONE, device_scale_factor=2)
    photograph(page, "phone")
    expect(page.locator(".panel .row").first).to_be_in_viewport()
    page.tap(".panel .row[data-person=maria_lopez]")
    expect(page.locator(".card h2")).to_have_text("玛丽亚·洛佩斯")
    photograph(page, "phone-person")
    expect(page.locator(".pin[aria-pressed=true] .tag")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.tap("#back")
    before = page.locator(".stage").bounding_box()
    page.tap("#to-map")
    expect(page.locator(".panel .row").first).not_to_be_in_viewport()
    photograph(page, "phone-map")
    after = page.locator(".stage").bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"] * 1.4
    page.keyboard.press("0")
    expect(page.locator(".labels.far")).to_have_count(1)
    settle(page)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": 195 - apart, "y": 300, "id": 1}, {"x": 195 + apart, "y": 300, "id": 2}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    # Once is not enough to zoom from the whole town to people.
    for _ in range(2):
        touch("touchStart", 15)
        for apart in range(20, 160, 10):
            touch("touchMove", apart)
        touch("touchEnd", 0)
    expect(page.locator(".labels.far")).to_have_count(0)


def test_a_missing_town_is_reported_in_the_servers_words(visit: Open, troubles: list[str]) -> None:
    page = visit("?town=atlantis", until=".failure")
    expect(page.locator(".failure")).to_contain_text("There is no town “atlantis” here.")
    expect(page.locator(".failure")).to_contain_text("the_ville")
    troubles.clear()


def test_an_unreachable_server_is_reported_and_asked_again(visit: Open, troubles: list[str]) -> None:
    page = visit(VILLE)
    page.route("**/api/**", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".failure")).to_contain_text("The server does not answer.")
    page.unroute("**/api/**")
    page.wait_for_selector(READY)
    troubles.clear()


def test_a_map_that_was_not_answered_for_is_drawn_when_the_server_is_back(visit: Open, troubles: list[str]) -> None:
    page = visit(f"{VILLE}&lang=en")
    page.route("**/sheet.png", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".waiting")).to_contain_text("The server does not answer.")
    page.unroute("**/sheet.png")
    page.wait_for_selector(READY)
    expect(page.locator(".stage > canvas")).not_to_have_count(0)
    assert colours(picture_of(page)) > 1000
    troubles.clear()


def test_a_missing_tileset_costs_its_tiles_and_not_the_map(visit: Open, troubles: list[str]) -> None:
    page = visit("?town=gull_quay&lang=en")

    def refuse(route: Route) -> None:
        route.fulfill(status=404, json={"what": "gone", "remedy": "none"})

    page.route("**/tiles/sprites_2x3.png", refuse)
    page.reload()
    page.wait_for_selector(READY)
    assert colours(picture_of(page)) > 1000
    troubles.clear()
