"""Forks: rule C5."""

import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Parent
from milkwood.chronicle.faults import Damaged
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


# --- of damaged runs


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("UPDATE snapshots SET wakes = '{}' WHERE tick = 400", "snapshots"),
        ("UPDATE minds SET content = x'00' WHERE hash = (SELECT max(hash) FROM minds)", "minds"),
        ("UPDATE questions SET answer = '{}' WHERE tick = 10", "questions"),
    ],
)
def test_what_a_fork_can_do_without_is_left_out_when_it_is_damaged(
    statement: str, table: str, parent: Path, tmp_path: Path
) -> None:
    change(parent, statement)
    child = tmp_path / "child.milkwood"
    fork(parent, 400, child, "child")
    assert verify(child).sound
    with Chronicle.read(child) as reader, Chronicle.read(parent) as whole:
        assert reader.history_hash() == whole.history_hash()
        assert reader.count(table) == whole.count(table) - 1
        assert all(reader.snapshot(tick) == whole.snapshot(tick) for tick in reader.snapshots())


def test_the_hashes_of_a_fork_are_computed_again(parent: Path, tmp_path: Path) -> None:
    with Chronicle.read(parent) as whole:
        kept = whole.history_hash()
    changes = ("UPDATE chain SET hash = zeroblob(20) WHERE tick = (SELECT max(tick) FROM chain)", "DROP TABLE chain")
    for number, statement in enumerate(changes):
        change(parent, statement)
        child = tmp_path / f"child {number}.milkwood"
        fork(parent, 400, child, "child")
        with Chronicle.read(child) as reader:
            assert reader.history_hash() == kept


@pytest.mark.parametrize("table", ["events", "memories", "inputs"])
def test_a_fork_has_no_damaged_past(table: str, parent: Path, tmp_path: Path) -> None:
    (tick,) = sqlite3.connect(parent).execute(f"SELECT min(tick) FROM {table} WHERE tick > 150").fetchone()
    change(parent, f"UPDATE {table} SET kind = 'x' WHERE tick = {tick}")
    with pytest.raises(Damaged, match="Everything before day 1 07:2"):
        fork(parent, tick + 1, tmp_path / "late.milkwood", "late")
    assert not (tmp_path / "late.milkwood").exists()
    fork(parent, tick, tmp_path / "early.milkwood", "early")
    assert verify(tmp_path / "early.milkwood").sound


def test_a_run_that_does_not_say_how_far_it_goes_can_be_forked(parent: Path, tmp_path: Path) -> None:
    change(parent, "UPDATE progress SET settled = 4611686018427387904")
    with Chronicle.read(parent) as reader:
        end = reader.end
    assert 390 < end <= 400
    fork(parent, end, tmp_path / "child.milkwood", "child")
    assert verify(tmp_path / "child.milkwood").sound
