"""Lives a recorded run again from its answers alone, in virtual time, under any schedule.

Each answer takes as long as its calls took when it was recorded. Invariants: a question that is not on the tape, or
not the one that was asked, ends the life with an error; nothing but the schedule and the number of calls at once
differs between two lives of one tape.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from milkwood.chronicle import Chronicle
from milkwood.chronicle.rows import insert
from milkwood.models.port import Answer, Question
from milkwood.models.tape import NotOnTape
from milkwood.run import LiveRun, RunOptions
from milkwood.run.options import MAX_CALLS
from milkwood.towns import Pack
from tests.instruments.virtual import run_virtually
from tools.real_tape import RealTape, digest


class OtherQuestion(Exception):
    """A mind asks something else than it did when the tape was recorded."""


class Playback:
    """A model that gives the answers of a tape, each after its recorded time."""

    def __init__(self, tape: RealTape, pace: float = 1.0) -> None:
        self._tape = tape
        self._pace = pace

    async def answer(self, question: Question) -> Answer:
        """The recorded answer."""
        taped = self._tape.answers.get(question.id)
        if taped is None:
            raise NotOnTape(question.id.say())
        if taped.digest != digest(question):
            raise OtherQuestion(question.id.say())
        await asyncio.sleep(taped.answer.usage.seconds * self._pace)
        return taped.answer


@dataclass(frozen=True, slots=True)
class Relived:
    """The result of living a tape again."""

    seconds: float
    """By the virtual clock."""
    hashes: dict[int, str]
    """Of the history, at the ticks of the tape."""


def relive(tape: RealTape, pack: Pack, path: Path, schedule: str, at_once: int = MAX_CALLS) -> Relived:
    """Live a tape again up to its end, in a new file."""
    chronicle = Chronicle.create(path, tape.header)
    insert(chronicle._connection, "vectors", tape.vectors, keep_old=True)
    for each in tape.inputs:
        chronicle.keep_input(each.tick, each.kind, each.person, each.content)
    with LiveRun(pack, chronicle, RunOptions(schedule, at_once, model=Playback(tape))) as run:
        seconds = run_virtually(_lived(run, tape.until))[0]
        return Relived(seconds, {tick: chronicle.history_hash(tick) for tick in tape.hashes})


async def _lived(run: LiveRun, until: int) -> float:
    """Live up to a tick, and return the seconds it took; answers that nobody waits for are given up."""
    try:
        await run.life.live(until)
        return asyncio.get_running_loop().time()
    finally:
        await run.life.close()
        await run.tape.give_up()
        late = asyncio.all_tasks() - {asyncio.current_task()}
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
