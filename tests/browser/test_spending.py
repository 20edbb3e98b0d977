"""A town with a paid model, by clicking: spending is paused and resumed; all messages are in the page's language.

The model is the fake in this process, so that every call that reaches it is counted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.run import model_config
from milkwood.server.files import STATIC, is_built
from milkwood.server.live.run_thread import RunThread
from milkwood_fake import Fake, FaultPlan
from tests.browser.conftest import DESK, PHONE, Open, photograph, wait
from tests.server.served import PATIENCE, RUN, Served, change_the_past, lived, serving

POOR, SLOW = "poor", "slow"
WHO = "petra_marsh"


@dataclass(frozen=True)
class Town:
    """A server whose settings name a model that counts its calls."""

    served: Served
    fake: Fake

    @property
    def sent(self) -> int:
        return sum(self.fake.done.values())

    def living(self, name: str = RUN) -> RunThread:
        found = self.served.app_state.threads.find(name)
        assert found is not None
        return found

    def under_way(self) -> int:
        return self.living().call(lambda run: len(run.limiter.under_way())).result(PATIENCE)

    def begin(self, name: str, **wish: str) -> None:
        begun = self.served.post("/api/runs", {"town": "gull_quay", "name": name, **wish})
        assert begun.status_code == 200, begun.text


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch, Fake() as fake, serving(STATIC) as served:
        patch.setenv("MILKWOOD_HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home))
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("MILKWOOD_MODEL", f"{fake.address}#fake-1")
        patch.setattr(model_config, "listening", list)
        yield Town(served, fake)


@pytest.fixture(scope="module")
def server(town: Town) -> str:
    return f"{town.served.origin}/"


def unpaid() -> int:
    """The number of answers the understudy gave because spending was paused."""
    with Chronicle.read(path_for(RUN)) as reader:
        return int(reader.select("SELECT count(*) FROM questions WHERE why = ?", (SPENDING_PAUSED,))[0][0])


def test_one_button_stops_all_spending_and_the_same_one_lets_it_continue(visit: Open, town: Town) -> None:
    town.begin(RUN)
    page = visit(f"run/{RUN}?lang=en")
    # A busy machine may take long to load the weights; until then the town does not respond.
    wait(page, lambda: town.served.post(f"/api/runs/{RUN}/pace", {"speed": "max"}).status_code == 200)
    wait(page, lambda: town.sent > 2)
    page.click("#tab-more")
    page.click("#view-machine")
    button = page.locator("#spending")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    photograph(page, "spending-paused")
    wait(page, lambda: town.under_way() == 0)
    paid, before = town.sent, unpaid()
    wait(page, lambda: unpaid() > before + 1)
    assert town.sent == paid, "people go on, and no call is made"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    wait(page, lambda: town.sent > paid)


def test_a_question_that_the_budget_does_not_allow_is_the_understudy_s_and_the_page_says_so(
    visit: Open, town: Town
) -> None:
    town.served.post(f"/api/runs/{RUN}/rest")
    town.begin(POOR, budget="2calls", language="zh")
    page = visit(f"run/{POOR}?lang=zh&person={WHO}", size=PHONE)
    sent = town.sent
    for number in range(3):
        page.click("#speak-ask") if number == 0 else None
        page.fill("#ask-text", "你今天做什么？")
        page.click("#ask-send")
        expect(page.locator(".exchange .theirs .under")).to_have_count(number + 1)
    expect(page.locator(".exchange [data-why]").last).to_contain_text("预算已用完")
    photograph(page, "asked-at-the-cap-zh")
    assert town.sent <= sent + 2
    with Chronicle.read(path_for(POOR)) as reader:
        assert reader.spent().calls == 2
    town.served.post(f"/api/runs/{POOR}/rest")


def test_a_town_that_waits_for_an_answer_says_so_in_the_language_of_the_page(visit: Open, town: Town) -> None:
    with Fake(FaultPlan(latency_seconds=20.0)) as slow:
        town.begin(SLOW, model=f"{slow.address}#fake-1")
        page = visit(f"run/{SLOW}?lang=zh", size=DESK, until=".time")
        expect(page.locator(".sentence")).to_have_text(re.compile(r"等一个回答已有 \d+ 秒：.*第 1 天 \d\d:\d\d"))
        photograph(page, "waiting-zh")
        page.select_option("#language", "en")
        expect(page.locator(".sentence")).to_have_text(re.compile(r"Waiting \d+ s for an answer: .* day 1 \d\d:\d\d"))
        town.living(SLOW).stop()


def test_refusals_of_the_server_are_in_the_language_of_the_page(visit: Open, town: Town, troubles: list[str]) -> None:
    page = visit("run/nobody?lang=zh", until="main, .failure, [role=alert]")
    expect(page.locator("body")).to_contain_text("这里没有名为“nobody”的记录")
    photograph(page, "refused-zh")
    troubles.clear()


def test_a_run_that_todays_minds_would_replay_differently_says_so_on_the_page(visit: Open, town: Town) -> None:
    old = lived(town.served.app_state, "old", speed="max")
    with Chronicle.read(path_for("old")) as reader:
        page = visit("run/old?lang=en")
        wait(page, lambda: reader.end > 500)
    old.stop()
    old.join()
    kept = change_the_past(path_for("old"))
    assert "cannot continue" in lived(town.served.app_state, "old").ended.result(PATIENCE)
    page.reload()
    page.locator("#time").press("End")
    expect(page.locator(".sentence")).to_contain_text("cannot continue where it stopped")
    expect(page.locator(".sentence")).to_contain_text(f"Fork it at tick {kept}")
    photograph(page, "otherwise")
    page.select_option("#language", "zh")
    expect(page.locator(".sentence")).to_contain_text(f"请在第 {kept} 步")
