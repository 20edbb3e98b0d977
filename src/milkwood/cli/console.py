"""`milkwood console`: the prompt of generative agents, for our runs.

Invariant: nothing starts before both names are understood, and an existing run continues only after a yes.
"""

from typing import Annotated

import typer

from milkwood.chronicle.runs import home
from milkwood.cli.prompt.asking import asker
from milkwood.cli.prompt.begin import begin
from milkwood.cli.prompt.session import Session
from milkwood.cli.prompt.wording import PromptTexts
from milkwood.cli.terminal import echo
from milkwood.cli.voice import user_language
from milkwood.errors import MilkwoodError, OurBug, SetupError
from milkwood.i18n import languages, t


def console(
    forked: Annotated[
        str | None, typer.Argument(help="The run, town or alias of a scenario to fork.", show_default="asks")
    ] = None,
    new: Annotated[str | None, typer.Argument(help="The new run's name.", show_default="asks")] = None,
    model: Annotated[
        str | None, typer.Option(help="Model, as for “milkwood run”.", show_default="from your settings")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "--lang",
            help="The language of the prompt, and of people in a new run if their town has it; such as en or zh.",
            show_default="your system's",
        ),
    ] = None,
) -> None:
    """Control a run at a prompt, with the commands of Generative Agents."""
    if language is not None and language not in languages():
        raise SetupError(
            t("The prompt is not available in “{language}”.", language=language),
            remedy=t("Available: {languages}.", languages=", ".join(languages())),
        )
    words = PromptTexts.of(language or user_language())
    lines = asker(home() / "console_history")
    try:
        begun = begin(lines, words, forked, new, model)
        if begun is not None:
            with Session(begun, lines, words) as session:
                session.go_on()
    except OurBug:
        raise
    except MilkwoodError as error:
        echo(f"milkwood: {words.wrong(error)}", err=True, fg=typer.colors.RED)
        raise typer.Exit(error.exit_code) from None
