"""Model specs: from names in settings and commands to models that can be connected to.

Invariants: only a model that the user named is ever made; a key in the environment goes only where the user sent it: to
a model of their own settings or command, or, after they allowed that key, to its vendor's own address.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from milkwood.config import UNDERSTUDY, ModelTable, Origin, ResolvedConfig, Source
from milkwood.errors import SetupError
from milkwood.i18n import join, sentences, t
from milkwood.ids import typed_path
from milkwood.models.secret import Secret, masked_address
from milkwood.models.spec import Spec
from milkwood.plain import JsonObject
from milkwood.providers.presets import CUSTOM, Preset, preset, presets
from milkwood.providers.prices import vendor_of

WEIGHTS: Final = "weights"
LOCAL: Final = "local"
"""The small model that `milkwood local fetch` downloads."""
GGUF: Final = ".gguf"
_MIN_SIMILARITY: Final = 0.75
"""Of a name that is suggested instead of an unknown one; 1 is the same."""
_ALWAYS: Final = (UNDERSTUDY, "fast", "strong")
"""Names that rules may use without any table: the last two are the usual model unless they are configured."""


def usual(settings: ResolvedConfig) -> str:
    """The name of the model for everything that no rule names."""
    by_rule = settings.config.routing.get("usual")
    said = settings.origin("model").source
    if by_rule and said not in (Source.ENVIRONMENT, Source.FLAG):
        return str(by_rule)
    return settings.config.model


def routing(settings: ResolvedConfig) -> JsonObject:
    """All routing rules except the usual model."""
    return {part: value for part, value in settings.config.routing.items() if part != "usual"}


def specs(settings: ResolvedConfig, environment: Mapping[str, str] | None = None) -> dict[str, Spec]:
    """Every model in use, by name: the usual one, those of rules, and their fallbacks."""
    known = settings.config.models
    made: dict[str, Spec] = {}
    waiting = [(usual(settings), settings.origin("model" if not _ruled(settings) else "routing.usual"))]
    waiting += [(name, settings.origin(f"routing.{where}")) for where, name in _named(routing(settings))]
    while waiting:
        name, origin = waiting.pop()
        if name in made or (name in _ALWAYS and name not in known) or not _is_model(name, settings):
            continue
        made[name] = spec = _spec(name, settings, origin, environment)
        waiting += [(each, settings.origin(f"models.{name}")) for each in spec.fallback]
    return made


def spec_for(text: str, settings: ResolvedConfig, environment: Mapping[str, str] | None = None) -> Spec:
    """The model that a user means: a name of their settings, `provider/model`, `ADDRESS#MODEL`, `local`, a file."""
    text = text.strip()
    if not _is_model(text, settings):
        known = [*settings.config.models, LOCAL, UNDERSTUDY]
        vendor = vendor_of(text) if "/" not in text else ""
        near = [f"{vendor}/{text}"] if vendor else get_close_matches(text, [*known, *presets()], 1, _MIN_SIMILARITY)
        if text in presets():
            raise SetupError(
                t("Which model of {provider}?", provider=preset(text).title),
                remedy=t("Write {provider}/MODEL; `milkwood models {also}` lists them.", provider=text, also=text),
            )
        hint = t("Did you mean {name}?", name=f"“{near[0]}”") if near else ""
        raise SetupError(
            t("There is no model called “{name}”.", name=text),
            remedy=sentences(
                hint,
                t(
                    "Write PROVIDER/MODEL (openai/gpt-4o-mini, ollama/qwen3:8b), or one of {names}.",
                    names=", ".join(known),
                ),
            ),
        )
    return _spec(text, settings, Origin(Source.FLAG), environment)


def is_unsettled(settings: ResolvedConfig) -> bool:
    """The user has chosen no model, not even the understudy."""
    said = settings.origin("model").source is not Source.USUAL
    return usual(settings) == UNDERSTUDY and not settings.config.routing and not said


def hint(
    settings: ResolvedConfig, environment: Mapping[str, str] | None = None, servers: Sequence[tuple[str, str, str]] = ()
) -> str:
    """Advice if no model is configured; otherwise empty. Servers by title, address and a model's name."""
    if not is_unsettled(settings):
        return ""
    found = [variable for _, variable in keys_found(environment)]
    offers = [
        t("{title} answers at {address} (--model {model})", title=title, address=address, model=model)
        for title, address, model in servers
    ]
    offers += [t("{variable} is set", variable=variable) for variable in found[:1]]
    if not offers:
        return t("No model is configured, so the understudy answers; `milkwood config init` sets one up.")
    return sentences(
        t("No model is configured, so the understudy answers."),
        t("{offers}: `milkwood config init` asks whether it may be used.", offers=join(t(" and "), offers)),
    )


