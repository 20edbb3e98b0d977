"""The calls of a run in the machine room: found by person, question and failure, and opened one by one."""

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.call_details import CallDetails, call_details
from milkwood.chronicle.call_log import CallQuery, RecordedCall, calls_of
from milkwood.chronicle.kept_replies import packed
from milkwood.chronicle.runs import SUFFIX
from tests.browser.conftest import DESK, PAST, PHONE, Open, photograph, wait
from tests.browser.test_watching import FOREIGN, SIZES, WHO, language, pause, room
from tests.browser.up import Up
from tests.called import TICKS, live
from tests.instruments.damage import rewritten
from tests.once import once, shared

__all__ = ["language"]
MARKUP = "<script>document.title = 'milk'</script><b>bold</b> & “quotes”"
TITLE = {"en": "Calls to models", "zh": "模型调用"}


@pytest.fixture(scope="session")
def _lived(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Runs with a model, lived before a browser's driver keeps an event loop here."""
    folder = shared(tmp_path_factory) / "called"
    return {code: once(folder / f"calls-{code}{SUFFIX}", partial(live, language=code)) for code in PAST}


@pytest.fixture
def called(_lived: dict[str, Path], watched: Up, language: str) -> Path:
    """A run with a model, in the folder of the server."""
    made = _lived[language]
    path = next(watched.home.rglob(f"{PAST[language]}{SUFFIX}")).with_name(made.name)
    if not path.exists():
        part = path.with_suffix(".part")
        shutil.copy(made, part)
        part.rename(path)
    return path


def recorded(path: Path, **wanted: object) -> list[RecordedCall]:
    with Chronicle.read(path) as reader:
        return calls_of(reader, CallQuery(**wanted), 10_000)  # type: ignore[arg-type]


def details_of(path: Path, number: int) -> CallDetails:
    with Chronicle.read(path) as reader:
        return call_details(reader, number)


def opened(visit: Open, path: Path, language: str, size: dict[str, int] | None = None) -> Page:
    page = visit(
        f"run/{path.name.removesuffix(SUFFIX)}?tick={TICKS - 20}&lang={language}", size=size or SIZES[language]
    )
    pause(page)
    room(page, "machine")
    page.locator(".calls > li").first.wait_for()
    return page


def numbers(page: Page) -> list[int]:
    found: list[int] = page.locator(".calls > li").evaluate_all("(rows) => rows.map((row) => Number(row.dataset.call))")
    return found


def shows(page: Page, wanted: list[RecordedCall]) -> None:
    wait(page, lambda: numbers(page) == [call.number for call in wanted])


def test_calls_are_found_by_person_question_and_failure_and_read_page_by_page(
    visit: Open, called: Path, language: str
) -> None:
    page = opened(visit, called, language)
    known = recorded(called)
    shows(page, known[:25])
    section = page.locator(".section", has=page.get_by_role("heading", name=TITLE[language]))
    expect(section.locator("h3 .aside")).to_contain_text(str(len(known)))
    section.locator("h3").scroll_into_view_if_needed()
    photograph(page, f"machine-calls-{language}")
    page.click("#calls-earlier")
    shows(page, known[25:50])
    page.click("#calls-latest")
    shows(page, known[:25])
    page.check("#calls-failed")
    shows(page, recorded(called, failed=True)[:25])
    page.select_option("#calls-person", WHO)
    shows(page, recorded(called, failed=True, person=WHO)[:25])
    page.uncheck("#calls-failed")
    page.select_option("#calls-kind", "plan_day")
    shows(page, recorded(called, person=WHO, kind="plan_day"))
    page.select_option("#calls-kind", "after_talk")
    page.check("#calls-failed")
    if not recorded(called, person=WHO, kind="after_talk", failed=True):
        none = {"en": "No call fits.", "zh": "没有符合条件的调用。"}[language]
        expect(section.locator(".empty")).to_have_text(none)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_call_opens_to_its_prompt_its_reply_what_was_wrong_and_what_was_used(
    size: dict[str, int], visit: Open, called: Path, language: str
) -> None:
    page = opened(visit, called, language, size)
    page.check("#calls-failed")
    wanted = next(each for each in recorded(called, failed=True) if each.use.value == "unusable")
    told = details_of(called, wanted.number)
    row = page.locator(f".call[data-call='{wanted.number}']")
    row.locator("summary").click()
    expect(row.locator(f"#call-{wanted.number}-prompt")).to_have_text(told.prompt, use_inner_text=True)
    expect(row.locator(f"#call-{wanted.number}-reply")).to_contain_text((told.reply or "").strip()[:60])
    note = {
        "en": "This is what was sent: its hash is the recorded one.",
        "zh": "这就是当时发送的内容：哈希与记录一致。",
    }
    expect(row).to_contain_text(note[language])
    expect(row.locator(".facts")).to_contain_text(wanted.server)
    assert told.answer is not None
    shown = row.locator(f"#call-{wanted.number}-answer").inner_text()
    assert json.loads(shown) == told.answer.content
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, "nothing is wider than the page"
    row.scroll_into_view_if_needed()
    photograph(page, f"machine-call-{language}-{'phone' if size == PHONE else 'desk'}")
    if language == "zh":
        verbatim = page.locator(".verbatim").all_inner_texts()
        text = page.locator(".calls").inner_text()
        for each in verbatim:
            text = text.replace(each, "")
        assert [word for word in re.findall(FOREIGN, text) if word not in ("custom", "fake")] == []


def test_what_a_model_wrote_is_shown_as_text(visit: Open, called: Path, language: str) -> None:
    path = called.with_name(f"markup-{language}{SUFFIX}")
    shutil.copy(called, path)
    with rewritten(path) as connection:
        connection.execute("UPDATE kept_replies SET text = ?", (packed(MARKUP),))
    page = opened(visit, path, language)
    title = page.title()
    row = page.locator(".call").first
    row.locator("summary").click()
    reply = row.locator(".verbatim[id$=-reply]")
    expect(reply).to_have_text(MARKUP)
    expect(reply.locator("b, script")).to_have_count(0)
    assert page.title() == title


def test_a_run_of_the_understudy_says_that_no_model_was_called(visit: Open, language: str) -> None:
    page = visit(f"run/{PAST[language]}?tick=2000&lang={language}", size=SIZES[language])
    pause(page)
    room(page, "machine")
    section = page.locator(".section", has=page.get_by_role("heading", name=TITLE[language]))
    said = {"en": "No model was called in this run.", "zh": "这次没有调用过模型。"}[language]
    expect(section.locator(".empty")).to_have_text(said)
