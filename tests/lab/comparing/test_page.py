import re
from xml.etree import ElementTree

import pytest

from milkwood.lab.comparing import plot
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.experiment import Experiment
from milkwood.lab.comparing.interval import interval
from milkwood.lab.comparing.manifest import Manifest
from milkwood.lab.comparing.page import PageContent, page
from milkwood.lab.comparing.summary import rows
from tests.lab.comparing.made import BARE, FULL, outcome, three_seeds, trial
from tests.story.lives import pack_of


def _page(outcomes: list[TrialOutcome], conditions: tuple[Condition, ...] = (FULL, BARE)) -> str:
    told = Manifest(Experiment(conditions=conditions), {"milkwood": "1"}, {}, {})
    packs = {"gull_quay": pack_of("gull_quay", "lanterns")}
    return page(PageContent(told, conditions, outcomes, rows(outcomes), packs))


def test_a_page_needs_nothing_from_anywhere() -> None:
    text = _page(three_seeds())
    addresses = set(re.findall(r"https?://[^\"' <]+", text)) - {"http://www.w3.org/2000/svg"}
    assert addresses == set()
    assert "<link" not in text
    assert not re.search(r"<script[^>]+src|<img|@import|url\(", text)


def test_a_page_speaks_both_languages_and_shows_every_plot() -> None:
    text = _page(three_seeds())
    assert "Tokens per person and day" in text
    assert "每人每天的词元数" in text
    assert "Lantern Night" in text
    assert "灯笼之夜" in text
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) >= 5
    for picture in pictures:
        ElementTree.fromstring(picture)


def test_user_text_is_escaped() -> None:
    wicked = Condition("<script>alert(1)<script>")
    failed = TrialOutcome(trial(BARE, 9), error="<b>no</b>")
    text = _page([outcome(wicked, 1, 5.0), failed], (wicked, BARE))
    assert "<script>alert" not in text
    assert "&lt;b&gt;no&lt;/b&gt;" in text


def test_a_certain_difference_is_bold_and_the_same_outcomes_give_the_same_page() -> None:
    text = _page(three_seeds())
    assert re.search(r"<b>−102 ± \d", text)
    assert text == _page(three_seeds())


def test_a_page_without_a_finished_run_can_be_shown() -> None:
    assert "Unfinished runs" in _page([TrialOutcome(trial(), error="no")])


@pytest.mark.parametrize("high", [0.0, 0.3, 1.0, 7.0, 99.0, 43_166.0, 1e9])
def test_marks_are_round_and_reach_the_end(high: float) -> None:
    marks = plot.ticks(0.0, high)
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 7


def test_bars_show_each_life_and_the_interval() -> None:
    picture = ElementTree.fromstring(plot.bars([plot.Bar("full", [1.0, 2.0, 3.0], interval([1.0, 2.0, 3.0]))]))
    circles = [each for each in picture.iter() if each.tag.endswith("circle")]
    whiskers = [each for each in picture.iter() if each.get("class") == "whisker"]
    assert len(circles) == 3
    assert len(whiskers) == 1
