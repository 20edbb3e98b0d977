"""Imports the settings of generative agents and their forks: a `utils.py` that is parsed, never run.

Invariants: no line of the file is executed; a key is a Secret from the moment it is read; every name of the file is
accounted for.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from milkwood.bridge.reading import LARGEST_NUMBER, fault, text_of
from milkwood.i18n import t
from milkwood.models.secret import Secret

KEYS = {
    "openai_api_key": "OPENAI_API_KEY",
    "openrouter_api_key": "OPENROUTER_API_KEY",
    "azure_openai_api_key": "AZURE_OPENAI_API_KEY",
    "azure_openai_key": "AZURE_OPENAI_API_KEY",
    "google_api_key": "GEMINI_API_KEY",
    "gemini_api_key": "GEMINI_API_KEY",
    "llama_api_key": "LLAMA_API_KEY",
    "anthropic_api_key": "ANTHROPIC_API_KEY",
}
"""Names of keys there, and our environment variable for each."""
ORIGINAL_MODEL = "gpt-3.5-turbo"
"""The model of the original, which its settings do not name."""
MIN_TOKENS = 300
"""A lower limit would cut off answers to our questions."""
MAX_TEMPERATURE = 2
"""The highest temperature that models take."""
_DIGITS = re.compile(r"-?\d{1,9}(\.\d{1,9})?", re.ASCII)
_NO_NUMBER = t("it is not a usable number.")
_PLACES = {
    "maze_assets_loc": "town",
    "env_matrix": "town",
    "env_visuals": "town",
    "fs_storage": "runs",
    "fs_temp_storage": "",
}
_NEEDLESS = {
    "key_owner": t("the owner of the key is not asked for"),
    "collision_block_id": t("it is read from the maze itself"),
    "debug": t("“milkwood why” says what was asked and answered"),
    "fs_temp_storage": t("no files are exchanged with a browser"),
    "verbose": t("“milkwood why” says what was asked and answered"),
}
SWITCHES = {"use_policy": "routines", "use_relationship": "impressions"}
"""The affordable fork's switches, and the part of a mind that each is."""
_MODELS = {
    "azure_deployment",
    "azure_endpoint",
    "azure_model",
    "azure_openai_deployment",
    "azure_openai_endpoint",
    "azure_openai_model",
    "chat_model",
    "gemini_model",
    "gpt4_model",
    "gpt4all_model",
    "key_type",
    "llama_api_base",
    "llama_model",
    "max_tokens",
    "model",
    "model_name",
    "ollama_api_base",
    "ollama_model",
    "openai_api_base",
    "openai_gpt4_model",
    "openai_model",
    "openrouter_chat_model",
    "openrouter_gpt4_model",
    "openrouter_model",
    "temperature",
    "use_openrouter",
}
"""All names that can become part of a model's table."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A value from the environment."""

    name: str


SettingValue: TypeAlias = str | int | float | Secret | Variable | Sequence["SettingValue"] | None
"""The value of a name; None if only running the file could tell."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model for `[models.NAME]`."""

    name: str
    table: Mapping[str, str | int | float] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ImportedSettings:
    """The result of importing a settings file."""

    models: tuple[ModelChoice, ...] = ()
    keys: Mapping[str, Secret] = field(default_factory=dict, hash=False)
    """Keys by environment variable."""
    advice: tuple[tuple[str, str], ...] = ()
    """Names of the file, each with advice."""
    used: tuple[tuple[str, str], ...] = ()
    """Names of the file, each with our setting."""
    off: tuple[str, ...] = ()
    """Parts of minds that the file switches off."""


