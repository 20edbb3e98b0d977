"""`deeds.toml`: what people of the town do in their activities.

Invariant: a deed can be said in every language it has, its tokens are known, and it has an emoji.
"""

import re
from typing import Annotated, Literal, Self

from pydantic import Field, PlainValidator, ValidationInfo, model_validator

from milkwood.i18n import t
from milkwood.plain import Toml
from milkwood.towns.deeds import ActivitySource, DeedPart, DeedSource
from milkwood.towns.problem import one_of, quoted
from milkwood.towns.schema.plain import PackPhrases, Section, Span, fault, read_words
from milkwood.words import Words

TOKENS = ("thing", "she", "their", "them", "themself")
"""Words in braces that a deed may have: its thing, and the person's pronouns."""
MAX_DEED_CHARACTERS = 80
_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_EMOJI = re.compile(r"[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff]")
Season = Literal["spring", "summer", "autumn", "winter"]
_SEASONS = '["spring", "summer"]'


def _read_what(value: Toml, info: ValidationInfo) -> Words:
    """What is done, with known tokens only."""
    words = read_words(value, info)
    for code, text in words.items():
        if len(text) > MAX_DEED_CHARACTERS:
            raise fault(
                t("The text in {code} is longer than {most} characters.", code=code, most=MAX_DEED_CHARACTERS),
                t("Shorten it."),
            )
        for found in _BRACES.finditer(text):
            if found[1] not in TOKENS:
                raise fault(
                    t("{word} in {code} is no word that is filled in.", word=quoted(found[0]), code=code),
                    t("Known are: {names}.", names=one_of(f"{{{token}}}" for token in TOKENS)),
                )
    return words


def _read_emoji(value: Toml) -> str:
    if not isinstance(value, str) or not _EMOJI.search(value) or len(value) > 8:
        raise fault(t("{value} is not an emoji.", value=quoted(value)), t("Write one emoji, in quotes."))
    return value


_Emoji = Annotated[str, PlainValidator(_read_emoji)]
_Kinds = list[str]


class DeedTable(Section):
    """`[[activity.deeds]]`."""

    what: Annotated[Words, PlainValidator(_read_what)] = Field(description=t('what is done: {{ en = "…", zh = "…" }}'))
    emoji: _Emoji = Field(description=t("an emoji"))
    things: _Kinds = Field(default_factory=list, max_length=20, description=t("a list of kinds of things"))
    state: str = Field("", max_length=40, description=t("the key of a state of these things"))
    part: DeedPart = Field("middle", description='"begin", "middle" or "end"')
    seasons: list[Season] = Field(
        default_factory=list, description=t("a list of seasons, such as {example}", example=_SEASONS)
    )
    hours: Span | None = Field(None, description=t('a span of time, such as "08:00-20:00"'))

    def build(self) -> DeedSource:
        """The deed for the town."""
        return DeedSource(
            self.what, self.emoji, tuple(self.things), self.state, self.part, tuple(self.seasons), self.hours
        )


class ActivityTable(Section):
    """`[[activity]]`."""

    words: PackPhrases = Field((), description=t('words of a plan: {{ en = ["…"], zh = ["…"] }}'))
    trades: PackPhrases = Field((), description=t('words of a person\'s work: {{ en = ["…"], zh = ["…"] }}'))
    rooms: _Kinds = Field(default_factory=list, max_length=20, description=t("a list of kinds of sectors or rooms"))
    seasons: list[Season] = Field(
        default_factory=list, description=t("a list of seasons, such as {example}", example=_SEASONS)
    )
    hours: Span | None = Field(None, description=t('a span of time, such as "08:00-20:00"'))
    deeds: list[DeedTable] = Field(min_length=1, max_length=200, description="tables [[activity.deeds]]")

    @model_validator(mode="after")
    def _belongs_somewhere(self) -> Self:
        if not (self.words or self.trades or self.rooms):
            raise fault(t("It does not say to what it belongs."), t("Add words, trades or rooms."))
        return self

    def build(self) -> ActivitySource:
        """The activity for the town."""
        return ActivitySource(
            self.words,
            self.trades,
            tuple(self.rooms),
            tuple(self.seasons),
            self.hours,
            tuple(deed.build() for deed in self.deeds),
        )


class DeedsFile(Section):
    """The whole file."""

    activity: list[ActivityTable] = Field(min_length=1, max_length=200, description="tables [[activity]]")
