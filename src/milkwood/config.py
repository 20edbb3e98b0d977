"""The user's settings file, `milkwood.toml`: what minds are made of, and which model answers what.

Knows TOML and where the file may lie, nothing of runs. Invariant: a file that is there is whole and understood, or its
reader is told which line of it is not; no file means the usual settings.
"""

import tomllib
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from milkwood.errors import SetupError

FILE = "milkwood.toml"

Part = Literal["observation", "reflection", "planning", "impressions"]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MindsTable(_Section):
    """`[minds]`."""

    off: list[Part] = Field(default_factory=list)
    """What is taken from all minds, to see what it brings."""
    embedding: bool = True
    """Whether memories are compared by meaning, or by words alone."""


class Config(_Section):
    """The whole file."""

    minds: MindsTable = Field(default_factory=MindsTable)
    routing: dict[str, Any] = Field(default_factory=dict)
    """Which model answers which person's which question: see `milkwood.questions.routing`."""


def find() -> Path | None:
    """The settings file: in the folder one is in, or among the user's settings."""
    places = [Path.cwd() / FILE, user_config_path("milkwood", appauthor=False) / FILE]
    return next((path for path in places if path.is_file()), None)


def read(path: Path | None = None) -> Config:
    """The settings, from a file or from the usual places."""
    path = path or find()
    if path is None:
        return Config()
    try:
        return Config.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"The settings cannot be read ({error}).", where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"The settings are not TOML: {error}.", where=str(path)) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SetupError(
            f"“{place}” is not understood: {first['msg']}.",
            where=str(path),
            remedy="Known are [minds] with off and embedding, and [routing]; see docs/reference/settings.md.",
        ) from error
