"""The driver of real models and the benchmark of its runs, with the fake server."""

import gzip
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks import _real_run, real_model
from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from milkwood_fake import Fake, FaultPlan, Strike
from tools import real_model as driver
from tools import real_talks
from tools.proof import Row

_NOON = driver.TownLife("noon", "gull_quay", "11:00")
_SMALL = driver.TownLife("small", "gull_quay", "08:00", small=True)


@dataclass(frozen=True)
class LivedFolder:
    """What two sittings left."""

    folder: Path
    codes: tuple[int, ...]
    ends: tuple[int, ...]
    """The last tick after each sitting."""


def _sit(address: str, folder: Path, *words: str) -> int:
    before = sys.argv
    sys.argv = ["real_model", "--url", f"{address}#fake-1", "--folder", str(folder), "--no-measures", *words]
    try:
        return driver.main()
    finally:
        sys.argv = before


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> LivedFolder:
    folder = tmp_path_factory.mktemp("real") / "runs"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "LIVES", (_NOON, _SMALL))
        with Fake(FaultPlan(latency_seconds=1.0)) as fake:
            first = _sit(fake.address, folder, "--seconds", "6", "--understudy", "--about", "quantisation=none")
            stopped = _end(folder)
        with Fake() as fake:
            second = _sit(fake.address, folder, "--seconds", "60", "--sittings", "2")
    return LivedFolder(folder, (first, second), (stopped, _end(folder)))


def _end(folder: Path) -> int:
    with Chronicle.read(folder / "noon.milkwood") as reader:
        return reader.end


def test_a_sitting_stops_cleanly_and_the_next_goes_on_where_it_stopped(lived: LivedFolder) -> None:
    assert lived.codes == (0, 0)
    assert lived.ends[0] < lived.ends[1] == 1440
    assert verify(lived.folder / "noon.milkwood").sound


def test_each_sitting_is_noted_and_its_file_kept_and_what_is_finished_is_not_lived_again(lived: LivedFolder) -> None:
    noted = json.loads((lived.folder / "about.json").read_text("utf-8"))["runs"]
    assert [*noted] == ["noon"]
    assert noted["noon"]["quantisation"] == "none"
    assert noted["noon"]["finished"]
    assert len(noted["noon"]["sittings"]) == 2
    kept = sorted((lived.folder / "sittings").iterdir())
    assert [each.name for each in kept] == ["noon-1.milkwood.gz", "noon-2.milkwood.gz"]
    with gzip.open(kept[0]) as content:
        assert content.read(6) == b"SQLite"


def test_the_small_model_is_left_out_without_its_address(lived: LivedFolder) -> None:
    assert sorted(each.name for each in lived.folder.glob("*.milkwood")) == [
        "noon-understudy.milkwood",
        "noon.milkwood",
    ]


def test_a_server_that_fails_ends_the_sitting_and_the_understudy_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(driver, "LIVES", (_NOON,))
    with Fake(FaultPlan(strike=(Strike(fault="unavailable", after=30),))) as fake:
        assert _sit(fake.address, tmp_path, "--seconds", "60") == 1
    assert "noon: day 1 0" in capsys.readouterr().out
    with Chronicle.read(tmp_path / "noon.milkwood") as reader:
        assert reader.end < 1440
        assert reader.count("questions") < 60, "of about 130: those under way, and no more"


def test_the_benchmark_measures_both_runs(lived: LivedFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_real_run.FOLDER, str(lived.folder))
    rows = {row["name"]: row for row in real_model.main()}
    found = _named(rows, "noon: lockstep against out of order")
    assert isinstance(found["figure"], float)
    assert found["figure"] >= 1.0
    assert _named(rows, "noon: hours at which another history")["figure"] == 0
    assert _named(rows, "noon: calls in flight")["ok"]
    assert isinstance(_named(rows, "noon: prompt tokens from the server's cache")["figure"], float)
    calls = _named(rows, "noon: calls a person, day 1")
    assert (calls["bound"], calls["unit"]) == ("at most 100", "until 11:00")
    assert _named(rows, "noon: speak: usable")["ok"]
    assert "none, " in str(_named(rows, "noon: lived by")["figure"])
    assert "understudy" in str(_named(rows, "noon-understudy: lived by")["figure"])
    assert _named(rows, "noon-understudy: people who know of lantern_night")
    assert not [name for name in rows if name.startswith("noon-understudy: calls")]


def test_the_page_has_a_column_for_each_run(lived: LivedFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_real_run.FOLDER, str(lived.folder))
    lines = real_model.page().splitlines()
    assert lines[0] == "| what | noon-understudy | noon | bound |"
    found = next(line for line in lines if line.startswith("| speak: usable at first or when asked again |"))
    assert found.endswith(" | at least 90 % |")
    assert found.split(" | ")[1] == ""
    assert "### noon" in lines


def _named(rows: dict[str, Row], start: str) -> Row:
    return next(row for name, row in rows.items() if name.startswith(start))


def test_the_talks_of_both_stand_side_by_side(
    lived: LivedFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [str(lived.folder / f"{name}.milkwood") for name in ("noon", "noon-understudy")]
    page = tmp_path / "talks.md"
    monkeypatch.setattr(sys, "argv", ["real_talks", *runs, "--count", "2", "--to", str(page)])
    assert real_talks.main() == 0
    text = page.read_text("utf-8")
    heads = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert heads[:4] == [
        "noon: 2 best talks",
        "noon-understudy: 2 best talks",
        "noon: 2 worst talks",
        "noon-understudy: 2 worst talks",
    ]
    assert [each.partition(": day 1 of ")[0] for each in heads[4:6]] == ["noon", "noon-understudy"]
    assert text.count("\nscore ") == 8
