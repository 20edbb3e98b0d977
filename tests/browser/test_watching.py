"""A run as it is watched: time, people, the town, the machine room; live and past, on a desktop and on a phone."""

import re
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import SUFFIX
from milkwood.engine.pace import LEASH_TICKS
from milkwood.town.events import ThingChanged
from milkwood.words import Language
from tests.browser.conftest import DESK, LIVE, PAST, PHONE, READY, Open, brightness, photograph, picture_of, wait
from tests.browser.up import Up
from tests.cases import long_after
from tests.lived import quay
from tests.server.morning import MARKUP, NAME, VISITOR, VISITOR_NAME

WHO = "petra_marsh"
"""A person who has by then made a promise and reflected on her days."""
MOMENT = 1900
SIZES = {"en": DESK, "zh": PHONE}
PLACE = {"en": "desk", "zh": "phone"}
FOREIGN = r"\b(?!HTML|CSV|JSON|Parquet|pandas|DuckDB|Milkwood|milkwood|config|init)[A-Za-z]{3,}\b"
"""Words that no Chinese page should contain; names of formats and commands stay."""


def moment(page: Page) -> int:
    return int(page.locator("#time").get_attribute("aria-valuenow") or -1)


def last(page: Page) -> int:
    return int(page.locator("#time").get_attribute("aria-valuemax") or -1)


def wait_past(page: Page, tick: int) -> None:
    page.wait_for_function("(tick) => +document.querySelector('#time').getAttribute('aria-valuenow') > tick", arg=tick)


def wait_at(page: Page, tick: int) -> None:
    expect(page.locator("#time")).to_have_attribute("aria-valuenow", str(tick))


def pause(page: Page) -> None:
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")


def room(page: Page, name: str) -> None:
    page.click("#tab-more")
    page.click(f"#view-{name}")


def test_a_live_town_is_paused_stepped_sped_up_left_and_reopened(visit: Open, watched: Up) -> None:
    page = visit(f"run/{LIVE}")
    bar = page.locator(".time")
    expect(bar).to_have_attribute("data-live", "true")
    wait_past(page, moment(page))
    with page.expect_response("**/pace"):
        pause(page)
    expect(page.locator(".sentence")).to_have_text("The town is paused. Press play to continue.")
    looks = [-1]

    def rests() -> bool:
        page.wait_for_timeout(300)
        looks.append(moment(page))
        return looks[-2] == looks[-1] == watched.end_of(LIVE)

    wait(page, rests)  # the pending action ends
    held = looks[-1]
    for number in range(1, LEASH_TICKS + 4):
        page.click("#step")
        wait_at(page, held + number)
    page.keyboard.press(".")
    page.keyboard.press(".")
    stepped = held + LEASH_TICKS + 5
    wait_at(page, stepped)
    page.evaluate("() => new Promise((done) => setTimeout(done, 700))")
    assert moment(page) == stepped, "and no further, though the town may have lived on a little"
    assert last(page) <= stepped + LEASH_TICKS + 1
    page.click("#play")
    wait_past(page, stepped)
    before = moment(page)
    page.click("#step")
    expect(bar).to_have_attribute("data-playing", "false")
    page.wait_for_function(
        "(tick) => +document.querySelector('#time').getAttribute('aria-valuenow') > tick", arg=before
    )
    page.click("#play")
    page.click("[data-speed='5']")
    wait_past(page, held + 100)
    page.locator("#time").press("Home")
    expect(bar).to_have_attribute("data-live", "false")
    expect(page.locator(".sentence")).to_contain_text("The past:")
    photograph(page, "past-of-a-living-run")
    page.click("#live")
    expect(bar).to_have_attribute("data-live", "true")
    wait_past(page, held + 100)
    page.click("[data-speed='2']")
    expect(page.locator("[data-speed='2']")).to_have_attribute("aria-pressed", "true")
    assert watched.end_of(LIVE) > held + 100


def shown(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.pin')].map((pin) => "
        "[pin.dataset.person, pin.dataset.tile]))"
    )
    return {who: tile for who, tile in found.items() if tile}


