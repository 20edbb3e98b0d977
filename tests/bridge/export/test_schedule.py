import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from milkwood.bridge.export import schedule
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.run import RestoredRun
from tests.lived import TICKS, _morning, quay

__all__ = ["_morning"]


@pytest.fixture(scope="module")
def look(_morning: Path) -> Iterator[RestoredRun]:
    with asyncio.run(RestoredRun.at(_morning, quay(), TICKS)) as found:
        yield found


@pytest.fixture
def head(look: RestoredRun) -> Head:
    return look.head(PersonId("ivo_marsh"))


def test_a_day_has_24_hours_in_either_form(look: RestoredRun) -> None:
    for person in look.people:
        for entries in (schedule.hourly(look.head(person), TICKS), schedule.detailed(look.head(person), TICKS)):
            assert sum(minutes for _, minutes in entries) == 1440
            assert min(minutes for _, minutes in entries) > 0


def test_pieces_of_one_block_are_one_entry(head: Head) -> None:
    entries = schedule.hourly(head, TICKS)
    assert all(one[0] != other[0] for one, other in pairwise(entries))
    assert {block.what for block in schedule.blocks(head, TICKS)} <= {what for what, _ in entries}


def test_the_current_block_is_written_deed_by_deed(look: RestoredRun) -> None:
    told = [what for person in look.people for what, _ in schedule.detailed(look.head(person), TICKS)]
    assert any(what.endswith(")") for what in told)


def test_a_day_without_a_plan_is_the_usual_one(head: Head) -> None:
    tomorrow = TICKS + head.hours.clock.ticks_per_day
    assert schedule.is_planned(head, TICKS)
    assert not schedule.is_planned(head, tomorrow)
    usual = {each.what for each in head.character.usual}
    said = {what for what, _ in schedule.hourly(head, tomorrow)}
    assert said <= usual | {head.character.sleeping, head.words.free}
    assert said & usual
