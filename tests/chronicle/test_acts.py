"""A person's acts one by one, new or by routine, and the share of a run lived by routines."""

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.acts import REACT, ROOT, Act, Blocks, Reuse, log_of, logs_of, reuse_of
from milkwood.town.events import DeedBegan, DeedEnded, Departed, Entered
from tests.chronicle.ada import ADA, ASKED, BEN, EVENTS, HABIT, HERE, SLEEP, deed, do, told, walk
from tests.server.morning import lived, reader

__all__ = ["lived", "reader"]


@pytest.fixture
def acts(path: Path) -> list[Act]:
    with Chronicle.read(told(path)) as opened:
        return log_of(opened, ADA)


def test_the_log_is_blocks_with_their_deeds_talks_and_sleep_in_order(acts: list[Act]) -> None:
    assert [(act.tick, act.ticks, act.kind, act.what, act.parent) for act in acts] == [
        (0, 30, "sleep", "sleeping", ROOT),
        (30, 60, "block", "breakfast", ROOT),
        (36, 24, "deed", "toast", "breakfast"),
        (60, 30, "deed", "tea", "breakfast"),
        (90, 30, "block", "breakfast", ROOT),
        (90, 30, "deed", "more tea", "breakfast"),
        (96, 6, "talk", "", REACT),
        (120, 30, "block", "putting out the fire", REACT),
        (120, 30, "deed", "throwing sand", "putting out the fire"),
        (150, 30, "block", "breakfast", ROOT),
        (156, 24, "deed", "toast", "breakfast"),
        (180, 30, "block", "breakfast", ROOT),
        (180, 30, "deed", "tea", "breakfast"),
        (216, 84, "sleep", "sleeping", ROOT),
    ]


def test_deeds_of_a_routine_are_marked_as_reused(acts: list[Act]) -> None:
    assert [act.tick for act in acts if act.reused] == [150, 156, 180, 180]


def test_a_talk_has_its_people_and_lines(acts: list[Act]) -> None:
    talk = next(act.talk for act in acts if act.talk)
    assert talk.members == (ADA, BEN)
    assert [line.text for line in talk.lines] == ["Fire!"]


def test_the_reuse_rate_is_blocks_by_routine_over_blocks(path: Path) -> None:
    with Chronicle.read(told(path)) as opened:
        assert reuse_of(opened) == reuse_of(opened, person=ADA) == Reuse(5, 2)
        assert reuse_of(opened).rate == 0.4
        assert reuse_of(opened, person=BEN) == Reuse(0, 0)
        assert reuse_of(opened, person=BEN).rate == 0
        assert reuse_of(opened, 140, 170) == Reuse(1, 1)


def test_a_stretch_includes_what_was_under_way_when_it_began(path: Path) -> None:
    with Chronicle.read(told(path)) as opened:
        found = log_of(opened, ADA, 100, 121)
    assert [(act.tick, act.ticks, act.kind) for act in found] == [
        (90, 30, "block"),
        (90, 30, "deed"),
        (96, 6, "talk"),
        (120, 1, "block"),
        (120, 1, "deed"),
    ]


def test_a_person_who_gets_up_as_the_run_begins_has_not_slept_in_it(path: Path) -> None:
    events = ((-1, Entered(HERE, SLEEP)), (0, DeedBegan(deed("toast"), HERE)), (0, DeedEnded(SLEEP)))
    with Chronicle.read(told(path, events, 20)) as opened:
        assert [(act.tick, act.ticks, act.what) for act in log_of(opened, ADA)] == [(0, 20, "toast")]


def test_a_person_who_left_the_town_has_no_more_acts(path: Path) -> None:
    with Chronicle.read(told(path, (*EVENTS, (250, Departed(ADA))))) as opened:
        assert (log_of(opened, ADA)[-1].tick, log_of(opened, ADA)[-1].ticks) == (216, 34)


def test_the_same_plan_continues_until_it_is_thought_out_or_replayed() -> None:
    def begun(*reasons: Mapping[str, Any]) -> list[bool]:
        blocks = Blocks()
        return [blocks.take(tick, reason) is not None for tick, reason in enumerate(reasons)]

    assert begun(walk("a"), do("a"), do("a")) == [True, False, False]
    assert begun(do("a"), do("a", **ASKED)) == [True, True]
    assert begun(do("a"), {"act": "say"}, do("a")) == [True, False, False]
    assert begun(do("a"), {"act": "bed", "plan": "z"}, do("a")) == [True, False, True]
    assert begun(do("a", routine=HABIT), do("a"), do("a", routine={**HABIT, "used": 2})) == [True, False, True]


def test_a_real_morning_has_no_gap_between_blocks_and_every_deed_lies_in_one(reader: Reader) -> None:
    logs = logs_of(reader)
    assert set(logs) >= set(reader.header.cast)
    for person in reader.header.cast:
        acts = logs[person]
        assert acts == log_of(reader, person)
        blocks = [act for act in acts if act.kind == "block"]
        for act in (each for each in acts if each.kind == "deed"):
            assert any(b.what == act.parent and b.tick <= act.tick < b.tick + b.ticks for b in blocks), act
        for one, other in itertools.pairwise(blocks):
            assert one.tick + one.ticks <= other.tick
    counted = sum(act.kind == "block" for acts in logs.values() for act in acts)
    assert counted == reuse_of(reader).blocks > len(reader.header.cast)


def test_blocks_are_those_that_were_thought_out(reader: Reader) -> None:
    """Without routines every block is asked for once, so the log and the questions count the same."""
    rows = reader.select("SELECT content FROM reasons", ())
    asked = [str(json.loads(content).get("question", "")) for (content,) in rows]
    new = reuse_of(reader).blocks - reuse_of(reader).reused
    assert new == sum("/break_down/" in each for each in asked)
