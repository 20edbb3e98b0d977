"""`milkwood serve`: shows all runs in the browser.

Invariant: no run continues unless a user of the page asks for it.
"""

from typing import Annotated

import typer

from milkwood.cli.serving import (
    HOST_HELP,
    OPEN_HELP,
    PORT_HELP,
    TOKEN_HELP,
    VIEW_ONLY_HELP,
    address,
    greet,
    listen,
    open_packs,
    rights_of,
    served,
    show,
)
from milkwood.cli.voice import say
from milkwood.errors import SetupError
from milkwood.i18n import languages, t, tn
from milkwood.server.files import STATIC, UNBUILT, UNBUILT_REMEDY, is_built
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help=PORT_HELP)] = 8000,
    host: Annotated[str, typer.Option(help=HOST_HELP)] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(help=TOKEN_HELP)] = None,
    view_only: Annotated[bool, typer.Option("--view-only", help=VIEW_ONLY_HELP)] = False,
    browser: Annotated[bool, typer.Option("--open/--no-open", help=OPEN_HELP)] = True,
    lang: Annotated[
        str | None, typer.Option("--language", "--lang", help="The language of the page, such as en or zh.")
    ] = None,
) -> None:
    """Show all runs in the browser without continuing any."""
    if not is_built(STATIC):
        raise SetupError(UNBUILT, remedy=UNBUILT_REMEDY)
    if lang is not None and lang not in languages():
        raise SetupError(
            t("The page is not available in “{language}”.", language=lang),
            remedy=t("Available: {languages}.", languages=", ".join(languages())),
        )
    rights = rights_of(host, token, view_only=view_only)
    packs = open_packs()
    app_state = AppState(packs=Packs(packs))
    with listen(host, port) as listener:
        taken = listener.getsockname()[1]
        url = address(host, taken, lang, token=rights.token)
        count = len(app_state.run_files.entries())
        say(tn("{count} run can be viewed at {url}", "{count} runs can be viewed at {url}", count=count, url=url))
        greet(url, rights, host, taken)
        show(url, browser)
        served(packs, app_state, listener, host, rights, lang)
