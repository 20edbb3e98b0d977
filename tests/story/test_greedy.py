"""A model that talks, changes plans and fills every list and text: people are asked no more than the limits say."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.acts import reasons_between
from milkwood.mind.limits import DAY as QUESTIONS_PER_DAY
from milkwood.mind.limits import HOUR, TOKENS, USUAL
from milkwood.questions.registry import KINDS
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import DAY, MORNING, soon, wanted
from tests.story.lives import pack_of

__all__ = ["soon"]
pytestmark = [pytest.mark.usefixtures("soon"), pytest.mark.slow]
GREEDY = FaultPlan(strike=(Strike(fault="greedy"),))
TIGHT = {HOUR: 8, QUESTIONS_PER_DAY: 24, "speak": 6, "talks_begun": 1}
"""Limits that any town reaches."""


@pytest.mark.parametrize(
    ("town", "until", "limits"),
    [
        ("gull_quay", DAY, {}),
        ("gull_quay", DAY, TIGHT),
        pytest.param("the_ville", MORNING, {}, marks=pytest.mark.long),
        pytest.param("the_ville", DAY, {}, marks=pytest.mark.full),
    ],
    ids=["quay", "quay, tight", "ville, morning", "ville, day"],
)
def test_a_greedy_model_is_asked_within_the_limits(
    town: str, until: int, limits: Mapping[str, int], tmp_path: Path
) -> None:
    path = tmp_path / "greedy.milkwood"
    minds = MindConfig(embedding=False, limits=limits)
    with Fake(GREEDY) as fake:
        options = RunOptions(models=wanted(fake.address))
        with new_run(pack_of(town), path, path.stem, minds=minds, options=options) as run:
            asyncio.run(run.live(until))
        assert fake.done["greedy"] > 0.9 * fake.done.total()
    with Chronicle.read(path) as reader:
        within_limits(reader, {**USUAL, **limits})
        reached = {str(reason["limit"]) for _, _, reason in reasons_between(reader, 0, until) if "limit" in reason}
    assert reached <= set(USUAL)
    assert len(reached) > 1 or not limits, "Why names the limits that were reached"


def within_limits(reader: Reader, limits: Mapping[str, int]) -> None:
    clock = reader.header.clock
    kinds: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    ticks: dict[str, list[int]] = defaultdict(list)
    for each in reader.questions():
        asked = each.question.id
        kinds[asked.person, clock.day(asked.tick)][asked.kind] += 1
        ticks[asked.person].append(asked.tick)
    hour = clock.ticks_in_minutes(60)
    for person, asked_at in ticks.items():
        busiest = max(sum(first <= tick < first + hour for tick in asked_at) for first in asked_at)
        assert busiest <= limits[HOUR], person
    for (person, day), counts in kinds.items():
        assert counts.total() <= limits[QUESTIONS_PER_DAY], (person, day, counts)
        assert all(count <= limits.get(kind, count) for kind, count in counts.items()), (person, day, counts)
        most = {kind: KINDS[kind].most_prompt_tokens + KINDS[kind].most_answer_tokens for kind in counts}
        assert sum(count * most[kind] for kind, count in counts.items()) <= limits[TOKENS], (person, day, counts)
