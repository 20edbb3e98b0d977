import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.run import RunOptions, assembly
from tests.cli.conftest import Run
from tests.instruments.virtual import run_virtually
from tests.lived import TICKS, _morning, friday, quay
from tests.models.obliging import Obliging

__all__ = ["_morning", "friday"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "history.csv"
    path.write_text("Name,Whisper\nIvo Marsh,You and Zhao Wen are cousins; You fear eels\nNell,You owe Ivo a boat\n")
    return path


def go_on(path: Path, until: int, schedule: str = "outoforder") -> str:
    with assembly.open_run(quay(), path, options=RunOptions(schedule, model=Obliging())) as run:
        run_virtually(run.live(until))
        return run.chronicle.history_hash()


def seeds(path: Path, since: int = 0) -> dict[str, list[str]]:
    with Chronicle.read(path) as reader:
        found: dict[str, list[str]] = {}
        for _, person, memory in reader.memories(since, kinds=("seed",)):
            found.setdefault(person, []).append(memory.text)
        return found


def test_people_know_it_from_before_when_the_run_continues(run: Run, friday: Path, table: Path) -> None:
    result = run("history", "friday", table)
    assert result.exit_code == 0
    assert "Ivo Marsh: 2\nNell Avery: 1\n" in result.output
    assert "friday: 3 memories for 2 people, who have them at day 1 11:1" in result.output
    assert seeds(friday) == {}
    with Chronicle.read(friday) as reader:
        lands = reader.open_from
    go_on(friday, lands + 30)
    expected = {
        "ivo_marsh": ["Zhao Wen and I are cousins.", "I fear eels."],
        "nell_avery": ["I owe Ivo a boat."],
    }
    assert seeds(friday) == expected
    with Chronicle.read(friday) as reader:
        ticks = {tick for tick, _, _ in reader.memories(0, kinds=("seed",))}
        (cousins,) = [memory for _, _, memory in reader.memories(0, kinds=("seed",)) if "cousins" in memory.text]
        assert reader.questions(lands, lands + 2, kinds=("whisper", "weigh")) == []  # no person is asked about it
    assert ticks == {lands + 1}
    assert (cousins.about, cousins.importance) == (("wen_zhao",), 6)


@pytest.mark.parametrize("schedule", ["serial", "lockstep", "outoforder"])
def test_under_every_schedule_it_is_one_history(schedule: str, run: Run, friday: Path, table: Path) -> None:
    run("history", "friday", table)
    other = friday.with_name("other.milkwood")
    other.write_bytes(friday.read_bytes())
    assert go_on(friday, TICKS + 200, schedule) == go_on(other, TICKS + 200)


def test_sleepers_know_it_too(run: Run, friday: Path, table: Path) -> None:
    assert run("run", "gull_quay", "--name", "early", "--ticks", 1, "--quiet").exit_code == 0
    table.write_text("Lottie,You sleep well")
    assert run("history", "early", table).exit_code == 0
    early = friday.with_name("early.milkwood")
    go_on(early, 60)
    assert seeds(early) == {"lottie_okoye": ["I sleep well."]}


def test_the_same_table_twice_is_taken_in_once(run: Run, friday: Path, table: Path) -> None:
    run("history", "friday", table)
    result = run("history", "friday", table)
    assert result.output == "3 memories were there already.\nfriday: the table has nothing new.\n"
    go_on(friday, TICKS + 30)
    assert "the table has nothing new" in run("history", "friday", table).output
    with Chronicle.read(friday) as reader:
        assert [given.kind for given in reader.inputs()] == ["remind", "remind"]


def test_statements_can_be_kept_word_for_word(run: Run, friday: Path, table: Path) -> None:
    told = json.loads(run("history", "friday", table, "--as-is", "--json").output)
    assert told["memories"]["ivo_marsh"] == ["You and Zhao Wen are cousins", "You fear eels"]
    with Chronicle.read(friday) as reader:
        assert (told["run"], told["tick"]) == ("friday", reader.open_from)


def test_all_lines_that_are_wrong_are_named_and_nothing_is_taken_in(run: Run, friday: Path, table: Path) -> None:
    table.write_text(f"Name,Whisper\nIvo,You sing\nIvvo,You row\nNell\nZhao Wen,{'x' * 4001}\n")
    result = run("history", "friday", table)
    assert result.exit_code == 2
    assert "Nothing was imported" in result.output
    assert "line 3: There is no person “Ivvo” in the run “friday”. Did you mean “Ivo”" in result.output
    assert "line 4: “Nell” has nothing to remember." in result.output
    assert "line 5: a statement has more than 4,000 characters." in result.output
    with closing(sqlite3.connect(friday)) as connection:
        assert connection.execute("SELECT count(*) FROM inputs").fetchone() == (0,)


def test_a_run_that_is_being_lived_is_refused(run: Run, friday: Path, table: Path) -> None:
    with Chronicle.open(friday):
        result = run("history", "friday", table)
    assert result.exit_code == 2
    assert "Another process is running" in result.output


@pytest.mark.parametrize("here", ["reverie/backend_server", "environment/frontend_server", "."])
def test_a_path_as_the_original_takes_it_is_found_in_its_assets(
    here: str, run: Run, friday: Path, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The original looks below `environment/frontend_server/static_dirs/assets`, from wherever it is started."""
    assets = tmp_path / "checkout" / "environment" / "frontend_server" / "static_dirs" / "assets" / "the_ville"
    assets.mkdir(parents=True)
    (tmp_path / "checkout" / "reverie" / "backend_server").mkdir(parents=True)
    table.rename(assets / "agent_history_init_n3.csv")
    monkeypatch.chdir(tmp_path / "checkout" / here)
    result = run("history", "friday", "the_ville/agent_history_init_n3.csv")
    assert result.exit_code == 0, result.output
    assert "friday: 3 memories for 2 people" in result.output
    assert run("history", "friday", "the_ville/other.csv").exit_code == 2
