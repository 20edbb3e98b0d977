"""Rule C4: kill -9 at any moment loses no settled tick and no answer, and the same command continues to the history of
an undisturbed run. By default five deaths; `MILKWOOD_PROOF=1` and `make proof` take fifty.
"""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from milkwood.chance import Stream, stream
from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from milkwood.models.port import Answer
from tests.chronicle.conftest import ELSEWHERE
from tests.story.lives import begin

TOWN = "gull_quay"
TICKS = 800
DEATHS = 50 if os.environ.get("MILKWOOD_PROOF") else 5
MAX_A_RUN = 8
"""A run that has died so often is let live to its end, and the next one is begun."""
ASKED_AHEAD = {"after_talk", "break_down", "new_self", "plan_day", "reflect", "weigh"}
"""Kinds whose answers are used later than they are asked for."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("undisturbed") / "undisturbed.milkwood"
    begin(TOWN, path, TICKS)
    return path


def answers_of(path: Path) -> dict[str, Answer]:
    """All stored answers, by question."""
    if not path.exists():
        return {}
    with Chronicle.read(path) as reader:
        return {asked.question.id.say(): asked.answer for asked in reader.questions()}


@dataclass
class Haunted:
    """A run that dies and continues, and the conditions after each death."""

    folder: Path
    seed: int
    deaths: int = 0
    settled: int = -1
    past: dict[int, str] = field(default_factory=dict)
    """The hash of the history before a tick, after each death."""

    @property
    def path(self) -> Path:
        return self.folder / f"haunted {self.seed}.milkwood"

    @property
    def log(self) -> Path:
        return self.folder / f"haunted {self.seed}.log"

    def live(self, moment: str, draw: Stream) -> bool:
        """Continue until the moment of death; whether the run reached its end instead."""
        known, told = answers_of(self.path), self._lines()
        done = self._process(moment, draw)
        asked = [line.removeprefix("asked ") for line in self._lines()[len(told) :] if line.startswith("asked ")]
        again = set(asked) & set(known)
        assert not again, f"{moment}: asked again though the answer is on file: {sorted(again)}"
        assert len(set(asked)) == len(asked), f"{moment}: asked twice in one go"
        assert done.returncode in (0, -signal.SIGKILL), f"{moment}: {done.stderr}"
        self._look(moment)
        return done.returncode == 0

    def line(self, moment: str, draw: Stream) -> list[str]:
        """The command of another process that dies at a moment."""
        words = ["run", TOWN, "--name", str(self.path), "--ticks", str(TICKS), "--quiet", "--json"]
        return [sys.executable, "-m", "tests.story.killed", moment, str(self.log), str(draw.bits()), *words]

    def _process(self, moment: str, draw: Stream) -> "subprocess.CompletedProcess[str]":
        line = self.line("never" if moment.startswith("clock") else moment, draw)
        with subprocess.Popen(
            line, env=ELSEWHERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        ) as process:
            try:
                timeout = float(moment.partition(":")[2]) if moment.startswith("clock") else 120.0
                out, err = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
        if process.returncode == 0:
            assert json.loads(out)["finished"]
        return subprocess.CompletedProcess(line, process.returncode, out, err)

    def _look(self, moment: str) -> None:
        """No settled tick is lost, the file is valid, and every stored answer is there."""
        if not self.path.exists():
            return
        verdict = verify(self.path)
        assert verdict.sound, f"{moment}: {verdict.sentence()}"
        with Chronicle.read(self.path) as reader:
            assert reader.settled >= self.settled, f"{moment}: settled ticks are lost"
            self.settled = reader.settled
            for tick, known in self.past.items():
                assert reader.history_hash(tick) == known, f"{moment}: the past before tick {tick} has changed"
            self.past[reader.settled] = reader.history_hash()
        kept = [line.removeprefix("kept ") for line in self._lines() if line.startswith("kept ")]
        assert len(set(kept)) == len(kept), f"{moment}: kept twice"
        assert set(kept) <= set(answers_of(self.path)), f"{moment}: an answer is lost"

    def _lines(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


def moment_of(draw: Stream) -> str:
    """When to die: at a statement, between an answer and its record, between record and use, or by the clock."""
    kind = draw.chosen(["statement", "statement", "answered", "kept", "kept", "clock"])
    if kind == "clock":
        return f"clock:{0.3 + 1.5 * draw.unit():.3f}"
    return f"{kind}:{draw.between(1, 120 if kind == 'statement' else 25)}"


def dies_and_goes_on(deaths: int, folder: Path, undisturbed: Path, seed: int) -> None:
    """Let runs die the given number of times in all; each must end as the undisturbed one did."""
    left, number = deaths, seed
    while left > 0:
        number += 1
        haunted, draw = Haunted(folder, number), stream(number, "deaths")
        over = False
        while not over and haunted.deaths < min(left, MAX_A_RUN):
            over = haunted.live(moment_of(draw), draw)
            haunted.deaths += not over
        left -= haunted.deaths
        assert over or haunted.live("never", draw)
        with Chronicle.read(haunted.path) as mine, Chronicle.read(undisturbed) as theirs:
            assert (mine.settled, mine.history_hash()) == (TICKS, theirs.history_hash())
        mine_answered, theirs_answered = answers_of(haunted.path), answers_of(undisturbed)
        assert all(theirs_answered[question] == answer for question, answer in mine_answered.items())
        # A question asked ahead that died with the run is asked again when it is needed, which may be after the end.
        unneeded = theirs_answered.keys() - mine_answered.keys()
        assert all(question.split("/")[1] in ASKED_AHEAD for question in unneeded), unneeded


def test_a_run_killed_at_any_moment_continues_to_the_same_history(tmp_path: Path, undisturbed: Path) -> None:
    dies_and_goes_on(DEATHS, tmp_path, undisturbed, seed=0)


@pytest.mark.full
def test_a_run_killed_fifty_times_continues_to_the_same_history(tmp_path: Path, undisturbed: Path) -> None:
    dies_and_goes_on(50, tmp_path, undisturbed, seed=1000)


@pytest.mark.parametrize(("moment", "lost"), [("answered:4", 1), pytest.param("kept:4", 0, marks=pytest.mark.long)])
def test_a_kill_between_an_answer_and_its_use_loses_no_stored_answer(
    moment: str, lost: int, tmp_path: Path, undisturbed: Path
) -> None:
    haunted, draw = Haunted(tmp_path, 5), stream(5, moment)
    assert not haunted.live(moment, draw)
    assert len(answers_of(haunted.path)) == 4 - lost
    assert haunted.live("never", draw)
    assert answers_of(haunted.path) == answers_of(undisturbed)


def test_a_second_process_is_refused_and_the_first_continues(tmp_path: Path, undisturbed: Path) -> None:
    haunted, draw = Haunted(tmp_path, 6), stream(6, "second")
    with subprocess.Popen(haunted.line("pause-kept:9", draw), env=ELSEWHERE, stdout=subprocess.PIPE) as first:
        _, status = os.waitpid(first.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        line = haunted.line("never", draw)
        second = subprocess.run(line, env=ELSEWHERE, capture_output=True, encoding="utf-8", check=False)
        os.kill(first.pid, signal.SIGCONT)
        first.communicate()
    assert second.returncode == 2
    assert f"Another process is running this run (pid {first.pid})." in second.stderr
    assert first.returncode == 0
    assert answers_of(haunted.path) == answers_of(undisturbed)
