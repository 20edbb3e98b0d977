"""The command line: `milkwood`, one file per command.

Invariant: help imports no command (`milkwood.cli.lazy`), and an expected error ends with a sentence and an exit code,
never with a traceback.
"""

import errno
import os
import sys
import traceback
from typing import Annotated, Any

import typer

from milkwood.cli import environment
from milkwood.cli.lazy import HELP_OPTIONS, LazyGroup
from milkwood.cli.terminal import clean_streams, echo
from milkwood.cli.voice import said, wrong
from milkwood.errors import MilkwoodError, OurBug, SetupError
from milkwood.i18n import t

INTERRUPTED_EXIT_CODE = 130

# Name, target, and help line, which is the command's docstring.
_COMMANDS = (
    ("up", "up:up", t("Run a town and open it in the browser.")),
    ("run", "run:run_town", t("Run a town and record it; the same command continues it."), "runner:RunCommand"),
    ("runs", "runs:list_runs", t("List runs and how far each has come.")),
    ("serve", "serve:serve", t("Show all runs in the browser without continuing any.")),
    ("show", "show:show", t("Show where everyone is and what they do at a moment of a run.")),
    ("ask", "ask:ask", t("Interview a person at a moment; they will not remember it.")),
    ("why", "why:why_so", t("Explain what a person did at a moment.")),
    ("whisper", "whisper:whisper", t("Put a thought into a person's mind when the run continues.")),
    ("change", "change:change", t("Change the state of a thing when the run continues.")),
    ("history", "history:history", t("Add memories from a CSV file to people.")),
    ("fork", "fork:fork_run", t("Create a new run that shares a run's past up to a moment.")),
    ("diff", "diff:diff_runs", t("Show where two runs first differ, and compare them.")),
    ("compare", "compare:compare", t("Run each condition with each seed, and compare the results.")),
    ("export", "export:export_run", t("Export a run as tables, diaries, metrics or a replay page.")),
    ("verify", "verify:verify_run", t("Check a run's file and print the hash of its history.")),
    ("calls", "calls:list_calls", t("Show each call to a model: prompt, raw reply, and what was wrong.")),
    ("bill", "bill:bill", t("Show what a run has cost so far.")),
    ("estimate", "estimate:estimate", t("Estimate the cost of simulating a town with a model.")),
    ("models", "models:models", t("List providers, local servers and your models, with prices.")),
    ("exam", "exam:exam", t("Test a model with questions from a town's run.")),
    ("doctor", "doctor:doctor", t("Check the installation and say how to fix what is missing.")),
    ("import", "import_:import_town", t("Import a town, a run or a history of Generative Agents.")),
    ("console", "console:console", t("Control a run at a prompt, with the commands of Generative Agents.")),
    ("fake", "fake:fake", t("Serve a fake model for tests; a plan can make it fail.")),
)
_TOWN = (
    ("check", "town_check:check", t("Check a town pack and say what is wrong, and where.")),
    ("draw", "town_draw:draw", t("Draw a town pack's map to a PNG picture.")),
    ("list", "town_list:list_towns", t("List bundled and imported towns and their scenarios.")),
    ("new", "town_new:new", t("Create a small town pack in the current folder.")),
    ("random", "town_random:random", t("Invent a town with its people, ties, secrets, events and map.")),
)
_LOCAL = (
    ("fetch", "local:fetch", t("Download the small model (93 MB) into your cache.")),
    ("list", "local:list_local", t("List downloaded model files and whether they run here.")),
)
_CONFIG = (
    ("show", "config:show", t("Show all settings, and where each came from; keys are masked.")),
    ("init", "config:init", t("Set up a model; asks questions unless options are given.")),
    ("prompts", "config:prompts", t("Write the built-in prompts to a folder, to change them.")),
)


class Commands(LazyGroup):
    """All commands; expected errors become sentences and exit codes here."""

    table = _COMMANDS

    def main(self, *args: Any, **options: Any) -> Any:
        """Read what was typed and do it; whatever is printed meanwhile is clean."""
        with clean_streams():
            return super().main(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run a command, and print its error if it fails."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED_EXIT_CODE) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader closed the pipe
            _say_refusal(error)
            raise typer.Exit(SetupError.exit_code) from None
        except Exception as error:
            if isinstance(error, (typer.Exit, typer.Abort)) or hasattr(error, "show"):
                raise  # the end of a command, or an error of usage, which shows itself
            shown = _damage(error) or error
            if not isinstance(shown, MilkwoodError):
                raise
            if isinstance(shown, OurBug):
                traceback.print_exc()
            echo(f"milkwood: {wrong(shown)}", err=True, fg=typer.colors.RED)
            raise typer.Exit(shown.exit_code) from None


def _damage(error: Exception) -> MilkwoodError | None:
    """The damage to a run's file that caused an error, if it did."""
    if isinstance(error, MilkwoodError) and "milkwood.chronicle" not in sys.modules:
        return None  # no run was opened, and opening takes imports
    from milkwood.chronicle.verify import blamed

    return blamed(error)


def _say_refusal(error: OSError) -> None:
    """Print an error of the operating system; drop output that could not be written."""
    refusal = SetupError(
        t("The system does not allow this ({why}).", why=error),
        where=str(error.filename or ""),
        remedy=t("Check that the folder exists, that you may read and write there, and that the disk is not full."),
    )
    echo(f"milkwood: {wrong(refusal)}", err=True, fg=typer.colors.RED)
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - stays open to the end


# Plain help: the boxed one costs half a second of imports and breaks in narrow or dumb terminals.
app = typer.Typer(
    cls=Commands,
    help="A town of people who remember, plan, meet, talk and reflect.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
)


def _add_group(name: str, help_line: str, rows: tuple[tuple[str, ...], ...]) -> None:
    group = type("Commands", (LazyGroup,), {"table": rows})
    app.add_typer(
        typer.Typer(
            cls=group, help=help_line, no_args_is_help=True, rich_markup_mode=None, context_settings=HELP_OPTIONS
        ),
        name=name,
    )


_add_group("town", t("List, create, check and draw town packs."), _TOWN)
_add_group("local", t("A small model that runs on this machine, offline."), _LOCAL)
_add_group("config", t("Show settings and set up a model."), _CONFIG)


def _say_version(wanted: bool) -> None:
    if wanted:
        from milkwood.version import commit, release  # an import of 30 ms for this option alone

        number, built_from = release(), commit()
        text = f"milkwood {number}" if number else said(t("milkwood (run from source, not installed)"))
        typer.echo(f"{text} ({built_from})" if built_from else text)
        raise typer.Exit


@app.callback()
def milkwood(
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and commit.")
    ] = False,
) -> None:
    """A town of people who remember, plan, meet, talk and reflect."""


def _open_closed() -> None:
    """Replace a stream that was closed before the start (`<&-`) by an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - stays open to the end


def main() -> None:
    """Run the command line."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        # Show “?” for characters that the terminal cannot show.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    environment.load()
    app(prog_name="milkwood")