def read(path: Path) -> dict[str, SettingValue]:
    """The values of names in a file: texts, numbers, lists of them, and environment variables."""
    text = text_of(path)
    try:
        values = _values(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        raise fault(
            path, t("This is not Python that can be read."), t("line {line}", line=line) if line else ""
        ) from None
    if not values:
        raise fault(path, t("There are no settings in it."), remedy=t("Name the utils.py of generative agents."))
    return values


def take(values: Mapping[str, SettingValue], folder: Path) -> ImportedSettings:
    """Our settings for theirs; paths are relative to the folder of the file."""
    named = {name.lower(): (name, value) for name, value in values.items()}
    plain = {name: value for name, (_, value) in named.items()}
    advice: list[tuple[str, str]] = []
    keys, used = _keys(plain, named, advice)
    models, names = _models(plain, advice)
    for name, came in names.items():
        used.append((named[name][0], came))
    switches = {part: _is_on(plain[name]) for name, part in SWITCHES.items() if name in plain}
    for name, part in SWITCHES.items():
        if name in plain and switches[part] is not None:
            on = t("{part} stay on, as usual", part=part)
            used.append((named[name][0], on if switches[part] else f"[minds] off = {part}"))
    told = {name for name, _ in (*used, *advice)}
    for name, (typed, value) in named.items():
        if typed in told:
            continue
        if name in _NEEDLESS:
            advice.append((typed, t("is not needed: {why}.", why=_NEEDLESS[name])))
        elif name in _PLACES:
            advice.append((typed, _place(_PLACES[name], value, folder)))
        elif name in _MODELS or name in KEYS or name in SWITCHES:
            advice.append((typed, t("is left out: {why}", why=_why_not(name, value))))
        else:
            advice.append((typed, t("has no counterpart here.")))
    off = tuple(part for part, on in switches.items() if on is False)
    return ImportedSettings(tuple(models), keys, tuple(advice), tuple(used), off)


def _is_on(value: SettingValue) -> bool | None:
    """Whether a switch is on; None if it cannot be told."""
    if isinstance(value, str):
        return {
            "true": True,
            "1": True,
            "yes": True,
            "on": True,
            "false": False,
            "0": False,
            "no": False,
            "off": False,
        }.get(value.strip().lower())
    return bool(value) if isinstance(value, int | float) else None


# --- reading


def _is_secret(name: str) -> bool:
    low = name.lower()
    return low in KEYS or low == "key" or low.endswith(("_key", "_token", "_secret", "password"))


def _values(body: list[ast.stmt]) -> dict[str, SettingValue]:
    """The value of each name of a file; None if only running the file could tell."""
    values: dict[str, SettingValue] = {}
    for statement in body:
        targets, value = _assigned(statement)
        for target in targets:
            if isinstance(target, ast.Name) and value is not None:
                found = _value(value, values)
                values[target.id] = Secret(found) if isinstance(found, str) and _is_secret(target.id) else found
            elif isinstance(target, ast.Tuple | ast.List):
                values |= dict.fromkeys((each.id for each in target.elts if isinstance(each, ast.Name)), None)
    for name in _perhaps(body):
        values.setdefault(name, None)
    return values


def _perhaps(body: list[ast.stmt]) -> Iterator[str]:
    """Names that are assigned conditionally."""
    for block in (each for each in body if isinstance(each, ast.If | ast.Try | ast.With | ast.For | ast.While)):
        for inner in ast.walk(block):
            for target in _assigned(inner)[0] if isinstance(inner, ast.stmt) else ():
                if isinstance(target, ast.Name):
                    yield target.id


def _assigned(statement: ast.stmt) -> tuple[list[ast.expr], ast.expr | None]:
    if isinstance(statement, ast.Assign):
        return statement.targets, statement.value
    if isinstance(statement, ast.AnnAssign):
        return [statement.target], statement.value
    return [], None


def _value(node: ast.expr, known: Mapping[str, SettingValue]) -> SettingValue:
    """A value that is known without running the file; None otherwise."""
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return value
        case ast.Name(id=name):
            return known.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text([_value(left, known), _value(right, known)])
        case ast.JoinedStr(values=parts):
            return _text(
                [_value(part.value if isinstance(part, ast.FormattedValue) else part, known) for part in parts]
            )
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_value(part, known) for part in parts]
        case ast.Call() | ast.Subscript():
            return _from_environment(node, known)
    return None


