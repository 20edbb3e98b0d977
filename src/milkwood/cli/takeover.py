"""`milkwood doctor --from utils.py`: settings of generative agents taken over into ours.

Knows where settings and keys are kept. Invariants: the file is never run; keys are masked on the screen and go to the
environment file alone; what is set here already stays as it is, and is said to.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import typer

from milkwood import config
from milkwood.bridge.settings import Taken, read, take
from milkwood.cli import environment
from milkwood.cli.toml import put
from milkwood.errors import SetupError


def take_over(path: Path, *, as_json: bool) -> None:
    """Read a settings file, write what it comes to, and say so line by line."""
    taken = take(read(path), path.absolute().parent)
    own = config.own_file()
    kept = own.with_name("environment")
    kept_notes = _write(own, taken)
    others = environment.keep(kept, taken.keys)
    notes = [*kept_notes, *(f"There is another key in {name} already; it stays." for name in others)]
    if as_json:
        typer.echo(json.dumps(_plain(own, kept, taken, notes), ensure_ascii=False, indent=2))
        return
    for name, came in taken.used:
        secret = taken.keys.get(came)
        shown = f"{came} = {secret.masked()}, in {kept}" if secret is not None else came
        typer.echo(f"{name:<24}{shown}")
    for name, what in taken.advice:
        typer.echo(f"{name:<24}{what}")
    for note in notes:
        typer.secho(note, fg=typer.colors.YELLOW)
    if taken.models:
        typer.echo(f"Models are in {own}; “milkwood doctor” tries them.")
    else:
        typer.echo("No model was found in it: the understudy lives the town.")


def _plain(own: Path, kept: Path, taken: Taken, notes: list[str]) -> dict[str, Any]:
    return {
        "settings": str(own),
        "environment": str(kept),
        "models": {model.name: dict(model.table) for model in taken.models},
        "keys": {name: key.masked() for name, key in taken.keys.items()},
        "used": dict(taken.used),
        "advice": dict(taken.advice),
        "notes": notes,
    }


def _write(own: Path, taken: Taken) -> list[str]:
    """The settings with the models in them; returns what was there already and stays."""
    try:
        text = own.read_text("utf-8") if own.is_file() else ""
        before = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(f"The settings cannot be read ({error}).", where=str(own), remedy="Mend the file.") from error
    notes, changed = [], text
    known = before.get("models", {})
    for model in taken.models:
        if model.name in known:
            if known[model.name] != dict(model.table):
                notes.append(f"There is another [models.{model.name}] in {own} already; it stays.")
            continue
        lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in model.table.items())
        gap = "" if not changed else "\n" if changed.endswith("\n") else "\n\n"
        changed = f"{changed}{gap}[models.{model.name}]\n{lines}"
    if taken.models and "model" not in before:
        changed = put(changed, "", "model", "fast")
    elif taken.models and before.get("model") != "fast":
        notes.append(f"“{before['model']}” answers, as your settings say; [models.fast] is there if you want it.")
    if changed != text:
        _put(own, changed)
    return notes


def _put(own: Path, text: str) -> None:
    """Write the settings whole and understood, or not at all."""
    part = own.with_name(f".{own.name}.part")
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        config.settings(path=part)
        part.replace(own)
    except OSError as error:
        raise SetupError(f"The settings cannot be written ({error.strerror or error}).", where=str(own)) from error
    finally:
        part.unlink(missing_ok=True)
