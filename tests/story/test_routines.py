"""Two days in the hamlet: deeds thought out on the first day are repeated on the second, under every schedule, after a
fork, and in a new run that takes the routines along.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.fork import fork
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.mind.head import Switches
from milkwood.models.port import Model
from milkwood.models.tape import Recorded, TapeOnly
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.options import SCHEDULES
from milkwood.run.routines import routines_for, routines_of
from milkwood.town.acts import Change
from milkwood.town.events import DeedBegan, ThingChanged
from milkwood.words import Language
from tests.cases import long_after, long_unless
from tests.story.lives import Whimsical, live, pack_of

DAY = 8640
MIDNIGHT = DAY - 7 * 360
"""The run begins at seven."""
END = DAY + 2400
"""The second day's noon and some: enough for routines."""
PACK = pack_of("gull_quay")


def begun(path: Path, model: Model | None = None, schedule: str = "outoforder", **more: Any) -> LiveRun:
    minds = MindConfig(embedding=False, switches=more.pop("switches", Switches()))
    return new_run(PACK, path, path.stem, options=RunOptions(schedule, model=model), minds=minds, **more)


def reasons(path: Path, since: int = 0) -> Iterator[tuple[int, PersonId, Mapping[str, Any]]]:
    with Chronicle.read(path) as reader:
        for each in reader.happenings(since=since):
            if isinstance(each.event, DeedBegan) and not each.event.deed.asleep:
                found = reader.reason_of(each.person, each.tick)
                if found is not None and found[0] == each.tick:
                    yield each.tick, each.person, found[1]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("routines") / "first.milkwood"
    live(begun(path, schedule="serial"), END)
    return path


def test_the_second_day_is_lived_by_routine_for_a_good_part_and_the_first_is_not(first: Path) -> None:
    told = Counter((tick >= MIDNIGHT, "routine" in reason) for tick, _, reason in reasons(first))
    assert told[False, True] == 0
    assert told[True, True] > told[True, False] / 2


def test_a_routine_says_where_it_comes_from(first: Path) -> None:
    found = [(tick, reason["routine"]) for tick, _, reason in reasons(first) if "routine" in reason]
    assert found
    for tick, routine in found:
        assert 0 <= routine["made"] < tick - 1
        assert routine["what"]
        assert 0.5 < routine["score"] <= 1.0
        assert routine["used"] >= 1
        assert routine["of"] == ""


def test_fewer_questions_are_asked_than_without(first: Path, tmp_path: Path) -> None:
    path = tmp_path / "without.milkwood"
    live(begun(path, switches=Switches(routines=False)), END)

    def asked(one: Path) -> int:
        with Chronicle.read(one) as reader:
            return sum(each.question.id.tick >= DAY for each in reader.questions(kinds=["break_down"]))

    assert asked(first) < 0.7 * asked(path)
    assert not any("routine" in reason for _, _, reason in reasons(path))


@pytest.mark.parametrize("schedule", long_unless(["outoforder"], SCHEDULES))
def test_routines_are_the_same_under_every_schedule(schedule: str, first: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.milkwood"
    lived = live(begun(path, Whimsical(len(schedule)), schedule), END)
    with Chronicle.read(first) as reader:
        assert lived.hash == reader.history_hash()
    assert list(reasons(path, DAY)) == list(reasons(first, DAY))


@pytest.mark.parametrize("tick", long_after(1, [DAY + 1500, DAY - 100]))
def test_a_fork_continues_with_its_routines(tick: int, first: Path, tmp_path: Path) -> None:
    path = tmp_path / "child.milkwood"
    fork(first, tick, path, "child")
    lived = live(open_run(PACK, path), END)
    with Chronicle.read(first) as reader:
        assert lived.hash == reader.history_hash()


@pytest.fixture(scope="module")
def taken(first: Path) -> dict[str, Any]:
    return routines_for(asyncio.run(routines_of(first)), PACK.people, Language("en"))


def test_routines_are_copied_into_a_new_run_that_no_longer_needs_the_old_one(
    taken: dict[str, Any], tmp_path: Path
) -> None:
    path, again = tmp_path / "second.milkwood", tmp_path / "third.milkwood"
    lived = live(begun(path, routines=taken), 2400)
    found = [reason["routine"] for _, _, reason in reasons(path) if "routine" in reason]
    assert found
    assert {each["of"] for each in found} == {"first"}
    assert all(each["made"] < 0 for each in found)
    with Chronicle.open(path) as tape:
        carried = tape.header.routines
        relived = live(begun(again, Recorded(TapeOnly(), tape), routines=carried), 2400)
    assert relived.hash == lived.hash
    assert json.loads(json.dumps(carried)) == carried


def test_routines_in_another_language_or_of_strangers_are_refused(taken: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="speak"):
        routines_for(taken, PACK.people, Language("zh"))
    with pytest.raises(SetupError, match="Nobody"):
        routines_for(taken, [PersonId("nobody")], Language("en"))


def test_no_person_cooks_by_routine_on_a_burning_stove(taken: dict[str, Any], tmp_path: Path) -> None:
    run = begun(tmp_path / "fire.milkwood", routines=taken)
    stoves = [thing.id for thing in PACK.town_map.things.values() if thing.kind.id == "cooking_area"]

    async def act() -> None:
        for stove in stoves:
            run.give(Change(stove, "burning"))

    asyncio.run(act())
    live(run, 3000)
    with Chronicle.read(run.chronicle.path) as reader:
        burning = set(stoves)
        for each in reader.happenings(since=0):
            event = each.event
            if isinstance(event, ThingChanged) and event.thing in burning and event.state != "burning":
                burning.discard(event.thing)
            if isinstance(event, DeedBegan) and event.deed.thing in burning:
                found = reader.reason_of(each.person, each.tick)
                assert found is not None
                assert "routine" not in found[1], f"{each.person} at tick {each.tick}: {event.deed.what}"
