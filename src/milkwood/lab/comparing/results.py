"""The files of a comparison: its page, its tables and its manifest, written into one folder.

Invariant: each is written atomically; the runs stay beside them, in `runs`.
"""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from milkwood import towns
from milkwood.clean import clean
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.lab.comparing import manifest as manifests
from milkwood.lab.comparing.crew import Crew, CrewWatcher, TrialOutcome
from milkwood.lab.comparing.experiment import Experiment, Trial
from milkwood.lab.comparing.manifest import Manifest
from milkwood.lab.comparing.page import PageContent, page
from milkwood.lab.comparing.summary import MeasureRow, figures_csv, rows, summary_csv
from milkwood.lab.comparing.trial import models_of
from milkwood.run.model_stack import try_models
from milkwood.run.trial import Saying
from milkwood.towns import Pack
from milkwood.towns.shelf import find

PAGE: Final = "compare.html"


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a comparison and their folder."""

    folder: Path
    manifest: Manifest
    outcomes: Sequence[TrialOutcome]
    rows: Sequence[MeasureRow]

    @property
    def page(self) -> Path:
        """The path of the page."""
        return self.folder / PAGE

    @property
    def failed(self) -> list[TrialOutcome]:
        """The trials without figures."""
        return [each for each in self.outcomes if each.figures is None]


def usual_jobs() -> int:
    """One process less than there are processors; at least one."""
    return max(1, (os.cpu_count() or 1) - (1 if (os.cpu_count() or 1) > 2 else 0))


def compare(
    experiment: Experiment, folder: Path, jobs: int, watch: CrewWatcher, say: Saying, language: str = "en"
) -> Results:
    """Run the incomplete trials of an experiment in a folder, and write the results; failures in a language.

    Before that, each model is asked one question; what that waits for is told to `say`.
    """
    models, trials, crew = models_of(experiment.answerers), experiment.trials(), Crew(folder, jobs, language)
    kept = crew.kept(trials)
    if len(kept) < len(trials):
        people = {person for pack in _packs(trials).values() for person in pack.people}
        asyncio.run(try_models(models, people, trials[0].seed, say))
    try:
        (folder / "runs").mkdir(parents=True, exist_ok=True)
        manifests.write(folder, manifests.manifest(experiment, trials))
    except OSError as error:
        raise SetupError(
            t("Nothing can be written there ({error}).", error=error),
            where=str(folder),
            remedy=t("Name another folder with --out."),
        ) from error
    outcomes = crew.live(trials, watch, kept)
    return _written(experiment, folder, trials, outcomes)


def _written(
    experiment: Experiment, folder: Path, trials: Sequence[Trial], outcomes: Sequence[TrialOutcome]
) -> Results:
    told = manifests.manifest(experiment, trials, outcomes)
    found = rows(outcomes)
    manifests.write(folder, told)
    _put(folder / "figures.csv", figures_csv(outcomes))
    _put(folder / "summary.csv", summary_csv(found))
    results = Results(folder, told, outcomes, found)
    content = PageContent(told, experiment.conditions, outcomes, found, _packs(trials))
    _put(results.page, clean(page(content), lines=True))
    return results


def _packs(trials: Sequence[Trial]) -> dict[str, Pack]:
    """The towns of all trials."""
    named = {trial.where: trial for trial in trials}
    return {where: towns.load(find(trial.town).folder, trial.scenario) for where, trial in named.items()}


def _put(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(text, "utf-8", newline="")
    draft.replace(path)
