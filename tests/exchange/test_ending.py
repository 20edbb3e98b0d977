"""In the original's code, every exported person ends their action when they should."""

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import lcm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from milkwood.bridge.export.ending import full_minute, minutes_until
from milkwood.bridge.export.steps import Steps
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.clock import TownClock
from milkwood.exchange.origin import origin_of
from milkwood.exchange.outgoing import RunExport
from milkwood.ids import PersonId
from milkwood.run import MindConfig, RestoredRun, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.run.pack import fork, pack_of
from milkwood.towns import Pack
from tests.bridge import upstream
from tests.bridge.original import Maze, end_of, seen_to_end
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import home, made
from tests.lived import TICKS, _morning, friday, quay

__all__ = ["_morning", "friday", "home"]


def scratches(path: Path, pack: Pack) -> tuple[dict[str, Any], dict[str, int], datetime]:
    """All exported scratch files at the end of a run, the tick at which each action ends here, and the clock."""
    with Chronicle.read(path) as reader, asyncio.run(RestoredRun.at(path, pack, reader.end)) as look:
        origin = origin_of(reader, pack)
        then = None
        if origin is not None and origin.tick < reader.end:
            then = asyncio.run(RestoredRun.at(path, pack, origin.tick))
        going = RunExport(reader, pack, origin).outgoing(look, then)
        if then is not None:
            then.close()
        ends = {}
        for person in look.people:
            head, body = look.head(person), look.town.find_body(person, reader.end)
            asleep = body is not None and body.deed is not None and body.deed.asleep
            ends[str(person)] = max(reader.end + 1, head.state.day.wake if asleep else head.state.doing.until)
        now = reader.header.clock.moment(reader.end)
        for who, known in origin.people.items() if origin is not None else ():
            if known.scratch["act_start_time"] == going.scratches[PersonId(who)]["act_start_time"]:
                ends.pop(who, None)  # the action is the source's, and ends as it would have there
        return {str(person): dict(found) for person, found in going.scratches.items()}, ends, now


def check(path: Path, pack: Pack, addresses: set[str]) -> tuple[int, int]:
    """Compare the end of every action; returns how many people were busy, and how many talked."""
    found, ends, now = scratches(path, pack)
    clock = pack.clock
    grid = timedelta(seconds=lcm(60, clock.seconds_per_tick))
    busy = talked = 0
    for person, scratch in found.items():
        if not scratch["act_address"]:
            continue
        busy += 1
        assert scratch["act_address"] in addresses, (person, scratch["act_address"])
        end = end_of(scratch)
        assert now < end == seen_to_end(scratch, now, clock.seconds_per_tick), (person, now, end)
        if scratch["chatting_with"]:
            talked += 1
            assert scratch["act_event"][1:] == ["chat with", scratch["chatting_with"]]
            other = next(each for each in found.values() if each["name"] == scratch["chatting_with"])
            assert other["chatting_end_time"] == scratch["chatting_end_time"]
            assert now + timedelta(seconds=2 * clock.seconds_per_tick) <= end <= now + grid + timedelta(minutes=1)
        elif person in ends:
            due = clock.moment(ends[person])
            assert due <= end < due + grid, (person, now, due, end)
    return busy, talked


def addresses_of(pack: Pack) -> set[str]:
    town_map, world = pack.town_map, pack.town_map.name
    return {f"{world}:{each}" for table in (town_map.sectors, town_map.rooms, town_map.things) for each in table}


def forks(path: Path, ticks: list[int], place: Path) -> Iterator[Path]:
    for tick in ticks:
        new = place / f"{tick}.milkwood"
        fork(path, tick, new, f"at {tick}")
        yield new


def test_native_people_end_what_they_do_talks_included(friday: Path, tmp_path: Path) -> None:
    with Chronicle.read(friday) as reader:
        talks = [talk.began + 2 for talk in reader.talks() if (talk.ended or 0) > talk.began + 2]
    busy = talked = 0
    ticks = [*talks[:: max(1, len(talks) // 4)][:5], *range(7, TICKS, TICKS // 5)]
    for path in forks(friday, sorted({*ticks}), tmp_path):
        counts = check(path, quay(), addresses_of(quay()))
        busy, talked = busy + counts[0], talked + counts[1]
    assert busy > 40
    assert talked > 4


def test_people_who_live_by_habit_end_what_they_do(tmp_path: Path) -> None:
    path = tmp_path / "rule.milkwood"
    with new_run(quay(), path, "rule", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(900))
    with Chronicle.read(path) as reader:
        begun = [each.tick for each in reader.happenings(0, kinds=("deed_began",)) if each.tick % 6 == 0]
    ticks = [62, 899, *(tick + 8 for tick in begun[:4])]  # some began at a full minute, which is not rounded
    found = [check(each, quay(), addresses_of(quay()))[0] for each in forks(path, sorted({*ticks}), tmp_path)]
    assert sum(found) > 20


def lived_on(name: str, ticks: list[int]) -> Iterator[tuple[Path, Pack]]:
    """An imported run, the given number of ticks after its import."""
    path = path_for(name)
    with Chronicle.read(path) as reader:
        pack, end = pack_of(reader), reader.end
    for each in ticks:
        with open_run(pack, path) as run:
            asyncio.run(run.live(end + each))
        yield path, pack


@needs_data
def test_imported_people_who_live_on_end_what_they_do(run: Run) -> None:
    made(run, upstream.SAVED, "--name", "july")
    known = set(Maze(upstream.MATRIX).addresses)
    for path, pack in lived_on("july", [1, 7, 2600, 2901]):
        check(path, pack, known)


@needs_data
@pytest.mark.long
def test_people_of_a_demo_end_what_they_do_before_and_after_its_end(run: Run, tmp_path: Path) -> None:
    made(run, upstream.DEMO, "--name", "july")
    known = set(Maze(upstream.MATRIX).addresses)
    with Chronicle.read(path_for("july")) as reader:
        pack, hours = pack_of(reader), [tick for tick in reader.snapshots() if 0 < tick < reader.end]
    assert sum(check(path, pack, known)[0] for path in forks(path_for("july"), hours, tmp_path)) > 40
    for path, pack in lived_on("july", [1, 5, 40, 2903, 3333, 4002]):
        check(path, pack, known)


@given(
    seconds=some.integers(1, 600),
    began=some.integers(0, 4000),
    gone=some.integers(1, 3000),
    left=some.integers(-5, 3000),
)
def test_an_end_lies_ahead_and_is_met_by_any_clock(seconds: int, began: int, gone: int, left: int) -> None:
    steps = Steps(TownClock(datetime(2023, 2, 13), seconds))
    start, now, wanted = (steps.moment(step) for step in (began, began + gone, began + gone + left))
    minutes = minutes_until(steps, start, wanted, now)
    end = full_minute(start) + timedelta(minutes=minutes)
    grid = timedelta(seconds=lcm(60, seconds))
    assert minutes >= 0
    assert now < end <= max(now, min(wanted, now + timedelta(hours=23))) + grid
    assert (end - steps.midnight) % timedelta(seconds=seconds) == timedelta(0)
    if grid <= timedelta(hours=1):  # otherwise its time of day may come before its day
        scratch = {"act_address": "a", "chatting_with": None, "act_duration": minutes}
        scratch["act_start_time"] = steps.long(began)
        assert seen_to_end(scratch, now, seconds) == end