def test_dragging_shows_any_moment_of_a_past_run_as_it_was(visit: Open, watched: Up) -> None:
    page = visit(f"run/{PAST['en']}?tick=10&lang=en")
    pause(page)
    expect(page.locator("#live")).to_have_count(0)
    box = page.locator("#time").bounding_box()
    assert box
    path = next(watched.home.rglob(f"{PAST['en']}{SUFFIX}"))
    page.mouse.move(box["x"] + 5, box["y"] + 10)
    page.mouse.down()
    with Chronicle.read(path) as reader:
        for part in (0.9, 0.35, 0.62, 0.11):
            page.mouse.move(box["x"] + box["width"] * part, box["y"] + 10, steps=3)
            page.wait_for_function(
                "(part) => { const at = document.querySelector('#time');"
                " return Math.abs(at.getAttribute('aria-valuenow') / at.getAttribute('aria-valuemax') - part) < 0.02 }",
                arg=part,
            )
            page.mouse.up()
            page.mouse.down()
            scene = reader.scene(moment(page), quay().town_map)
            expected = {str(who): "{},{}".format(*body.motion.at(moment(page))) for who, body in scene.bodies.items()}
            page.wait_for_function(
                "(all) => Object.entries(all).every(([who, tile]) => "
                "document.querySelector(`.pin[data-person='${who}']`)?.dataset.tile === tile)",
                arg=expected,
            )
            assert shown(page) == expected
        page.mouse.up()
        page.locator("#time").press("Home")
        wait_at(page, 0)
        first = min(talk.began for talk in reader.talks() if talk.began > 1)
    for tick in range(1, 6):
        page.click("#step")
        wait_at(page, tick)
    page.click("#next-talk")
    wait_past(page, first)
    assert moment(page) < first + 20
    expect(page.locator(".card.person")).to_be_visible()
    expect(page.locator(".bubble").first).to_be_visible()
    photograph(page, "a-talk")
    page.locator("#time").press("End")
    expect(page.locator(".sentence")).to_contain_text("This run is stopped")


@pytest.fixture(params=long_after(1, ["en", "zh"]))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_persons_card_shows_everything(visit: Open, language: str) -> None:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&person={WHO}&lang={language}", size=SIZES[language])
    pause(page)
    at = PLACE[language]
    read = []

    def keep(name: str) -> None:
        photograph(page, f"{name}-{at}")
        read.append(page.locator(".card").inner_text())

    expect(page.locator(".doing-words")).not_to_be_empty()
    expect(page.locator(".why .mind")).to_contain_text({"en": "understudy", "zh": "替身"}[language])
    expect(page.locator(".promises li")).not_to_have_count(0)
    keep("person-now")
    page.click("#why")
    expect(page.locator(".why-details .asked li").first).to_be_visible()
    keep("person-why")
    page.locator(".insights li").first.get_by_role("button").last.click()
    expect(page.locator(".insights .evidence li").first).to_be_visible()
    page.locator(".insights").scroll_into_view_if_needed()
    keep("person-insight")
    page.click("#part-today")
    assert page.locator(".besides .beside").count() > 8
    assert page.locator(".besides .did li").count() > 8
    keep("person-today")
    page.click("#part-ties")
    expect(page.locator("#part-panel [data-person]")).to_have_count(5)
    keep("person-ties")
    page.click("#part-talks")
    expect(page.locator("#part-panel .talk").first).to_be_visible()
    keep("person-talks")
    page.locator("#part-panel .talk .under .link").first.click()
    expect(page.locator(".card[data-talk] .spoken").first).to_be_visible()
    keep("talk")
    if language == "zh":
        assert re.findall(FOREIGN, "\n".join(read)) == []


def totals(page: Page) -> list[float]:
    return [float(text) for text in page.locator(".memories [data-score=total] dd").all_inner_texts()]


def test_memories_are_searched_as_they_would_come_to_mind(visit: Open, language: str) -> None:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&person={WHO}&lang={language}", size=SIZES[language])
    pause(page)
    page.click("#part-memory")
    expect(page.locator(".memories li").first).to_be_visible()
    page.fill(".search-memory input", {"en": "Lantern Night", "zh": "灯笼"}[language])
    expect(page.locator(".memories [data-score=relevance]").first).to_be_visible()
    expect(page.locator(".memories li").first).to_contain_text({"en": "Lantern", "zh": "灯"}[language])
    photograph(page, f"person-memory-{PLACE[language]}")
    found = totals(page)
    assert len(found) > 5
    assert all(one >= other for one, other in pairwise(found))
    page.fill(".search-memory input", "")
    page.get_by_role("button", name={"en": "insight", "zh": "领悟"}[language], exact=True).click()
    expect(page.locator(".memories li:not([data-kind=insight])")).to_have_count(0)
    expect(page.locator(".memories li[data-kind=insight]").first).to_be_visible()


def name_of_a_used_thing(watched: Up, language: str) -> str:
    with Chronicle.read(next(watched.home.rglob(f"{PAST[language]}{SUFFIX}"))) as reader:
        [changed, *_] = reader.happenings(0, MOMENT, kinds=("thing_changed",))
    assert isinstance(changed.event, ThingChanged)
    return quay().town_map.things[changed.event.thing].name[Language(language)]


