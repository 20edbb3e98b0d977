"""Runs in separate processes: kept, continued, and unaffected by the failure of another."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.crew import Crew, CrewProgress
from milkwood.lab.comparing.experiment import Answerers, Experiment, Trial
from milkwood.lab.comparing.trial import (
    STOPPED_EXIT_CODE,
    TrialReport,
    figures_path,
    known_figures,
    live,
    run_path,
    settled,
)
from milkwood_fake import Fake, FaultPlan, Strike
from tests.towns.conftest import TinyPack, _tiny_master, tiny

__all__ = ["_tiny_master", "tiny"]

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def trials(tiny: TinyPack) -> list[Trial]:
    both = (Condition("full"), Condition("bare", ("planning",)))
    return Experiment((str(tiny.folder),), days=1, conditions=both, embedding=False).trials()


class Watching:
    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []
        self.kept = 0
        self.waits: list[str] = []
        self.notes: list[str] = []

    def __call__(self, standing: CrewProgress) -> None:
        self.seen.append(standing.ticks)
        self.kept = standing.kept
        self.waits += standing.waits.values()
        self.notes = standing.notes


def test_one_run_that_fails_is_reported_and_the_others_go_on(trials: list[Trial], tmp_path: Path) -> None:
    other = replace(trials[1], seed=7)
    assert live(other, tmp_path)  # a run of that name that was started differently
    watching = Watching()
    lived, failed = Crew(tmp_path, 2).live(trials, watching)
    assert lived.figures is not None
    assert lived.hash.startswith("blake2b-160:")
    assert failed.figures is None
    assert "was started with another seed" in failed.error
    assert watching.seen[-1][0] == watching.seen[-1][1]
    again = Watching()
    assert Crew(tmp_path, 1).live(trials[:1], again) == [lived]
    assert again.seen == []  # no run was left to do


def test_what_a_run_waits_for_and_the_notes_on_its_models_are_told(trials: list[Trial], tmp_path: Path) -> None:
    watching = Watching()
    with Fake(FaultPlan(strike=(Strike(fault="hang", seconds=4, first=1),))) as fake:
        by_model = [replace(each, answerers=Answerers(model=f"{fake.address}#fake-1")) for each in trials]
        lived = Crew(tmp_path, 2).live(by_model, watching)
    assert all(each.figures is not None for each in lived)
    assert any(re.match(r"Waiting \d s for an answer: \w+ Small plans the day", each) for each in watching.waits)
    assert watching.notes == ["The price of custom/fake-1 is unknown: its tokens are counted, but not its cost."]


def test_a_line_of_another_origin_is_no_report() -> None:
    assert [TrialReport.read(line) for line in ("loading …\n", "[]\n", "{}\n", '{"waits": "a')] == [None] * 4


@pytest.mark.long
def test_a_killed_process_is_reported_and_its_run_continues(
    trials: list[Trial], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("milkwood.lab.comparing.crew.LOOK_SECONDS", 0.05)  # the process is watched from the start
    crew = Crew(tmp_path, 1)
    assert live(replace(trials[0], until=trials[0].until // 2), tmp_path)

    def kill(standing: CrewProgress) -> None:
        for process in list(crew._processes.values()):
            process.kill()

    [killed] = crew.live(trials[:1], kill)
    assert killed.figures is None
    assert killed.error.startswith("its process was ended by signal 9")
    [lived] = Crew(tmp_path, 1).live(trials[:1], Watching())
    assert lived.figures is not None
    whole = tmp_path / "whole"
    assert live(trials[0], whole)
    with Chronicle.read(run_path(whole, trials[0])) as reader:
        assert reader.history_hash() == lived.hash


def test_an_interrupt_stops_the_current_runs_and_they_continue_afterwards(trials: list[Trial], tmp_path: Path) -> None:
    def interrupt(_standing: CrewProgress) -> None:
        raise KeyboardInterrupt

    crew = Crew(tmp_path, 2)
    with pytest.raises(KeyboardInterrupt):
        crew.live(trials, interrupt)
    assert crew._processes == {}
    outcomes = Crew(tmp_path, 2).live(trials, Watching())
    assert all(each.figures is not None for each in outcomes)


def test_a_run_whose_parent_process_is_gone_stops(trials: list[Trial], tmp_path: Path) -> None:
    until = trials[0].until * 300
    long = {**trials[0].plain(), "until": until}
    line = [sys.executable, "-m", "milkwood.lab.comparing.trial", str(tmp_path), json.dumps(long), "en"]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    assert done.returncode == STOPPED_EXIT_CODE
    assert settled(tmp_path, trials[0]) < until


def test_figures_that_do_not_fit_their_run_are_measured_again(trials: list[Trial], tmp_path: Path) -> None:
    trial = trials[0]
    assert known_figures(tmp_path, trial) is None
    assert live(trial, tmp_path)
    known = known_figures(tmp_path, trial)
    assert known is not None
    path = figures_path(tmp_path, trial)
    text = path.read_text("utf-8")
    for spoilt in ("", "{}", text.replace(known[1], "blake2b-160:0")):
        path.write_text(spoilt, "utf-8")
        assert known_figures(tmp_path, trial) is None
    assert live(trial, tmp_path)
    assert known_figures(tmp_path, trial) == known
    assert known_figures(tmp_path, replace(trial, until=trial.until + 1)) is None
