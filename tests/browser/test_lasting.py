"""A run and its page survive reloads, many tabs, and each other; the server may die and come back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from milkwood.server.files import is_built
from tests.browser.conftest import PHONE, READY, TOWN, Open
from tests.browser.up import Up, up

RUN = "lasting"
RELOADS = 20
MAX_MORE = 16.0
"""The maximum growth of the server in megabytes after that many reloads, with a live run."""


@pytest.fixture(scope="module")
def living(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    home = tmp_path_factory.mktemp("lasting")
    with up(home, "up", TOWN, "--name", RUN, "--speed", "2", "--no-open") as served:
        yield served


@pytest.fixture(scope="module")
def server(living: Up) -> str:
    return living.address


def moment(page: Page) -> int:
    return int(page.locator("#time").get_attribute("aria-valuenow") or -1)


def wait_past(page: Page, tick: int) -> None:
    page.wait_for_function("(tick) => +document.querySelector('#time').getAttribute('aria-valuenow') > tick", arg=tick)


def reload(page: Page, times: int) -> None:
    """Repeatedly, as soon as the page is told how the run continues."""
    for _ in range(times):
        with page.expect_websocket() as opened:
            page.reload(wait_until="commit")
        opened.value.wait_for_event("framereceived")


@pytest.mark.long
def test_reloads_and_tabs_do_not_touch_the_run_and_cost_no_memory(visit: Open, living: Up) -> None:
    first = visit(f"run/{RUN}?lang=en", size=PHONE)
    others = [visit(f"run/{RUN}?lang=zh", size=PHONE) for _ in range(2)]
    reload(first, 2)
    began, held = living.end_of(RUN), living.megabytes()
    reload(first, RELOADS)
    others.pop().close()
    assert living.megabytes() < held + MAX_MORE if Path("/proc/self/status").exists() else True
    assert living.end_of(RUN) > began
    first.wait_for_selector(READY)
    for page in (first, *others):
        wait_past(page, moment(page))
        expect(page.locator(".time")).to_have_attribute("data-live", "true")


def test_a_dead_server_is_noticed_and_reconnected(visit: Open, living: Up, troubles: list[str]) -> None:
    page = visit(f"run/{RUN}?lang=en")
    wait_past(page, moment(page))
    living.kill()
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("The server does not answer.")
    page.screenshot(path=Path(__file__).parents[1] / "artefacts" / "server-gone.png")
    reached = moment(page)
    living.again()
    expect(sentence).not_to_contain_text("The server does not answer.")
    wait_past(page, reached + 5)
    expect(page.locator(".time")).to_have_attribute("data-live", "true")
    troubles.clear()
