"""What the fields of replies mean beyond their type: an offered place, a person, an hour, words of the language.

Invariant: a mark stands in the JSON schema of a reply under its own key, and that schema is all that reading, narrowing
and checking go by; so a new question needs no code of its own for them.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field
from pydantic.annotated_handlers import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

OFFERED: Final = "x-offered"
"""Key of a mark: which of the offered things the value must be."""
FORM: Final = "x-form"
"""Key of a mark: how the value is written."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word about a field, kept in its JSON schema."""

    key: str
    value: str

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The field's schema with the mark in it."""
        return {**handler(core), self.key: self.value}


OfferedPlace = Annotated[str, Mark(OFFERED, "places")]
OfferedPerson = Annotated[str, Mark(OFFERED, "people")]
OfferedTool = Annotated[str, Mark(OFFERED, "tools")]
OfferedChoice = Annotated[str, Mark(OFFERED, "options")]
OfferedMemory = Annotated[int, Mark(OFFERED, "memories")]
OfferedExtra = Annotated[int, Mark(OFFERED, "extras")]
"""The number of a memory that came up in the night."""
OfferedEvent = Annotated[str, Mark(OFFERED, "events")]
"""An event of one's own that is still to come: the number of the promise, as text."""
Prose = Annotated[str, Mark(FORM, "prose")]
"""Words of the run's language, for people to read."""
Own = Annotated[str, Mark(FORM, "own")]
"""Words of the person's own: in the first person, never addressed as `you`."""
State = Annotated[str, Mark(FORM, "state")]
"""Words for how a thing is, or `idle` for as it should be."""
Hour = Annotated[str, Mark(FORM, "hour"), Field(pattern=r"^\d{1,2}:\d{2}$")]
MaybeHour = Annotated[str, Mark(FORM, "hour"), Field(pattern=r"^(\d{1,2}:\d{2})?$")]
Bedtime = Annotated[str, Mark(FORM, "bedtime"), Field(pattern=r"^\d{1,2}:\d{2}$")]
"""An hour of the evening, or of the night after it (`25:00`)."""
Date = Annotated[str, Mark(FORM, "date"), Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Emoji = Annotated[str, Mark(FORM, "emoji")]
Minutes = Annotated[int, Mark(FORM, "minutes")]
Grade = Annotated[int, Field(ge=1, le=10)]
