"""The user's settings: `milkwood.toml`, the environment, a command's options; later sources override earlier ones.

Invariants: every value knows where it came from; a source that exists is valid, or an error names what is not; no
source at all means the defaults; a key is a Secret from the moment it is read.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from platformdirs import user_config_path
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from milkwood.errors import SetupError, invalid
from milkwood.i18n import t
from milkwood.models.budget import Cap
from milkwood.models.retry import OUTAGE_SECONDS
from milkwood.models.secret import Secret
from milkwood.models.spec import MAX_CONCURRENT_CALLS, TIMEOUT_SECONDS
from milkwood.plain import Toml, TomlTable

FILE: Final = "milkwood.toml"
UNDERSTUDY: Final = "understudy"

Value: TypeAlias = Toml | Secret | Mapping[str, "Value"]
"""A setting, or a table of settings."""
LimitName = Literal[
    "questions_per_day",
    "questions_per_hour",
    "tokens_per_day",
    "break_down",
    "react",
    "speak",
    "after_talk",
    "reflect",
    "weigh",
    "reactions_per_thing",
    "reactions_per_partner",
    "talks_begun",
    "talks_joined",
    "talks_per_partner",
    "plan_changes",
]
PartName = Literal["observation", "reflection", "planning", "impressions", "routines", "wandering"]

VARIABLES: Final = {
    "MILKWOOD_MODEL": "model",
    "MILKWOOD_BUDGET": "budget",
    "MILKWOOD_AT_CAP": "at_cap",
    "MILKWOOD_ON_LIMIT": "on_limit",
    "MILKWOOD_STRICT": "strict",
    "MILKWOOD_CACHE": "cache",
    "MILKWOOD_KEEP_REPLIES": "keep_replies",
    "MILKWOOD_PATIENCE_SECONDS": "patience_seconds",
    "MILKWOOD_TRUST_ALL": "trust_all",
    "MILKWOOD_PROMPTS": "prompts",
    "MILKWOOD_OFF": "minds.off",
    "MILKWOOD_EMBEDDING": "minds.embedding",
}
"""Environment variables, and the setting of each."""


_SWITCHES: Final = {
    **dict.fromkeys(("true", "on", "yes", "1"), True),
    **dict.fromkeys(("false", "off", "no", "0"), False),
}


def _secret(value: Toml) -> Toml | Secret:
    return Secret(value) if isinstance(value, str) else value


def _text(value: Toml) -> Toml:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _switch(value: Toml) -> Toml:
    """True and false as variables spell them; anything else as it is."""
    return _SWITCHES.get(value.strip().lower(), value) if isinstance(value, str) else value


class _Section(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, hide_input_in_errors=True, protected_namespaces=()
    )


class MindsTable(_Section):
    """`[minds]`."""

    off: list[PartName] = Field(default_factory=list)
    """Parts switched off in all minds (ablation)."""
    embedding: bool = True
    """Whether memories are compared by meaning, or by words alone."""
    limits: dict[LimitName, Annotated[int, Field(ge=0, le=1_000_000_000)]] = Field(default_factory=dict)
    """How much a person is asked and does, where it differs from the usual."""


class ModelTable(_Section):
    """`[models.NAME]`."""

    provider: str
    model: str
    address: str = Field("", repr=False)
    key: Annotated[Secret | None, BeforeValidator(_secret)] = None
    key_variable: str = ""
    """Environment variable that holds the key, if not the provider's usual one."""
    temperature: float | None = Field(None, ge=0, le=2)
    most_tokens: int | None = Field(None, ge=1)
    timeout_seconds: float = Field(TIMEOUT_SECONDS, gt=0)
    at_once: int = Field(MAX_CONCURRENT_CALLS, ge=1)
    prompt_price: float | None = Field(None, ge=0)
    answer_price: float | None = Field(None, ge=0)
    json_mode: Literal["schema", "grammar", "tool", "object", "plain"] | None = None
    """How the form of answers is asked for; the best known way by default."""
    fallback: list[str] = Field(default_factory=list)


class KeysTable(_Section):
    """`[keys]`; only valid in the user's own file."""

    allowed: list[str] = Field(default_factory=list)
    """Environment variables whose key any settings file may use."""


class Config(_Section):
    """All settings."""

    model: str = UNDERSTUDY
    """Model of questions without a routing rule: `[models]` name, `provider/model`, `local`, a file or `understudy`."""
    budget: Annotated[str, BeforeValidator(_text)] = ""
    at_cap: Literal["understudy", "pause"] = "understudy"
    on_limit: Literal["wait", "stop"] = "wait"
    strict: bool = False
    """Whether a run stops where the understudy would have to stand in."""
    cache: bool = False
    keep_replies: Annotated[Literal[True, False, "all"], BeforeValidator(_switch)] = True
    """Whether raw replies of models are kept in a run's file; `all` without a limit."""
    patience_seconds: float = Field(default=OUTAGE_SECONDS, ge=0)
    trust_all: bool = False
    """Whether a model is also asked what its profile says it cannot answer."""
    prompts: str = ""
    """A folder with prompts of the user's own, or `built-in`; relative to the file that names it."""
    minds: MindsTable = Field(default_factory=MindsTable)
    models: dict[str, ModelTable] = Field(default_factory=dict)
    routing: dict[str, Any] = Field(default_factory=dict)
    """Which model answers which person's which question: see `milkwood.questions.routing`."""
    keys: KeysTable = Field(default_factory=KeysTable)