def _text(parts: list[SettingValue]) -> str | None:
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if len(texts) == len(parts) else None


def _from_environment(node: ast.Call | ast.Subscript, known: Mapping[str, SettingValue]) -> SettingValue:
    """`os.getenv(NAME, default)`, `os.environ.get(NAME, default)` or `os.environ[NAME]`: the default, or the name."""
    said = ast.unparse(node.func if isinstance(node, ast.Call) else node.value)
    if said not in ("os.getenv", "getenv", "os.environ.get", "environ.get", "os.environ", "environ"):
        return None
    given = [_value(each, known) for each in (node.args if isinstance(node, ast.Call) else [node.slice])]
    if len(given) > 1 and given[1]:
        return given[1]
    return Variable(given[0]) if given and isinstance(given[0], str) else None


# --- turning


def _keys(
    plain: Mapping[str, SettingValue], named: Mapping[str, tuple[str, SettingValue]], advice: list[tuple[str, str]]
) -> tuple[dict[str, Secret], list[tuple[str, str]]]:
    keys: dict[str, Secret] = {}
    used: list[tuple[str, str]] = []
    for name, variable in KEYS.items():
        value, typed = plain.get(name), named.get(name, (name,))[0]
        if isinstance(value, Variable):
            used.append((typed, t("the key in {name}", name=value.name)))
        elif isinstance(value, Secret):
            if _is_key(value.reveal()):
                keys.setdefault(variable, value)
                used.append((typed, variable))
            else:
                advice.append((typed, t("holds no key yet.")))
    return keys, used


def _is_key(text: str) -> bool:
    """Whether a text can be a key rather than a placeholder."""
    low = text.lower()
    return len(text) >= 8 and text.isascii() and text.isprintable() and not any(mark in low for mark in "<> ") and not (
        low.startswith(("your", "xxx", "sk-xxx", "todo"))
    )  # fmt: skip


def _models(
    plain: Mapping[str, SettingValue], advice: list[tuple[str, str]]
) -> tuple[list[ModelChoice], dict[str, str]]:
    """The models of a file, and the names they came from."""
    used: dict[str, str] = {}

    def text(*names: str) -> str:
        for name in names:
            value = plain.get(name)
            if isinstance(value, str) and value.strip():
                used.setdefault(name, "")
                return value.strip()
        return ""

    provider, fast, strong, address = _chosen(plain, text)
    weights = text("gpt4all_model")
    if weights and not fast:
        if weights.lower().endswith(".gguf"):
            provider, fast = "weights", weights
        else:
            advice.append(("gpt4all_model", t("has an obsolete format: use the same model as a .gguf file.")))
            used.pop("gpt4all_model")
    models = []
    for name, model in (("fast", fast), ("strong", strong)):
        if model:
            named = {"address": address, "key_variable": _key_variable(plain, provider)}
            table = {"provider": provider, "model": model, **{key: each for key, each in named.items() if each}}
            models.append(ModelChoice(name, {**table, **_limits(plain, used, advice)}))
    for name in ("key_type", "use_openrouter"):
        if name in plain and models:
            used[name] = ""
    where = ", ".join(f"[models.{model.name}]" for model in models)
    return models, {name: came or _whither(name) or where for name, came in used.items()}


def _whither(name: str) -> str:
    """The model that a name of the file belongs to, if any."""
    if name.endswith("_model"):
        return "[models.strong]" if name.endswith("gpt4_model") else "[models.fast]"
    return ""


