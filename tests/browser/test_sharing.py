"""A shared town: viewers can change nothing and spend nothing; users with the token may act."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.server.access import Rights
from milkwood.server.files import STATIC, is_built
from tests.browser.conftest import PHONE, READY, Open, photograph, wait
from tests.server.served import RUN, Served, lived, serving

TOKEN = "Qm3vT8yLw2ZkX7nRb5JcHd9p"
WHO = "petra_marsh"
ACTS = [
    ("POST", "runs", {"town": "gull_quay"}),
    ("POST", f"runs/{RUN}/continue", {}),
    ("POST", f"runs/{RUN}/rest", {}),
    ("POST", f"runs/{RUN}/fork", {"tick": 1, "name": "other"}),
    ("DELETE", f"runs/{RUN}", {"name": RUN}),
    ("POST", f"runs/{RUN}/pace", {"held": True}),
    ("POST", f"runs/{RUN}/step", {}),
    ("POST", f"runs/{RUN}/acts", {"kind": "whisper", "person": WHO, "text": "Look up."}),
    ("POST", f"runs/{RUN}/acts", {"kind": "spending", "paused": False}),
]
SENDING = """async ([method, path, body]) => (await fetch(`/api/${path}`, {
    method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-Milkwood": "1" },
})).status"""
SHOUTING = """([path, text]) => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/api/${path}`);
    socket.onopen = () => { socket.send(JSON.stringify({ protocol: 1, from: 0 })); socket.send(text); };
    socket.onmessage = ({ data }) => {
        if (typeof data === "string" && JSON.parse(data).type === "state") { done("told on"); socket.close(); }
    };
})"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A town that everyone may watch, and in which users with the token may act."""
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(tmp_path_factory.mktemp("home")))
        with serving(STATIC, Rights(TOKEN, view_only=True)) as served:
            lived(served.app_state, speed=3)
            yield served


@pytest.fixture(scope="module")
def server(shared: Served) -> str:
    return f"{shared.origin}/"


def inputs() -> list[str]:
    with Chronicle.read(path_for(RUN)) as reader:
        return [given.kind for given in reader.inputs()]


def test_a_viewer_sees_no_controls_and_every_request_to_act_is_refused(
    visit: Open, shared: Served, troubles: list[str]
) -> None:
    page = visit(f"run/{RUN}?lang=en")
    expect(page.locator(".time")).to_have_attribute("data-live", "true")
    page.click("#tab-more")
    expect(page.locator(".panel")).to_contain_text("This page is read-only")
    expect(page.locator("[id^=do-]")).to_have_count(0)
    page.click("#view-machine")
    expect(page.locator(".machine")).to_be_visible()
    expect(page.locator("#spending")).to_have_count(0)
    photograph(page, "view-only")
    page.goto(f"{shared.origin}/run/{RUN}?lang=en&person={WHO}")
    expect(page.locator("#speak-ask")).to_be_visible()
    expect(page.locator("#speak-tell, #speak-whisper, #person-remove")).to_have_count(0)
    living = shared.app_state.threads.find(RUN)
    assert living is not None
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    assert not living.status.held, "only the view waits"
    assert [page.evaluate(SENDING, list(act)) for act in ACTS] == [403] * len(ACTS)
    noise = '{"kind": "whisper", "person": "petra_marsh", "text": "Look up."}'
    assert page.evaluate(SHOUTING, [f"runs/{RUN}/live", noise]) == "told on"
    assert inputs() == []
    page.goto(f"{shared.origin}/?lang=en")
    expect(page.locator("[data-run]").first).to_be_visible()
    expect(page.locator(".home button:visible", has_text="Delete")).to_have_count(0)
    photograph(page, "view-only-home")
    troubles[:] = [trouble for trouble in troubles if "403" not in trouble]


def test_a_viewer_may_ask_but_spends_nothing_and_is_told_so(visit: Open) -> None:
    page = visit(f"run/{RUN}?lang=zh&person={WHO}", size=PHONE)
    page.click("#speak-ask")
    page.fill("#ask-text", "你今天做什么？")
    page.click("#ask-send")
    expect(page.locator(".exchange [data-why]")).to_contain_text("不能花钱")
    photograph(page, "view-only-ask-zh")


def test_a_user_with_the_token_acts_and_the_browser_remembers_it(visit: Open, shared: Served) -> None:
    page = visit(f"run/{RUN}?lang=en&token={TOKEN}")
    page.click("#tab-more")
    expect(page.locator("[id^=do-]").first).to_be_visible()
    page.goto(f"{shared.origin}/run/{RUN}?lang=en")
    page.wait_for_selector(READY)
    page.click("#play")
    expect(page.locator(".sentence")).to_contain_text("The town is paused")
    living = shared.app_state.threads.find(RUN)
    assert living is not None
    wait(page, lambda: living.status.held)  # the page says so as soon as it has asked for it
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "true")
    wait(page, lambda: not living.status.held)
    assert inputs() == ["pause", "pause"]


def test_where_watching_needs_the_token_others_are_told_so_in_their_language(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path))
    with serving(STATIC, Rights(TOKEN)) as served:
        for locale, told in (("zh-CN", "查看这座小镇需要口令"), ("en-GB", "needs a token")):
            context = browser.new_context(locale=locale)
            page = context.new_page()
            answer = page.goto(f"{served.origin}/")
            assert answer is not None
            assert answer.status == 401
            expect(page.locator("main")).to_contain_text(told)
            answer = page.goto(f"{served.origin}/?token={TOKEN}")
            assert answer is not None
            assert answer.status == 200
            context.close()
