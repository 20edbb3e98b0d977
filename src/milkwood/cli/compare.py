"""`milkwood compare`: runs conditions, seeds and towns, measures them, and writes a page and tables.

Invariant: the same command continues where it stopped; Ctrl-C loses nothing; exit code 1 if a run failed or, with
--repeat, gave another history.
"""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.table import Table
from rich.text import Text

from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.run import AtCap, OnLimit
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import label, padded, said, say, user_language
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.lab.comparing import manifest as manifests
from milkwood.lab.comparing.condition import parsed
from milkwood.lab.comparing.crew import CrewProgress
from milkwood.lab.comparing.experiment import Experiment, experiment, seeds_of
from milkwood.lab.comparing.manifest import Manifest, ManifestComparison
from milkwood.lab.comparing.page import number, told_rows
from milkwood.lab.comparing.results import Results, usual_jobs
from milkwood.lab.comparing.results import compare as live
from milkwood.lab.comparing.summary import Cell
from milkwood.lab.comparing.words import ComparisonPhrases

_LINE_SECONDS = 5.0
_BAR_COLUMNS = 24
_MAX_LISTED_TRIALS = 8


def compare(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE.toml", help="File that describes the experiment.", show_default=False)
    ] = None,
    town: Annotated[
        list[str] | None, typer.Option(help="A town, as for “run”; can be repeated.", show_default="gull_quay")
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario.", show_default="each town's default")] = None,
    seeds: Annotated[str | None, typer.Option(help="Random seeds, such as “1,2,3” or “1-5”.", show_default="1")] = None,
    days: Annotated[
        int | None, typer.Option(min=1, help="Number of days; each ends at midnight.", show_default="2")
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=off:PART,…]",
            help="Condition to compare; can be repeated, the first is the baseline.",
            show_default="full",
        ),
    ] = None,
    preset: Annotated[
        str | None, typer.Option(help="A ready-made set of conditions: “affordable” or “paper”.", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Output folder.", show_default="comparison")] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Maximum parallel processes.", show_default="the number of processors"),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language", "--lang", help="Language of the town, such as en or zh.", show_default="each town's first"
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model, as for “run”.", show_default="from your settings")] = None,
    budget: Annotated[str | None, typer.Option(help="Budget of each run, as for “run”.")] = None,
    at_cap: Annotated[
        AtCap | None, typer.Option(help="What to do when the budget is used up.", show_default="understudy")
    ] = None,
    on_limit: Annotated[
        OnLimit | None,
        typer.Option(help="What to do when a model is rate-limited or cannot be reached.", show_default="wait"),
    ] = None,
    words_alone: Annotated[
        bool, typer.Option("--words-alone", help="Compare memories by words instead of meaning (faster).")
    ] = False,
    repeat: Annotated[
        Path | None,
        typer.Option(metavar="MANIFEST", help="Repeat the experiment of a manifest.json and compare the results."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Run each condition with each seed, and compare the results."""
    options: dict[str, Any] = {
        "towns": town or None,
        "scenario": scenario,
        "language": language,
        "seeds": None if seeds is None else seeds_of(seeds),
        "days": days,
        "conditions": [parsed(each) for each in condition] if condition else None,
        "preset": preset,
        "embedding": False if words_alone else None,
        "model": model,
        "budget": budget,
        "at_cap": None if at_cap is None else at_cap.value,
        "on_limit": None if on_limit is None else on_limit.value,
    }
    wanted = jobs or usual_jobs()
    if repeat is None:
        lived = _lived(experiment(file, options), out or Path("comparison"), wanted, quiet=quiet)
        _tell(lived, None, as_json=as_json)
        raise typer.Exit(1 if lived.failed else 0)
    _refuse_both(file, options)
    then = manifests.read(repeat)
    folder = out or (repeat if repeat.is_dir() else repeat.parent) / "again"
    _refuse_same(folder, repeat)
    lived = _lived(then.experiment, folder, wanted, quiet=quiet)
    verdict = manifests.compared(then, lived.manifest)
    _tell(lived, verdict, as_json=as_json)
    if not as_json:
        _judge(then, verdict)
    raise typer.Exit(0 if verdict.agrees else 1)


def _refuse_both(file: Path | None, options: dict[str, Any]) -> None:
    said = [name for name, value in options.items() if value is not None]
    if file is not None or said:
        raise SetupError(
            t("--repeat runs the experiment of the manifest and takes no other conditions."),
            remedy=t("Use only --out, --jobs and --quiet with it."),
        )


def _refuse_same(folder: Path, repeat: Path) -> None:
    """Results in that folder would be reused instead of repeated."""
    home = repeat if repeat.is_dir() else repeat.parent
    if folder.resolve() == home.resolve():
        raise SetupError(
            t("The experiment cannot be repeated in its own folder."), remedy=t("Choose another folder with --out.")
        )


def _lived(told: Experiment, folder: Path, jobs: int, *, quiet: bool) -> Results:
    watch = _Watch(quiet=quiet)
    try:
        return live(told, folder, jobs, watch, watch.say, user_language())
    except KeyboardInterrupt:
        watch.close()
        if not quiet:
            say(t("Stopped; nothing is lost. The same command continues."), err=True)
        raise
    finally:
        watch.close()


# --- progress


class _Watch:
    """Shows the progress: redrawn on a terminal, as lines elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        console = CleanConsole(stderr=True)
        self._console = None if quiet else console
        self._live = Live(console=console, transient=True, auto_refresh=False) if console.is_terminal else None
        self._said = 0.0
        self._failed: set[str] = set()
        self._noted = 0
        if self._live is not None and not quiet:
            self._live.start()

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._live is not None and self._live.is_started:
            self._live.stop()

    def say(self, sentence: str) -> None:
        """Print what is waited for before the runs."""
        if self._console is not None:
            self._console.print(said(sentence), markup=False)

    def __call__(self, standing: CrewProgress) -> None:
        if self._console is None:
            return
        for name, each in standing.outcomes.items():
            if each.figures is None and name not in self._failed:
                self._failed.add(name)
                self._console.print(_failed(name, each.error, "stopped"), style="red", markup=False)
        for note in standing.notes[self._noted :]:
            self._console.print(note, markup=False)
        self._noted = len(standing.notes)
        now = time.monotonic()
        if self._live is not None:
            self._live.update(self._drawn(standing), refresh=True)
        elif now - self._said >= _LINE_SECONDS or len(standing.outcomes) == len(standing.trials):
            self._said = now
            self._console.print(" · ".join([_line(standing), *_waits(standing)[:1]]), markup=False)

    def _drawn(self, standing: CrewProgress) -> Any:
        untils = {trial.name: trial.until for trial in standing.trials}
        rows = [Text(_line(standing), style="bold")]
        rows += [
            Text(f"{_bar(tick / untils[name])} {name}")
            for name, tick in list(standing.under_way.items())[:_MAX_LISTED_TRIALS]
        ]
        rows += [Text(wait, style="yellow") for wait in _waits(standing)[:1]]
        rows.append(Text(said(t("Ctrl-C stops it; nothing is lost.")), style="dim"))
        return Text("\n").join(rows)


def _failed(name: str, error: str, otherwise: str) -> str:
    return f"{name}: {error or label(otherwise)}"


def _line(standing: CrewProgress) -> str:
    lived, all_ticks = standing.ticks
    done = len(standing.outcomes)
    share, count = lived / max(1, all_ticks), len(standing.trials)
    if not standing.kept:
        return said(t("{share:.0%} done: {done} of {all} runs are complete", share=share, done=done, all=count))
    return said(
        t(
            "{share:.0%} done: {done} of {all} runs are complete, {kept} of them from before",
            share=share,
            done=done,
            all=count,
            kept=standing.kept,
        )
    )


def _waits(standing: CrewProgress) -> list[str]:
    """What the runs wait for, each with its name."""
    return [f"{name}: {wait}" for name, wait in standing.waits.items()]


def _bar(share: float) -> str:
    full = round(share * _BAR_COLUMNS)
    return "█" * full + "░" * (_BAR_COLUMNS - full) + f" {share:4.0%}"


# --- results


def _tell(lived: Results, verdict: ManifestComparison | None, *, as_json: bool) -> None:
    if as_json:
        echo_json(_plain(lived, verdict))
        return
    for where in dict.fromkeys(row.where for row in lived.rows):
        _table(lived, where)
    for each in lived.failed:
        echo(_failed(each.trial.name, each.error, "stopped before its end"), fg=typer.colors.RED, err=True)
    typer.echo(f"  {padded('page', 10)}{lived.page}")
    typer.echo(f"  {padded('numbers', 10)}{lived.folder / 'figures.csv'}, {lived.folder / 'summary.csv'}")
    typer.echo(f"  {padded('manifest', 10)}{lived.folder / 'manifest.json'}")


def _table(lived: Results, where: str) -> None:
    found = told_rows(lived.rows, where, lived.manifest.experiment.days)
    names = list(dict.fromkeys(cell.condition for row in found for cell in row.cells))
    table = Table(box=None, pad_edge=False, title=where, title_justify="left", title_style="bold")
    table.add_column(label("mean ± 95 % (t)"), overflow="fold")
    for name in names:
        table.add_column(Text(name), justify="right", overflow="fold")
    for row in found:
        cells = {cell.condition: _said(cell) for cell in row.cells}
        table.add_row(
            Text(ComparisonPhrases.of(user_language()).named(row.measure, {})),
            *(Text(cells.get(name, "")) for name in names),
        )
    CleanConsole().print(table)


def _said(cell: Cell) -> str:
    half = cell.found.half
    return number(cell.found.mean) + ("" if half is None else f" ± {number(half)}")


def _plain(lived: Results, verdict: ManifestComparison | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "folder": str(lived.folder),
        "page": str(lived.page),
        "manifest": lived.manifest.plain(),
        "failed": {each.trial.name: each.error for each in lived.failed},
        "summary": [
            {
                "town": row.where,
                "measure": row.measure,
                "condition": cell.condition,
                "n": cell.found.n,
                "mean": cell.found.mean,
                "low95": cell.found.low,
                "high95": cell.found.high,
                "difference": None if cell.against is None else cell.against.mean,
            }
            for row in lived.rows
            for cell in row.cells
        ],
    }
    if verdict is not None:
        told["repeat"] = {
            "agrees": verdict.agrees,
            "same": list(verdict.same),
            "other": list(verdict.other),
            "missing": list(verdict.missing),
            "changed": list(verdict.changed),
        }
    return told


def _judge(then: Manifest, verdict: ManifestComparison) -> None:
    runs = len(then.runs)
    if verdict.agrees:
        say(t("The results agree: all {count} histories are the same.", count=runs), fg=typer.colors.GREEN)
    else:
        say(
            t("The results differ: {same} of {count} histories are the same.", same=len(verdict.same), count=runs),
            bold=True,
        )
    for name in verdict.other:
        typer.echo(f"  {name}: {label('another history')}")
    for name in verdict.missing:
        typer.echo(f"  {name}: {label('not complete, then or now')}")
    for change in verdict.changed:
        say(t("Changed since: {change}.", change=change), indent=2)
    if verdict.other and then.by_model:
        say(t("A language model answered; it may not give the same answer twice."), indent=2)
