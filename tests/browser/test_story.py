"""What happened in a town, told in sentences, and what came of the user's acts."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.chronicle.noted import notes
from milkwood.chronicle.runs import SUFFIX
from milkwood.chronicle.seek import insights
from milkwood.ids import PersonId
from milkwood.towns.shelf import find
from milkwood.words import Language
from tests.browser.conftest import DESK, PAST, PHONE, READY, Open, listen
from tests.browser.up import Up, run, up
from tests.once import once, shared
from tests.server.morning import ANNOUNCED, NAME, NOTICE, acts, resident

VILLE = "ville"
TICKS = 900
"""From seven to half past nine."""
ACTED = 690
"""The last tick before the acts."""
WHISPER = "You should ask Sam about the election."
ISABELLA = PersonId("isabella_rodriguez")
STOVE = "Hobbs Cafe:cafe:cooking area"
LOOKS = [pytest.param("en", DESK, id="desk"), pytest.param("zh", PHONE, id="phone")]
OUTCOME = {"en": "What came of it", "zh": "后来怎样了"}
MEET = {"en": "meet for the first time", "zh": "第一次见面说话"}
MENDED = {"en": "sets it right", "zh": "恢复了原样"}
ANNOUNCEMENT = {"en": "You announced an event", "zh": "你发布了通知"}


def lived_with_acts(home: Path) -> None:
    """A morning of the Ville with a whisper and a fire."""
    home.mkdir()
    for command in (
        ("run", "the_ville", "--name", VILLE, "--ticks", str(ACTED)),
        ("whisper", VILLE, "Isabella Rodriguez", WHISPER),
        ("change", VILLE, STOVE, "burning"),
        ("run", "the_ville", "--name", VILLE, "--ticks", str(TICKS)),
    ):
        process = run(home, *command)
        said, _ = process.communicate(timeout=120)
        assert process.returncode == 0, said


@pytest.fixture(scope="module")
def told(watched: Up, lived: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A server with that morning, and with one in which the user announced an event."""
    home = tmp_path_factory.mktemp("story") / "home"
    shutil.copytree(once(shared(tmp_path_factory) / "story", lived_with_acts), home)
    shutil.copy(lived, ville(home).parent)
    with up(home, "serve") as served:
        yield served


def ville(home: Path) -> Path:
    return next(home.rglob(f"{VILLE}{SUFFIX}"))


@pytest.fixture
def page(told: Up, browser: Browser, troubles: list[str], language: str, size: ViewportSize) -> Iterator[Page]:
    phone = size["width"] < 500
    context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone)
    opened = context.new_page()
    listen(opened, troubles, (told.address, "data:", "blob:"))
    opened.add_init_script(f"localStorage.setItem('milkwood.language', '{language}')")
    yield opened
    context.close()


def look(page: Page, told: Up, name: str, tick: int, more: str = "") -> None:
    page.goto(f"{told.address}run/{name}?tick={tick}{more}")
    page.wait_for_selector(READY)
    page.click("#play")


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_a_first_meeting_is_told_in_one_sentence_and_leads_to_the_talk(page: Page, told: Up, language: str) -> None:
    with Chronicle.read(ville(told.home)) as reader:
        met = next(note for note in notes(reader, 0, TICKS) if note.kind == "met")
    look(page, told, VILLE, met.tick + 20)
    row = page.locator("#lists > .feed > .happening[data-kind=talk]", has_text=MEET[language]).first
    expect(row.locator("blockquote")).to_have_count(1)
    row.locator(".under .link").last.click()
    expect(page.locator(".card[data-talk]")).to_have_attribute("data-talk", met.talk)
    assert page.evaluate("new URLSearchParams(location.search).get('talk')") == met.talk


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_a_whisper_is_followed_from_the_feed(page: Page, told: Up, language: str) -> None:
    look(page, told, VILLE, ACTED + 40)
    row = page.locator("#lists > .feed > .happening[data-kind=whispered]").first
    expect(row).to_contain_text(WHISPER)
    row.locator(".trace").click()
    card = page.locator(".card[data-act]")
    expect(card.locator("h2")).to_be_focused()
    expect(card).to_contain_text(WHISPER)
    expect(card).to_contain_text(OUTCOME[language])
    expect(card.locator(".guests .face").first).to_have_attribute("aria-label", name_of(ISABELLA, language))
    expect(card.locator("[data-kind=thought] blockquote")).not_to_be_empty()
    page.reload()
    page.wait_for_selector(READY)
    expect(card).to_contain_text(WHISPER)
    page.go_back()
    expect(card).to_have_count(0)