def _chosen(plain: Mapping[str, SettingValue], text: Callable[..., str]) -> tuple[str, str, str, str]:
    """The provider, its fast and its strong model, and its address if it is not the default."""
    kind = text("key_type").lower()
    if plain.get("use_openrouter") or kind == "openrouter":
        chat = text("openrouter_chat_model", "openrouter_model") or "openai/gpt-4o-mini"
        return "openrouter", chat, text("openrouter_gpt4_model"), ""
    if kind == "azure":
        model = text("azure_deployment", "azure_openai_deployment", "azure_openai_model", "azure_model", "openai_model")
        return "azure", model or ORIGINAL_MODEL, "", text("azure_openai_endpoint", "azure_endpoint", "openai_api_base")
    if kind in ("llama", "ollama"):
        address = text("llama_api_base", "ollama_api_base", "openai_api_base")
        return ("custom" if address else "ollama"), text("llama_model", "ollama_model") or "llama3:latest", "", address
    if kind == "gemini":
        return "gemini", text("gemini_model") or "gemini-1.5-flash-latest", "", ""
    if kind == "openai" or "openai_api_key" in plain:
        address = text("openai_api_base")
        fast = text("openai_model", "chat_model", "model", "model_name") or ORIGINAL_MODEL
        return ("custom" if address else "openai"), fast, text("gpt4_model", "openai_gpt4_model"), address
    return "", "", "", ""


def _key_variable(plain: Mapping[str, SettingValue], provider: str) -> str:
    """The variable that holds the key, if it is not the provider's default."""
    names = {"custom": ("llama_api_key", "openai_api_key"), "openai": ("openai_api_key",)}.get(
        provider, (f"{provider}_api_key",)
    )
    for name in names:
        value = plain.get(name)
        if isinstance(value, Variable):
            return value.name if value.name != KEYS.get(name) or provider == "custom" else ""
        if isinstance(value, Secret) and provider == "custom" and _is_key(value.reveal()):
            return KEYS[name]
    return ""


def _limits(
    plain: Mapping[str, SettingValue], used: dict[str, str], advice: list[tuple[str, str]]
) -> dict[str, int | float]:
    limits: dict[str, int | float] = {}
    warmth, tokens = _number(plain.get("temperature")), _number(plain.get("max_tokens"))
    refused: dict[str, str] = {}
    if warmth is not None and 0 <= warmth <= MAX_TEMPERATURE:
        limits["temperature"] = warmth
        used["temperature"] = "temperature"
    elif warmth is not None:
        refused["temperature"] = t(
            "{number} is not between {low} and {high}.", number=warmth, low=0, high=MAX_TEMPERATURE
        )
    if tokens is not None and tokens != int(tokens):
        refused["max_tokens"] = t("{number} is not a whole number.", number=tokens)
    elif tokens is not None and tokens >= MIN_TOKENS:
        limits["most_tokens"] = int(tokens)
        used["max_tokens"] = "most_tokens"
    elif tokens is not None:
        refused["max_tokens"] = t("{count} would cut off whole decisions, which are asked for here.", count=tokens)
    said = dict(advice)
    advice += [(name, t("is left out: {why}", why=why)) for name, why in refused.items() if name not in said]
    return limits


def _number(value: SettingValue) -> int | float | None:
    """A number, also in quotes; None for anything else."""
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return float(value) if "." in value else int(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return value
    return None


def _why_not(name: str, value: SettingValue) -> str:
    """Why a known name had no effect."""
    if value is None:
        return t("its value is unknown without running the file.")
    if isinstance(value, Variable):
        return t("it is in the variable {name}, and only keys are taken from there.", name=value.name)
    if name in ("temperature", "max_tokens"):
        return t("without a model there is nothing to limit.") if _number(value) is not None else _NO_NUMBER
    if isinstance(value, str) and value.strip() and name not in SWITCHES:
        return t("the imported settings do not need it.")
    return t("its value is not valid.")


def _place(what: str, value: SettingValue, folder: Path) -> str:
    if not isinstance(value, str) or not what:
        return t("is not needed here.")
    path = (folder / value).resolve() if not Path(value).is_absolute() else Path(value)
    shown = path if path.exists() else t("{path} (there is nothing at that path)", path=path)
    if what == "town":
        return t("is {path}: “milkwood import” makes a town of a maze in it.", path=shown)
    return t("is {path}: “milkwood import” makes a run of a simulation in it.", path=shown)
