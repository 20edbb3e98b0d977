"""A run is exported, imported again, and is the same: people, memories, positions and plans, field by field."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from milkwood.bridge.export.scratch import _LEGACY as LEGACY
from milkwood.bridge.nodes import nodes_of
from milkwood.bridge.simulation import open_simulation
from milkwood.chronicle import Chronicle, Reader
from milkwood.cli import app
from milkwood.clock import TownClock
from milkwood.exchange.reverie import export_simulation
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.run import RestoredRun, open_run
from milkwood.run.pack import folder_of, pack_of
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns.archive import cache_folder, pack_hash
from tests.bridge.upstream import SAVED, needs_data
from tests.lived import TICKS, _morning, quay

__all__ = ["_morning"]

pytestmark = pytest.mark.long

OFFSET = 7 * 360
"""Steps from midnight to seven, when the morning begins."""


@pytest.fixture(scope="module")
def back(_morning: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The morning, and its re-imported copy in each format."""
    place = tmp_path_factory.mktemp("back")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(place / "home"))
        found = {"first": _morning}
        for format_ in ("reverie", "compressed"):
            out = place / f"back_{format_}"
            with Chronicle.read(_morning) as reader:
                export_simulation(reader, quay(), format_, out, overwrite=False, noted=lambda _: None, warn=pytest.fail)
            result = CliRunner().invoke(app, ["import", str(out)])
            assert result.exit_code == 0, result.output
            found[format_] = place / "home" / "runs" / f"back_{format_}.milkwood"
        yield found


FORMS = ("reverie", "compressed")


def ids() -> list[PersonId]:
    """The ids of all people, which stay the same after the round trip."""
    return [person.id for person in quay().people.values()]


def lived(reader: Reader) -> Town:
    return Town(pack_of(reader).town_map).fold(reader.happenings(BEFORE_TIME, reader.end))


@pytest.mark.parametrize("form", FORMS)
def test_every_position_of_every_tick_comes_back(form: str, back: dict[str, Path]) -> None:
    with Chronicle.read(back["first"]) as first, Chronicle.read(back[form]) as again:
        assert again.end == first.end + OFFSET
        ours, theirs = lived(first), lived(again)
    for tick in range(TICKS + 1):
        for person in ids():
            assert tuple(ours.tile(person, tick)) == tuple(theirs.tile(person, tick + OFFSET)), (person, tick)


@pytest.mark.parametrize("form", FORMS)
def test_every_memory_comes_back(form: str, back: dict[str, Path]) -> None:
    with Chronicle.read(back["first"]) as first, Chronicle.read(back[form]) as again:
        look = asyncio.run(RestoredRun.at(back["first"], quay(), TICKS))
        with look:
            weights = {(p, r.number): r.importance for p in look.people for r in look.head(p).memories.all()}
        before = first.memories(until=TICKS)
        after = {(person, memory.number): (tick, memory) for tick, person, memory in again.memories()}
        clock, other = first.header.clock, again.header.clock
    assert len(after) == len(before)
    for tick, person, memory in before:
        when, found = after[person, memory.number]
        assert (found.kind, found.text, found.private) == (memory.kind, memory.text, memory.private)
        assert found.importance == weights.get((person, memory.number), memory.importance)
        assert (found.about, found.source, found.place) == (memory.about, memory.source, memory.place)
        assert found.evidence == (() if memory.kind == "talk" else memory.evidence)
        assert other.moment(when) == clock.moment(max(0, tick))


def test_everyone_comes_back_with_their_identity_and_plans(back: dict[str, Path]) -> None:
    with Chronicle.read(back["reverie"]) as reader:
        town = pack_of(reader)
    with (
        asyncio.run(RestoredRun.at(back["first"], quay(), TICKS)) as ours,
        asyncio.run(RestoredRun.at(back["reverie"], town, TICKS + OFFSET)) as theirs,
    ):
        planned = 0
        for person in ids():
            one, other = ours.head(person), theirs.head(person)
            assert _self(one) == _self(other)
            assert town.people[person].looks == quay().people[person].looks
            assert _promises(one) == _promises(other)
            assert set(one.state.notice.places) <= set(other.state.notice.places)
            if one.state.day.awake:
                assert other.state.day.awake
                assert _plan(one) == _plan(other)
                assert one.hours.clock.moment(one.state.day.bed) == other.hours.clock.moment(other.state.day.bed)
                planned += len(one.state.day.plan)
        assert planned > 50


def _self(head: Head) -> list[Any]:
    character = head.character
    return [
        character.folk,
        character.age,
        character.traits,
        character.biography,
        character.style,
        character.manner,
        character.work,
        character.work_room,
        character.work_hours,
        character.home,
        character.bed,
        character.wake,
        character.sleep,
        character.usual,
        head.state.morning.concerns,
        head.state.morning.mood,
        head.state.morning.yesterday,
    ]


