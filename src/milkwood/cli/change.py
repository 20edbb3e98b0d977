"""`milkwood change`: changes the state of a thing in a stopped run.

Invariant: the past does not change; the act happens when the run continues.
"""

from typing import Annotated

import typer

from milkwood.chronicle import Chronicle
from milkwood.cli.given import give, thing_of
from milkwood.cli.recorded import RUN_HELP
from milkwood.i18n import Text, t
from milkwood.run.names import names_in
from milkwood.town.acts import Change, UserAct
from milkwood.towns import Pack


def change(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    thing: Annotated[str, typer.Argument(help="The thing: “sector:room:thing”, or a unique name.")],
    state: Annotated[str, typer.Argument(help="The new state, such as “burning”; “idle” is the normal state.")],
    presses: Annotated[
        bool | None,
        typer.Option(
            "--presses/--no-presses",
            help="Whether people must act on it at once; by default the states of its kind say so.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Change the state of a thing when the run continues."""

    def make(chronicle: Chronicle, pack: Pack) -> tuple[UserAct, Text]:
        which = thing_of(pack, thing)
        name = names_in(pack, chronicle.header.language).thing(which)
        return Change(which, state.strip(), presses), t(
            "{run}: {name} will be {state} at {when}, when the run continues.",
            name=name,
            state=state.strip(),
            run="",
            when="",
        )

    give(run, make, as_json=as_json)
