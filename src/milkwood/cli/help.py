"""Help and usage errors of commands, in the user's language.

Invariant: in English both are Typer's own; in other languages no line is wider than the terminal, and no word is
broken.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from milkwood.cli.voice import ENGLISH, columns, filled, label, said, say, user_language
from milkwood.errors import invalid
from milkwood.i18n import Finished, join, looked_up, t

_Wrong: Any = typer.BadParameter.__mro__[1]
"""Usage errors; Typer has no public name for them."""
_MAX_COLUMNS = 80
_MAX_NAME_COLUMNS = 30
_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_PIECE = re.compile(rf"\s+|[［（“]*(?:[^\s{_WIDE}]+|.)[］）”，。、；：？！…]*")
"""Blanks, or a word or wide character with its punctuation: units that line breaks keep."""


class Command(TyperCommand):
    """A command with help and usage errors in the user's language."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Parse the command line."""
        with _complaints():
            return super().make_context(*args, **options)

    def get_help(self, ctx: Any) -> str:
        """The help text."""
        return super().get_help(ctx) if user_language() == ENGLISH else _help(self, ctx)


class Group(TyperGroup):
    """A group of commands, in the user's language."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Parse the command line."""
        with _complaints():
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _complaints():
            return super().invoke(ctx)

    def get_help(self, ctx: Any) -> str:
        """The help text."""
        return super().get_help(ctx) if user_language() == ENGLISH else _help(self, ctx)


@contextmanager
def _complaints() -> Iterator[None]:
    """Print usage errors in the user's language."""
    try:
        yield
    except _Wrong as error:
        if details := getattr(error.__cause__, "errors", None):  # of Pydantic, which Typer parses with
            error.message = said(invalid(details(include_url=False)[0])).removesuffix(".")
        if user_language() == ENGLISH:
            raise
        written = StringIO()
        error.show(file=written)
        for line in written.getvalue().splitlines():
            say(Finished(line), err=True)
        raise typer.Exit(error.exit_code) from None
    except typer.Abort:
        if user_language() == ENGLISH:
            raise
        say(Finished("Aborted!"), err=True)
        raise typer.Exit(1) from None


def _help(command: Any, ctx: Any) -> str:
    width = min(_MAX_COLUMNS, shutil.get_terminal_size().columns) - 2
    lines = [_named(label("Usage"), " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])), ""]
    lines += [f"  {line}" for line in wrapped(_helped(" ".join((command.help or "").split())), width - 2)]
    records = [(each.param_type_name, each.get_help_record(ctx)) for each in command.get_params(ctx)]
    for kind, heading in (("argument", "Arguments"), ("option", "Options")):
        lines += _section(
            heading, [(name, _described(name, text)) for which, (name, text) in _there(records) if which == kind], width
        )
    if isinstance(command, TyperGroup):
        known = [(name, command.get_command(ctx, name)) for name in command.list_commands(ctx)]
        lines += _section("Commands", [(name, _helped(each.help or "")) for name, each in known if each], width)
    return "\n".join(lines)


def _helped(text: str) -> str:
    return looked_up(text, user_language(), "help")


def _there(records: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    return (each for each in records if each[1] is not None)


def _section(heading: str, rows: list[tuple[str, str]], width: int) -> list[str]:
    """Names on the left, descriptions on the right, or below a long name."""
    if not rows:
        return []
    column = min(_MAX_NAME_COLUMNS, max(columns(name) for name, _ in rows))
    lines = ["", _named(label(heading), "").rstrip()]
    for name, text in rows:
        first, *others = wrapped(text, width - column - 4) or [""]
        fits = columns(name) <= column
        lines += (
            [f"  {filled(name, column)}  {first}".rstrip()] if fits else [f"  {name}", f"{' ' * (column + 4)}{first}"]
        )
        lines += [f"{' ' * (column + 4)}{other}" for other in others]
    return lines


def _described(name: str, text: str) -> str:
    """The description of an option, with its default; a default that is one of its choices is not translated."""
    told, _, extra = text.partition("[" if text.startswith("[") else "  [")
    choices = re.findall(r"[\w.-]+(?=\||>)", name)
    notes = [_noted(each, choices) for each in extra.removesuffix("]").split("; ")] if extra else []
    return _helped(told) + (
        said(t(" [{notes}]", context="help", notes=join(t("; ", context="why"), notes))) if notes else ""
    )


def _noted(note: str, choices: list[str]) -> str:
    name, colon, value = note.partition(": ")
    if not colon:
        return label(note)
    inner = value[1:-1] if value.startswith("(") and value.endswith(")") else value
    return _named(label(name), inner if inner in choices else label(inner))


def _named(name: str, value: str) -> str:
    return said(t("{name}: {value}", context="help", name=name, value=value))


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of `width` columns; wide characters may be parted anywhere but before punctuation."""
    lines, line, used = [], "", 0
    for piece in _PIECE.findall(text):
        size = columns(piece)
        if used + size > width and line:
            lines.append(line.rstrip())
            line, used = "", 0
            if piece.isspace():
                continue
        line, used = line + piece, used + size
    return [*lines, line.rstrip()] if line.strip() else lines
