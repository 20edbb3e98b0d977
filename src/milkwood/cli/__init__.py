"""The command line: `milkwood`, one file a command.

Knows how to speak to a terminal and how to end; the commands themselves call the rooms below. Invariant:
asking for help imports nothing heavy (the commands import what they need when they run), and a foreseen
error ends in a sentence and an exit code, never in a traceback.
"""

import errno
import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from milkwood.cli import (
    ask,
    bill,
    change,
    compare,
    config,
    console,
    diff,
    doctor,
    environment,
    estimate,
    exam,
    export,
    fake,
    fork,
    history,
    import_,
    local,
    models,
    run,
    runner,
    runs,
    show,
    town_check,
    town_draw,
    town_list,
    town_new,
    verify,
    whisper,
    why,
)
from milkwood.cli.help import Command, Group
from milkwood.cli.voice import said, wrong
from milkwood.errors import MilkwoodError, OurBug, SetupError

INTERRUPTED = 130


class Commands(Group):
    """All commands; what any of them raises on purpose is said here."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command and say what went wrong, if anything did."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read what we say has had enough of it
            _say_refusal(error)
            raise typer.Exit(SetupError.exit_code) from None
        except MilkwoodError as error:
            if isinstance(error, OurBug):
                traceback.print_exc()
            typer.secho(f"milkwood: {wrong(error)}", err=True, fg=typer.colors.RED)
            raise typer.Exit(error.exit_code) from None


def _say_refusal(error: OSError) -> None:
    """Say what the system would not do; of what was written and could not be taken nothing more is tried."""
    refusal = SetupError(
        f"The system does not allow it ({error.strerror or error}).",
        where=str(error.filename or ""),
        remedy="See that the place is there, that you may read and write there, and that there is room.",
    )
    typer.secho(f"milkwood: {wrong(refusal)}", err=True, fg=typer.colors.RED)
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
    add_completion=False,
)
_UNDER_A_NAME: dict[str, Any] = {"cls": Group, "no_args_is_help": True, "rich_markup_mode": None}
town = typer.Typer(help="Make, check and draw town packs.", **_UNDER_A_NAME)
app.add_typer(town, name="town")
town.command("check", cls=Command)(town_check.check)
town.command("draw", cls=Command)(town_draw.draw)
town.command("list", cls=Command)(town_list.list_towns)
town.command("new", cls=Command)(town_new.new)
weights = typer.Typer(help="The small model that runs here, offline.", **_UNDER_A_NAME)
app.add_typer(weights, name="local")
weights.command("fetch", cls=Command)(local.fetch)
weights.command("list", cls=Command)(local.list_local)
settings = typer.Typer(help="Show settings, and make the first ones.", **_UNDER_A_NAME)
app.add_typer(settings, name="config")
settings.command("show", cls=Command)(config.show)
settings.command("init", cls=Command)(config.init)
app.command("run", cls=runner.RunCommand)(run.run_town)
app.command("console", cls=Command)(console.console)
app.command("runs", cls=Command)(runs.list_runs)
app.command("show", cls=Command)(show.show)
app.command("fork", cls=Command)(fork.fork_run)
app.command("verify", cls=Command)(verify.verify_run)
app.command("export", cls=Command)(export.export_run)
app.command("diff", cls=Command)(diff.diff_runs)
app.command("compare", cls=Command)(compare.compare)
app.command("ask", cls=Command)(ask.ask)
app.command("why", cls=Command)(why.why_so)
app.command("bill", cls=Command)(bill.bill)
app.command("history", cls=Command)(history.history)
app.command("import", cls=Command)(import_.import_town)
app.command("whisper", cls=Command)(whisper.whisper)
app.command("change", cls=Command)(change.change)
app.command("doctor", cls=Command)(doctor.doctor)
app.command("models", cls=Command)(models.models)
app.command("exam", cls=Command)(exam.exam)
app.command("estimate", cls=Command)(estimate.estimate)
app.command("fake", cls=Command)(fake.fake)


def _say_version(wanted: bool) -> None:
    if wanted:
        from milkwood.version import commit, release

        number, built_from = release(), commit()
        text = f"milkwood {number}" if number else said("milkwood, run from its sources without being installed")
        typer.echo(f"{text} ({built_from})" if built_from else text)
        raise typer.Exit


@app.callback()
def milkwood(
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and commit.")
    ] = False,
) -> None:
    """A town of people who remember, plan, meet, talk and reflect."""


_HANDED_ON = {"allow_extra_args": True, "allow_interspersed_args": False, "ignore_unknown_options": True}
"""For commands that import the web server: they read their options themselves, so that asking others stays fast."""


@app.command(
    "up",
    cls=Command,
    help="Let a town live, and open it in the browser.",
    add_help_option=False,
    context_settings=_HANDED_ON,
)
def _up(ctx: typer.Context) -> None:
    from milkwood.cli.up import up

    _hand_on(ctx, "up", up)


@app.command(
    "serve",
    cls=Command,
    help="Show all runs in the browser, without living any.",
    add_help_option=False,
    context_settings=_HANDED_ON,
)
def _serve(ctx: typer.Context) -> None:
    from milkwood.cli.serve import serve

    _hand_on(ctx, "serve", serve)


def _hand_on(ctx: typer.Context, name: str, command: Callable[..., None]) -> None:
    """Hand everything on to the real command, which imports the web server."""

    @wraps(command)
    def quietly(*args: Any, **options: Any) -> None:
        # The inner command line would turn an interrupt into “Aborted.” before ours sees it.
        try:
            command(*args, **options)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None

    real = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    real.command(name, cls=Command)(quietly)
    real(args=ctx.args, prog_name=ctx.command_path)


def _open_closed() -> None:
    """Give a stream that was closed before we began (`<&-`) a place that holds nothing and takes everything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - stays open to the end


def main() -> None:
    """Run the command line."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows “?”: worse than the character, better than a crash.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    environment.load()
    app(prog_name="milkwood")
