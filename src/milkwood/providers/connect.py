"""From a configured model to an endpoint.

Invariant: a missing address, key or model name is reported before anything is sent.
"""

from pathlib import Path

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.spec import Spec
from milkwood.providers.anthropic import AnthropicApi
from milkwood.providers.openai_compatible import OpenAiApi
from milkwood.providers.presets import Preset, address_of, preset
from milkwood.providers.remote import Remote


def connect(spec: Spec, folder: Path | None = None) -> Remote:
    """The endpoint of a configured model; `folder` keeps its learned request forms."""
    one = preset(spec.provider)
    address = address_of(one, spec.address)
    _check(spec, one)
    api = AnthropicApi(spec, one) if one.protocol == "messages" else OpenAiApi(spec, one)
    return Remote(spec, one, address, api, folder)


def _check(spec: Spec, one: Preset) -> None:
    where = t("model “{name}”", name=spec.name)
    if not spec.model.strip():
        remedy = t("Name one, for example {provider}/MODEL; `milkwood models` lists them.", provider=one.name)
        raise SetupError(t("Which model of {provider}?", provider=one.title), where=where, remedy=remedy)
    if spec.json_mode and spec.json_mode not in one.means:
        raise SetupError(
            t("{provider} has no JSON mode “{mode}”.", provider=one.title, mode=spec.json_mode),
            where=where,
            remedy=t("There are: {names}.", names=", ".join(one.means)),
        )
    if one.key_needed and not spec.key:
        remedy = t("Set {variable}; get a key at {address}", variable=one.keys[0], address=one.console)
        raise SetupError(
            t("{provider} needs a key, and there is none.", provider=one.title), where=where, remedy=remedy
        )
    if spec.key and not _is_sendable(spec.key.reveal()):
        remedy = t("Copy it again, without spaces, quotes or line breaks.")
        raise SetupError(t("The key has invalid characters."), where=where, remedy=remedy)


def _is_sendable(key: str) -> bool:
    return key.isascii() and key.isprintable() and not any(letter.isspace() for letter in key)
