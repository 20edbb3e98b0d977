"""`milkwood whisper`: gives a person a thought in a stopped run.

Invariant: the past does not change; the person hears it when the run continues.
"""

from typing import Annotated

import typer

from milkwood.chronicle import Chronicle
from milkwood.cli.given import give
from milkwood.cli.recorded import RUN_HELP
from milkwood.i18n import Text, t
from milkwood.run.names import names_in, person_of
from milkwood.town.acts import UserAct, Whisper
from milkwood.towns import Pack


def whisper(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    person: Annotated[str, typer.Argument(help="The person who hears it: a name in any language, or an id.")],
    text: Annotated[str, typer.Argument(help="The text of the thought.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Put a thought into a person's mind when the run continues."""

    def make(chronicle: Chronicle, pack: Pack) -> tuple[UserAct, Text]:
        whom = person_of(chronicle, pack, person)
        name = names_in(pack, chronicle.header.language).person(whom)
        return Whisper(whom, text.strip()), t(
            "{run}: {name} hears it at {when}, when the run continues.", name=name, run="", when=""
        )

    give(run, make, as_json=as_json)
