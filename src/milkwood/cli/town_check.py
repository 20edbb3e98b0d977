"""`milkwood town check`: lists what is wrong with a pack.

Invariant: exit code 1 if the pack cannot be used.
"""

from typing import Annotated

import typer

from milkwood import towns
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import both, label, said, say
from milkwood.i18n import t, tn
from milkwood.towns import Problem
from milkwood.towns.shelf import find


def check(
    path: Annotated[str, typer.Argument(help="The pack's folder, or the name of a bundled town.")] = ".",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a town pack and say what is wrong, and where."""
    folder = find(path).folder
    problems = towns.check(folder)
    errors = sum(problem.is_error for problem in problems)
    if as_json:
        _say_as_json(str(folder), problems, errors)
    else:
        _say(str(folder), problems, errors)
    raise typer.Exit(1 if errors else 0)


def _say_as_json(folder: str, problems: list[Problem], errors: int) -> None:
    listed = [
        {"severity": str(found.severity), "where": found.where, "what": found.what, "remedy": found.remedy}
        for found in problems
    ]
    summary = {"town": folder, "errors": errors, "warnings": len(problems) - errors, "problems": listed}
    echo_json(summary)


def _say(folder: str, problems: list[Problem], errors: int) -> None:
    for found in problems:
        colour = typer.colors.RED if found.is_error else typer.colors.YELLOW
        echo(f"{label(str(found.severity))}: ", fg=colour, bold=True, nl=False)
        echo(said(found.where), bold=True)
        typer.echo(f"  {both(found.what, found.remedy)}")
    count = len(problems) - errors
    warnings = tn("{count} warning", "{count} warnings", count=count) if count else t("no warnings")
    if errors:
        told = tn("{count} error", "{count} errors", count=errors)
        verdict = t("{folder} cannot be used yet: {errors}, {warnings}.", folder=folder, errors=told, warnings=warnings)
    else:
        verdict = t("{folder} is ready: no errors, {warnings}.", folder=folder, warnings=warnings)
    say(verdict, fg=typer.colors.RED if errors else typer.colors.GREEN)
