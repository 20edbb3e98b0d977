"""A run as one file: opened from disk with no network, it shows what the chronicle holds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from milkwood.chance import stream
from milkwood.chronicle import Reader
from milkwood.server.files import is_built
from milkwood.server.views.html_export import replay
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.news import follow, ideas
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.person_card import person_now
from milkwood.server.views.reasons import why_out
from milkwood.server.views.ties import ties
from milkwood.server.wire.person import PersonNowOut
from tests.browser.conftest import DESK, PHONE, READY, listen, photograph
from tests.browser.test_accessible import Eyes
from tests.server.morning import MARKUP, TICKS, app_state, built, lived, reader, recording, resident

__all__ = ["app_state", "built", "lived", "reader", "recording"]

MOMENT = 1200


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


@pytest.fixture(scope="module")
def bare(recording: OpenRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recording without minds."""
    file = tmp_path_factory.mktemp("bare") / "bare.html"
    with recording.reader() as reader:
        file.write_text(replay(recording, reader, minds="none"), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def card(recording: OpenRun) -> PersonNowOut:
    """The card of a person at the moment, as the server has it."""
    with recording.reader() as reader:
        return person_now(recording, LookCache(), reader, resident(), MOMENT)


@pytest.fixture
def page(file: Path, bare: Path, card: PersonNowOut, browser: Browser) -> Iterator[Page]:
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


def stop_at(page: Page, tick: int) -> None:
    page.click("#play")
    page.evaluate("(tick) => { location.hash = `#tick=${tick}`; }", tick)
    expect(page.locator("#time")).to_have_attribute("aria-valuenow", str(tick))


def open_card(page: Page, person: str, part: str) -> None:
    page.click("#tab-people")
    page.click(f".panel .row[data-person={person}]")
    page.click(f"#part-{part}")


def test_a_card_has_the_mind_of_the_moment(page: Page, card: PersonNowOut, recording: OpenRun, reader: Reader) -> None:
    stop_at(page, MOMENT)
    person = resident()
    open_card(page, person, "now")
    page.click("#why")
    expect(page.locator(".why-details .moment").first).to_be_visible()
    found = why_out(reader, person, MOMENT, recording.names(reader), recording.words)
    assert found is not None
    recalled = [each.text for each in found.recalled if each.text]
    expect(page.locator(".why-details .memories li > p:first-child")).to_have_count(len(recalled))
    page.click("#part-today")
    expect(page.locator(".beside .plan time")).to_have_count(len(card.plan))
    page.click("#part-ties")
    expect(page.locator("#part-panel li[data-person], #part-panel .row[data-person]")).to_have_count(len(card.ties))
    page.click("#part-memory")
    page.wait_for_selector(".memories li")
    kept = [memory for _, _, memory in reader.memories(until=MOMENT, person=person) if not memory.private]
    expect(page.locator(".list-note, #part-panel .small").first).to_contain_text(str(len(kept)))
    photograph(page, "recording-memory")


def test_memories_and_talks_are_searched_by_words(page: Page, recording: OpenRun, reader: Reader) -> None:
    stop_at(page, MOMENT)
    person = resident()
    kept = [memory.text for _, _, memory in reader.memories(until=MOMENT, person=person) if not memory.private]
    word = max((word for text in kept for word in text.split() if word.isalpha()), key=len)
    wanted = [text for text in kept if word.lower() in text.lower()]
    open_card(page, person, "memory")
    page.fill(".search-memory input", word.upper())
    expect(page.locator(".memories li")).to_have_count(len(wanted))
    expect(page.locator(".memories li").first).to_contain_text(wanted[-1])
    page.click("#back")
    page.click("#tab-talks")
    talks = recording.talks.until(reader, MOMENT)
    expect(page.locator(".list-note")).to_contain_text(str(len(talks)))
    line = next(line.text for talk in talks for line in talk.lines)
    page.fill(".search-talks input", line)
    with_line = [talk for talk in talks if any(line in each.text for each in talk.lines)]
    expect(page.locator(".panel .talk")).to_have_count(len(with_line))


def test_news_and_ties_are_those_of_the_server_at_any_moment(page: Page, recording: OpenRun, reader: Reader) -> None:
    page.click("#play")
    page.click("#tab-more")
    last = ""
    for tick in (300, MOMENT, TICKS - 1):
        page.evaluate("(tick) => { location.hash = `#tick=${tick}`; }", tick)
        expect(page.locator("#time")).to_have_attribute("aria-valuenow", str(tick))
        page.click("#view-news")
        expect(page.locator("#lists input[type=search]")).to_have_value(last)
        for text in (MARKUP, "The tide comes early.", *(idea.text for idea in ideas(recording, reader, tick)[:3])):
            page.fill("#lists input[type=search]", text)
            page.click("#lists form button")
            last = text
            expected = follow(recording, reader, text, tick)
            expect(page.locator(".news-head strong, #lists .empty").first).to_be_visible()
            expect(page.locator(".branches .knower")).to_have_count(len(expected.knowers) + len(expected.unexplained))
        page.click("#back-more")
        page.click("#view-ties")
        edges = [edge for edge in ties(recording, reader, tick).edges if "bo" not in (edge.a, edge.b)]
        expect(page.locator(".pairs li")).to_have_count(min(20, len(ties(recording, reader, tick).edges)))
        assert edges
        page.click("#back-more")


def test_without_minds_a_recording_shows_what_could_be_seen(bare: Path, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, locale="zh-CN", offline=True)
    page = context.new_page()
    troubles: list[str] = []
    listen(page, troubles, ("file:", "data:", "blob:"))
    page.goto(f"{bare.as_uri()}#tick={MOMENT}")
    page.wait_for_selector(READY)
    page.click("#tab-more")
    expect(page.locator("[id^=view-]")).to_have_count(2)
    page.click("#tab-people")
    page.click(f".panel .row[data-person={resident()}]")
    expect(page.locator("[id^=part-][role=tab]")).to_have_count(3)
    page.click("#part-talks")
    page.wait_for_selector(".search-talks")
    context.close()
    assert troubles == []


@pytest.mark.parametrize(("size", "theme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_a_recording_has_no_barrier(
    file: Path, bare: Path, browser: Browser, size: ViewportSize, theme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(viewport=size, locale="en-GB", offline=True, color_scheme=theme, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{file.as_uri()}#tick={MOMENT}&person={resident()}")
    page.wait_for_selector(READY)
    eyes = Eyes(page)
    page.click("#play")
    for part in ("now", "today", "memory", "ties"):
        page.click(f"#part-{part}")
        page.wait_for_selector("#part-panel .loading", state="detached")
        eyes.look(part)
    page.click("#back")
    page.click("#tab-more")
    for room in ("news", "ties"):
        page.click(f"#view-{room}")
        eyes.look(room)
        page.click("#back-more")
    photograph(page, f"recording-{theme}")
    context.close()
    assert eyes.found == {}
