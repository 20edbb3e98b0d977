"""A fork and its original side by side: the ribbon that offers it, two maps with one slider, sentences, figures."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from milkwood.server.files import is_built
from tests.browser.conftest import DESK, PHONE, Open, photograph
from tests.browser.test_accessible import seen
from tests.browser.test_chinese import english
from tests.browser.up import Up, run, up
from tests.once import once, shared

ORIGINAL, FORK = "morning", "what if"
LENGTH, PARTED, FORKED = 1200, 600, 1000
WHO = "petra_marsh"
WHISPERED = "Bram has sold the boat shed."
WIDE = ViewportSize(width=1920, height=1080)
LOOKS = [
    pytest.param("en", DESK, id="desk"),
    pytest.param("zh", PHONE, id="phone"),
    pytest.param("en", WIDE, id="wide"),
]


def name(what: str, language: str) -> str:
    return f"{what} {language}"


def lived(home: Path, *arguments: str) -> None:
    process = run(home, *arguments)
    said, _ = process.communicate(timeout=240)
    assert process.returncode == 0, said


def made(home: Path) -> None:
    """In each language a run, and a fork of it in which the user whispered twice."""
    home.mkdir()
    for language in ("en", "zh"):
        original, other = name(ORIGINAL, language), name(FORK, language)
        lived(home, "run", "gull_quay", "--name", original, "--language", language, "--ticks", str(LENGTH))
        lived(home, "fork", f"{original}@{PARTED}", other)
        for text in (WHISPERED, "Nobody must know."):
            lived(home, "whisper", other, WHO, text)
        lived(home, "run", "gull_quay", "--name", other, "--ticks", str(FORKED))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    if not is_built():
        pytest.skip("the page is not built: run `make web`")
    with up(once(shared(tmp_path_factory) / "side by side", made), "serve", "--no-open") as served:
        yield served


@pytest.fixture(scope="module")
def server(both: Up) -> str:
    return both.address


def address(language: str, **more: str | int) -> str:
    query = {"lang": language, "compare": name(ORIGINAL, language), "with": name(FORK, language), **more}
    return f"?{urlencode(query)}"


def told(page: Page) -> None:
    expect(page.locator(".apart[data-about=acts] li")).to_have_count(2)


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_a_fork_says_what_was_changed_and_leads_to_the_comparison(
    visit: Open, language: str, size: ViewportSize
) -> None:
    page = visit(f"run/{name(FORK, language)}?lang={language}&tick=900", size=size)
    ribbon = page.locator(".ribbon")
    expect(ribbon).to_contain_text(name(ORIGINAL, language))
    expect(ribbon).to_contain_text(
        {"en": "You whispered to Petra Marsh. And 1 more change.", "zh": "另有 1 处"}[language]
    )
    page.click("#ribbon-compare")
    told(page)
    expect(page.locator(".side-map[data-is=a] figcaption strong")).to_have_text(name(ORIGINAL, language))
    expect(page.locator(".side-map[data-is=b] figcaption strong")).to_have_text(name(FORK, language))
    page.go_back()
    expect(page.locator(".ribbon")).to_be_visible()


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_two_maps_follow_one_slider_over_the_time_that_both_have_lived(
    visit: Open, language: str, size: ViewportSize
) -> None:
    page = visit(address(language), size=size, until=".side-person")
    told(page)
    slider = page.locator("#both-tick")
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("0", str(FORKED))
    maps = [page.locator(f".side-map[data-is={each}] .side-town") for each in "ab"]
    for each in maps:
        picture = each.locator("> img").element_handle()
        page.wait_for_function("(each) => each.complete && each.naturalWidth > 0", arg=picture)
    left, right = (each.bounding_box() for each in maps)
    assert left
    assert right
    if size is PHONE:
        assert right["y"] >= left["y"] + left["height"], "one above the other"
    else:
        assert right["x"] >= left["x"] + left["width"], "side by side"
        assert abs(right["y"] - left["y"]) < 2
    assert page.evaluate("document.querySelector('.home-page').scrollWidth") <= size["width"]
    photograph(page, f"compare-{language}-{size['width']}")
    slider.fill(str(PARTED))
    expect(page.locator(".both-time output")).to_contain_text("08:40")
    places = (
        "(maps) => maps.map((map) => [...map.querySelectorAll('.side-person')].map((one) => one.dataset.tile).join())"
    )
    one, other = page.locator(".side-town").evaluate_all(places)
    assert one == other, "until they part, everyone is where they are in the other run"
    assert one.count(",") > 6
    expect(page.locator("[data-elsewhere]")).to_have_count(0)
    page.wait_for_url(f"**tick={PARTED}*")
    expect(page.locator(".apart")).to_have_count(0)
    page.click("#both-play")
    expect(slider).not_to_have_value(str(PARTED))
    page.click("#both-play")
    page.click(".side-map[data-is=b] .side-person >> nth=0")
    expect(page.locator(".side-doing")).to_have_count(2)
    page.click(".side-map[data-is=b] figcaption .link")
    page.wait_for_url(re.compile(r"run/what%20if.*tick=\d+"))


def test_sentences_come_first_and_figures_count_the_same_time(visit: Open) -> None:
    page = visit(address("en"), until=".apart")
    told(page)
    expect(page.locator("[data-about=acts] li").first).to_contain_text(f"You whispered to Petra: “{WHISPERED}”")
    expect(page.locator("[data-about=acts] li").first).to_contain_text("in “what if en” · day 1, 08:40")
    expect(page.locator(".both-head")).to_contain_text("“what if en” is a fork of “morning en”, from day 1, 08:40 on.")
    news = page.locator("[data-about=news] li", has_text=WHISPERED)
    expect(news).to_contain_text("0 people know it in “morning en”")
    expect(news).to_contain_text("Only in “what if en”: Petra")
    below = page.locator(".aparts").bounding_box()
    figures = page.locator(".figures").bounding_box()
    assert below
    assert figures
    assert figures["y"] >= below["y"] + below["height"]
    page.click(".figures summary")
    expect(page.locator(".figures summary")).to_contain_text("for both until day 1, 09:46")
    rows = page.locator(".figures tbody tr").all_inner_texts()
    counts = {row.split("\t")[0]: [int(cell.replace("−", "-")) for cell in row.split("\t")[1:]] for row in rows}
    assert all(b - a == difference for a, b, difference in counts.values())
    assert counts["your actions"] == [0, 2, 2]
    whole = page.evaluate(
        "(run) => fetch(`/api/runs/${run}/talks?limit=500`).then((a) => a.json())", name(ORIGINAL, "en")
    )
    assert counts["talks"][0] == sum(talk["begin"] < FORKED for talk in whole["talks"])


def test_a_run_that_is_gone_is_told(visit: Open, troubles: list[str]) -> None:
    page = visit("?lang=en&compare=morning%20en&with=gone", until=".trouble")
    expect(page.locator(".trouble")).to_contain_text("gone")
    page.click("#home")
    expect(page.locator(".run-card")).to_have_count(4)
    troubles[:] = [trouble for trouble in troubles if "404" not in trouble]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("language", "size"), LOOKS[:2])
def test_the_comparison_has_no_barrier_and_no_english_in_chinese(
    visit: Open, language: str, size: ViewportSize, theme: str
) -> None:
    eyes = seen(visit, address(language), size, theme, until=".apart")
    told(eyes.page)
    eyes.page.click(".figures summary")
    eyes.look("compare")
    assert eyes.found == {}
    photograph(eyes.page, f"compare-{language}-{theme}")
    if language == "zh":
        assert english(eyes.page, "[data-about=acts], [data-about=news], .side") == []
