"""The manifest of an experiment: everything needed to repeat it and to compare the results.

Invariant: it holds no path of this machine except those the user named, and no secrets; it is written atomically,
before the first trial and after the last.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from platform import python_version
from typing import Final

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import find as find_run
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.experiment import Experiment, Trial, again
from milkwood.plain import Json, canonical
from milkwood.providers.sentences import Sentences
from milkwood.questions.registry import prompt_hashes
from milkwood.version import release

NAME: Final = "manifest.json"
MANIFEST_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """The experiment, the software it ran with, and the hashes of its runs."""

    experiment: Experiment
    made_with: Mapping[str, str]
    """Versions of milkwood and python, the embedder, and a hash of all prompts."""
    packs: Mapping[str, str]
    """A hash of the files of each town, by its name in the figures."""
    runs: Mapping[str, str]
    """The hash of each run's history; empty for an incomplete run."""
    carried: Mapping[str, str] = field(default_factory=dict)
    """The hash of each run whose routines were used."""

    def plain(self) -> dict[str, Json]:
        """As JSON."""
        return {
            "format": MANIFEST_FORMAT,
            "made_with": dict(self.made_with),
            "experiment": self.experiment.plain(),
            "towns": dict(self.packs),
            "runs": dict(self.runs),
            "routines": dict(self.carried),
        }

    @property
    def by_model(self) -> bool:
        """Whether a language model answers, so that results may differ from one time to the next."""
        return self.experiment.answerers.model not in (None, "understudy")


def manifest(experiment: Experiment, trials: Sequence[Trial], outcomes: Iterable[TrialOutcome] = ()) -> Manifest:
    """The manifest of an experiment, as far as it has run."""
    hashes = {each.trial.name: each.hash for each in outcomes}
    return Manifest(
        experiment,
        made_with(),
        {trial.where: trial.pack_hash for trial in trials},
        {trial.name: hashes.get(trial.name, "") for trial in trials},
        {each.routines: _hash_of(each.routines) for each in experiment.conditions if each.routines},
    )


def _hash_of(run: str) -> str:
    with Chronicle.read(find_run(run)) as reader:
        return reader.history_hash()


def made_with() -> dict[str, str]:
    """The software that the results depend on."""
    prompts = blake2b(canonical(prompt_hashes()).encode(), digest_size=20).hexdigest()
    return {
        "milkwood": release() or "unknown",
        "python": python_version(),
        "embedder": Sentences.name,
        "prompts": f"blake2b-160:{prompts}",
    }


def write(folder: Path, told: Manifest) -> Path:
    """Write a manifest into its folder."""
    path = folder / NAME
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(told.plain(), ensure_ascii=False, indent=2) + "\n", "utf-8")
    draft.replace(path)
    return path


def read(path: Path) -> Manifest:
    """The manifest in a file, or in a folder."""
    file = path / NAME if path.is_dir() else path
    try:
        plain = json.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(t("The manifest cannot be read ({error}).", error=error), where=str(file)) from error
    except ValueError as error:
        raise SetupError(t("The manifest is not JSON: {error}.", error=error), where=str(file)) from error
    if not isinstance(plain, dict) or plain.get("format") != MANIFEST_FORMAT:
        known = plain.get("format") if isinstance(plain, dict) else None
        raise SetupError(
            t("This manifest has format {other}, not {format}.", format=MANIFEST_FORMAT, other=known)
            if known
            else t("This is not a manifest of format {format}.", format=MANIFEST_FORMAT),
            where=str(file),
            remedy=t("Name the manifest.json that “milkwood compare” wrote."),
        )
    parts = [plain.get(name) for name in ("made_with", "experiment", "towns", "runs", "routines")]
    if not all(isinstance(part, dict) for part in parts):
        raise SetupError(t("The manifest is incomplete."), where=str(file), remedy=t("Run the comparison again."))
    experiment = again(plain["experiment"], str(file))
    return Manifest(experiment, plain["made_with"], plain["towns"], plain["runs"], plain["routines"])


@dataclass(frozen=True, slots=True)
class ManifestComparison:
    """Two manifests compared."""

    same: tuple[str, ...]
    other: tuple[str, ...]
    """Runs with a different history."""
    missing: tuple[str, ...]
    """Runs that were incomplete then or now."""
    changed: tuple[str, ...]
    """What has changed since, in words: the usual reason for a different history."""

    @property
    def agrees(self) -> bool:
        """Whether all histories are the same."""
        return not self.other and not self.missing


def compared(then: Manifest, now: Manifest) -> ManifestComparison:
    """Compare an earlier manifest with one of now."""
    names = list(then.runs)
    pairs = {name: (then.runs[name], now.runs.get(name, "")) for name in names}
    whole = {name: pair for name, pair in pairs.items() if all(pair)}
    return ManifestComparison(
        tuple(name for name, (old, new) in whole.items() if old == new),
        tuple(name for name, (old, new) in whole.items() if old != new),
        tuple(name for name in names if name not in whole),
        tuple(_changes(then, now)),
    )


def _changes(then: Manifest, now: Manifest) -> Iterable[str]:
    for what, old in then.made_with.items():
        new = now.made_with.get(what, "")
        if old != new:
            yield (
                t("the prompts have changed")
                if what == "prompts"
                else t("{what} was {old} and is {new}", what=what, old=old, new=new)
            )
    for where, old in then.packs.items():
        if where in now.packs and now.packs[where] != old:
            yield t("the files of the town {town} have changed", town=where)
    for run, old in then.carried.items():
        if now.carried.get(run) != old:
            yield t("the run {run}, the source of routines, has changed", run=run)
