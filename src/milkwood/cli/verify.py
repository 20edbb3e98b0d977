"""`milkwood verify`: checks a run's file, and says what still works if it is damaged.

Invariant: exit code 0 if the run is sound, 1 if not.
"""

from dataclasses import asdict
from typing import Annotated

import typer

from milkwood.chronicle.runs import find
from milkwood.chronicle.verify import verify
from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import say
from milkwood.i18n import sentences, t, tn
from milkwood.run.own_prompts import named_prompts

_MAX_TOLD_FAULTS = 6
"""Faults that are told one by one."""


def verify_run(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a run's file and print the hash of its history."""
    verdict = verify(find(run))
    if as_json:
        echo_json({**asdict(verdict), "sound": verdict.sound})
    elif verdict.sound:
        say(verdict.sentence())
        if verdict.own_prompts:
            say(t("own prompts: {names}", names=named_prompts(verdict.own_prompts)))
        if verdict.note:
            say(verdict.note)
    else:
        say(verdict.sentence(), fg=typer.colors.RED, err=True)
        for fault in verdict.faults[1:_MAX_TOLD_FAULTS]:
            say(fault, indent=2, err=True)
        if (more := len(verdict.faults) - _MAX_TOLD_FAULTS) > 0:
            say(tn("and {count} more fault", "and {count} more faults", count=more), indent=2, err=True)
        say(sentences(verdict.advice, verdict.note), err=True)
    raise typer.Exit(0 if verdict.sound else 1)
