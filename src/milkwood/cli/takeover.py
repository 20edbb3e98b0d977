"""`milkwood doctor --from utils.py`: imports settings of generative agents.

Invariants: the file is never run; keys are masked on the screen and written to the environment file only; existing
settings stay, and are reported.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from milkwood import config
from milkwood.bridge.settings import ImportedSettings, read, take
from milkwood.cli import environment
from milkwood.cli.settings import text_of, write
from milkwood.cli.terminal import echo_json
from milkwood.cli.toml import put
from milkwood.cli.voice import said, say
from milkwood.i18n import t
from milkwood.models.secret import masked_address


def take_over(path: Path, *, as_json: bool) -> None:
    """Read a settings file, write our settings, and print each."""
    taken = take(read(path), path.absolute().parent)
    own = config.own_file()
    kept = own.with_name("environment")
    kept_notes = _write(own, taken)
    others = environment.keep(kept, taken.keys)
    notes: list[str] = [*kept_notes, *(t("{name} has another key already; it stays.", name=name) for name in others)]
    if as_json:
        echo_json(_plain(own, kept, taken, notes))
        return
    for name, came in taken.used:
        secret = taken.keys.get(came)
        shown = (
            said(t("{name} = {key}, in {file}", name=came, key=secret.masked(), file=kept))
            if secret is not None
            else came
        )
        typer.echo(f"{name:<24}{shown}")
    for name, what in taken.advice:
        typer.echo(f"{name:<24}{said(what)}")
    for note in notes:
        say(note, fg=typer.colors.YELLOW)
    if taken.models:
        say(t("Models are in {file}; “milkwood doctor” tries them.", file=own))
    else:
        say(t("The file names no model: the understudy answers."))


def _plain(own: Path, kept: Path, taken: ImportedSettings, notes: list[str]) -> dict[str, Any]:
    return {
        "settings": str(own),
        "environment": str(kept),
        "models": {model.name: _shown(model.table) for model in taken.models},
        "keys": {name: key.masked() for name, key in taken.keys.items()},
        "used": dict(taken.used),
        "advice": dict(taken.advice),
        "off": list(taken.off),
        "notes": notes,
    }


def _shown(table: Mapping[str, str | int | float]) -> dict[str, str | int | float]:
    """A model's table with the secrets in its address masked."""
    return {key: masked_address(value) if isinstance(value, str) else value for key, value in table.items()}


def _write(own: Path, taken: ImportedSettings) -> list[str]:
    """Write the settings with the models and switches; returns names that existed and stay."""
    text = text_of(own)
    if text:
        config.settings(path=own, environment={})  # raises an error if they are invalid
    before = tomllib.loads(text)
    notes, changed = list[str](), text
    known = before.get("models", {})
    for model in taken.models:
        if model.name in known:
            if known[model.name] != dict(model.table):
                notes.append(t("{file} has another [models.{name}] already; it stays.", name=model.name, file=own))
            continue
        lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in model.table.items())
        gap = "" if not changed else "\n" if changed.endswith("\n") else "\n\n"
        changed = f"{changed}{gap}[models.{model.name}]\n{lines}"
    if taken.models and "model" not in before:
        changed = put(changed, "", "model", "fast")
    elif taken.models and before.get("model") != "fast":
        notes.append(t("“{name}” answers, as in your settings; [models.fast] is available too.", name=before["model"]))
    off, known_off = list(taken.off), before.get("minds", {}).get("off")
    if off and known_off is None:
        changed = put(changed, "minds", "off", off)
    elif off and not set(off) <= set(known_off or ()):
        notes.append(t("There is another [minds] off in {file} already; it stays.", file=own))
    if changed != text:
        write(own, changed)
    return notes
