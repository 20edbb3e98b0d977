"""One trial of an experiment in its own process: started or resumed, run to its end, and measured.

Invariant: whatever ends the process, the run's file holds everything that was settled, and the next process resumes
there; figures are written atomically, and only of complete runs. The process stops when its parent is gone.
"""

import asyncio
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from milkwood import towns
from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.runs import SUFFIX
from milkwood.chronicle.runs import find as find_run
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import in_language, t
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.experiment import Answerers, Trial
from milkwood.lab.measures import Figures, measured
from milkwood.plain import Json, JsonObject
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.run.routines import routines_for, routines_of
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language

DONE_EXIT_CODE, FAILED_EXIT_CODE, STOPPED_EXIT_CODE = 0, 1, 3
"""Exit codes: run and measured, failed (with the error on standard output), stopped from outside."""
FIGURES_FORMAT: Final = 1
TELL_SECONDS: Final = 1.0
"""Interval at which a process tells what its run waits for."""


def run_path(folder: Path, trial: Trial) -> Path:
    """The file of a trial's run."""
    return folder / "runs" / f"{trial.name}{SUFFIX}"


def figures_path(folder: Path, trial: Trial) -> Path:
    """The file of a trial's figures."""
    return folder / "runs" / f"{trial.name}.figures.json"


def known_figures(folder: Path, trial: Trial) -> tuple[Figures, str] | None:
    """The figures of a complete trial and the hash of its history; None if it is incomplete."""
    try:
        plain = json.loads(figures_path(folder, trial).read_text("utf-8"))
        if (plain["format"], plain["until"]) != (FIGURES_FORMAT, trial.until):
            return None
        with Chronicle.read(run_path(folder, trial)) as reader:
            fits = reader.settled >= trial.until and reader.history_hash(trial.until) == plain["hash"]
            refuse_other(reader.header, trial)
        return (Figures(**plain["figures"]), plain["hash"]) if fits else None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # measured again
    except SetupError:
        return None  # the process that runs it reports the error


def settled(folder: Path, trial: Trial) -> int:
    """The number of settled ticks of a trial."""
    path = run_path(folder, trial)
    if not path.exists():
        return 0
    try:
        with Chronicle.read(path) as reader:
            return reader.end
    except MilkwoodError:
        return 0  # the file is being created


def live(
    trial: Trial,
    folder: Path,
    heed: Callable[[LiveRun], None] | None = None,
    tell: Callable[[LiveRun], None] = lambda _run: None,
) -> bool:
    """Run a trial to its end and measure it; False if it was stopped before.

    `heed` is called with the run before it goes on, `tell` now and then meanwhile.
    """
    pack, path = _pack(trial), run_path(folder, trial)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _begun(trial, pack, path) as run:
        if run.chronicle.settled < trial.until:
            if heed is not None:
                heed(run)
            asyncio.run(_lived(run, trial.until, tell))
        if run.halted is not None:
            raise run.halted
        if run.chronicle.settled < trial.until:
            return False
    with Chronicle.read(path) as reader:
        figures, told = measured(reader, pack, trial.until), reader.history_hash(trial.until)
    _keep(figures_path(folder, trial), trial, figures, told)
    return True


async def _lived(run: LiveRun, until: int, tell: Callable[[LiveRun], None]) -> None:
    async def tell_on() -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            tell(run)

    telling = asyncio.ensure_future(tell_on())
    try:
        await run.live(until)
    finally:
        telling.cancel()
        tell(run)


def _pack(trial: Trial) -> Pack:
    return towns.load(find(trial.town).folder, trial.scenario)


def models_of(answerers: Answerers) -> ModelConfig:
    """The models of all trials."""
    # No profiles: what one trial shows of a model must not change how the next one asks it.
    return replace(ModelConfig.from_settings(**asdict(answerers)), profiles=None)


def _begun(trial: Trial, pack: Pack, path: Path) -> LiveRun:
    options = RunOptions(models=models_of(trial.answerers))
    if not path.exists():
        minds, language = trial.condition.minds(embedding=trial.embedding), Language(trial.language)
        return new_run(
            pack,
            path,
            trial.name,
            seed=trial.seed,
            language=language,
            options=options,
            minds=minds,
            routines=_carried(trial, pack),
        )
    with Chronicle.read(path) as reader:
        refuse_other(reader.header, trial)
    return open_run(pack, path, options=options)


