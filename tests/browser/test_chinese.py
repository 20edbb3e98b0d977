"""The page in Chinese: no list, view, form, card, hint or label of a control contains English."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, LIVE, PAST, PHONE, Open, photograph
from tests.browser.test_watching import FOREIGN, WHO, pause
from tests.cases import long_after

TABS = ("feed", "talks", "people", "places", "more")
VIEWS = ("ties", "news", "things", "machine", "stories", "run", "export")
ACTS = ("walk", "arrive", "announce")
SAME = {
    *("English", "JavaScript", "This", "page", "needs", "tokens", "calls"),
    *("Affordable", "Generative", "Agents", "Lines"),
}
"""The other language's own name, the note for a page without scripts, units, and names of file formats."""
_RUNS = "async () => (await (await fetch('/api/runs')).json()).runs.map(({ name }) => name)"
_READ = """(unread) => {
    const told = [];
    for (const each of document.querySelectorAll("body *")) {
        if (["SCRIPT", "STYLE"].includes(each.tagName) || !each.checkVisibility()) continue;
        if (unread && each.closest(unread)) continue;
        for (const name of ["title", "aria-label", "placeholder", "alt"]) told.push(each.getAttribute(name) ?? "");
        for (const child of each.childNodes) if (child.nodeType === Node.TEXT_NODE) told.push(child.textContent);
    }
    return told;
}"""


def english(page: Page, unread: str = "") -> list[str]:
    """The English texts on a page, labels and hints included, except in one kind of its parts."""
    told: list[str] = page.evaluate(_READ, unread)
    names = {word for name in page.evaluate(_RUNS) for word in re.findall(FOREIGN, name)}
    return sorted({text.strip() for text in told if set(re.findall(FOREIGN, text)) - SAME - names})


@pytest.mark.parametrize("size", long_after(1, [DESK, PHONE]), ids=["desk", "phone"])
def test_everything_that_can_be_opened_in_a_run_is_in_chinese(visit: Open, size: dict[str, int]) -> None:
    page = visit(f"run/{PAST['zh']}?lang=zh&tick=2000", size=size)
    pause(page)
    found: dict[str, list[str]] = {}
    for tab in TABS:
        page.click(f"#tab-{tab}")
        found[tab] = english(page)
    for view in VIEWS:
        page.click(f"#view-{view}")
        page.wait_for_selector("#back-more")
        page.wait_for_selector("#lists .loading", state="detached")
        found[view] = english(page)
        page.click("#back-more")
    page.click("#tab-people")
    page.click(f".panel .row[data-person={WHO}]")
    page.click("#why")
    page.wait_for_selector(".why-details")
    for part in page.locator("[id^=part-][role=tab]").all():
        part.click()
        found[part.inner_text()] = english(page)
    photograph(page, f"chinese-{size['width']}")
    assert {where: what for where, what in found.items() if what} == {}


def test_forms_and_the_house_of_all_runs_are_in_chinese(visit: Open) -> None:
    page = visit(f"run/{LIVE}?lang=zh")
    found: dict[str, list[str]] = {}
    page.click("#tab-more")
    for act in ACTS:
        page.click(f"#do-{act}")
        page.wait_for_selector(f"#{act}-do")
        found[act] = english(page, ".bubble")  # people speak the language of their run
        page.keyboard.press("Escape")
    home = visit("?lang=zh", until="#home-runs")
    home.wait_for_selector("[data-do=fork]")
    found["home"] = english(home)
    home.locator("[data-do=fork]").first.click()
    home.wait_for_selector("#fork-do")
    found["fork"] = english(home)
    assert {where: what for where, what in found.items() if what} == {}
