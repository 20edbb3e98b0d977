"""`milkwood town new`: a small pack to start from.

Invariant: nothing that exists is overwritten.
"""

from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.voice import say
from milkwood.i18n import t
from milkwood.towns.new import new_town


def new(name: Annotated[str, typer.Argument(help="The folder's name, such as “willow_end”.")]) -> None:
    """Create a small town pack in the current folder."""
    folder = new_town(name, Path())
    say(t("A new town is in {folder}. View it with:", folder=f"{folder}/"))
    typer.echo(f"  milkwood town check {folder}")
    typer.echo(f"  milkwood town draw {folder} {name}.png")
    typer.echo(f"  milkwood up {folder}")