def test_the_town_is_read_in_its_feed_talks_ties_news_and_things(visit: Open, watched: Up, language: str) -> None:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&lang={language}", size=SIZES[language])
    pause(page)
    at = PLACE[language]
    expect(page.locator(".feed > li").first).to_be_visible()
    expect(page.locator(".feed > li[data-kind=deed_began]")).to_have_count(0)
    plans = page.locator(".feed > li[data-kind=planned]")
    assert plans.count() <= 1, "the plans of an hour are one line"
    photograph(page, f"feed-{at}")
    page.locator(".filters .filter").nth(2).click()
    expect(page.locator(".feed > li.talk").first).to_be_visible()
    expect(page.locator(".feed > li.happening")).to_have_count(0)
    page.locator(".filters .filter").nth(4).click()
    thoughts = "".join(f":not([data-kind={kind}])" for kind in ("reflected", "planned", "noted"))
    expect(page.locator(f".feed > li{thoughts}")).to_have_count(0)
    page.click("#tab-talks")
    many = page.locator(".panel .talk")
    expect(many.nth(1)).to_be_visible()
    words = page.locator(".panel .talk .utter").last.inner_text().split("\n")[-1][:12]
    page.fill(".search-talks input", words)
    expect(page.locator(".panel .talk", has_text=words).first).to_be_visible()
    room(page, "ties")
    expect(page.locator(".panel svg image")).to_have_count(6)
    photograph(page, f"ties-{at}")
    page.click("#back-more")
    page.click("#view-news")
    expect(page.locator(".idea strong").first).to_contain_text({"en": ":", "zh": "："}[language])
    page.locator(".idea").first.click()
    expect(page.locator(".knower").nth(1)).to_be_visible()
    photograph(page, f"news-{at}")
    page.click("#back-more")
    page.click("#view-things")
    page.fill(".panel input[type=search]", name_of_a_used_thing(watched, language))
    page.locator(".panel .row[data-thing]").first.click()
    expect(page.locator(".card .history li").first).to_be_visible()
    page.click("#back")
    page.click("#back-more")
    page.click("#view-machine")
    expect(page.locator(".panel .u-wrap canvas")).to_be_visible()
    expect(page.locator(".panel table").nth(2)).to_be_visible()
    photograph(page, f"machine-{at}")
    if language == "zh":
        assert re.findall(FOREIGN, page.locator(".panel .scroll").inner_text()) == []


def test_a_run_is_saved_as_a_file_that_plays_from_disk(visit: Open, browser: Browser, tmp_path: Path) -> None:
    page = visit(f"run/{PAST['en']}?lang=en")
    room(page, "export")
    photograph(page, "export")
    with page.expect_download() as begun:
        page.click("[data-format=md]")
    with ZipFile(begun.value.path()) as transcript:
        assert any("Petra" in transcript.read(name).decode() for name in transcript.namelist())
    with page.expect_download() as begun:
        page.click("[data-format=html]")
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    context = browser.new_context(viewport=DESK, offline=True)
    offline = context.new_page()
    offline.goto(f"{file.as_uri()}#tick={MOMENT}")
    offline.wait_for_selector(READY)
    expect(offline.locator(".feed > li").first).to_be_visible()
    wait_past(offline, MOMENT)
    context.close()


def test_whatever_people_say_or_are_called_is_shown_as_text(visit: Open) -> None:
    page = visit(f"run/{NAME}?tick=700&lang=en")
    pause(page)
    expect(page.locator("small[data-run]")).to_have_text(NAME)
    page.click("#tab-people")
    expect(page.locator(f".row[data-person={VISITOR}] strong")).to_have_text(VISITOR_NAME)
    page.click("#tab-talks")
    expect(page.locator(".panel .utter", has_text=MARKUP).first).to_be_visible()
    page.locator("#time").press("Home")
    page.click("#next-talk")
    expect(page.locator(".bubble", has_text="<script>").first).to_be_visible()
    photograph(page, "markup")
    assert page.locator(".panel script, .labels script, .panel i, .panel b").count() == 0


def test_the_keyboard_is_enough_and_shows_where_it_is(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=2000&lang=en")
    page.keyboard.press("Space")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.insert_text("wen")
    page.keyboard.press("Enter")
    expect(page.locator(".card h2")).to_have_text("Zhao Wen")
    page.locator("#part-now").press("ArrowRight")
    expect(page.locator("#part-today")).to_be_focused()
    outline = page.locator("#part-today").evaluate("(tab) => getComputedStyle(tab).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Escape")
    expect(page.locator(".card")).to_have_count(0)


def test_language_and_light_change_at_once_while_a_run_is_open(visit: Open) -> None:
    page = visit(f"run/{PAST['en']}?tick=2000")
    pause(page)
    light = brightness(picture_of(page, ".panel"))
    page.select_option("#language", "zh")
    expect(page.locator("#tab-people")).to_have_text("居民")
    page.click("#theme")
    page.click("#theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    photograph(page, "dark-run")
    assert brightness(picture_of(page, ".panel")) < light / 2
