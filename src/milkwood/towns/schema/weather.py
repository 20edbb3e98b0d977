"""`[[weather]]` of a town or a scenario, and the climate of a town."""

from typing import Annotated

from pydantic import Field, PlainValidator, ValidationInfo

from milkwood.i18n import t
from milkwood.plain import Toml
from milkwood.town.sky import Spell, kinds
from milkwood.towns.schema.plain import PackMinutes, Section, read_words, unlisted
from milkwood.words import Words


def _read_what(value: Toml, info: ValidationInfo) -> Words:
    """A kind of weather by its key, or words of the author."""
    if not isinstance(value, str):
        return read_words(value, info)
    if value not in kinds():
        raise unlisted(value, tuple(kinds()))
    return kinds()[value]


class SpellTable(Section):
    """`[[weather]]`."""

    day: int | None = Field(None, ge=1, le=3650, description=t("a day; 1 is the first"))
    start: PackMinutes = Field(0, alias="from", description=t('a time such as "07:30"'))
    end: PackMinutes = Field(24 * 60, alias="to", description=t('a time such as "08:15"'))
    what: Annotated[Words, PlainValidator(_read_what)] = Field(
        description=t('a kind of weather such as "rain", or a text: {{ en = "…", zh = "…" }}')
    )

    def build(self) -> Spell:
        """The spell of weather."""
        return Spell(self.what, self.start, self.end, self.day)
