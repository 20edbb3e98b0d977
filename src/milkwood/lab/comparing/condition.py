"""Conditions of an experiment: a name, and the parts that are removed from every mind.

Invariant: a condition can be run: its parts exist, and its name is valid in a file name on every system.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final

from milkwood.chronicle.runs import checked
from milkwood.errors import SetupError
from milkwood.i18n import Text, t
from milkwood.mind.head import Switches
from milkwood.plain import Json
from milkwood.run import MindConfig
from milkwood.towns.problem import meant, quoted

MAX_CONDITION_NAME_CHARACTERS: Final = 60
PARTS: Final = tuple(each.name for each in fields(Switches))
_HOW: Final = t("Write “NAME”, “NAME=off:routines,wandering” or “NAME=routines:RUN”.")


@dataclass(frozen=True, slots=True)
class Condition:
    """One variant of the minds."""

    name: str
    off: tuple[str, ...] = ()
    """Parts removed from every mind."""
    routines: str = ""
    """The run whose routines people start with; empty for none."""

    def minds(self, *, embedding: bool) -> MindConfig:
        """Its mind configuration."""
        return MindConfig(embedding=embedding, switches=Switches(**dict.fromkeys(self.off, False)))

    def plain(self) -> dict[str, Json]:
        """As stored in a manifest."""
        return {"off": list(self.off), **({"routines": self.routines} if self.routines else {})}


def condition(name: str, off: Iterable[str] = (), routines: str = "") -> Condition:
    """A valid condition; raises an error otherwise."""
    name = name.strip()
    if len(name) > MAX_CONDITION_NAME_CHARACTERS:
        raise SetupError(
            t("The condition's name {name} is too long.", name=quoted(name)),
            remedy=t("The maximum is {count} letters.", count=MAX_CONDITION_NAME_CHARACTERS),
        )
    try:
        checked(name)
    except SetupError as error:
        fault = error.what.values["fault"] if isinstance(error.what, Text) else error.what
        raise SetupError(
            t("{name} cannot be the name of a condition: {fault}.", name=quoted(name), fault=fault), remedy=_HOW
        ) from None
    parts = tuple(dict.fromkeys(part.strip() for part in off))
    for part in parts:
        if part not in PARTS:
            advice = meant(part, PARTS) or t("There are: {names}.", names=", ".join(PARTS))
            raise SetupError(
                t("Condition {name}: {part} cannot be switched off.", name=quoted(name), part=quoted(part)),
                remedy=advice,
            )
    return Condition(name, tuple(part for part in PARTS if part in parts), routines.strip())


def parsed(text: str) -> Condition:
    """The condition a user means by `NAME`, `NAME=off:routines,wandering` or `NAME=off:wandering;routines:RUN`."""
    name, equals, rest = text.partition("=")
    said: dict[str, str] = {}
    for clause in rest.split(";") if equals else ():
        key, colon, value = clause.partition(":")
        key = key.strip()
        if not colon or key not in ("off", "routines") or key in said or not value.strip():
            raise SetupError(t("The condition {name} is not valid.", name=quoted(text)), remedy=_HOW)
        said[key] = value
    return condition(name, said["off"].split(",") if "off" in said else (), said.get("routines", ""))


FULL: Final = Condition("full")
PRESETS: Final[Mapping[str, tuple[Condition, ...]]] = {
    "affordable": (
        FULL,
        Condition("no routines", ("routines",)),
        Condition("no impressions", ("impressions",)),
        Condition("no wandering", ("wandering",)),
        Condition("neither", ("impressions", "routines")),
    ),
    "paper": (
        FULL,
        Condition("no reflection", ("reflection",)),
        Condition("no reflection, no planning", ("reflection", "planning")),
        Condition("nothing of the three", ("observation", "reflection", "planning")),
    ),
}
"""Named sets of conditions: what makes a day affordable, and the ablations of the paper."""


def preset(name: str) -> tuple[Condition, ...]:
    """The conditions of a set."""
    if name not in PRESETS:
        raise SetupError(
            t("There is no preset {name}.", name=quoted(name)),
            remedy=t("There are: {names}.", names=", ".join(PRESETS)),
        )
    return PRESETS[name]
