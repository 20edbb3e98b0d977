"""Runs trials in parallel, each in its own process.

Invariants: a trial that fails, or whose process is killed, is reported and does not stop the others; an interrupt waits
until the runs in progress are saved, and the same experiment continues from there; no process outlives its parent.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from milkwood.i18n import in_language, t
from milkwood.lab.comparing.experiment import Trial
from milkwood.lab.comparing.trial import (
    DONE_EXIT_CODE,
    FAILED_EXIT_CODE,
    STOPPED_EXIT_CODE,
    TrialReport,
    known_figures,
    settled,
)
from milkwood.lab.measures import Figures

LOOK_SECONDS: Final = 0.5
"""Interval of progress reports."""
_PATIENCE_SECONDS: Final = 30.0
"""Time a process has to stop before it is killed."""


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """The result of a trial."""

    trial: Trial
    figures: Figures | None = None
    hash: str = ""
    error: str = ""
    """Why there are no figures; empty if it was only stopped."""


@dataclass(slots=True)
class CrewProgress:
    """The progress of all trials."""

    trials: Sequence[Trial]
    outcomes: dict[str, TrialOutcome] = field(default_factory=dict)
    """By name of the trial."""
    under_way: dict[str, int] = field(default_factory=dict)
    """The current tick of each run in progress."""
    kept: int = 0
    """Number of trials that were complete already."""
    waits: dict[str, str] = field(default_factory=dict)
    """What runs in progress wait for, unless they move."""
    notes: list[str] = field(default_factory=list)
    """What a user should know about the models; each note is there once, however many runs have it."""

    @property
    def ticks(self) -> tuple[int, int]:
        """Ticks completed, and ticks in total."""
        done = [trial.until if trial.name in self.outcomes else 0 for trial in self.trials]
        return sum(done) + sum(self.under_way.values()), sum(trial.until for trial in self.trials)


CrewWatcher = Callable[[CrewProgress], None]
"""Is told the progress of all trials now and then."""


class Crew:
    """Runs a limited number of processes at a time."""

    def __init__(self, folder: Path, jobs: int, language: str = "en") -> None:
        self._folder = folder
        self._jobs = jobs
        self._language = language
        """Of messages about failed trials."""
        self._alone = threading.Lock()
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._reports: dict[str, TrialReport] = {}
        """The last one of each trial."""
        self._stopping = False

    def kept(self, trials: Sequence[Trial]) -> dict[str, TrialOutcome]:
        """The outcomes of the trials that are complete already, by name."""
        found = {trial.name: (trial, known_figures(self._folder, trial)) for trial in trials}
        return {name: TrialOutcome(trial, *known) for name, (trial, known) in found.items() if known is not None}

    def live(
        self,
        trials: Sequence[Trial],
        watch: CrewWatcher,
        kept: Mapping[str, TrialOutcome] | None = None,
    ) -> list[TrialOutcome]:
        """Run all incomplete trials (the others are `kept`, if known); an interrupt stops them and is raised."""
        outcomes = dict(self.kept(trials) if kept is None else kept)
        standing = CrewProgress(trials, outcomes, kept=len(outcomes))
        pool = ThreadPoolExecutor(self._jobs)
        try:
            open_ = {pool.submit(self._lived, t) for t in trials if t.name not in standing.outcomes}
            while open_:
                done, open_ = wait(open_, LOOK_SECONDS, FIRST_COMPLETED)
                self._note(standing, done)
                watch(standing)
        except BaseException:
            self._stop(pool)
            raise
        pool.shutdown()
        return [standing.outcomes[trial.name] for trial in trials]

    def _note(self, standing: CrewProgress, done: set[Future[TrialOutcome]]) -> None:
        for each in done:
            outcome = each.result()
            standing.outcomes[outcome.trial.name] = outcome
        with self._alone:
            names = {*self._processes, *standing.under_way} - set(standing.outcomes)
            reports = dict(self._reports)
        standing.waits = {name: each.waits for name, each in reports.items() if name in names and each.waits}
        new = (note for each in reports.values() for note in each.notes if note not in standing.notes)
        standing.notes += dict.fromkeys(new)
        by_name = {trial.name: trial for trial in standing.trials if trial.name in names}
        standing.under_way = {name: min(settled(self._folder, t), t.until) for name, t in by_name.items()}

    def _lived(self, trial: Trial) -> TrialOutcome:
        line = [sys.executable, "-m", "milkwood.lab.comparing.trial", str(self._folder), json.dumps(trial.plain())]
        line.append(self._language)
        with self._alone:
            if self._stopping:
                return TrialOutcome(trial)
            pipe = subprocess.PIPE
            process = subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace")
            self._processes[trial.name] = process
        try:
            complaint = self._followed(trial.name, process)
        finally:
            with self._alone:
                del self._processes[trial.name]
        return self._outcome(trial, process.returncode, complaint)

    def _followed(self, name: str, process: "subprocess.Popen[str]") -> str:
        """Keep a process's reports until it ends; returns its standard error.

        Its standard input stays open until then, which tells it that the parent is alive.
        """
        assert process.stdout is not None
        assert process.stderr is not None
        complaints: list[str] = []
        errors = process.stderr
        reading = threading.Thread(target=lambda: complaints.append(errors.read()), daemon=True)
        reading.start()
        for line in process.stdout:
            if (report := TrialReport.read(line)) is not None:
                with self._alone:
                    self._reports[name] = report
        reading.join()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        return "".join(complaints)

    def _outcome(self, trial: Trial, code: int, complaint: str) -> TrialOutcome:
        known = known_figures(self._folder, trial) if code == DONE_EXIT_CODE else None
        if known is not None:
            return TrialOutcome(trial, *known)
        if code == STOPPED_EXIT_CODE:
            return TrialOutcome(trial)
        told = self._reports.get(trial.name, TrialReport()).error if code == FAILED_EXIT_CODE else ""
        last = complaint.strip().splitlines()[-1:]
        killed = (
            t("its process was ended by signal {signal}", signal=-code)
            if code < 0
            else t("its process ended with exit code {code}", code=code)
        )
        ended = "; ".join([in_language(killed, self._language), *last]) + "."
        return TrialOutcome(trial, error=told or ended)

    def _stop(self, pool: ThreadPoolExecutor) -> None:
        """Ask all processes to stop and wait; kill those that do not, which loses nothing that is settled."""
        with self._alone:
            self._stopping = True
            working = list(self._processes.values())
        try:
            for process in working:
                process.terminate()
            for process in working:
                process.wait(_PATIENCE_SECONDS)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            for process in working:
                process.kill()
        pool.shutdown(cancel_futures=True)
