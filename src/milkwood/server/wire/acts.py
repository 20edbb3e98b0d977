"""The acts of a user on the wire.

Invariant: unknown fields are refused; texts are bounded in length.
"""

from typing import Annotated, Literal

from pydantic import Field

from milkwood.engine.inputs import MAX_TEXT_CHARACTERS
from milkwood.server.wire.model import Id, WireModel, WireTick

ActText = Annotated[str, Field(min_length=1, max_length=MAX_TEXT_CHARACTERS)]


MAX_LOOK_NUMBER = 1000
"""The number of looks that a newcomer can have."""


class _Act(WireModel):
    tick: WireTick | None = Field(
        None, description="The tick the user is looking at; refused if it is not the present."
    )


class WhisperIn(_Act):
    """Put a thought into a person's head."""

    kind: Literal["whisper"]
    person: Id
    text: ActText


class TellIn(_Act):
    """Tell a person something, as a visitor with a name."""

    kind: Literal["tell"]
    person: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]
    text: ActText


class ChangeIn(_Act):
    """Change the state of a thing."""

    kind: Literal["change"]
    thing: Id
    text: Annotated[str, Field(min_length=1, max_length=200)]
    presses: bool | None = Field(
        None, description="Whether people must act on it at once; null to go by the states of its kind."
    )


class AnnounceIn(_Act):
    """Announce an event at a place and time."""

    kind: Literal["announce"]
    place: Id
    time: Annotated[str, Field(max_length=40)] = Field(
        description="`HH:MM`, today or tomorrow, or an ISO date and time."
    )
    text: ActText


class ArriveIn(_Act):
    """Add a person to the town."""

    kind: Literal["arrive"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    home: Id = Field(description="A bed, or the sector it stands in.")
    age: Annotated[int, Field(ge=1, le=120)] = 30
    pronoun: Literal["she", "he", "they"] = "they"
    traits: Annotated[str, Field(max_length=300)] = Field("", description="Separated by commas.")
    biography: Annotated[str, Field(max_length=2000)] = ""
    work: Annotated[str, Field(max_length=200)] = Field("", description="Their occupation.")
    work_at: Annotated[str, Field(max_length=400)] = Field("", description="Their workplace: a sector, room or thing.")
    look: Annotated[int, Field(ge=0, lt=MAX_LOOK_NUMBER)] | None = Field(
        None, description="The number of their looks; by default they follow from the name."
    )


class RemoveIn(_Act):
    """Remove a person for good."""

    kind: Literal["remove"]
    person: Id


class EnterIn(_Act):
    """Enter the town as a visitor."""

    kind: Literal["enter"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    tile: tuple[int, int] | None = None
    place: Annotated[str, Field(max_length=400)] = Field("", description="A room or sector; ignored with a tile.")


class ExitIn(_Act):
    """Leave the town as a visitor."""

    kind: Literal["exit"]
    person: Id


class MoveIn(_Act):
    """One tile up, left, right or down."""

    kind: Literal["move"]
    person: Id
    step: Literal["u", "l", "r", "d"]


class StandIn(_Act):
    """Stand still."""

    kind: Literal["stand"]
    person: Id


class SpeakIn(_Act):
    """Say something to the people nearby."""

    kind: Literal["speak"]
    person: Id
    text: ActText
    last: bool = False


class SpendingIn(_Act):
    """Stop or resume calls to paid language models."""

    kind: Literal["spending"]
    paused: bool


ActIn = Annotated[
    WhisperIn
    | TellIn
    | ChangeIn
    | AnnounceIn
    | ArriveIn
    | RemoveIn
    | EnterIn
    | ExitIn
    | MoveIn
    | StandIn
    | SpeakIn
    | SpendingIn,
    Field(discriminator="kind"),
]


class ActOut(WireModel):
    """The effect of an act."""

    tick: int = Field(description="The tick at which it takes effect.")
    person: str | None = Field(None, description="The id of the new person or visitor.")
