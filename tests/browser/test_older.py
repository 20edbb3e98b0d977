"""A run of Milkwood 0.1 in the browser: it is watched and asked as of its last snapshot, and continues in a fork."""

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.server.files import is_built
from tests.browser.conftest import DESK, PHONE, Open, photograph
from tests.browser.up import up
from tests.cases import long_after
from tests.old import EN, RUNS, ZH

SIZES = {"en": DESK, "zh": PHONE}
OLD = {"en": EN, "zh": ZH}
NOTE = {
    "en": f"Recorded with behaviour 1, this version has {BEHAVIOUR}",
    "zh": f"记录时的行为编号是 1，这个版本是 {BEHAVIOUR}",
}
FORK = {"en": "Fork and continue", "zh": "创建分支并继续"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    home: Path = tmp_path_factory.mktemp("home")
    (home / "runs").mkdir()
    for name in OLD.values():
        content = lzma.decompress((RUNS / f"{name}.milkwood.xz").read_bytes())
        (home / "runs" / f"{name}.milkwood").write_bytes(content)
    with up(home, "serve", "--no-open") as served:
        yield served.address


@pytest.mark.parametrize("language", long_after(1, OLD))
def test_an_old_run_names_the_moment_of_its_minds_and_continues_in_a_fork(visit: Open, language: str) -> None:
    page = visit(f"run/{OLD[language]}?tick=780&person=nell_avery&lang={language}", size=SIZES[language])
    expect(page.locator("[data-note]").first).to_contain_text(NOTE[language])
    photograph(page, f"older-card-{language}")
    page.click("#speak-ask")
    page.fill("#ask-text", {"en": "Who are you?", "zh": "你是谁？"}[language])
    page.click("#ask-send")
    expect(page.locator(".speak-box [data-note]")).to_contain_text(NOTE[language])
    page.goto(page.url.split("?")[0] + f"?tick=780&lang={language}")
    expect(page.locator("#live-on")).to_have_text(FORK[language])
    page.click("#live-on")
    expect(page.locator("[data-older]")).to_be_visible()
    expect(page.locator("dialog")).to_contain_text("09:00")
    photograph(page, f"older-fork-{language}")
    page.fill("#fork-name", f"again {language}")
    page.click("#fork-do")
    page.wait_for_url(f"**/run/again%20{language}*")
    expect(page.locator("#live-on")).to_have_count(0)


def test_the_first_page_offers_the_fork_as_well(visit: Open) -> None:
    page = visit("?lang=en", until=".run-card")
    page.click(f".run-card[data-run={EN}] [data-do=continue]")
    expect(page.locator("[data-older]")).to_be_visible()
    expect(page.locator("#fork-name")).to_have_value(f"{EN} from 09.00")
