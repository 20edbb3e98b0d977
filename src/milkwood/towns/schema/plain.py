"""The basic types of pack files: texts, times, spans, addresses, ids.

Invariant: a validator refuses a value with a sentence and a remedy.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from milkwood.clean import is_clean
from milkwood.clock import MINUTES_A_DAY, minutes_of
from milkwood.errors import TownAuthorError
from milkwood.i18n import join, t
from milkwood.ids import is_slug
from milkwood.plain import Toml, TomlTable
from milkwood.town.address import Address
from milkwood.town.places import OpeningHours
from milkwood.towns.problem import meant, one_of, quoted
from milkwood.words import Language, Words

MAX_TEXT_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Setting:
    """The context of validation: the town's languages (None while unknown) and its name."""

    languages: tuple[Language, ...] | None = None
    town: str = ""


class Section(BaseModel):
    """A table of a pack file; unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def fault(what: str, remedy: str = "") -> PydanticCustomError:
    """The error of a validator: a sentence and a remedy."""
    return PydanticCustomError("plain", "{what}", {"what": what, "remedy": remedy})


def unlisted(value: object, known: tuple[str, ...]) -> PydanticCustomError:
    """The error for a word that is not on a list."""
    remedy = meant(value, known) if isinstance(value, str) else ""
    return fault(
        t("{value} is not one of the words allowed here.", value=quoted(value)),
        remedy or t("Use one of: {names}.", names=one_of(known, 30)),
    )


def setting_of(info: ValidationInfo) -> Setting:
    """The context of a file."""
    return info.context if isinstance(info.context, Setting) else Setting()


def _sample(languages: tuple[Language, ...] | None, inside: str) -> str:
    return "{ " + ", ".join(f"{code} = {inside}" for code in languages or ("en", "zh")) + " }"


def _by_language(value: Toml, setting: Setting, sample: str) -> dict[str, Toml]:
    """The table of a text, checked to hold some of the town's languages and no other; in the town's order."""
    if not isinstance(value, dict) or not value:
        raise fault(t("A text is given in the languages of the town."), t("Write {wanted}.", wanted=sample))
    languages = setting.languages or tuple(value)
    if extra := [code for code in value if code not in languages]:
        what = t("The town is not available in {languages}.", languages=quoted(one_of(extra)))
        raise fault(what, t("Remove that text, or add the language to languages in town.toml."))
    return {code: value[code] for code in languages if code in value}


def check_text(value: Toml, code: str) -> str:
    """One text in one language: not blank and not too long."""
    if not isinstance(value, str):
        raise fault(
            t("The text in {code} is {value}, not words.", code=code, value=quoted(value)),
            t('Write it in quotes: "…".'),
        )
    if not value.strip():
        raise fault(t("The text in {code} is blank.", code=code), t("Write it, even if it is short."))
    if len(value) > MAX_TEXT_CHARACTERS:
        raise fault(
            t("The text in {code} is longer than {most} characters.", code=code, most=MAX_TEXT_CHARACTERS),
            t("Shorten it."),
        )
    if not is_clean(value, lines=True):
        raise fault(t("The text in {code} holds control characters.", code=code), t("Remove them."))
    return value.strip()


def read_words(value: Toml, info: ValidationInfo) -> Words:
    """A text in the languages of the town; where one is missing, the first there is stands in."""
    setting = setting_of(info)
    texts = _by_language(value, setting, _sample(setting.languages, '"…"'))
    return Words({Language(code): check_text(text, code) for code, text in texts.items()})


def _read_phrases(value: Toml, info: ValidationInfo) -> tuple[Words, ...]:
    """A list of texts, the same ones in every language it is given in."""
    setting = setting_of(info)
    sample = _sample(setting.languages, '["…", "…"]')
    lists: dict[str, list[Toml]] = {}
    for code, texts in _by_language(value, setting, sample).items():
        if not isinstance(texts, list):
            raise fault(
                t("In {code} this is {value}, not a list.", code=code, value=quoted(texts)),
                t("Write {wanted}.", wanted=sample),
            )
        if not texts:
            raise fault(t("The list in {code} is empty.", code=code), t("Give at least one."))
        lists[code] = texts
    lengths = {code: len(texts) for code, texts in lists.items()}
    if len(set(lengths.values())) > 1:
        counts = join(
            t(", ", context="counts"),
            (t("{count} in {code}", count=count, code=code) for code, count in lengths.items()),
        )
        raise fault(
            t("The lists differ in length: {counts}.", counts=counts), t("Say the same things in every language.")
        )
    rows = zip(*lists.values(), strict=True)
    codes = [Language(code) for code in lists]
    return tuple(Words({code: check_text(text, code) for code, text in zip(codes, row, strict=True)}) for row in rows)


def read_minutes(value: Toml) -> int:
    """A time of day, as minutes since midnight."""
    minutes = minutes_of(value) if isinstance(value, str) else None
    if minutes is None:
        raise fault(
            t("{value} is not a time.", value=quoted(value)),
            t('Write "HH:MM", such as "07:30"; the latest is "24:00".'),
        )
    return minutes


def read_span(value: Toml) -> OpeningHours:
    """A span of the day; one that ends before it starts runs past midnight."""
    ends = value.split("-") if isinstance(value, str) else []
    minutes = [minutes_of(end.strip()) for end in ends]
    remedy = t('Write "HH:MM-HH:MM", such as "08:00-20:00".')
    if len(minutes) != 2 or minutes[0] is None or minutes[1] is None:
        raise fault(t("{value} is not a span of time.", value=quoted(value)), remedy)
    if minutes[0] % MINUTES_A_DAY == minutes[1]:
        raise fault(t("{value} has no duration.", value=quoted(value)), remedy)
    return OpeningHours(minutes[0], minutes[1])


def read_address(value: Toml, info: ValidationInfo) -> Address:
    """The address of a place or thing."""
    if not isinstance(value, str):
        raise fault(
            t("{value} is not an address.", value=quoted(value)),
            t('Write "sector", "sector:room" or "sector:room:thing".'),
        )
    try:
        return Address.parse(value, setting_of(info).town)
    except TownAuthorError as error:
        raise fault(t("{value} is not an address.", value=quoted(value)), error.remedy) from error


def _check_slug(value: str) -> str:
    if not is_slug(value) or len(value) > 80:
        remedy = t("Use lower-case letters a to z, digits and single underscores, such as “maria_lopez”.")
        raise fault(t("{value} cannot be an id.", value=quoted(value)), remedy)
    return value


def _check_moment(value: datetime) -> datetime:
    if value.tzinfo is not None:
        raise fault(t("Town time has no time zone."), t("Leave out the Z or the +00:00 at the end."))
    return value


PackText = Annotated[Words, PlainValidator(read_words)]
"""A text in the languages of the town."""
PackPhrases = Annotated[tuple[Words, ...], PlainValidator(_read_phrases)]
"""A list of texts, equally long in every language: `{ en = ["…"], zh = ["…"] }`."""
PackMinutes = Annotated[int, PlainValidator(read_minutes)]
"""A time of day, `"HH:MM"`."""
Span = Annotated[OpeningHours, PlainValidator(read_span)]
"""A span of the day, `"08:00-20:00"`."""
Where = Annotated[Address, PlainValidator(read_address)]
"""The address of a place or thing."""
Slug = Annotated[str, AfterValidator(_check_slug)]
"""An id."""
PackMoment = Annotated[datetime, AfterValidator(_check_moment)]
"""A date and time of the town."""


def texts_of(table: TomlTable, info: ValidationInfo) -> Words:
    """The languages of a table that also holds other keys, as `speech` does."""
    return read_words(dict(table), info)
