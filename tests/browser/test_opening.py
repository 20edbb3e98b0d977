"""The card with which a new run opens: the story, whom it is about, and three things to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from milkwood.ids import PersonId
from milkwood.words import ENGLISH, Language
from tests.browser.conftest import DESK, PAST, PHONE, READY, Open
from tests.browser.up import Up, up
from tests.lived import quay

HOST = PersonId("nell_avery")
"""Whom the first story is about."""


@pytest.fixture(scope="module")
def fresh(watched: Up, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A server of its own, since the town hurries here."""
    home: Path = tmp_path_factory.mktemp("opening")
    with up(home, "up", "gull_quay", "--name", "new", "--speed", "1", "--no-open") as served:
        yield served


@pytest.fixture
def page(fresh: Up, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESK, locale="en-GB")
    opened = context.new_page()
    opened.goto(f"{fresh.address}run/new")
    opened.wait_for_selector(READY)
    yield opened
    context.close()


def test_the_story_and_its_people_are_shown_once(page: Page) -> None:
    card = page.locator(".opening")
    expect(card).to_contain_text(quay().scenario.name[ENGLISH])
    expect(card).to_contain_text(quay().scenario.about[ENGLISH])
    expect(card.locator(".face").first).to_have_attribute("aria-label", quay().people[HOST].name[ENGLISH])
    page.click("#opening-close")
    expect(card).to_have_count(0)
    page.reload()
    page.wait_for_selector(READY)
    expect(card).to_have_count(0)


def test_the_person_is_followed(page: Page) -> None:
    page.click("#opening-follow")
    expect(page.locator(".opening")).to_have_count(0)
    assert f"person={HOST}" in page.url


def test_a_whisper_is_begun(page: Page) -> None:
    page.click("#opening-whisper")
    expect(page.locator("#whisper-text")).to_be_focused()


def test_a_past_run_has_no_such_card(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}")
    expect(page.locator(".opening")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_card_fits_on_the_map_in_chinese(fresh: Up, browser: Browser, size: ViewportSize) -> None:
    context = browser.new_context(viewport=size, locale="zh-CN")
    page = context.new_page()
    page.goto(f"{fresh.address}run/new?tick=10&lang=zh")
    page.wait_for_selector(READY)
    expect(page.locator(".opening")).to_contain_text(quay().scenario.about[Language("zh")])
    box, bar = page.locator(".opening").bounding_box(), page.locator(".time").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= bar["y"]
    context.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_that_can_be_done_is_in_view_and_the_faces_have_names(
    fresh: Up, browser: Browser, size: ViewportSize, language: str
) -> None:
    context = browser.new_context(viewport=size)
    page = context.new_page()
    page.goto(f"{fresh.address}run/new?tick=10&lang={language}")
    page.wait_for_selector(READY)
    for act in ("follow", "whisper", "news"):
        expect(page.locator(f"#opening-{act}")).to_be_in_viewport(ratio=1)
    inside = "(act) => act.getBoundingClientRect().right <= act.closest('.opening').getBoundingClientRect().right"
    assert page.locator("#opening-news").evaluate(inside)
    expect(page.locator(".opening-faces")).to_contain_text(quay().people[HOST].called[Language(language)])
    context.close()


def test_the_town_hurries_to_the_first_news(page: Page) -> None:
    page.click("#opening-news")
    expect(page.locator(".notes")).to_contain_text("hurries")
    expect(page.locator("[data-speed='1']")).to_have_attribute("aria-pressed", "true", timeout=60_000)
    expect(page.locator(".panel")).to_contain_text("Lantern")
