"""The cost of a run and the share of habits, on the page: in the machine room and on people's cards."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from milkwood.bridge.report import CHANGED, GUESSED, ImportReport
from milkwood.chronicle import Chronicle
from milkwood.chronicle.acts import log_of, reuse_of
from milkwood.chronicle.runs import SUFFIX
from milkwood.exchange.report import keep_report
from milkwood.ids import PersonId
from tests.browser.conftest import PAST, TICKS, Open, photograph
from tests.browser.test_watching import FOREIGN, PLACE, SIZES, WHO, language, pause, room
from tests.browser.up import Up
from tests.instruments.damage import rewritten

__all__ = ["language"]

SINCE, FAILED = 1500, 12
"""The tick from which she lives by habit, and how many answers fail at first: one in this many."""
HABIT = {"made": 360, "what": "…", "score": 0.9412, "used": 2, "of": ""}


def made_over(path: Path) -> None:
    """A run in which a person lives by habit from some tick on, answers failed, and a mind component was removed."""
    with rewritten(path) as connection:
        query = "SELECT tick, content FROM reasons WHERE person = ? AND tick >= ? AND content LIKE '%\"plan\"%'"
        for tick, content in connection.execute(query, (WHO, SINCE)).fetchall():
            reason = {key: value for key, value in json.loads(content).items() if key != "question"}
            told = json.dumps({**reason, "routine": {**HABIT, "what": reason["plan"]}}, ensure_ascii=False)
            connection.execute("UPDATE reasons SET content = ? WHERE person = ? AND tick = ?", (told, WHO, tick))
        connection.execute("UPDATE questions SET why = 'failed: rate' WHERE id % ? = 0", (FAILED,))
        (settings,) = connection.execute("SELECT value FROM header WHERE key = 'settings'").fetchone()
        off = json.dumps({**json.loads(settings), "off": ["wandering"]})
        connection.execute("UPDATE header SET value = ? WHERE key = 'settings'", (off,))
    report = ImportReport("july", "saved", {WHO: "Nell Avery"})
    report.add(GUESSED, "work place", "Willow Market → The Willows Market", person=WHO)
    report.add(CHANGED, "steps without a file: people stay where they were", "3", count=9)
    with Chronicle.open(path) as chronicle:
        keep_report(chronicle, report)


@pytest.fixture
def habitual(watched: Up, language: str) -> Path:
    past = next(watched.home.rglob(f"{PAST[language]}{SUFFIX}"))
    path = past.with_name(f"habits-{language}{SUFFIX}")
    if not path.exists():
        part = path.with_suffix(".part")
        shutil.copy(past, part)
        made_over(part)
        part.rename(path)
    return path


def numbers(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


def opened(visit: Open, path: Path, language: str, more: str = "") -> Page:
    page = visit(f"run/{path.name.removesuffix(SUFFIX)}?tick={TICKS - 20}{more}&lang={language}", size=SIZES[language])
    pause(page)
    return page


def test_the_machine_room_tells_failures_and_habits(visit: Open, habitual: Path, language: str) -> None:
    page = opened(visit, habitual, language)
    room(page, "machine")
    title = {"en": "By habit", "zh": "按习惯"}[language]
    habits = page.locator(".section", has=page.get_by_role("heading", name=title))
    with Chronicle.read(habitual) as reader:
        reuse, failed = reuse_of(reader), reader.count("questions") // FAILED
        assert reuse.reused
        assert sorted(numbers(habits.locator("p").inner_text())) == sorted([reuse.reused, reuse.blocks])
    tile = page.locator(".tiles div", has_text={"en": "Failed", "zh": "失败"}[language])
    expect(tile.locator("dd")).to_have_text(str(failed))
    expect(page.locator(".failing").first).to_contain_text({"en": "rate limit", "zh": "触发限流"}[language])
    helps = page.locator(
        ".section", has=page.get_by_role("heading", name={"en": "What helps", "zh": "怎么解决"}[language])
    )
    expect(helps).to_contain_text("at_once")
    assert page.locator(".failing").count() > 1
    habits.scroll_into_view_if_needed()
    photograph(page, f"machine-habits-{PLACE[language]}")
    if language == "zh":
        assert re.findall(FOREIGN, page.locator(".panel .scroll").inner_text()) == []


def test_a_person_has_an_action_log_with_what_is_new_and_what_is_habit(
    visit: Open, habitual: Path, language: str
) -> None:
    page = opened(visit, habitual, language, f"&person={WHO}")
    expect(page.locator(".why .mind")).to_contain_text({"en": "By habit", "zh": "按习惯"}[language])
    page.click("#why")
    expect(page.locator(".reasons [data-habit]")).to_contain_text("94%")
    photograph(page, f"person-habit-{PLACE[language]}")
    page.click("#part-today")
    page.locator("#part-panel .filter").nth(1).click()
    with Chronicle.read(habitual) as reader:
        acts = log_of(reader, PersonId(WHO), 0, TICKS - 20)
    expect(page.locator(".log > li")).to_have_count(len(acts))
    for kind in ("block", "deed", "talk", "sleep"):
        expect(page.locator(f".log > li[data-is={kind}]")).to_have_count(sum(act.kind == kind for act in acts))
    habit = page.locator(".log > li[data-is=block] .chip.gold")
    expect(habit).to_have_count(sum(act.kind == "block" and act.reused for act in acts))
    photograph(page, f"person-log-{PLACE[language]}")
    if language == "zh":
        assert re.findall(FOREIGN, page.locator(".log").inner_text()) == []
    page.locator(".log > li[data-is=talk] .link").first.click()
    expect(page.locator(".card[data-talk]")).to_be_visible()


def test_a_run_says_what_its_import_guessed_and_changed(visit: Open, habitual: Path, language: str) -> None:
    page = opened(visit, habitual, language)
    room(page, "run")
    page.locator("#run-imported summary").click()
    expect(page.locator("#run-imported h3")).to_have_text("Nell Avery")
    told = {
        "en": ("1 guessed, 9 changed", "work place: Willow Market → The Willows Market", "steps without a file"),
        "zh": ("推测 1，改动 9", "工作地点: Willow Market → The Willows Market", "没有文件的步骤"),
    }
    for text in told[language]:
        expect(page.locator("#run-imported")).to_contain_text(text)


def test_a_run_says_which_mind_components_are_off(visit: Open, habitual: Path, language: str) -> None:
    page = opened(visit, habitual, language)
    room(page, "run")
    expect(page.locator(".pad > .facts")).to_contain_text({"en": "mind-wandering", "zh": "走神"}[language])
