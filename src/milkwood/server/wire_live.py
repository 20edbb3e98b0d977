"""What goes over the wire about living runs: the list of runs, what a user does, and the messages of a live stream.

Knows no runs. Invariant: frozen; what comes in is closed to unknown fields and bounded in length.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from milkwood.config import Part
from milkwood.engine.inputs import LONGEST_TEXT
from milkwood.server.wire import Text, Wire
from milkwood.server.wire_run import FolkOut, ParentOut, StateOut

PaceSpeedOut = Literal[1, 2, 3, 4, 5, "max"]
"""1, 2, 5, 15 or 60 ticks a second, or as fast as possible."""
PartOut = Part
"""What can be taken from all minds."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
Id = Annotated[str, Field(min_length=1, max_length=400)]
Moment = Annotated[int, Field(ge=0, le=10**9)]


# --- runs


class RunEntryOut(Wire):
    """A run in the list of runs."""

    name: str
    town: str
    town_name: Text
    scenario: str
    language: str
    seed: int
    start: datetime
    seconds_per_tick: int
    end: int
    people: int
    state: StateOut
    created: str
    parent: ParentOut | None
    bytes: int
    mind: str = Field(description="`town` for minds that remember, `rule` for those that live by habit.")
    fork_at: int | None = Field(
        description="The snapshot at which it has to be forked to go on under today's behaviour, if it has to be."
    )


class RunListOut(Wire):
    """All runs, the newest first."""

    runs: list[RunEntryOut]
    living: str | None = Field(description="The one that was last begun here and lives.")
    may_act: bool
    version: str


class BeginIn(Wire):
    """A new run."""

    town: Id
    scenario: Id | None = None
    name: Name | None = None
    language: Annotated[str, Field(max_length=20)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    model: Annotated[str, Field(max_length=200)] | None = None
    budget: Annotated[str, Field(max_length=40)] | None = None
    off: Annotated[list[PartOut], Field(max_length=6)] = Field(default_factory=list)
    """What is taken from all minds, besides what the settings take."""


class ForkIn(Wire):
    """A fork of a run."""

    tick: Moment
    name: Name


class DeleteIn(Wire):
    """The name of the run that is to be deleted, once more."""

    name: Annotated[str, Field(max_length=200)]


class DifferenceOut(Wire):
    """The first thing that is not the same in two runs."""

    tick: int
    person: str
    a: str
    b: str


class CountOut(Wire):
    """How many of something there are in either run."""

    what: str
    a: int
    b: int


class CompareOut(Wire):
    """Two runs side by side."""

    same_until: int = Field(description="Before this tick nothing differs.")
    compared: int = Field(description="The end of the shorter one.")
    first: DifferenceOut | None
    summary: list[CountOut]
    setup: list[str] = Field(description="What differs in how they were set up.")


# --- pace


class PaceIn(Wire):
    """How the town is to go on."""

    held: bool | None = None
    speed: PaceSpeedOut | None = None


class StepIn(Wire):
    """One step."""

    after: Moment | None = Field(
        None, description="The tick one looks at, so that the next one can be shown; else one tick more is lived."
    )


class PaceOut(Wire):
    """How the town goes on."""

    held: bool
    speed: PaceSpeedOut
    now: int = Field(description="The tick that the town's pace clock shows.")


# --- acts


class _Act(Wire):
    tick: Moment | None = Field(None, description="The tick one looks at; refused when it is not the present.")


class WhisperIn(_Act):
    """Put a thought into somebody's head."""

    kind: Literal["whisper"]
    person: Id
    text: Words


class TellIn(_Act):
    """Tell somebody something, as a visitor with a name."""

    kind: Literal["tell"]
    person: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]
    text: Words


class ChangeIn(_Act):
    """Bring a thing into a state."""

    kind: Literal["change"]
    thing: Id
    text: Annotated[str, Field(min_length=1, max_length=200)]


class AnnounceIn(_Act):
    """Announce something that will be at a place and time."""

    kind: Literal["announce"]
    place: Id
    time: Annotated[str, Field(max_length=40)] = Field(
        description="`HH:MM`, today or tomorrow, or an ISO date and time."
    )
    text: Words


class ArriveIn(_Act):
    """Let somebody new come to live in the town."""

    kind: Literal["arrive"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    home: Id = Field(description="A bed, or the sector it stands in.")
    age: Annotated[int, Field(ge=1, le=120)] = 30
    pronoun: Literal["she", "he", "they"] = "they"
    traits: Annotated[str, Field(max_length=300)] = Field("", description="Separated by commas.")
    biography: Annotated[str, Field(max_length=2000)] = ""
    work: Annotated[str, Field(max_length=200)] = Field("", description="What they do for a living, in words.")
    work_at: Annotated[str, Field(max_length=400)] = Field("", description="Where: a sector, room or thing.")


class RemoveIn(_Act):
    """Let somebody leave for good."""

    kind: Literal["remove"]
    person: Id


class EnterIn(_Act):
    """Walk in."""

    kind: Literal["enter"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    tile: tuple[int, int] | None = None
    place: Annotated[str, Field(max_length=400)] = Field("", description="A room or sector; the tile goes first.")


class ExitIn(_Act):
    """Walk out again."""

    kind: Literal["exit"]
    person: Id


class MoveIn(_Act):
    """One tile up, left, right or down."""

    kind: Literal["move"]
    person: Id
    step: Literal["u", "l", "r", "d"]


class StandIn(_Act):
    """Stay where one is."""

    kind: Literal["stand"]
    person: Id


class SpeakIn(_Act):
    """Say something to whoever is near."""

    kind: Literal["speak"]
    person: Id
    text: Words
    last: bool = False


class SpendingIn(_Act):
    """Stop calling language models that cost, or go on."""

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


class ActOut(Wire):
    """What comes of an act."""

    tick: int = Field(description="When it takes effect.")
    person: str | None = Field(None, description="The id of whoever comes, or walks in.")


# --- the live stream


class ListenIn(Wire):
    """What a viewer says first."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    protocol: int
    from_: Moment | None = Field(None, alias="from")


class HelloOut(Wire):
    """What the server says first."""

    type: Literal["hello"] = "hello"
    protocol: int
    run: str
    end: int
    state: StateOut
    pace: PaceOut | None
    may_act: bool


class RefusedOut(Wire):
    """The stream ends, and why."""

    type: Literal["refused"] = "refused"
    what: Text
    remedy: Text


class ComersOut(Wire):
    """Everybody of the run, since somebody came."""

    type: Literal["people"] = "people"
    people: list[FolkOut]


StillIs = Literal["held", "thinks", "ahead", "stopping", "over"]
"""The user holds the town; an answer is waited for; it is ahead of its clock; it is about to rest; it came to rest."""


class StillOut(Wire):
    """Why the town stands still."""

    is_: StillIs = Field(alias="is")
    words: Text


class StatusOut(Wire):
    """How the run goes on."""

    type: Literal["state"] = "state"
    end: int
    state: StateOut
    pace: PaceOut | None
    still: StillOut | None
    notes: list[Text]


class GapOut(Wire):
    """Something was left out: what follows begins anew, with a snapshot, at this tick."""

    type: Literal["gap"] = "gap"
    from_: int = Field(alias="from")


class EndOut(Wire):
    """The run rests."""

    type: Literal["end"] = "end"
    end: int
    why: Text


def plain(message: Wire) -> dict[str, Any]:
    """A message as JSON holds it."""
    return message.model_dump(mode="json", by_alias=True)
