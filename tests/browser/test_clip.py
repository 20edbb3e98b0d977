"""The clip of the last minute: recorded in the browser, saved, and the view is where it was."""

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, LIVE, PAST, PHONE, Open, photograph, settle

MOMENT = 1300
SIZES = [pytest.param("en", DESK, id="desk"), pytest.param("zh", PHONE, id="phone")]
BUTTON = {"en": "Save a clip of the last minute", "zh": "保存最近一分钟的短片"}
WEBM = b"\x1a\x45\xdf\xa3"
PLAYING = """async (coded) => {
    const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
    await new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () => fail(video.error.message); });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const pen = canvas.getContext("2d");
    const seen = () => {
        pen.drawImage(video, 0, 0);
        return pen.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const colours = (pixels) => new Set(new Uint32Array(pixels.buffer)).size;
    const first = seen();
    const length = video.duration;
    await video.play();
    await new Promise((done) => { video.onended = done; });
    const last = seen();
    const changed = last.filter((value, at) => Math.abs(value - first[at]) > 40).length;
    const [width, height, seconds] = [canvas.width, canvas.height, video.currentTime];
    return { width, height, colours: colours(last), changed, length, seconds };
}"""


def to_map(page: Page, size: ViewportSize) -> None:
    if size is PHONE:
        page.click("#to-map")


def played(page: Page, file: Path) -> dict[str, Any]:
    """What a browser sees in a film."""
    other = page.context.new_page()
    other.goto("about:blank")
    found: dict[str, Any] = other.evaluate(PLAYING, base64.b64encode(file.read_bytes()).decode())
    other.close()
    return found


@pytest.mark.parametrize(("language", "size"), SIZES)
def test_the_last_minute_is_saved_as_a_film(visit: Open, language: str, size: ViewportSize, tmp_path: Path) -> None:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&lang={language}", size=size)
    page.click("#play")
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    to_map(page, size)
    settle(page)
    moment = int(page.locator("#time").get_attribute("aria-valuenow") or 0)
    with page.expect_download(timeout=90_000) as saved:
        page.get_by_role("button", name=BUTTON[language]).click()
        expect(page.locator(".filming")).to_contain_text(
            {"en": "Recording the last minute", "zh": "正在录制"}[language]
        )
        expect(page.get_by_role("button", name=BUTTON[language])).to_be_disabled()
        photograph(page, f"filming-{language}")
    assert saved.value.suggested_filename.startswith(f"{PAST[language]}-1-")
    assert saved.value.suggested_filename.endswith(".webm")
    file = tmp_path / "film.webm"
    saved.value.save_as(file)
    assert file.read_bytes().startswith(WEBM)
    expect(page.locator(".filming")).to_have_count(0)
    expect(page.locator("#time")).to_have_attribute("aria-valuenow", str(moment))
    expect(page.locator(".time")).to_have_attribute("data-playing", "false")
    seen = played(page, file)
    map_ = page.locator(".stage").bounding_box()
    assert map_
    bar = page.locator(".time").bounding_box()
    assert bar
    assert abs(seen["width"] / seen["height"] - map_["width"] / (bar["y"] - map_["y"])) < 0.02
    assert seen["colours"] > 500, "it shows the town"
    assert seen["changed"] > 500, "people and the clock move"
    assert 6 < seen["seconds"] < 60
    assert abs(seen["length"] - seen["seconds"]) < 2, "players know its length and can seek"


def test_a_film_ends_early_and_a_live_view_is_live_again(visit: Open, tmp_path: Path) -> None:
    page = visit(f"run/{LIVE}?lang=en")
    expect(page.locator(".time")).to_have_attribute("data-live", "true")
    with page.expect_download(timeout=90_000) as saved:
        page.get_by_role("button", name=BUTTON["en"]).click()
        expect(page.locator(".time")).to_have_attribute("data-live", "false")
        page.click("#film-stop")
    saved.value.save_as(tmp_path / "film.webm")
    assert (tmp_path / "film.webm").read_bytes().startswith(WEBM)
    expect(page.locator(".time")).to_have_attribute("data-live", "true")


@pytest.mark.parametrize(("language", "size"), SIZES)
def test_a_browser_that_cannot_record_says_so(visit: Open, server: str, language: str, size: ViewportSize) -> None:
    page = visit(f"run/{PAST[language]}?tick={MOMENT}&lang={language}", size=size)
    page.evaluate("delete window.MediaRecorder")
    to_map(page, size)
    page.get_by_role("button", name=BUTTON[language]).click()
    told = {"en": "This browser cannot record clips.", "zh": "这个浏览器不能录制短片。"}[language]
    expect(page.locator(".note", has_text=told)).to_be_visible()
    expect(page.locator(".filming")).to_have_count(0)
