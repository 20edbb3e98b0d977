"""Commands that are imported when they are called.

Invariant: listing a group imports none of its commands; the help line in a group's table is the first line of the
command's help.
"""

from functools import cached_property
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

from milkwood.cli.help import Command, Group
from milkwood.errors import SetupError
from milkwood.i18n import t

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class LazyCommand(TyperCommand):
    """The name and help line of a command in another module of this package, such as `fork:fork_run`."""

    def __init__(self, name: str, target: str, help_line: str, command_class: str = "") -> None:
        super().__init__(name, help=help_line)
        self._target = target
        self._class = command_class

    @cached_property
    def loaded(self) -> Any:
        """The command itself."""
        single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP_OPTIONS)
        single.command(self.name, cls=_found(self._class) if self._class else Command)(_found(self._target))
        return typer.main.get_command(single)

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Parse the command line; the context belongs to the loaded command."""
        return self.loaded.make_context(*args, **options)


def _found(target: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(f"{__package__}.{module}"), attribute)
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "milkwood":
            raise
        raise SetupError(
            t("The Python package “{name}” is missing.", name=name),
            remedy=t("Install Milkwood again, with its dependencies."),
        ) from error


class LazyGroup(Group):
    """A group of commands, imported when they are called."""

    table: tuple[tuple[str, ...], ...] = ()
    """Name, target and help line of each command, and its class if it is not `Command`."""

    def __init__(self, *, commands: dict[str, Any] | None = None, **options: Any) -> None:
        lazy = {row[0]: LazyCommand(*row) for row in self.table}
        super().__init__(commands={**lazy, **(commands or {})}, **options)
