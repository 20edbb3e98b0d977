"""Rules E4 and C3 on whole towns, as recorded: one history under every schedule, again from recorded answers, and in
every fork. By default one seed of Gull Quay, in .ci/run two of both towns; `MILKWOOD_PROOF=1` lives a whole day, with
three seeds.
"""

import os
from pathlib import Path

import pytest

from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.chronicle.diff import diff
from milkwood.chronicle.fork import fork
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.verify import verify
from milkwood.models.tape import NotOnTape, Recorded, TapeOnly
from milkwood.run import new_run
from milkwood.run.options import SCHEDULES
from milkwood.town.town import Town
from tests.cases import long_after
from tests.story.lives import TOWNS, Whimsical, begin, go_on, live, pack_of

PROOF = bool(os.environ.get("MILKWOOD_PROOF"))
TICKS = 8640 if PROOF else 600
OTHER_SEEDS = (2, 3) if PROOF else (2,)


@pytest.fixture(scope="module", params=long_after(1, TOWNS))
def town(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def monday(town: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with one thought at a time, and answers without latency."""
    path = tmp_path_factory.mktemp(town) / "monday.milkwood"
    begin(town, path, TICKS, schedule="serial")
    return path


def first_difference(a: Path, b: Path) -> str:
    with Chronicle.read(a) as mine, Chronicle.read(b) as theirs:
        found = diff(mine, theirs, Names(), EventPhrases.of("en"))
        return "" if found.same else str(found.first)


def hash_of(path: Path, tick: int | None = None) -> str:
    with Chronicle.read(path) as reader:
        return reader.history_hash(tick)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_every_schedule_records_the_same_history_however_slow_the_answers(
    schedule: str, town: str, monday: Path, tmp_path: Path
) -> None:
    path = tmp_path / "again.milkwood"
    lived = begin(town, path, TICKS, Whimsical(len(schedule)), schedule)
    assert not first_difference(monday, path)
    assert lived.hash == hash_of(monday), f"{hash_of(monday)} one at a time, {lived.hash} {schedule}"
    assert lived.settled == TICKS


@pytest.mark.long
@pytest.mark.parametrize("seed", OTHER_SEEDS)
def test_every_seed_records_the_same_history_under_every_schedule(
    seed: int, town: str, monday: Path, tmp_path: Path
) -> None:
    hashes = {}
    for schedule in SCHEDULES:
        slow = Whimsical(10 * seed + len(schedule), run_seed=seed)
        hashes[schedule] = begin(town, tmp_path / f"{schedule}.milkwood", TICKS, slow, schedule, seed).hash
    assert len(set(hashes.values())) == 1, hashes
    assert hash_of(monday) not in hashes.values()


def test_the_history_is_not_empty(town: str, monday: Path) -> None:
    with Chronicle.read(monday) as reader:
        assert reader.count("events") > 100
        assert reader.count("memories") > 20
        assert reader.count("questions") > 50
        assert reader.talks()
    assert verify(monday).sound


def test_a_second_life_from_recorded_answers_has_the_same_history(town: str, monday: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.milkwood"
    with Chronicle.open(monday) as tape:
        lived = begin(town, path, TICKS, Recorded(TapeOnly(), tape))
    assert not first_difference(monday, path)
    assert lived.hash == hash_of(monday)


def test_an_answer_missing_on_the_tape_is_reported(town: str, monday: Path, tmp_path: Path) -> None:
    with Chronicle.open(monday) as tape, pytest.raises(NotOnTape):
        begin(town, tmp_path / "again.milkwood", 2 * TICKS, Recorded(TapeOnly(), tape))


@pytest.mark.parametrize("number", long_after(1, range(3)))
def test_a_fork_at_any_tick_continues_to_the_history_of_its_parent(
    number: int, town: str, monday: Path, tmp_path: Path
) -> None:
    tick = stream(number, town, "fork").below(TICKS)
    path = tmp_path / "child.milkwood"
    fork(monday, tick, path, "child")
    assert hash_of(path) == hash_of(monday, tick)
    lived = go_on(town, path, TICKS, Whimsical(number) if number == 0 else None)
    assert not first_difference(monday, path), f"forked at tick {tick}"
    assert lived.hash == hash_of(monday)


@pytest.mark.parametrize("number", long_after(1, range(2)))
def test_a_run_continued_under_other_schedules_has_one_history(
    number: int, town: str, monday: Path, tmp_path: Path
) -> None:
    draw = stream(number, town, "pauses")
    path = tmp_path / "piecemeal.milkwood"
    pauses = sorted(draw.between(1, TICKS - 1) for _ in range(3))
    begin(town, path, pauses[0], Whimsical(number), draw.chosen(list(SCHEDULES)))
    for until in (*pauses[1:], TICKS):
        lived = go_on(town, path, until, Whimsical(until) if number == 0 else None, draw.chosen(list(SCHEDULES)))
    assert not first_difference(monday, path), f"left at ticks {pauses}"
    assert lived.hash == hash_of(monday)


def test_folding_the_events_gives_the_town_at_any_tick(town: str, monday: Path) -> None:
    """Rule C2: from the beginning or from a snapshot, with the same outcome."""
    town_map = pack_of(town).town_map
    with Chronicle.read(monday) as reader:
        for number in range(5):
            tick = stream(number, town, "fold").below(TICKS + 1)
            folded = Town(town_map).fold(reader.happenings(until=tick)).scene(tick)
            assert reader.scene(tick, town_map) == folded, f"tick {tick}"


def test_two_seeds_diverge_and_the_first_difference_is_named(town: str, monday: Path, tmp_path: Path) -> None:
    path = tmp_path / "another.milkwood"
    live(new_run(pack_of(town), path, "another", seed=2), 100)
    with Chronicle.read(monday) as mine, Chronicle.read(path) as theirs:
        found = diff(mine, theirs, Names(), EventPhrases.of("en"))
    assert found.first is not None
    assert found.first.person in pack_of(town).people
    assert found.headers == {"seed": (1, 2)}
    assert hash_of(monday, found.first.tick) == hash_of(path, found.first.tick)


def test_out_of_order_is_as_fast_as_lockstep_at_least_and_lockstep_faster_than_one_at_a_time(
    town: str, tmp_path: Path
) -> None:
    seconds = {name: begin(town, tmp_path / f"{name}.milkwood", 100, Whimsical(1), name).seconds for name in SCHEDULES}
    assert seconds["serial"] > seconds["lockstep"] >= seconds["outoforder"]
