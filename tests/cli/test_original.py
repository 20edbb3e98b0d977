"""Exports are accepted by the original's own loader, viewers and forks: they are read as those read them."""

import asyncio
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.exchange.reverie import export_simulation
from milkwood.ids import PersonId
from milkwood.run import MindConfig, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.town.acts import Enter, Remove
from tests.bridge.original import Demo, Reverie
from tests.bridge.upstream import BASE, SAVED, needs_data
from tests.cli.conftest import Run
from tests.lived import TICKS, _morning, friday, live, quay
from tests.models.obliging import Obliging

__all__ = ["_morning", "friday"]


@pytest.fixture
def morning(_morning: Path) -> Path:
    return _morning


def exported(path: Path, out: Path, format_: str = "reverie") -> Path:
    with Chronicle.read(path) as reader:
        export_simulation(reader, quay(), format_, out, overwrite=False, noted=lambda _tick: None, warn=pytest.fail)
    return out


def test_a_lived_morning_is_read_as_the_original_reads(morning: Path, tmp_path: Path) -> None:
    found = Reverie(exported(morning, tmp_path / "out"))
    assert len(found.people) == len(quay().people)
    assert sum(len(person.nodes) for person in found.people.values()) > 100


def test_a_packed_morning_is_played_as_the_original_plays(morning: Path, tmp_path: Path) -> None:
    found = Demo(exported(morning, tmp_path / "out", "compressed"))
    assert set(found.last) == {person.name.in_language(quay().languages[0]) for person in quay().people.values()}


def test_a_run_that_only_begins_is_read_as_a_base(tmp_path: Path) -> None:
    path = tmp_path / "new.milkwood"
    with new_run(quay(), path, "new", minds=MindConfig(embedding=False), options=RunOptions(model=Obliging())):
        pass
    assert Reverie(exported(path, tmp_path / "out")).meta["step"] == 0


def test_a_run_in_chinese_is_read(tmp_path: Path) -> None:
    Reverie(exported(live(tmp_path / "zh.milkwood", 60, "zh"), tmp_path / "out"))


def test_a_run_with_a_person_who_came_and_a_person_who_left_is_read(friday: Path, tmp_path: Path) -> None:
    nell, ivo = PersonId("nell_avery"), PersonId("ivo_marsh")
    with open_run(quay(), friday, options=RunOptions(model=Obliging())) as run:
        tile = run.life.town.tile(ivo, TICKS)
        run.give(Remove(nell))
        run.give(Enter(PersonId("me"), tile, "Me"))
        asyncio.run(run.live(TICKS + 6))
    found = Reverie(exported(friday, tmp_path / "out"))
    assert found.people["me"].scratch["living_area"].startswith(f"{quay().town_map.name}:")
    Demo(exported(friday, tmp_path / "demo", "compressed"))


def test_people_who_live_by_habit_are_read(tmp_path: Path) -> None:
    path = tmp_path / "rule.milkwood"
    with new_run(quay(), path, "rule", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(30))
    Reverie(exported(path, tmp_path / "out"))


@needs_data
@pytest.mark.parametrize("source", [BASE, SAVED], ids=["base", "saved"])
def test_published_data_is_still_readable_after_a_round_trip(
    run: Run, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    words = [["import", source, "--name", "july"], ["export", "july", tmp_path / "out", "--format", "reverie"]]
    if source == BASE:
        words.insert(1, ["run", "july", "--name", "july", "--ticks", "30"])
    for each in words:
        result = run(*each)
        assert result.exit_code == 0, result.output
    Reverie(tmp_path / "out")
