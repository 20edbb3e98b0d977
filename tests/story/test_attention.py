"""The number of people and things a person perceives changes a history; the schedule does not (rule E4)."""

import asyncio
from dataclasses import replace
from pathlib import Path

from milkwood.run import MindConfig, ModelConfig, RestoredRun, RunOptions, new_run
from milkwood.run.options import SCHEDULES
from milkwood.town.senses import sense
from tests.story.lives import pack_of

TICKS = 2500


def test_attention_changes_a_history_and_the_schedule_does_not(tmp_path: Path) -> None:
    hashes: dict[int, set[str]] = {1: set(), 64: set()}
    for attention, found in hashes.items():
        pack = replace(pack_of("gull_quay"), attention=attention)
        for schedule in SCHEDULES:
            path, options = tmp_path / f"{attention} {schedule}.milkwood", RunOptions(schedule, models=ModelConfig())
            with new_run(pack, path, "monday", options=options, minds=MindConfig(embedding=False)) as run:
                asyncio.run(run.live(TICKS))
                found.add(run.chronicle.history_hash())
    assert len(hashes[1]) == len(hashes[64]) == 1
    assert hashes[1] != hashes[64]


def test_an_interview_at_a_moment_perceives_as_much_as_the_run(tmp_path: Path) -> None:
    pack, path = replace(pack_of("gull_quay"), attention=1), tmp_path / "monday.milkwood"
    with new_run(
        pack, path, "monday", options=RunOptions(models=ModelConfig()), minds=MindConfig(embedding=False)
    ) as run:
        asyncio.run(run.live(TICKS))
    crowded = 0
    for tick in range(1500, TICKS, 250):
        with asyncio.run(RestoredRun.at(path, pack, tick)) as look:
            for person in look.people:
                others = look.town.people(tick)
                assert look.moment(person) == sense(look.town, person, tick, others=others, attention=1)
                crowded += look.moment(person) != sense(look.town, person, tick, others=others)
    assert crowded, "no one missed anything"
