"""The base of all wire models: frozen, and encodable as UTF-8.

Invariant: no unknown fields, and no lone surrogates in texts, which language models do produce.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WrapValidator, model_validator

from milkwood import i18n

WireText = dict[str, str]
Message = Annotated[str, WrapValidator(lambda value, check: value if isinstance(value, i18n.Text) else check(value))]
"""A message that is translated when it is sent."""
TileOut = tuple[int, int]
RectangleOut = tuple[int, int, int, int]
Id = Annotated[str, Field(min_length=1, max_length=400)]
WireTick = Annotated[int, Field(ge=0, le=10**9)]


class WireModel(BaseModel):
    """The base of all wire models."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _replace_surrogates(cls, plain: Any) -> Any:
        return replace_all_surrogates(plain)


class RefusalOut(WireModel):
    """What is wrong, and what to do."""

    what: Message
    remedy: Message


class ForkOfferOut(RefusalOut):
    """A refusal; the act is possible in a fork."""

    fork: Literal[True] = True


def plain(message: WireModel) -> dict[str, Any]:
    """A message as a JSON object."""
    return message.model_dump(mode="json", by_alias=True)


def replace_surrogates(text: str) -> str:
    """The text with lone surrogates replaced."""
    if text.isascii():
        return text
    made = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text if made == text else made


def replace_all_surrogates(plain: Any) -> Any:
    """A JSON value with lone surrogates replaced in all texts."""
    match plain:
        case str():
            return replace_surrogates(plain)
        case dict():
            return {replace_surrogates(key): replace_all_surrogates(value) for key, value in plain.items()}
        case list():
            return [replace_all_surrogates(each) for each in plain]
    return plain
