"""Whole runs of the bundled towns, in this process."""

import asyncio
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from milkwood import towns
from milkwood.chance import stream
from milkwood.models.port import Answer, Model, Question
from milkwood.models.wording import WordOverlap
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from tests.instruments.virtual import run_virtually

TOWNS = ("gull_quay", "the_ville")


@cache
def pack_of(town: str, scenario: str | None = None) -> Pack:
    return towns.load(find(town).folder, scenario)


class Whimsical:
    """A model whose latency varies from zero to minutes, by its own seed, and which answers as the understudy does."""

    def __init__(self, seed: int, longest_seconds: float = 30.0, run_seed: int = 1) -> None:
        self._seed = seed
        self._longest_seconds = longest_seconds
        self._model = Understudy(run_seed, WordOverlap())

    async def answer(self, question: Question) -> Answer:
        draw = stream(self._seed, question.id.say(), "latency")
        if draw.happens(0.8):
            await asyncio.sleep(draw.unit() ** 3 * self._longest_seconds)
        return await self._model.answer(question)


@dataclass(frozen=True)
class Lived:
    """The result of a run."""

    settled: int
    hash: str
    seconds: float


def live(run: LiveRun, until: int) -> Lived:
    """Run in virtual time, and close the run."""
    with run:
        _, seconds = run_virtually(_live(run, until))
        return Lived(run.chronicle.settled, run.chronicle.history_hash(), seconds)


async def _live(run: LiveRun, until: int) -> None:
    """Run, and cancel answers that came too late to be awaited, as `asyncio.run` does."""
    await run.live(until)
    late = asyncio.all_tasks() - {asyncio.current_task()}
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


def begin(
    town: str, path: Path, until: int, model: Model | None = None, schedule: str = "outoforder", seed: int = 1
) -> Lived:
    """A new run of a town."""
    options, minds = RunOptions(schedule, model=model), MindConfig()
    return live(new_run(pack_of(town), path, path.stem, seed=seed, options=options, minds=minds), until)


def go_on(town: str, path: Path, until: int, model: Model | None = None, schedule: str = "outoforder") -> Lived:
    """An existing run."""
    return live(open_run(pack_of(town), path, options=RunOptions(schedule, model=model)), until)
