"""`town.toml`: name, languages and start of a town.

Invariant: at least one language, and each only once.
"""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from milkwood.i18n import t
from milkwood.plain import Toml, TomlTable
from milkwood.town.sky import DEFAULT_LATITUDE_DEGREES, climates
from milkwood.towns.problem import quoted
from milkwood.towns.schema.catalogue import StatesTable
from milkwood.towns.schema.plain import PackMoment, PackText, Section, Slug, fault, unlisted
from milkwood.towns.schema.weather import SpellTable
from milkwood.words import Language

TOWN_FORMAT = 1
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")


def _known_format(value: Toml) -> Toml:
    if type(value) is int and value != TOWN_FORMAT:
        raise fault(
            t("This pack is of format {format}.", format=quoted(value)),
            t("This Milkwood reads format {format}.", format=TOWN_FORMAT),
        )
    return value


def _languages(codes: list[str]) -> list[str]:
    for code in codes:
        if not _CODE.match(code):
            raise fault(
                t("{code} is not the code of a language.", code=quoted(code)), t('Write codes such as "en" or "zh".')
            )
    if len(set(codes)) < len(codes):
        raise fault(t("A language is listed twice."), t("List each once; the first one names places."))
    return codes


def _known_climate(value: Toml) -> Toml:
    if not isinstance(value, str) or value not in climates():
        raise unlisted(value, tuple(climates()))
    return value


class Defaults(Section):
    """Defaults for every person."""

    view_radius: int = Field(default=8, ge=1, le=64, description=t("a whole number of tiles from 1 to 64"))
    attention: int = Field(default=8, ge=1, le=64, description=t("a whole number from {low} to {high}", low=1, high=64))


class TownFile(Section):
    """The whole file."""

    format: Annotated[int, BeforeValidator(_known_format)] = Field(description="format = 1")
    name: PackText = Field(description=t('the town\'s name: {{ en = "…", zh = "…" }}'))
    about: PackText = Field(description=t('a sentence about the town: {{ en = "…", zh = "…" }}'))
    languages: Annotated[list[str], AfterValidator(_languages)] = Field(
        min_length=1,
        max_length=20,
        description=t("a list of language codes, such as {example}", example='["en", "zh"]'),
    )
    map: str = Field("map.tmj", min_length=1, description=t('the name of the map\'s file, such as "map.tmj"'))
    start: PackMoment = Field(
        description=t("a date and time without quotes, such as {example}", example="2023-02-13T07:00:00")
    )
    seconds_per_tick: int = Field(10, ge=1, le=3600, description=t("a whole number of seconds from 1 to 3600"))
    default_scenario: Slug = Field(description=t("the id of one of the scenarios, in quotes"))
    defaults: Defaults = Field(Defaults(), description="a table [defaults]")
    latitude: float = Field(
        DEFAULT_LATITUDE_DEGREES,
        ge=-90,
        le=90,
        description=t("degrees, negative in the south, such as {example}", example="46.5"),
    )
    climate: Annotated[str, BeforeValidator(_known_climate)] = Field("", description=t('a climate such as "mountain"'))
    weather: list[SpellTable] = Field(default_factory=list, description="tables [[weather]]")
    things: dict[str, StatesTable] = Field(default_factory=dict, description="tables [things.KIND.states]")

    def spoken(self) -> tuple[Language, ...]:
        """The language codes; the first one names places."""
        return tuple(Language(code) for code in self.languages)


def languages_of(table: TomlTable) -> tuple[Language, ...] | None:
    """The languages of a town.toml, even if other fields are wrong; None if they are unreadable."""
    listed = table.get("languages")
    if not isinstance(listed, list) or not all(isinstance(code, str) and _CODE.match(code) for code in listed):
        return None
    return tuple(Language(code) for code in dict.fromkeys(listed)) or None