def _carried(trial: Trial, pack: Pack) -> dict[str, Json]:
    """The routines from another run, if the condition names one."""
    if not trial.condition.routines:
        return {}
    taken = asyncio.run(routines_of(find_run(trial.condition.routines)))
    return routines_for(taken, pack.people, Language(trial.language))


def _brought(condition: Condition) -> str:
    if not condition.routines:
        return ""
    with Chronicle.read(find_run(condition.routines)) as reader:
        return reader.header.run


def refuse_other(header: Header, trial: Trial) -> None:
    """Raise an error if a run does not belong to a trial."""
    wanted: JsonObject = {
        "town": trial.town_id,
        "scenario": trial.scenario,
        "language": trial.language,
        "seed": trial.seed,
        "settings": trial.condition.minds(embedding=trial.embedding).to_header(),
        "pack_hash": trial.pack_hash,
        "routines": _brought(trial.condition),
    }
    found = {name: getattr(header, name) for name in wanted}
    found["routines"] = header.routines.get("of", "")
    found["settings"] = MindConfig.from_header(header.settings).to_header()
    other = [name for name, value in wanted.items() if found[name] != value]
    if other:
        which = ", ".join({"pack_hash": "files of the town", "settings": "minds"}.get(name, name) for name in other)
        raise SetupError(
            t("The run “{run}” in that folder was started with another {what}.", run=header.run, what=which),
            remedy=t("Compare in another folder (--out), or remove that run."),
        )


def _keep(path: Path, trial: Trial, figures: Figures, told: str) -> None:
    plain = {"format": FIGURES_FORMAT, "until": trial.until, "hash": told, "figures": asdict(figures)}
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(plain, ensure_ascii=False, indent=1), "utf-8")
    draft.replace(path)


# --- the process


def _stop_when_told(run: LiveRun) -> None:
    """Stop on a signal, or when standard input closes: the parent process holds its other end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: run.stop())

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        run.stop()

    threading.Thread(target=watch, daemon=True).start()


@dataclass(frozen=True, slots=True)
class TrialReport:
    """A line of a process on standard output, as JSON."""

    waits: str = ""
    """What its run waits for; empty while it moves."""
    notes: tuple[str, ...] = ()
    """What a user should know about the models now."""
    error: str = ""
    """Why it failed; of the last line."""

    @classmethod
    def read(cls, line: str) -> "TrialReport | None":
        """From such a line; None for one of another origin, such as a library, or cut off by a kill."""
        try:
            plain = json.loads(line)
            return cls(plain["waits"], tuple(plain["notes"]), plain["error"])
        except (ValueError, KeyError, TypeError):
            return None

    def write(self) -> None:
        """Tell the parent process."""
        print(json.dumps(asdict(self)), flush=True)


def main() -> int:
    """`python -m milkwood.lab.comparing.trial FOLDER TRIAL LANGUAGE`, the trial as JSON, the language of messages."""
    folder, told, language = sys.argv[1:]

    def tell(run: LiveRun) -> None:
        notes = run.stack.notes() if run.stack is not None else []
        TrialReport(run.why(language), tuple(in_language(note, language) for note in notes)).write()

    try:
        done = live(Trial.of(json.loads(told)), Path(folder), _stop_when_told, tell)
    except KeyboardInterrupt:
        return STOPPED_EXIT_CODE
    except MilkwoodError as error:
        TrialReport(error=in_language(error.sentence(), language)).write()
        return FAILED_EXIT_CODE
    except Exception as error:
        traceback.print_exc()
        said = t("This is a bug of ours ({name}: {error}).", name=type(error).__name__, error=error)
        TrialReport(error=in_language(said, language).splitlines()[0]).write()
        return FAILED_EXIT_CODE
    return DONE_EXIT_CODE if done else STOPPED_EXIT_CODE


if __name__ == "__main__":
    sys.exit(main())
