"""`milkwood whisper`: puts a thought into somebody's head, in a run that rests.

Knows how a person is named. Invariant: nothing of the past is changed; it is heard when the run goes on.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from milkwood.cli.recorded import RUN_HELP

if TYPE_CHECKING:
    from milkwood.chronicle import Chronicle
    from milkwood.town.acts import Act
    from milkwood.towns import Pack


def whisper(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    person: Annotated[str, typer.Argument(help="Whose head: a name in any language, or an id.")],
    text: Annotated[str, typer.Argument(help="The thought.")],
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON.")] = False,
) -> None:
    """Put a thought into somebody's head; they hear it when the run goes on."""
    from milkwood.cli.given import give
    from milkwood.cli.recorded import names_in, person_of
    from milkwood.town.acts import Whisper

    def make(chronicle: "Chronicle", pack: "Pack") -> "tuple[Act, str]":
        whom = person_of(chronicle, pack, person)
        name = names_in(pack, chronicle.header.language).person(whom)
        return Whisper(whom, text.strip()), f"{name} hears it"

    give(run, make, as_json=as_json)
