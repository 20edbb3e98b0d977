import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE, READY, Open, brightness, colours, photograph, picture_of, settle

MOST_SCRIPT = 300_000
"""Bytes of JavaScript, compressed, that the first look may cost."""


@pytest.fixture
def visit(visit: Open) -> Open:
    """Opens the town as it is before anybody lives in it."""

    def preview(query: str = "", **options: Any) -> Page:
        return visit(query if "town=" in query else f"?town=the_ville&{query[1:]}", **options)

    return preview


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


def test_the_town_is_drawn_and_everybody_is_listed(visit: Open) -> None:
    page = visit()
    photograph(page, "desk")
    assert colours(picture_of(page)) > 1000
    assert len(names(page)) == 25
    expect(page.locator(".pin:visible")).to_have_count(25)
    expect(page.locator(".sign", has_text="Hobbs Cafe")).to_be_visible()


def test_a_town_that_stands_still_says_why(visit: Open) -> None:
    expect(visit().locator(".sentence")).to_contain_text("Everyone is still in bed")


def test_the_first_look_costs_little(visit: Open) -> None:
    page = visit()
    sizes = page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter((entry) => entry.name.endsWith(".js")).map((entry) => entry.encodedBodySize)"""
    )
    assert 50_000 < sum(sizes) <= MOST_SCRIPT


def test_the_language_changes_at_once_and_is_remembered(visit: Open) -> None:
    page = visit()
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert "伊莎贝拉·罗德里格斯" in names(page)
    expect(page.locator("#tab-people")).to_have_text("居民")
    expect(page.locator(".sign", has_text="霍布斯咖啡馆")).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#tab-people")).to_have_text("居民")


def test_no_english_is_left_in_chinese(visit: Open) -> None:
    page = visit("?lang=zh&person=klaus_mueller")
    settle(page)
    page.click("#back")
    shown = [page.locator(".panel .scroll").inner_text(), page.locator(".time").inner_text()]
    page.click("#tab-places")
    shown.append(page.locator(".panel .scroll").inner_text())
    page.click("#tab-stories")
    shown.append(page.locator(".panel .scroll").inner_text())
    page.locator(".pin[data-person=maria_lopez]").dispatch_event("click")
    shown.append(page.locator(".card").inner_text())
    shown.extend(page.locator(".pin .tag, .sign").all_inner_texts())
    assert re.findall(r"[A-Za-z]+", "\n".join(shown)) == []


def test_the_language_in_the_address_wins(visit: Open) -> None:
    expect(visit("?lang=zh").locator("h1")).to_contain_text("维尔镇")


def test_a_person_chosen_from_the_list_shows_their_card_and_is_looked_at(visit: Open) -> None:
    page = visit()
    page.click(".panel .row[data-person=isabella_rodriguez]")
    expect(page.locator(".card h2")).to_have_text("Isabella Rodriguez")
    for part in ("owner of Hobbs Cafe", "A usual day", "Knows", "On her mind"):
        expect(page.locator(".card")).to_contain_text(part)
    photograph(page, "person")
    (x, _), (across, _) = middle(page.locator(".pin[aria-pressed=true] .tag")), middle(page.locator(".stage"))
    assert abs(x - across) < 60
    assert "person=isabella_rodriguez" in page.url


def test_a_choice_survives_a_reload_and_is_let_go_with_escape(visit: Open) -> None:
    page = visit("?person=maria_lopez")
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator(".card h2")).to_have_text("Maria Lopez")
    page.keyboard.press("Escape")
    expect(page.locator(".card")).to_have_count(0)
    assert "person" not in page.url


def test_a_person_on_the_map_can_be_chosen_and_followed(visit: Open) -> None:
    page = visit()
    settle(page)
    click_through(page, page.locator(".pin[data-person=sam_moore]"))
    expect(page.locator(".card h2")).to_have_text("Sam Moore")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Following")).to_have_attribute("aria-pressed", "true")


def test_a_sleeper_on_the_map_answers_to_a_click_on_themselves(visit: Open) -> None:
    page = visit("?person=ryan_park")
    settle(page)
    page.click("#back")
    click_through(page, page.locator(".stage"))
    expect(page.locator(".card h2")).to_have_text("Ryan Park")


def test_a_place_on_the_map_shows_its_card(visit: Open) -> None:
    page = visit()
    settle(page)
    click_through(page, page.locator(".sign", has_text="Hobbs Cafe"))
    expect(page.locator(".card h2")).to_have_text("Hobbs Cafe")
    expect(page.locator(".card")).to_contain_text("Isabella Rodriguez")
    expect(page.locator(".card")).to_contain_text("piano")


@pytest.mark.parametrize(
    ("typed", "found"), [("hobbs", "Hobbs Cafe"), ("霍布斯", "Hobbs Cafe"), ("klaus", "Klaus Mueller")]
)
def test_search_finds_by_any_name_and_the_keyboard_is_enough(visit: Open, typed: str, found: str) -> None:
    page = visit()
    page.keyboard.press("/")
    page.keyboard.insert_text(typed)
    expect(page.locator("#hits [role=option]").first).to_contain_text(found)
    page.keyboard.press("Enter")
    expect(page.locator(".card h2")).to_have_text(found)


def test_search_for_nobody_says_so(visit: Open) -> None:
    page = visit()
    page.fill("#search", "zzzz")
    expect(page.locator("#hits")).to_contain_text("Nobody and nothing here")


def test_night_is_darker_than_noon_and_shops_close(visit: Open) -> None:
    page = visit()
    page.click("#tab-places")
    set_time(page, 12 * 60)
    expect(page.locator(".clock")).to_have_text("12:00")
    settle(page)
    noon = brightness(picture_of(page))
    set_time(page, 23 * 60)
    expect(page.locator(".row[data-place='Hobbs Cafe'] .hours")).to_have_text("closed at 23:00")
    photograph(page, "night")
    assert brightness(picture_of(page)) < noon * 0.75


def test_the_map_moves_and_zooms_by_keyboard_and_fits_again(visit: Open) -> None:
    page = visit()
    settle(page)
    where = "document.querySelector('.pin').style.transform"
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


def test_the_wheel_zooms_also_over_a_face(visit: Open) -> None:
    page = visit()
    settle(page)
    page.mouse.move(*middle(page.locator(".pin[data-person=ryan_park]")))
    for _ in range(12):
        page.mouse.wheel(0, -300)
    expect(page.locator(".labels.far")).to_have_count(0)


def test_the_map_can_be_dragged_also_from_a_face(visit: Open) -> None:
    page = visit("?person=ryan_park")
    settle(page)
    tag = page.locator(".pin[aria-pressed=true] .tag")
    x, y = middle(tag)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y + 60, steps=6)
    page.mouse.up()
    settle(page)
    assert middle(tag)[0] < x - 60


def test_roofs_open_when_told(visit: Open) -> None:
    page = visit()
    settle(page)
    closed = picture_of(page)
    page.get_by_role("button", name="Roofs open up close").click()
    expect(page.get_by_role("button", name="Roofs always open")).to_be_visible()
    settle(page)
    assert picture_of(page).tobytes() != closed.tobytes()


def test_dark_is_dark_and_is_remembered(visit: Open) -> None:
    page = visit()
    light = brightness(picture_of(page, ".panel"))
    page.get_by_role("button", name="Light or dark").click()
    page.get_by_role("button", name="Light", exact=True).click()
    photograph(page, "dark")
    assert brightness(picture_of(page, ".panel")) < light / 2
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_another_town_can_be_gone_to(visit: Open) -> None:
    page = visit()
    page.select_option(".town", "gull_quay")
    expect(page.locator(".panel .row strong")).to_have_count(6)
    page.wait_for_selector(READY)
    photograph(page, "harbour")
    assert colours(picture_of(page)) > 1000
    assert "town=gull_quay" in page.url


@pytest.mark.parametrize("renderer", ["canvas", "webgl"])
def test_either_renderer_draws_the_same_town(visit: Open, renderer: str) -> None:
    page = visit(f"?renderer={renderer}", size={"width": 800, "height": 500})
    settle(page)
    expect(page.locator(f".stage[data-renderer={renderer}]")).to_have_count(1)
    assert colours(picture_of(page)) > 1000


def test_on_a_phone_the_list_comes_first_and_the_map_is_one_tap_away(visit: Open) -> None:
    page = visit(size=PHONE, device_scale_factor=2)
    photograph(page, "phone")
    expect(page.locator(".panel .row").first).to_be_in_viewport()
    before = page.locator(".stage").bounding_box()
    page.tap("#to-map")
    expect(page.locator(".panel .row").first).not_to_be_in_viewport()
    photograph(page, "phone-map")
    after = page.locator(".stage").bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"] * 1.4


def test_on_a_phone_two_fingers_zoom(visit: Open) -> None:
    page = visit(size=PHONE)
    page.tap("#to-map")
    settle(page)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": 195 - apart, "y": 300, "id": 1}, {"x": 195 + apart, "y": 300, "id": 2}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 15)
    for apart in range(20, 160, 10):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    expect(page.locator(".labels.far")).to_have_count(0)


def test_on_a_phone_a_card_leaves_room_for_the_map(visit: Open) -> None:
    page = visit("?lang=zh", size=PHONE, device_scale_factor=2)
    page.tap(".panel .row[data-person=maria_lopez]")
    expect(page.locator(".card h2")).to_have_text("玛丽亚·洛佩斯")
    photograph(page, "phone-person")
    expect(page.locator(".pin[aria-pressed=true] .tag")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_on_a_phone_everything_can_be_hit_with_a_thumb(visit: Open) -> None:
    page = visit(size=PHONE)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".panel button, .panel input, .controls button, #time")]
            .filter((one) => one.offsetParent && !one.classList.contains("handle"))
            .filter((one) => one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 43.5)
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_everything_that_can_be_pressed_has_a_name(visit: Open) -> None:
    page = visit("?person=maria_lopez")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, [role=img]")]
            .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim()))
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert nameless == []


def test_a_town_that_is_not_there_is_said_in_the_servers_words(visit: Open, troubles: list[str]) -> None:
    page = visit("?town=atlantis", until=".failure")
    expect(page.locator(".failure")).to_contain_text("There is no town “atlantis” here.")
    expect(page.locator(".failure")).to_contain_text("the_ville")
    troubles.clear()


def test_a_server_that_is_gone_is_said_and_can_be_tried_again(visit: Open, troubles: list[str]) -> None:
    page = visit()
    page.route("**/api/**", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".failure")).to_contain_text("The server does not answer.")
    page.unroute("**/api/**")
    page.click(".failure button")
    page.wait_for_selector(READY)
    troubles.clear()


def test_a_tileset_that_cannot_be_had_costs_its_tiles_and_not_the_map(visit: Open, troubles: list[str]) -> None:
    page = visit("?lang=en")

    def refuse(route: Route) -> None:
        route.fulfill(status=404, json={"what": "gone", "remedy": "none"})

    page.route("**/tiles/sprites_2x3.png", refuse)
    page.reload()
    page.wait_for_selector(READY)
    assert colours(picture_of(page)) > 1000
    troubles.clear()
