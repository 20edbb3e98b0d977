"""`milkwood town random`: a town that nobody has written.

Invariant: the same seed and number of people give the same files; nothing that exists is overwritten.
"""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.voice import say, user_language
from milkwood.errors import SetupError
from milkwood.i18n import t, tn
from milkwood.invention import MAX_INHABITANTS, MIN_INHABITANTS, invent
from milkwood.invention.stock import Pair
from milkwood.towns.new import found_town

_LARGEST_SEED = 1_000_000


def random(
    name: Annotated[str, typer.Argument(help="The folder's name; the town's own name by default.")] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same town; random by default.")
    ] = None,
    people: Annotated[
        int, typer.Option("--people", min=MIN_INHABITANTS, max=MAX_INHABITANTS, help="How many people live there.")
    ] = 10,
    into: Annotated[
        Path, typer.Option("--into", help="The folder to create it in; the current one by default.")
    ] = Path(),
) -> None:
    """Invent a town with its people, ties, secrets, events and map."""
    if not into.is_dir():
        raise SetupError(t("There is no folder “{folder}”.", folder=into), remedy=t("Create it, or name another."))
    chosen = secrets.randbelow(_LARGEST_SEED) if seed is None else seed
    town = invent(chosen, people)
    facts = town.facts
    folder = found_town(name or facts.name.en.lower(), into, town.write)
    say(
        tn(
            "{name} (seed {seed}) is in {folder}: {count} person, {places} places.",
            "{name} (seed {seed}) is in {folder}: {count} people, {places} places.",
            count=len(facts.people),
            name=_told(facts.name),
            seed=chosen,
            folder=f"{folder}/",
            places=len(town.places),
        )
    )
    for event in facts.events:
        say(
            t(
                "{title}: {start}, given by {host}.",
                title=_told(event.title),
                start=f"{event.start:%Y-%m-%d %H:%M}",
                host=_told(facts.people[event.host].name),
            )
        )
    say(t("Look at it and live in it:"))
    typer.echo(f"  milkwood town draw {folder} {folder.name}.png --people")
    typer.echo(f"  milkwood up {folder}")


def _told(pair: Pair) -> str:
    """A text of the town in the user's language."""
    return pair.text().get(user_language(), pair.en)
