"""Forks: rule C5."""

import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Parent
from milkwood.chronicle.fork import fork
from milkwood.chronicle.verify import verify
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.towns import Pack
from tests.chronicle.story import Story, asked


@pytest.fixture
def parent(told: Path) -> Path:
    with Chronicle.open(told) as chronicle:
        for tick in range(0, 400, 10):
            chronicle.keep_answer(*asked("ada", tick))
            chronicle.keep_input(tick, "whisper", PersonId("ben"), {"text": "psst"})
    return told


@pytest.mark.parametrize("tick", [0, 1, 137, 200, 399, 400])
def test_a_fork_has_all_of_the_past_and_nothing_of_the_future(
    tick: int, parent: Path, tmp_path: Path, story: Story, pack: Pack
) -> None:
    child = tmp_path / "child.milkwood"
    fork(parent, tick, child, "child")
    with Chronicle.read(child) as reader, Chronicle.read(parent) as whole:
        assert reader.history_hash() == whole.history_hash(tick)
        assert reader.settled == tick
        assert reader.happenings() == whole.happenings(until=tick)
        assert reader.memories() == whole.memories(until=tick)
        assert reader.questions() == whole.questions(until=tick)
        assert reader.inputs() == whole.inputs(until=tick)
        assert reader.snapshots() == [each for each in whole.snapshots() if each <= tick]
        assert reader.snapshot_before(tick) == whole.snapshot_before(tick)
        assert reader.scene(tick, pack.town_map) == story.scene(tick)
        assert (reader.header.run, reader.header.parent) == ("child", Parent("monday", tick))
        assert reader.header.seed == whole.header.seed
    assert verify(child).sound


def test_a_fork_that_is_lived_as_its_parent_was_is_its_parent(parent: Path, tmp_path: Path, story: Story) -> None:
    child = tmp_path / "child.milkwood"
    fork(parent, 137, child, "child")
    with Chronicle.open(child) as chronicle:
        chronicle.relive(100)
        chronicle.record(400, *story.between(100, 400))
        assert chronicle.history_hash() == Chronicle.read(parent).history_hash()


def test_only_minds_of_the_past_are_carried_over(parent: Path, tmp_path: Path) -> None:
    child = tmp_path / "child.milkwood"
    fork(parent, 137, child, "child")
    assert sqlite3.connect(child).execute("SELECT count(*) FROM minds").fetchone() == (1,)
    assert sqlite3.connect(parent).execute("SELECT count(*) FROM minds").fetchone() == (3,)


def test_a_run_is_forked_while_it_is_lived(parent: Path, tmp_path: Path) -> None:
    with Chronicle.open(parent):
        fork(parent, 50, tmp_path / "child.milkwood", "child")
    assert verify(tmp_path / "child.milkwood").sound


def test_a_fork_beyond_the_end_or_over_a_run_is_refused(parent: Path, tmp_path: Path) -> None:
    child = tmp_path / "child.milkwood"
    with pytest.raises(SetupError, match="has not reached tick 401"):
        fork(parent, 401, child, "child")
    with pytest.raises(SetupError, match="before the start of the run"):
        fork(parent, -1, child, "child")
    before = parent.read_bytes()
    with pytest.raises(SetupError, match="a run of that name already"):
        fork(parent, 100, parent, "monday")
    assert parent.read_bytes() == before
    assert list(tmp_path.glob("*child*")) == []


def test_pending_inputs_are_carried_over_only_from_the_end(parent: Path, tmp_path: Path) -> None:
    with Chronicle.open(parent) as chronicle:
        for tick in (400, 405):
            chronicle.keep_input(tick, "whisper", PersonId("ben"), {"text": "later"})
    for tick, waiting in ((399, []), (400, [400, 405])):
        child = tmp_path / f"{tick}.milkwood"
        fork(parent, tick, child, str(tick))
        with Chronicle.read(child) as reader:
            assert [each.tick for each in reader.inputs(tick)] == waiting
        assert verify(child).sound


def test_inputs_to_a_fork_come_after_those_carried_over(parent: Path, tmp_path: Path) -> None:
    with Chronicle.open(parent) as chronicle:
        chronicle.keep_input(405, "remove", PersonId("ben"), {})
    child = tmp_path / "child.milkwood"
    fork(parent, 400, child, "child")
    with Chronicle.read(child) as reader:
        assert reader.open_from == 405
