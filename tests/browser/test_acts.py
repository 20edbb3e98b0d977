"""Everything a user can do in a live town, by clicking: in English on a desktop.

`.ci/run` adds Chinese on a phone, `make proof` both languages on both.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.server.files import STATIC, is_built
from tests.browser.conftest import DESK, PHONE, Open, photograph, wait
from tests.cases import long_after
from tests.server.served import RUN, Served, serving

SIZES = {"desk": DESK, "phone": PHONE}
PROOF = bool(os.environ.get("MILKWOOD_PROOF"))
IVO = "ivo_marsh"


@dataclass(frozen=True)
class Town:
    """A live town, and the language of the viewer."""

    served: Served
    language: str

    def inputs(self, kind: str) -> int:
        """The number of outside inputs of a kind so far."""
        with Chronicle.read(path_for(RUN)) as reader:
            return sum(given.kind == kind for given in reader.inputs())


@pytest.fixture(scope="module", params=long_after(1, ["en", "zh"]))
def town(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(tmp_path_factory.mktemp("home")))
        with serving(STATIC) as served:
            begun = served.post("/api/runs", {"town": "gull_quay", "name": RUN, "language": request.param})
            assert begun.status_code == 200, begun.text
            yield Town(served, request.param)


@pytest.fixture(scope="module")
def server(town: Town) -> str:
    return f"{town.served.origin}/"


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest, town: Town) -> str:
    if (town.language, request.param) not in (("en", "desk"), ("zh", "phone")) and not PROOF:
        pytest.skip("tried by `make proof`")
    return str(request.param)


@pytest.fixture
def page(visit: Open, town: Town, size: str) -> Page:
    """The live run in its language."""
    opened = visit(f"run/{RUN}?lang={town.language}", size=SIZES[size])
    expect(opened.locator(".feed > li").first).to_be_visible()
    return opened


def meet(page: Page, person: str) -> None:
    page.click("#tab-people")
    page.click(f".panel .row[data-person={person}]")
    expect(page.locator(f".card[data-person={person}]")).to_be_visible()


def more(page: Page, act: str) -> None:
    page.click("#tab-more")
    page.click(f"#do-{act}")


def awake(town: Town) -> str:
    """A person who can be spoken to."""
    run = town.served.get(f"/api/runs/{RUN}").json()
    end = max(0, run["end"] - 1)
    for person in run["people"]:
        now = town.served.get(f"/api/runs/{RUN}/people/{person['id']}", params={"tick": end}).json()
        if now["here"] and not now["asleep"]:
            return str(person["id"])
    raise AssertionError("everyone is asleep")


def test_a_person_is_asked_and_answers_and_remembers_nothing(page: Page, town: Town, size: str) -> None:
    before = town.inputs("whisper")
    meet(page, IVO)
    page.click("#speak-ask")
    page.fill("#ask-text", {"en": "Who are you?", "zh": "你是谁？"}[town.language])
    page.click("#ask-send")
    answer = page.locator(".utter.theirs p").first
    expect(answer).not_to_be_empty()
    expect(answer).to_contain_text({"en": "Ivo", "zh": "伊沃"}[town.language])
    photograph(page, f"ask-{town.language}-{size}")
    assert town.inputs("whisper") == before


def test_a_whisper_lands_and_is_seen_in_the_feed(page: Page, town: Town, size: str) -> None:
    before = town.inputs("whisper")
    meet(page, IVO)
    page.click("#speak-whisper")
    text = {"en": "The lamp <b>needs</b> oil.", "zh": "灯<b>该</b>加油了。"}[town.language]
    page.fill("#whisper-text", text)
    page.click("#whisper-send")
    expect(page.locator(".note")).to_be_visible()
    expect(page.locator(".just-now [data-kind=noted] .said")).to_be_visible()
    expect(page.locator(".just-now [data-kind=whispered] .said")).to_have_text(text)
    photograph(page, f"whispered-{town.language}-{size}")
    page.click("#back")
    page.click("#tab-feed")
    page.locator(".happening[data-kind=whispered] .trace").first.click()
    expect(page.locator(".card[data-act] [data-kind=thought]")).to_be_visible()
    page.click("#back")
    page.locator(".filters").get_by_role("button", name={"en": "Your actions", "zh": "你的操作"}[town.language]).click()
    expect(page.locator(".happening[data-kind=whispered] .said").first).to_have_text(text)
    expect(page.locator(".feed b")).to_have_count(0)
    assert town.inputs("whisper") == before + 1


def test_a_visitor_tells_a_person_something(page: Page, town: Town, size: str) -> None:
    meet(page, awake(town))
    page.click("#speak-tell")
    page.fill("#tell-name", "Wren")
    page.fill("#tell-text", {"en": "The ferry is late today.", "zh": "今天渡船晚点。"}[town.language])
    page.click("#tell-send")
    expect(page.locator(".note[data-trouble=false]")).to_be_visible()
    photograph(page, f"tell-{town.language}-{size}")


def test_a_thing_is_changed_in_plain_words(page: Page, town: Town, size: str) -> None:
    page.click("#tab-places")
    page.locator(".panel .row[data-place]").first.click()
    page.locator(".card .thing").first.click()
    state = {"en": "covered in soot", "zh": "落满煤灰"}[town.language] + f" ({size})"
    page.fill("#change", state)
    page.locator(".form.inline button").click()
    expect(page.locator(".card .state")).to_have_text(state)
    expect(page.locator(".history li").first).to_contain_text(state)
    photograph(page, f"thing-{town.language}-{size}")


def test_an_event_is_announced_at_a_place_and_time(page: Page, town: Town, size: str) -> None:
    before = town.inputs("announce")
    more(page, "announce")
    text = {"en": "Songs on the quay.", "zh": "码头上唱歌。"}[town.language]
    page.fill("#announce-text", text)
    photograph(page, f"announce-{town.language}-{size}")
    page.click("#announce-do")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".note[data-trouble=false]")).to_be_visible()
    assert town.inputs("announce") == before + 1
    page.click("#tab-feed")
    page.locator(".filters").get_by_role("button", name={"en": "Your actions", "zh": "你的操作"}[town.language]).click()
    expect(page.locator(".happening[data-kind=announced] .said").first).to_have_text(text)
    expect(page.locator(".happening[data-kind=told]", has_text=text)).to_have_count(0)
    page.locator(".filters .filter").first.click()
    page.locator(".next-events button", has_text=text).click()
    expect(page.locator(".card[data-event] h2")).to_have_text(text)
    expect(page.locator(".event-pin").first).to_be_visible()
    photograph(page, f"event-{town.language}-{size}")
    page.reload()
    expect(page.locator(".card[data-event] h2")).to_have_text(text)


def test_a_person_moves_in_and_leaves_again(page: Page, town: Town, size: str) -> None:
    name = {"en": "Posy", "zh": "小满"}[town.language] + {"desk": "", "phone": " Two"}[size]
    more(page, "arrive")
    page.fill("#arrive-name", name)
    page.fill("#arrive-age", "")
    page.locator("#arrive-age").press_sequentially("45")
    expect(page.locator("#arrive-age")).to_have_value("45")
    page.fill("#arrive-traits", {"en": "patient", "zh": "耐心"}[town.language])
    page.fill("#arrive-biography", "<img src=x onerror=alert(1)>")
    look = page.locator(".look img")
    first = look.get_attribute("src") or ""
    page.click("#arrive-look")
    expect(look).not_to_have_attribute("src", first)
    photograph(page, f"arrive-{town.language}-{size}")
    page.click("#arrive-do")
    expect(page.locator(".card h2")).to_have_text(name)
    expect(page.locator(".card-head")).to_contain_text("45")
    expect(page.locator(".card-head .chip")).to_have_text({"en": "patient", "zh": "耐心"}[town.language])
    page.click("#part-about")
    expect(page.locator("#part-panel")).to_contain_text("<img src=x onerror=alert(1)>")
    page.click("#part-now")
    page.click("#person-remove")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".card h2")).to_have_text(name)
    page.click("#person-remove")
    page.click("#remove-do")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#left")).to_contain_text({"en": "Has left the town.", "zh": "已经离开小镇。"}[town.language])
    expect(page.locator("#why")).to_have_count(0)
    expect(page.locator(".card .speak")).to_have_count(0)
    photograph(page, f"left-{town.language}-{size}")
    page.click("#back")
    page.click("#tab-people")
    expect(page.locator(".panel .row strong", has_text=re.compile(f"^{name}$"))).to_have_count(0)


def wait_until_clear(page: Page) -> None:
    """Wait until nothing covers the avatar on the map."""
    page.wait_for_function(
        """() => {
            const box = document.querySelector(".pin[data-me=true]").getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top?.closest("#map");
        }"""
    )


def walk_until_moved(page: Page, pin: Locator, here: str | None) -> None:
    """Try all directions in turn, because one may be blocked, until the pin is on another tile."""
    for way in ("d", "l", "u", "r", "l"):
        try:
            expect(pin).not_to_have_attribute("data-tile", here or "", timeout=4000)
            return
        except AssertionError:
            page.locator(f".pad-arrows [data-step={way}]").dispatch_event("pointerdown")
            page.locator(f".pad-arrows [data-step={way}]").dispatch_event("pointerup")
    expect(pin).not_to_have_attribute("data-tile", here or "")


def test_the_user_walks_in_talks_to_a_person_nearby_and_leaves(visit: Open, page: Page, town: Town, size: str) -> None:
    before = town.inputs("move")
    more(page, "walk")
    page.fill("#walk-name", f"Dylan {size}")
    page.click("#walk-do")
    expect(page.locator(".walking")).to_be_visible()
    expect(page.locator(".chat header strong")).to_have_text(f"Dylan {size}")
    me = page.locator(".pin[data-me=true]")
    expect(page.locator(".labels:not(.far)")).to_be_visible()
    expect(me.locator(".tag")).to_be_visible()
    wait_until_clear(page)
    page.reload()
    expect(page.locator(".chat header strong")).to_have_text(f"Dylan {size}")
    expect(me.locator(".tag")).to_be_visible()
    wait_until_clear(page)
    here = me.get_attribute("data-tile")
    if size == "desk":
        expect(page.locator("#map")).to_be_focused()
        page.keyboard.press("ArrowDown")
    else:
        page.locator(".pad-arrows [data-step=d]").tap()
    walk_until_moved(page, me, here)
    text = {"en": "Good morning!", "zh": "早上好！"}[town.language]
    page.fill("#walk-text", text)
    page.click("#walk-send")
    unheard = page.locator(".note[data-trouble=true]")
    page.wait_for_function(
        "() => document.querySelector('.note[data-trouble=true]') || !document.querySelector('#walk-text').value"
    )
    # Either it was heard, or the page says why not and keeps the words; people come and go meanwhile.
    expect(page.locator("#walk-text")).to_have_value(text if unheard.count() else "")
    # One's own words are on the right, as in an interview.
    own = page.locator(".chat .spoken", has_text=text)
    assert set(own.evaluate_all("(lines) => lines.map((line) => line.dataset.side)")) <= {"right"}
    photograph(page, f"walk-{town.language}-{size}")
    bar, chat = (page.locator(part).bounding_box() for part in (".time", ".chat"))
    assert bar
    assert chat
    assert chat["y"] + chat["height"] <= bar["y"], "the chat lies on the bar of time"
    entered = town.inputs("enter")
    other = visit(f"run/{RUN}?lang={town.language}", size=SIZES[size])
    more(other, "walk")
    other.fill("#walk-name", f"Dylan {size}")
    other.click("#walk-do")
    expect(other.locator(".chat header strong")).to_have_text(f"Dylan {size}")
    assert town.inputs("enter") == entered, "a lost avatar is taken back by its name"
    page.click("#walk-out")
    expect(page.locator(".walking")).to_have_count(0)
    assert town.inputs("move") > before


def test_an_act_on_a_past_moment_is_refused_with_the_offer_to_fork(
    visit: Open, page: Page, town: Town, size: str
) -> None:
    wait(page, lambda: max(run["end"] for run in town.served.get("/api/runs").json()["runs"]) > 60)
    page = visit(f"run/{RUN}?tick=1&lang={town.language}&person={IVO}", size=SIZES[size])
    page.click("#speak-whisper")
    page.fill("#whisper-text", "?")
    page.click("#whisper-send")
    expect(page.locator("dialog")).to_be_visible()
    photograph(page, f"past-{town.language}-{size}")
    page.fill("#fork-name", f"fork {size}")
    page.click("#fork-do")
    page.wait_for_url(f"**/run/fork%20{size}*")
    expect(page.locator(".ribbon")).to_contain_text(RUN)
    photograph(page, f"ribbon-{town.language}-{size}")
    expect(page.locator(".note[data-trouble=false]")).to_have_count(2)
    expect(page.locator(".card.person")).to_have_attribute("data-person", IVO)
    assert f"fork {size}" in [run["name"] for run in town.served.get("/api/runs").json()["runs"]]
