"""The map under a pointer: while the view moves, follows a person, or is at its largest zoom."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import ARTEFACTS, DESK, PAST, PHONE, Open, photograph, picture_of, settle

SLEEPER = "?town=the_ville&person=ryan_park&lang=en"
RIGHT, DOWN = -120, 60


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page) -> None:
    x, y = middle(page.locator(".stage"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + RIGHT, y + DOWN, steps=6)
    # Held for two frames, so that releasing does not fling the map.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()


def test_a_drag_moves_the_map_even_while_it_is_still_coming_nearer(visit: Open) -> None:
    page = visit(SLEEPER)
    settle(page)
    tag = page.locator(".pin[data-person=ryan_park] .tag")
    for _ in range(8):
        page.keyboard.press("+")
    x, y = middle(tag)
    drag(page)
    settle(page)
    moved = middle(tag)
    assert moved[0] < x + RIGHT / 2
    assert moved[1] > y + DOWN / 2
    page.keyboard.press("+")
    settle(page)
    drag(page)
    settle(page)
    photograph(page, "nearest")
    assert middle(tag)[0] < moved[0] + RIGHT / 2


def zoom(page: Page) -> str:
    """How tall people are, in pixels of the screen."""
    settle(page)
    return str(page.locator(".labels").evaluate("(labels) => labels.style.getPropertyValue('--head')"))


@pytest.mark.long
def test_steps_nearer_add_up_however_fast_they_come(visit: Open) -> None:
    page = visit("?town=the_ville")
    whole = zoom(page)
    for _ in range(3):
        page.keyboard.press("+")
    at_once = zoom(page)
    page.keyboard.press("0")
    settle(page)
    one_by_one = [whole]
    for _ in range(3):
        page.keyboard.press("+")
        one_by_one.append(zoom(page))
    assert len(set(one_by_one)) == 4
    assert at_once == one_by_one[-1]


def test_speech_bubbles_go_with_their_moment_also_while_paused(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=1&lang=en")
    page.click("#next-talk")
    bubble = page.locator(".bubble").first
    expect(bubble).to_be_visible()
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    said = bubble.inner_text()
    assert said.split(":")[0] in page.locator(".tag").all_inner_texts(), "it names its speaker"
    top = page.locator(".stage").bounding_box()
    hung = bubble.bounding_box()
    assert top
    assert hung
    assert hung["y"] >= top["y"]
    page.locator("#time").press("Home")
    expect(page.locator(".bubble", has_text=said)).to_have_count(0)


def test_speech_bubbles_stay_below_the_time_bar_on_a_phone(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=1&lang=en", size=PHONE)
    page.click("#next-talk")
    expect(page.locator(".bubble").first).to_be_visible()
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    page.locator("#time").press("Home")  # a pause takes effect at the next tick; nothing moves any more here
    expect(page.locator("#time")).to_have_attribute("aria-valuenow", "0")
    settle(page)
    before = picture_of(page, ".time")
    hung = page.locator(".labels").evaluate(
        """(labels) => {
            const bar = document.querySelector(".time").getBoundingClientRect();
            const map = labels.getBoundingClientRect();
            const bubble = document.createElement("p");
            bubble.className = "bubble";
            bubble.textContent = "Good morning! ".repeat(9);
            const [x, y] = [bar.x - map.x + bar.width / 2, bar.bottom - map.y];
            bubble.style.transform = `translate(${x}px, ${y}px)`;
            labels.append(bubble);
            const told = bubble.getBoundingClientRect();
            return told.top < bar.bottom && told.bottom > bar.top;
        }"""
    )
    assert hung, "the bubble was to hang over the bar"
    assert picture_of(page, ".time").tobytes() == before.tobytes()


def test_marks_on_the_line_of_time_are_explained_and_can_be_left_out(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=1000&lang=en")
    page.click("#play")
    talks = page.locator(".legend [data-mark=talk]")
    expect(page.locator(".legend button")).to_have_count(5)
    expect(talks).to_have_attribute("aria-pressed", "true")
    painted = "(line) => line.toDataURL()"
    line = page.locator("#time canvas")
    page.wait_for_function("() => !document.querySelector('#next-talk').disabled")
    before = line.evaluate(painted)
    talks.click()
    expect(talks).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("(was) => document.querySelector('#time canvas').toDataURL() !== was", arg=before)
    photograph(page, "marks")
    page.reload()
    expect(page.locator(".legend [data-mark=talk]")).to_have_attribute("aria-pressed", "false")


def test_arrows_and_the_small_map_end_following_a_person(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=1500&person=petra_marsh&lang=en")
    page.click("#play")
    follow = page.locator(".card [aria-pressed]", has_text="Follow").first
    for hand in ("keys", "small map"):
        if follow.get_attribute("aria-pressed") == "false":
            follow.click()
        expect(follow).to_have_attribute("aria-pressed", "true")
        settle(page)
        tag = page.locator(".pin[data-person=petra_marsh] .tag")
        before = middle(tag)
        if hand == "keys":
            page.locator(".stage").focus()
            page.keyboard.press("ArrowRight")
        else:
            x, y = middle(page.locator(".minimap"))
            page.mouse.click(x + 20, y + 20)
        expect(follow).to_have_attribute("aria-pressed", "false")
        settle(page)
        assert tag.is_hidden() or middle(tag) != before


@pytest.mark.parametrize(("renderer", "size"), [("canvas", DESK), ("webgl", PHONE)], ids=["desk", "phone"])
def test_the_map_is_saved_as_a_picture_with_the_moment(
    visit: Open, tmp_path: Path, renderer: str, size: ViewportSize
) -> None:
    page = visit(f"run/{PAST['en']}?tick=1500&lang=en&renderer={renderer}", size=size)
    page.click("#play")
    if size == PHONE:
        page.click("#to-map")
    settle(page)
    with page.expect_download() as begun:
        page.get_by_role("button", name="Save a picture").click()
    assert begun.value.suggested_filename == f"{PAST['en']}-1-1110.png"
    file = tmp_path / "map.png"
    begun.value.save_as(file)
    with Image.open(file) as picture:
        shown = picture_of(page, "#map")
        picture.save(ARTEFACTS / f"picture-{renderer}.png")
        assert picture.size == shown.size
        middle = (0, picture.height // 4, picture.width, picture.height // 2)
        differ = ImageChops.difference(picture.crop(middle).convert("L"), shown.crop(middle).convert("L"))
        assert ImageStat.Stat(differ).mean[0] < 12, "the picture shows another map than the page"
