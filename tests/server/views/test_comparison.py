"""Two runs side by side: a morning with acts of the user, and its fork from before them."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.run import RunOptions, open_run
from milkwood.run.pack import fork
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.server.views.comparison import comparison
from milkwood.server.views.open_runs import OpenRuns
from milkwood.server.wire.runs import CompareOut
from tests.lived import quay
from tests.server.morning import (
    ANNOUNCED,
    CHANGED,
    ENTERED,
    MARKUP,
    NAME,
    NOTICE,
    TICKS,
    TOLD,
    WHISPERED,
    Markup,
    lived,
    resident,
)

__all__ = ["lived"]

PARTED = 300
LENGTH = 900
QUIET = "quiet"


@pytest.fixture(scope="module")
def runs(lived: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenRuns]:
    home = tmp_path_factory.mktemp("side by side")
    parent, other = home / f"{NAME}.milkwood", home / f"{QUIET}.milkwood"
    shutil.copy(lived, parent)
    fork(parent, PARTED, other, QUIET)
    with open_run(quay(), other, options=RunOptions(model=Markup())) as run:
        asyncio.run(run.live(LENGTH))
    opened = OpenRuns(RunFiles([parent, other]), Packs([quay()]))
    yield opened
    opened.close()


def compared(runs: OpenRuns, tick: int | None = None, *, turned: bool = False) -> CompareOut:
    a, b = (QUIET, NAME) if turned else (NAME, QUIET)
    with runs.opened(a) as one, runs.opened(b) as other:
        return comparison(one, other, tick)


def test_the_time_that_both_have_lived_is_compared(runs: OpenRuns) -> None:
    found = compared(runs)
    assert (found.end, found.compared) == (LENGTH, LENGTH)
    assert PARTED <= found.same_until <= WHISPERED
    counts = {count.what: (count.a, count.b) for count in found.summary}
    assert counts["ticks"] == (TICKS, LENGTH)
    assert counts["inputs"][1] == 0
    assert compared(runs, LENGTH * 2).compared == LENGTH


def test_before_they_part_nothing_differs(runs: OpenRuns) -> None:
    found = compared(runs, PARTED)
    assert found.first is None
    assert (found.acts, found.news, found.events, found.ties) == ([], [], [], [])
    assert all(count.a == count.b for count in found.summary if count.what != "ticks")


def test_what_the_user_did_in_one_of_them_is_told_in_order_and_as_of_the_moment(runs: OpenRuns) -> None:
    acts = [(act.run, act.tick, act.kind, act.text) for act in compared(runs).acts]
    assert acts == [
        ("a", WHISPERED, "whisper", MARKUP),
        ("a", TOLD, "tell", "The tide comes early."),
        ("a", CHANGED, "change", "on fire <b>"),
        ("a", ANNOUNCED, "announce", NOTICE),
        ("a", ENTERED, "enter", ""),
    ]
    assert [act.kind for act in compared(runs, TOLD + 1).acts] == ["whisper", "tell"]
    assert {act.run for act in compared(runs, turned=True).acts} == {"b"}


def test_news_have_those_who_know_them_in_each(runs: OpenRuns) -> None:
    told = next(news for news in compared(runs).news if news.text == "The tide comes early.")
    assert told.first == resident()
    assert (resident() in told.a, told.b) == (True, [])
    assert not any(news.text == told.text for news in compared(runs, TOLD).news)


def test_an_event_of_one_run_is_unknown_in_the_other(runs: OpenRuns) -> None:
    [event] = [event for event in compared(runs).events if event.what == NOTICE]
    assert event.a is not None
    assert event.b is None
    [event] = [event for event in compared(runs, turned=True).events if event.what == NOTICE]
    assert event.a is None


def test_ties_differ_the_widest_first_and_in_the_order_of_the_runs(runs: OpenRuns) -> None:
    found, turned = compared(runs).ties, compared(runs, turned=True).ties
    gaps = [sum(abs(one - other) for one, other in zip(tie.a, tie.b, strict=True)) for tie in found]
    assert gaps == sorted(gaps, reverse=True)
    assert found, "the visitor's talks are in one of them only"
    assert [(tie.people, tie.a, tie.talks_a) for tie in found] == [(tie.people, tie.b, tie.talks_b) for tie in turned]
