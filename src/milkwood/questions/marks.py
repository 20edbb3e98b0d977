"""Annotations of reply fields beyond their type: an offered place, a person, an hour, words of the language.

Invariant: a mark is a key in the JSON schema of a reply, and reading, narrowing and checking use that schema only; a
new question needs no code for them.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field
from pydantic.annotated_handlers import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

OFFERED: Final = "x-offered"
"""Key of a mark: the list of options the value must be from."""
WHEN: Final = "x-when"
"""Key of a mark: `field=value`, the only value of another field with which this one has a meaning."""
FORM: Final = "x-form"
"""Key of a mark: the format of the value."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An annotation of a field, kept in its JSON schema."""

    key: str
    value: str

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The field's schema with the mark."""
        return {**handler(core), self.key: self.value}


OfferedPlace = Annotated[str, Mark(OFFERED, "places")]
OfferedPerson = Annotated[str, Mark(OFFERED, "people")]
OfferedTool = Annotated[str, Mark(OFFERED, "tools")]
OfferedChoice = Annotated[str, Mark(OFFERED, "options")]
OfferedMemory = Annotated[int, Mark(OFFERED, "memories")]
OfferedCause = Annotated[int, Mark(OFFERED, "causes")]
"""The number of a memory that a plan follows from."""
OfferedExtra = Annotated[int, Mark(OFFERED, "extras")]
"""The number of a memory that came up in the night."""
OfferedState = Annotated[str, Mark(OFFERED, "states")]
"""A state of an offered thing, in words."""
OfferedEvent = Annotated[str, Mark(OFFERED, "events")]
"""A future event of the person's own: the number of the promise, as text."""
Prose = Annotated[str, Mark(FORM, "prose")]
"""A text in the run's language."""
Own = Annotated[str, Mark(FORM, "own")]
"""The person's own words: in the first person, without `you`."""
DeedText = Annotated[str, Mark(FORM, "deed")]
"""Something to do, in the run's language: no sentence about oneself."""
Hour = Annotated[str, Mark(FORM, "hour"), Field(pattern=r"^[0-9]{1,2}:[0-9]{2}$")]
MaybeHour = Annotated[str, Mark(FORM, "hour"), Field(pattern=r"^([0-9]{1,2}:[0-9]{2})?$")]
Bedtime = Annotated[str, Mark(FORM, "bedtime"), Field(pattern=r"^[0-9]{1,2}:[0-9]{2}$")]
"""An hour of the evening, or of the night after it (`25:00`)."""
Date = Annotated[str, Mark(FORM, "date"), Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Emoji = Annotated[str, Mark(FORM, "emoji")]
Minutes = Annotated[int, Mark(FORM, "minutes")]
Grade = Annotated[int, Field(ge=1, le=10)]
