"""`milkwood config`: shows the settings and their sources, and sets up the first ones.

Invariants: no key is shown or written; nothing is written without a yes, by answer or by option; a settings file keeps
everything it had.
"""

import asyncio
import json
import shlex
import sys
from typing import Annotated, Any

import typer

from milkwood import config
from milkwood.cli.settings import text_of, write
from milkwood.cli.terminal import echo_json
from milkwood.cli.toml import put
from milkwood.cli.voice import filled, label, said, say, wrong
from milkwood.config import Origin, ResolvedConfig
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.ids import typed_path
from milkwood.models.secret import Secret, masked_address
from milkwood.providers.nearby import Nearby, models_at, nearby
from milkwood.providers.presets import Preset, presets
from milkwood.questions.own_prompts import write_folder
from milkwood.run import model_config, model_specs
from milkwood.run.own_prompts import NONE_OF_OWN

_MAX_LISTED_MODELS = 20
"""Maximum number of models listed to choose from."""


# --- show


def show(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show all settings, and where each came from; keys are masked."""
    settings = config.settings()
    rows = [(name, _shown(value), origin) for name, value, origin in settings.values()]
    if as_json:
        told = {
            "files": [str(path) for _, path in config.files()],
            "own_file": str(config.own_file()),
            "settings": [
                {"name": name, "value": value, "source": origin.source.name.lower(), "where": origin.where}
                for name, value, origin in rows
            ],
            "keys_found": [variable for _, variable in model_specs.keys_found()],
        }
        echo_json(told)
        return
    width = max(len(name) for name, _, _ in rows)
    for name, value, origin in rows:
        typer.echo(f"{name:<{width}}  {filled(_spelled(value), 24)}  {_come_from(origin)}")
    typer.echo()
    _show_around(settings)


def _show_around(settings: ResolvedConfig) -> None:
    there = {path for _, path in config.files()}
    if config.own_file() not in there:
        say(t("There are no settings yet; they would be in {file}.", file=config.own_file()))
    for _, variable in model_specs.keys_found():
        if variable in settings.config.keys.allowed:
            say(t("There is a key in {variable}; it may be used.", variable=variable))
        else:
            say(t("There is a key in {variable}; it is used only where you name its models.", variable=variable))
    if hint := model_config.hint(settings):
        say(hint)


def _shown(value: Any) -> Any:
    """The value with keys, and secrets in addresses, masked."""
    match value:
        case Secret():
            return value.masked()
        case str():
            return masked_address(value)
        case list():
            return [_shown(each) for each in value]
    return value


def _come_from(origin: Origin) -> str:
    return label(origin.source.value) + (f" ({origin.where})" if origin.where else "")


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- init


def init(
    model: Annotated[
        str | None, typer.Option(help="Model: PROVIDER/MODEL, a .gguf file, “local” or “understudy”.")
    ] = None,
    use_key: Annotated[
        list[str] | None,
        typer.Option(metavar="VARIABLE", help="Environment variable with a key that may be used; can be repeated."),
    ] = None,
    budget: Annotated[str | None, typer.Option(help="Budget of a run: 2.00, 500000tokens or 300calls.")] = None,
) -> None:
    """Set up a model; asks questions unless options are given."""
    asked = {"model": model, "budget": budget}
    if model is None and budget is None and not use_key:
        if not sys.stdin.isatty():
            raise SetupError(
                t("This is not a terminal, so nothing can be asked."),
                remedy=t("Use options: milkwood config init --model openai/gpt-4o-mini --use-key OPENAI_API_KEY."),
            )
        asked, use_key = _conversation()
    allowed = _allowed(use_key or [])
    values = {name: value for name, value in asked.items() if value}
    if not values and not allowed:
        say(t("Nothing was changed: the understudy answers for the town."))
        return
    _check(values)
    path = config.own_file()
    text = text_of(path)
    if allowed:
        text = put(text, "keys", "allowed", allowed)
    for name, value in values.items():
        text = put(text, "", name, value)
    write(path, text)
    say(t("Written to {file}. `milkwood doctor` tries it.", file=path))


def _check(values: dict[str, str]) -> None:
    """Raise an error before anything is written."""
    settings = config.settings({name: (f"--{name}", value) for name, value in values.items()})
    model = values.get("model")
    if model and model != config.UNDERSTUDY:
        model_specs.spec_for(model, settings)


def _allowed(variables: list[str]) -> list[str]:
    """All keys that may be used, including those allowed now."""
    known = {variable for one in presets().values() for variable in one.keys}
    for variable in variables:
        if variable not in known:
            raise SetupError(
                t("No provider uses a key in “{variable}”.", variable=variable),
                remedy=t("Known variables: {names}.", names=", ".join(sorted(known))),
            )
    if not variables:
        return []
    before = config.settings().config.keys.allowed
    return list(dict.fromkeys([*before, *variables]))


def _conversation() -> tuple[dict[str, str | None], list[str]]:
    """Ask about each server and key that was found, until one is accepted."""
    say(t("Looking for models on this machine …"))
    for server in asyncio.run(nearby()):
        if typer.confirm(
            said(
                t(
                    "{title} answers at {address}. Use it for the town?",
                    title=server.preset.title,
                    address=server.address,
                )
            ),
            default=True,
        ):
            return {"model": _of_server(server), "budget": None}, []
    for one, variable in model_specs.keys_found():
        if typer.confirm(
            said(t("There is a key in {variable} ({title}). May it be used?", variable=variable, title=one.title)),
            default=False,
        ):
            name = f"{one.name}/{_of_vendor(one)}"
            say(t("A budget is the most a run may spend."))
            budget = typer.prompt(
                said(t("Budget per run, in dollars (empty for none)")), default="", show_default=False
            )
            return {"model": name, "budget": budget}, [variable]
    say(t("No local server was found, and no key was chosen."))
    say(t("`milkwood models` lists providers; `milkwood local fetch` downloads a small model that runs offline."))
    return {}, []


def _of_server(server: Nearby) -> str:
    return f"{server.preset.name}/{_picked(list(server.models))}"


def _of_vendor(one: Preset) -> str:
    """Ask which of a vendor's models to use; lists them if the vendor can be reached."""
    try:
        listed = asyncio.run(models_at(model_specs.spec_for(f"{one.name}/any", config.settings())))
    except MilkwoodError as error:
        typer.echo(wrong(error))
        listed = ()
    return _picked(sorted(listed))


def _picked(models: list[str]) -> str:
    if len(models) == 1:
        return models[0]
    for name in models[:_MAX_LISTED_MODELS]:
        typer.echo(f"  {name}")
    if len(models) > _MAX_LISTED_MODELS:
        say(t("… and {count} more", count=len(models) - _MAX_LISTED_MODELS), indent=2)
    picked: str = typer.prompt(
        said(t("Which model")), default=models[0] if models and len(models) <= _MAX_LISTED_MODELS else None
    )
    return picked.strip()


# --- prompts


def prompts(folder: Annotated[str, typer.Argument(help="A folder; it is made if it does not exist.")]) -> None:
    """Write the built-in prompts to a folder, to change them."""
    written = write_folder(typed_path(folder))
    say(t("{count} prompts are in {folder}.", count=len(written), folder=folder))
    say(
        t(
            "Change some of them, delete the others, and try them: {exam}. Live with them: {run}.",
            exam=f"milkwood exam MODEL --contexts RUN --prompts {NONE_OF_OWN} --prompts {shlex.quote(folder)}",
            run=f"milkwood run TOWN --prompts {shlex.quote(folder)}",
        )
    )
