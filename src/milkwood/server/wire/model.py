"""The base of everything that is sent: frozen models, and texts that can be encoded as UTF-8.

Knows Pydantic and Unicode; knows no packs, runs or files. Invariant: a model has no unknown fields, and no text in it
holds half of a surrogate pair, which language models do produce.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WrapValidator, model_validator

from milkwood import i18n

Text = dict[str, str]
Message = Annotated[str, WrapValidator(lambda value, check: value if isinstance(value, i18n.Text) else check(value))]
"""A message that is put into a language when it is sent."""
TileOut = tuple[int, int]
RectangleOut = tuple[int, int, int, int]
Id = Annotated[str, Field(min_length=1, max_length=400)]
Moment = Annotated[int, Field(ge=0, le=10**9)]


class WireModel(BaseModel):
    """Anything that is sent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _replace_surrogates(cls, plain: Any) -> Any:
        """No text in it is half a letter."""
        return replace_all_surrogates(plain)


class RefusalOut(WireModel):
    """Why something cannot be had, and what to do about it."""

    what: Message
    remedy: Message


class ForkOfferOut(RefusalOut):
    """A no with an offer: it can be done in a fork."""

    fork: Literal[True] = True


def plain(message: WireModel) -> dict[str, Any]:
    """A message as JSON holds it."""
    return message.model_dump(mode="json", by_alias=True)


def replace_surrogates(text: str) -> str:
    """The text without halves of surrogate pairs."""
    if text.isascii():
        return text
    made = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text if made == text else made


def replace_all_surrogates(plain: Any) -> Any:
    """The same for every text in what JSON can hold."""
    match plain:
        case str():
            return replace_surrogates(plain)
        case dict():
            return {replace_surrogates(key): replace_all_surrogates(value) for key, value in plain.items()}
        case list():
            return [replace_all_surrogates(each) for each in plain]
    return plain
