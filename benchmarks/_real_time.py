"""How well a run used its server; and its calls in virtual time, out of order against lockstep."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks._real_run import RealRun
from milkwood.chronicle import Chronicle
from milkwood.run.options import MAX_CALLS
from tests.instruments.reliving import Relived, relive
from tests.story.measures import Measure, at_least, none_of, told
from tools.real_tape import RealTape, outdated, tape_of

LEAST_RATIO = 1.4
_MINUTE = 60


def measures(run: RealRun) -> Iterator[Measure]:
    """The server's use as it was seen, then both schedules."""
    yield from _wall(run)
    yield from _schedules(run)


def _wall(run: RealRun) -> Iterator[Measure]:
    """Wall time and tokens a second; and calls in flight: the seconds of all calls over those of all sittings."""
    wall = run.wall_seconds
    if wall is None:
        yield told("wall time and calls in flight", "the seconds of its sittings are not in about.json")
        return
    tokens = sum(each.prompt_tokens + each.answer_tokens for each in run.outcomes)
    answers = sum(each.answer_tokens for each in run.outcomes)
    yield told(
        "wall time", wall / _MINUTE, f"min, {tokens / wall:,.0f} tokens a second, {answers / wall:,.0f} of answers"
    )
    yield told("calls in flight, mean over the wall time", sum(each.seconds for each in run.outcomes) / wall)


def _schedules(run: RealRun) -> Iterator[Measure]:
    name = f"lockstep against out of order, recorded seconds, {MAX_CALLS} at once"
    with Chronicle.read(run.life.path) as reader:
        why = outdated(reader.header)
        tape = tape_of(reader)
    if not why and not any(each.answer.usage.seconds for each in tape.answers.values()):
        why = "no seconds were recorded"
    if why:
        yield told(name, f"not measured: {why}")
        return
    with tempfile.TemporaryDirectory() as folder:
        together, ahead = (_relived(run, tape, Path(folder), each) for each in ("lockstep", "outoforder"))
    minutes = f"x ({together.seconds / _MINUTE:.1f} min against {ahead.seconds / _MINUTE:.1f} min)"
    yield replace(at_least(name, together.seconds / ahead.seconds, LEAST_RATIO, "x"), unit=minutes)
    other = [
        f"{run.life.at(tick)}: {schedule}"
        for schedule, lived in (("lockstep", together), ("out of order", ahead))
        for tick, said in tape.hashes.items()
        if lived.hashes[tick] != said
    ]
    yield none_of("hours at which another history was lived again", other)


def _relived(run: RealRun, tape: RealTape, folder: Path, schedule: str) -> Relived:
    return relive(tape, run.life.pack, folder / f"{schedule}.milkwood", schedule)