@pytest.mark.parametrize("form", FORMS)
def test_impressions_come_back(form: str, back: dict[str, Path]) -> None:
    with Chronicle.read(back[form]) as reader:
        town = pack_of(reader)
    with (
        asyncio.run(RestoredRun.at(back["first"], quay(), TICKS)) as ours,
        asyncio.run(RestoredRun.at(back[form], town, TICKS + OFFSET)) as theirs,
    ):
        felt = [_impressions(ours.head(person)) for person in ids()]
        assert felt == [_impressions(theirs.head(person)) for person in ids()]
    assert len({each[3] for known in felt for each in known.values()}) > 4, "people are not all equally close"


@pytest.mark.parametrize("form", FORMS)
def test_the_result_of_memories_comes_back(form: str, back: dict[str, Path]) -> None:
    with Chronicle.read(back[form]) as reader:
        town = pack_of(reader)
    with (
        asyncio.run(RestoredRun.at(back["first"], quay(), TICKS)) as ours,
        asyncio.run(RestoredRun.at(back[form], town, TICKS + OFFSET)) as theirs,
    ):
        recalled = told = 0
        for person in ids():
            one, other = ours.head(person), theirs.head(person)
            assert _recollections(one) == _recollections(other)
            recalled += sum(record.recalled for record in one.memories.all())
            told += sum(bool(record.known_to) for record in one.memories.all())
        assert recalled > 50
        assert told > 10


def _impressions(head: Head) -> dict[str, list[Any]]:
    found = {}
    for person, plain in head.people.keep().items():
        *texts, last_talk, considered, seen, noted = plain.values()
        times = (last_talk, considered, seen, noted)
        found[person] = [*texts, *(_moment(head.hours.clock, tick) if tick >= 0 else "" for tick in times)]
    return found


def _recollections(head: Head) -> dict[int, list[Any]]:
    clock = head.hours.clock
    return {
        record.number: [
            record.importance,
            sorted(record.known_to),
            _moment(clock, max(0, record.last_recalled)),
        ]
        for record in head.memories.all()
    }


def _moment(clock: TownClock, tick: int) -> str:
    return clock.moment(tick).isoformat()


def _plan(head: Head) -> list[Any]:
    clock = head.hours.clock
    return [
        [_moment(clock, block.start), _moment(clock, block.end), block.what, block.place, block.promise]
        for block in head.state.day.plan
    ]


def _promises(head: Head) -> list[Any]:
    clock = head.hours.clock
    return [
        [
            each.what,
            _moment(clock, each.start),
            _moment(clock, each.end),
            each.place,
            sorted(each.company),
            each.host,
            each.status,
            each.reason,
        ]
        for each in head.calendar.promises
    ]


@pytest.mark.parametrize("form", FORMS)
def test_the_imported_run_carries_its_town(form: str, back: dict[str, Path]) -> None:
    with Chronicle.read(back[form]) as reader:
        folder = folder_of(reader)
        assert (folder.parent.parent, folder.name) == (cache_folder(), reader.header.town)
        assert pack_hash(folder) == reader.header.pack_hash


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_the_imported_run_lives_on(form: str, back: dict[str, Path], tmp_path: Path) -> None:
    with Chronicle.read(back[form]) as reader:
        town, end = pack_of(reader), reader.end
    with open_run(town, back[form]) as run:
        asyncio.run(run.live(end + 60))
        assert run.chronicle.end == end + 60


@needs_data
def test_a_published_run_survives_import_and_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    for words in (
        ["import", str(SAVED), "--name", "july"],
        ["export", "july", str(tmp_path / "out"), "--format", "reverie"],
    ):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
    theirs, ours = open_simulation(SAVED), open_simulation(tmp_path / "out")
    assert (ours.meta.step, ours.meta.start, ours.meta.names) == (theirs.meta.step, theirs.meta.start, ours.meta.names)
    assert set(ours.meta.names) == set(theirs.meta.names)
    for step in range(theirs.meta.step + 1):
        found = [json.loads((root / "environment" / f"{step}.json").read_text()) for root in (SAVED, tmp_path / "out")]
        places = [{name: (each["x"], each["y"]) for name, each in positions.items()} for positions in found]
        assert places[0] == places[1]
    again = {person.name: person for person in ours.people()}
    for person in theirs.people():
        other = again[person.name]
        for field in (*LEGACY, "daily_plan_req", "innate", "learned", "age", "living_area"):
            assert other.raw[field] == person.raw[field], field
        nodes = [list(nodes_of(root / "personas", person.name)) for root in (SAVED, tmp_path / "out")]
        told = [{(node.number, node.type, node.text, node.importance, node.created) for node in each} for each in nodes]
        assert told[0] == told[1]
