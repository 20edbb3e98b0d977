import gzip
from pathlib import Path

import numpy as np
import pytest

from benchmarks import recorded_day
from benchmarks.oracle import lockstep_seconds, longest_chain
from benchmarks.recorded_day import Record, relive
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.ids import PersonId
from milkwood.town.map import TownMap
from milkwood.town.tile import Tile


def _meadow() -> TownMap:
    return TownMap("a meadow", np.ones((60, 60), bool), (), (), ())


def _stroll(seed: int, people: int = 6, steps: int = 200) -> Record:
    """People who walk, turn round, stop, and think in between."""
    chance = np.random.default_rng(seed)
    ways = np.array([(0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    turns = chance.random((steps, people)) < 0.2
    choice = chance.integers(0, len(ways), (steps, people))
    xs = np.zeros((steps, people), np.int64)
    ys = np.zeros((steps, people), np.int64)
    xs[0], ys[0] = chance.integers(0, 60, (2, people))
    heading = np.zeros((people, 2), np.int64)
    for step in range(1, steps):
        heading = np.where(turns[step][:, None], ways[choice[step]], heading)
        xs[step], ys[step] = np.clip(np.stack([xs[step - 1], ys[step - 1]]) + heading.T, 0, 59)
    seconds = chance.exponential(2.0, (steps, people)) * (chance.random((steps, people)) < 0.1)
    return Record(tuple(PersonId(f"p{index:02}") for index in range(people)), xs, ys, seconds)


@pytest.mark.parametrize("seed", range(3))
def test_the_schedules_that_can_be_computed_by_hand_take_just_as_long(seed: int) -> None:
    record = _stroll(seed)
    assert relive(record, _meadow(), Serial()) == pytest.approx(record.seconds.sum())
    assert relive(record, _meadow(), Lockstep()) == pytest.approx(lockstep_seconds(record.seconds))


@pytest.mark.parametrize("seed", range(3))
def test_out_of_order_lies_between_lockstep_and_the_oracle(seed: int) -> None:
    record = _stroll(seed)
    lived = relive(record, _meadow(), OutOfOrder())
    least = longest_chain(record.seconds, record.xs, record.ys, _meadow(), recorded_day.VIEW_RADIUS)
    assert least - 1e-6 <= lived < lockstep_seconds(record.seconds)


def test_a_person_who_is_not_where_the_record_has_them_is_noticed() -> None:
    record = _stroll(1)
    record.xs[100:] = (record.xs[100:] + 30) % 60
    with pytest.raises(AssertionError, match="recorded at"):
        relive(record, _meadow(), Lockstep())


def test_without_a_record_there_is_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recorded_day, "DATA", tmp_path)
    assert recorded_day.main() == []
    assert "skipped" in capsys.readouterr().out


def test_a_record_is_read_by_step_and_person(tmp_path: Path) -> None:
    places = "step,agent,x,y\n0,Bo,1,2\n0,Al,3,4\n1,Bo,1,3\n1,Al,3,4\n"
    calls = "step,agent,llm_calls,completion_tok\n1,Al,2,100\n"
    for name, text in (("positions", places), ("agent_step_calls", calls)):
        (tmp_path / f"d_{name}.csv.gz").write_bytes(gzip.compress(text.encode()))
    record = recorded_day.read_record(tmp_path, "d")
    assert record.steps == 2
    assert record.xs.tolist() == [[3, 1], [3, 1]]
    assert record.ys.tolist() == [[4, 2], [4, 3]]
    assert record.seconds.tolist() == [[0, 0], [pytest.approx(1.1), 0]]


def test_sight_stays_inside_a_sector_and_arena_of_the_recorded_map(tmp_path: Path) -> None:
    (tmp_path / "maze").mkdir()
    (tmp_path / "maze_meta_info.json").write_text('{"maze_width": 4, "maze_height": 1}')
    for name, cells in (("collision", "0, 9, 9, 0"), ("sector", "0, 5, 5, 5"), ("arena", "0, 0, 7, 7")):
        (tmp_path / "maze" / f"{name}_maze.csv").write_text(cells)
    stood = np.array([[2]])
    town_map = recorded_day.read_map(tmp_path, Record((PersonId("p"),), stood, 0 * stood, np.zeros((1, 1))))
    assert town_map.walkable.tolist() == [[True, False, True, True]]
    zones = [town_map.zones_at(Tile(x, 0)) for x in range(4)]
    assert zones[0] == (0,)
    assert zones[2] == zones[3]
    assert len(set(zones)) == 3
