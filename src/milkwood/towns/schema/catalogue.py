"""`catalogue.toml`: the kinds of things a town can hold. It is part of Milkwood, not of a pack.

Invariant: the catalogue is valid; a fault in it is our bug.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from milkwood.errors import OurBug
from milkwood.i18n import t
from milkwood.town.places import ThingKind, Use
from milkwood.towns.schema.plain import PackText, Section, Setting, fault

_SIZE = re.compile(r"(?:[1-9]x[1-9])?\Z")


@dataclass(frozen=True, slots=True)
class CatalogueKind:
    """A kind of thing, with the depth of sprites that do not say theirs."""

    kind: ThingKind
    depth: int


def _size(value: str) -> str:
    if not _SIZE.match(value):
        raise fault(t("“{value}” is not a size.", value=value), t('Write "2x1", or "" for none.'))
    return value


class KindTable(Section):
    """One kind."""

    name: PackText = Field(description=t("its name"))
    solid: bool = Field(True, description=t("true or false"))
    use: Literal["on", "beside"] = Field(description='"on" or "beside"')
    seats: int = Field(ge=0, le=100, description=t("a whole number"))
    sprite: Annotated[str, AfterValidator(_size)] = Field(description=t('a size such as "2x1"'))
    depth: int = Field(1, ge=1, le=9, description=t("a whole number"))
    states: dict[str, PackText] = Field(default_factory=dict, description=t("texts by state"))
    emoji: str = Field("", max_length=16, description=t("an emoji"))

    def build(self, kind_id: str) -> CatalogueKind:
        """The kind for the town."""
        kind = ThingKind(kind_id, self.name, self.solid, Use(self.use), self.seats, self.emoji, dict(self.states))
        return CatalogueKind(kind, self.depth)


@cache
def kinds() -> Mapping[str, CatalogueKind]:
    """All kinds of things, by id."""
    text = resources.files("milkwood.towns").joinpath("catalogue.toml").read_text(encoding="utf-8")
    try:
        tables = TypeAdapter(dict[str, KindTable]).validate_python(tomllib.loads(text), context=Setting())
    except (ValidationError, tomllib.TOMLDecodeError) as error:
        raise OurBug(t("The catalogue of things cannot be read: {error}", error=error)) from error
    return {kind_id: table.build(kind_id) for kind_id, table in tables.items()}