def keys_found(environment: Mapping[str, str] | None = None) -> list[tuple[Preset, str]]:
    """API keys in the environment: vendor and variable."""
    variables = os.environ if environment is None else environment
    every = [(one, variable) for one in presets().values() for variable in one.keys]
    return [(one, variable) for one, variable in every if variables.get(variable, "").strip()]


def _ruled(settings: ResolvedConfig) -> bool:
    return usual(settings) != settings.config.model


def _named(rules: JsonObject, above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in rules.items():
        where = f"{above}.{key}".removeprefix(".")
        if isinstance(value, Mapping):
            yield from _named(value, where)
        elif isinstance(value, str):
            yield where, value


def _is_model(text: str, settings: ResolvedConfig) -> bool:
    """A text names a model; other texts are left to the check of the rules."""
    provider, slash, _ = text.partition("/")
    known = any(provider.lower() in (one.name, *one.also) for one in presets().values())
    return (
        text in settings.config.models
        or text == LOCAL
        or text.lower().endswith(GGUF)
        or "://" in text
        or bool(slash and known)
    )


def _spec(name: str, settings: ResolvedConfig, origin: Origin, environment: Mapping[str, str] | None) -> Spec:
    table = settings.config.models.get(name)
    if table is not None:
        return _of_table(name, table, settings, environment)
    if name == LOCAL or name.lower().endswith(GGUF):
        return Spec(name, WEIGHTS, name if name == LOCAL else str(typed_path(name)))
    if "://" in name:
        address, _, model = name.partition("#")
        return Spec(masked_address(name), CUSTOM, model, address=address)
    provider, _, model = name.partition("/")
    one = preset(provider)
    return Spec(name, one.name, model, key=_key(one, None, origin, settings, environment))


def _of_table(name: str, table: ModelTable, settings: ResolvedConfig, environment: Mapping[str, str] | None) -> Spec:
    where = f"models.{name}"
    key = table.key
    if key is None and table.provider != WEIGHTS:
        key = _key(preset(table.provider), table, settings.origin(where), settings, environment)
    return Spec(
        name=name,
        provider=WEIGHTS if table.provider == WEIGHTS else preset(table.provider).name,
        model=table.model,
        address=table.address,
        key=key,
        temperature=table.temperature,
        most_tokens=table.most_tokens,
        timeout_seconds=table.timeout_seconds,
        at_once=table.at_once,
        prompt_price=table.prompt_price,
        answer_price=table.answer_price,
        json_mode=table.json_mode or "",
        fallback=tuple(table.fallback),
    )


def _key(
    one: Preset,
    table: ModelTable | None,
    origin: Origin,
    settings: ResolvedConfig,
    environment: Mapping[str, str] | None,
) -> Secret | None:
    """The key in the environment, if it may be sent there."""
    variables = os.environ if environment is None else environment
    named = (table.key_variable,) if table and table.key_variable else one.keys
    variable = next((each for each in named if variables.get(each, "").strip()), "")
    if not variable:
        return None
    elsewhere = bool(table and table.address) or variable not in one.keys
    if origin.own or (variable in settings.config.keys.allowed and not elsewhere):
        return Secret(variables[variable].strip())
    if not (one.key_needed or (table and table.key_variable)):
        return None
    remedy = t("`milkwood config init --use-key {variable}` allows it for good.", variable=variable)
    if elsewhere:
        remedy = t("Put the model into your own settings: `milkwood config show` shows their file.")
    raise SetupError(
        t("The key in {variable} may not be used without your consent.", variable=variable),
        where=origin.where,
        remedy=remedy,
    )
