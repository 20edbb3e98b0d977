"""Provider presets of Milkwood, and addresses as users type them.

Invariant: a preset is data; no other package depends on a vendor's name; a completed address stays as it is.
"""

import datetime
import ipaddress
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.network import is_home
from milkwood.models.secret import masked_address
from milkwood.plain import JsonObject

Means: TypeAlias = Literal["schema", "grammar", "tool", "object", "plain"]
"""How the form of an answer is enforced."""
CUSTOM: Final = "custom"
"""The preset for any address."""
THINKING_TOKENS: Final = 2_048
"""Extra tokens for a model that is known to reason."""
_CALLS: Final = ("/chat/completions", "/completions", "/messages", "/models")
"""Endings of addresses that name a single call."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The known facts of an endpoint."""

    name: str
    title: str
    address: str
    means: tuple[Means, ...]
    keys: tuple[str, ...] = ()
    """Environment variables of its key."""
    key_needed: bool = True
    key_header: str = ""
    """Header of its key, if not the usual one."""
    console: str = ""
    """The address for getting a key."""
    start: str = ""
    """Command that starts it, if it runs on the user's own machine."""
    also: tuple[str, ...] = ()
    address_variable: str = ""
    path: str = "/v1"
    """Path of an address without one."""
    protocol: Literal["chat", "messages"] = "chat"
    local: bool = False
    choices: Literal["open", "closed"] = "open"
    lean: bool = False
    limit: str = "max_tokens"
    quiet: JsonObject | None = None
    quiet_for: tuple[str, ...] = ("*",)
    thinks: tuple[str, ...] = ()
    streams: bool = True
    prices: str = ""
    date: datetime.date | None = None
    """When address and means were last checked; None if never."""

    def quiet_extras(self, model: str) -> JsonObject:
        """Request fields that limit the reasoning of this model."""
        return self.quiet if self.quiet and _matches(model, self.quiet_for) else {}

    def thinking_tokens(self, model: str) -> int:
        """Reasoning tokens of this model, as far as known."""
        return THINKING_TOKENS if _matches(model, self.thinks) else 0


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by name, in the order of the file."""
    text = resources.files("milkwood.providers").joinpath("presets.toml").read_text("utf-8")
    return {name: _preset(name, entry) for name, entry in tomllib.loads(text).items()}


def preset(name: str) -> Preset:
    """The preset of this name."""
    known = presets()
    wanted = name.strip().lower()
    for one in known.values():
        if wanted == one.name or wanted in one.also:
            return one
    raise SetupError(
        t("There is no provider called “{name}”.", name=masked_address(name)),
        remedy=t(
            "Use one of {names}; “{custom}” with an address is for anything else.",
            names=", ".join(known),
            custom=CUSTOM,
        ),
    )


def address_of(one: Preset, typed: str = "") -> str:
    """The complete address of an endpoint: as typed, from the environment, or from the preset."""
    given = typed or (os.environ.get(one.address_variable, "") if one.address_variable else "") or one.address
    if not given.strip():
        raise SetupError(
            t("{provider} has no address of its own.", provider=one.title),
            remedy=t(
                'Give its address in milkwood.toml (address = "https://…") or set {variable}.',
                variable=one.address_variable,
            )
            if one.address_variable
            else t('Give its address in milkwood.toml (address = "https://…").'),
        )
    return _whole(given.strip(), one.path)


def host_of(address: str) -> str:
    """The host in an address."""
    return urlsplit(address).hostname or ""


def is_near(host: str) -> bool:
    """Whether a host is this machine or in the user's own network."""
    if (
        is_home(host)
        or host.endswith((".local", ".lan", ".home.arpa"))
        or "." not in host.strip("[]").replace(":", ".")
    ):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _whole(typed: str, path: str) -> str:
    bare = typed if "://" in typed else f"//{typed}"
    try:
        parts = urlsplit(bare)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("", "http", "https"):
        raise SetupError(
            t("“{text}” is not an address.", text=masked_address(typed)),
            remedy=t("Write for example http://127.0.0.1:8080/v1."),
        )
    if parts.username or parts.password:
        raise SetupError(
            t("An address must not contain a name and a password."),
            remedy=t("Give the key as a key, not in the address."),
        )
    scheme = parts.scheme or ("http" if is_near(host) else "https")
    way = parts.path.rstrip("/")
    for end in _CALLS:
        way = way.removesuffix(end)
    return urlunsplit((scheme, parts.netloc, way or path, parts.query, ""))


def _matches(model: str, patterns: tuple[str, ...]) -> bool:
    """Whether a model's name fits; names of resold models have a prefix."""
    name = model.lower().rsplit("/", 1)[-1]
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _preset(name: str, entry: Mapping[str, Any]) -> Preset:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Preset(name=name, key_needed=fields.pop("key", "needed") == "needed", **fields)
