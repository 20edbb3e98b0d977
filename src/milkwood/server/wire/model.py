"""The base of all wire models: frozen, with clean texts.

Invariant: no unknown fields; every text is clean, whatever the file of a run or a request holds.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WrapValidator, model_validator

from milkwood import i18n
from milkwood.clean import clean_all

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
    def _cleaned(cls, plain: Any) -> Any:
        return clean_all(plain)


class NamingModel(WireModel):
    """A model with the name of a run: an unclean name is refused where names are checked, not cleaned here."""

    @model_validator(mode="before")
    @classmethod
    def _cleaned(cls, plain: Any) -> Any:
        return plain


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


def page_json(plain: Any) -> str:
    """JSON for the page, with clean texts."""
    return json.dumps(clean_all(plain), ensure_ascii=False, separators=(",", ":"))