def name_of(person: PersonId, language: str) -> str:
    return towns.load(find("the_ville").folder).people[person].name[Language(language)]


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_a_changed_thing_is_followed_until_it_is_set_right(page: Page, told: Up, language: str) -> None:
    look(page, told, VILLE, ACTED + 40)
    row = page.locator("#lists > .feed > .happening[data-kind=thing_changed]").first
    row.locator(".trace").click()
    card = page.locator(".card[data-act]")
    expect(card.locator("[data-kind=decided]").first).to_be_visible()
    expect(card).not_to_contain_text(MENDED[language])
    look(page, told, VILLE, TICKS, f"&act={page.evaluate('new URLSearchParams(location.search).get(`act`)')}")
    expect(card.locator("[data-kind=state]")).to_contain_text(MENDED[language])
    card.locator("[data-kind=state] .moment").click()
    expect(page.locator("#time")).not_to_have_attribute("aria-valuenow", str(TICKS))


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_an_announcement_leads_to_its_event_and_to_how_it_spread(page: Page, told: Up, language: str) -> None:
    look(page, told, NAME, ANNOUNCED + 60)
    page.locator("#lists > .feed > .happening[data-kind=announced] .trace").click()
    card = page.locator(".card[data-act]")
    expect(card.locator("h2")).to_have_text(ANNOUNCEMENT[language])
    expect(card.locator(".guests li")).not_to_have_count(0)
    page.click("#act-news")
    expect(page.locator(".news-head")).to_contain_text(NOTICE)
    page.go_back()
    page.locator("#tab-feed").click()
    page.locator("#lists > .feed > .happening[data-kind=announced] .trace").click()
    page.click("#act-event")
    expect(page.locator(".card[data-event] h2")).to_contain_text(NOTICE.capitalize())


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_what_a_visitor_told_is_followed_and_is_just_now_on_the_card(page: Page, told: Up, language: str) -> None:
    tick = next(tick for tick, act in acts() if getattr(act, "name", "") == "Aunt May")
    look(page, told, NAME, tick + 5, f"&person={resident()}")
    just_now = page.locator(".just-now [data-kind=told]")
    expect(just_now).to_contain_text("The tide comes early.")
    just_now.locator(".trace").click()
    expect(page.locator(".card[data-act]")).to_contain_text("Aunt May")


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_a_finished_run_opens_at_its_first_talk(page: Page, told: Up, language: str) -> None:
    with Chronicle.read(ville(told.home)) as reader:
        first = min(talk.began for talk in reader.talks())
    page.goto(f"{told.address}run/{VILLE}")
    page.wait_for_selector(READY)
    assert int(page.locator("#time").get_attribute("aria-valuenow") or -1) >= first
    expect(page.locator("#lists > .feed > .happening[data-kind=talk]").first).to_be_visible()


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_events_are_those_of_the_moment_also_where_time_stands_still(page: Page, told: Up, language: str) -> None:
    look(page, told, NAME, ANNOUNCED - 100)
    expect(page.locator(".next-events", has_text=NOTICE.capitalize())).to_have_count(0)
    page.locator("#time").press("End")
    page.locator("#time").press("ArrowLeft")
    expect(page.locator(".next-events", has_text=NOTICE.capitalize())).to_have_count(1)


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_of_several_insights_one_is_told_and_the_card_has_them_all(
    visit: Open, watched: Up, language: str, size: ViewportSize
) -> None:
    with Chronicle.read(next(watched.home.rglob(f"{PAST[language]}{SUFFIX}"))) as reader:
        known = insights(reader, 0, reader.end - 10)
    (tick, person), first = next(
        ((tick, person), text) for tick, person, text in known if [each[:2] for each in known].count((tick, person)) > 1
    )
    page = visit(f"run/{PAST[language]}?tick={tick + 3}&lang={language}", size=size)
    page.click("#play")
    row = page.locator("#lists > .feed > .happening[data-kind=reflected]").first
    expect(row.locator("blockquote")).to_have_text(first)
    row.locator(".under .link").last.click()
    expect(page.locator(".card.person")).to_have_attribute("data-person", person)