class Source(StrEnum):
    """Where a value can come from; later members override earlier ones."""

    USUAL = "usual"
    OWN_FILE = "your settings"
    FOLDER_FILE = "this folder's settings"
    ENVIRONMENT = "environment"
    FLAG = "option"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from."""

    source: Source
    where: str = ""
    """The file, the variable or the option."""

    @property
    def own(self) -> bool:
        """Whether the user set it; a folder's file may come from anyone."""
        return self.source is not Source.FOLDER_FILE

    def say(self) -> str:
        """For people: `environment (MILKWOOD_MODEL)`."""
        return f"{self.source.value} ({self.where})" if self.where else self.source.value


@dataclass(frozen=True, slots=True)
class ResolvedConfig:
    """Settings, and where each came from."""

    config: Config
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """By dotted name, of all values that are not defaults."""

    def origin(self, name: str) -> Origin:
        """Where a value, or any part of a table, came from."""
        return _origin(self.origins, name) or Origin(Source.USUAL)

    def values(self) -> Iterator[tuple[str, Value, Origin]]:
        """Every value by its dotted name, defaults included; a key is a Secret."""
        for name, value in _leaves(_plain(self.config)):
            yield name, value, self.origin(name)


def own_file() -> Path:
    """Path of the user's own settings file, which may not exist."""
    return user_config_path("milkwood", appauthor=False) / FILE


def files() -> list[tuple[Source, Path]]:
    """The settings files that exist; the last one overrides the first."""
    places = [(Source.OWN_FILE, own_file()), (Source.FOLDER_FILE, Path(FILE).absolute())]
    return [(source, path) for source, path in places if _is_there(path)]


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # an unreadable folder counts as empty
        return False


def settings(
    flags: Mapping[str, tuple[str, Toml]] | None = None,
    *,
    path: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> ResolvedConfig:
    """All settings: from the files (or one file), the environment, and options by setting: (option, value)."""
    read_files = [(Source.OWN_FILE, path)] if path else files()
    merged: dict[str, Toml] = {}
    origins: dict[str, Origin] = {}
    for source, each in read_files:
        parsed = _parsed(each)
        if source is Source.FOLDER_FILE and "keys" in parsed:
            raise SetupError(
                t("“keys” is allowed only in your own settings file."),
                where=str(each),
                remedy=t("Move it to {file}.", file=own_file()),
            )
        for name, value in _units(parsed):
            _put(merged, origins, name, value, Origin(source, str(each)))
    variables = os.environ if environment is None else environment
    for variable, name in VARIABLES.items():
        if text := variables.get(variable, "").strip():
            value = text.replace(",", " ").split() if name == "minds.off" else text
            _put(merged, origins, name, value, Origin(Source.ENVIRONMENT, variable))
    for name, (option, value) in (flags or {}).items():
        if value is not None:
            _put(merged, origins, name, value, Origin(Source.FLAG, option))
    return ResolvedConfig(_checked(merged, origins), origins)


def read(path: Path | None = None) -> Config:
    """The settings without their origins: from one file, or from the usual places."""
    return settings(path=path).config


def _parsed(path: Path) -> TomlTable:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(t("The settings cannot be read ({error}).", error=error), where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise SetupError(t("The settings are not TOML: {error}.", error=error), where=str(path)) from error


def _units(plain: TomlTable, above: str = "") -> Iterator[tuple[str, Toml]]:
    """What overrides another source as a whole: a value, or a model with all its values."""
    for name, value in plain.items():
        dotted = f"{above}{name}"
        if above != "models." and isinstance(value, dict) and value:
            yield from _units(value, f"{dotted}.")
        else:
            yield dotted, value


def _leaves(plain: Mapping[str, Value], above: str = "") -> Iterator[tuple[str, Value]]:
    for name, value in plain.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _plain(section: _Section) -> dict[str, Value]:
    """A section as plain values; of a model only the values that were given."""
    values: dict[str, Value] = {}
    for name in type(section).model_fields:
        value = getattr(section, name)
        if isinstance(section, ModelTable) and name not in section.model_fields_set:
            continue
        if isinstance(value, _Section):
            value = _plain(value)
        elif name == "models":
            value = {each: _plain(table) for each, table in value.items()}
        values[name] = value
    return values


def _put(merged: dict[str, Toml], origins: dict[str, Origin], name: str, value: Toml, origin: Origin) -> None:
    *above, last = name.split(".", 1) if name.startswith("models.") else name.split(".")
    table = merged
    for part in above:
        inner = table.get(part)
        table[part] = table = inner if isinstance(inner, dict) else {}
    if value == {} and isinstance(table.get(last), dict):
        return  # an empty table removes nothing
    table[last] = value
    for known in [each for each in origins if each.startswith(f"{name}.")]:
        del origins[known]
    origins[name] = origin


def _checked(merged: TomlTable, origins: Mapping[str, Origin]) -> Config:
    try:
        config = Config.model_validate(merged)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        origin = _origin(origins, place)
        raise SetupError(
            t("“{place}” is not valid: {error}.", place=place, error=invalid(first)),
            where=origin.where if origin else FILE,
            remedy=t("See docs/reference/settings.md for all settings."),
        ) from None
    if config.budget:
        try:
            Cap.parse(config.budget)
        except SetupError as error:
            origin = _origin(origins, "budget")
            raise SetupError(error.what, where=origin.where if origin else "", remedy=error.remedy) from None
    return config


def _origin(origins: Mapping[str, Origin], name: str) -> Origin | None:
    """Origin of a name, of a table that holds it, or of any part of it."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        if found := origins.get(".".join(parts[:length])):
            return found
    return next((origin for known, origin in origins.items() if known.startswith(f"{name}.")), None)
