"""The list of runs on the wire: starting, forking, comparing and pacing them.

Knows no runs. Invariant: what comes in is bounded in length.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from milkwood.config import Part
from milkwood.server.wire.model import Id, Moment, Text, WireModel
from milkwood.server.wire.playback import ParentOut, StateOut

PaceSpeedOut = Literal[1, 2, 3, 4, 5, "max"]
"""1, 2, 5, 15 or 60 ticks a second, or as fast as possible."""
PartOut = Part
"""What can be taken from all minds."""
Name = Annotated[str, Field(min_length=1, max_length=200)]


class RunEntryOut(WireModel):
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


class RunListOut(WireModel):
    """All runs, the newest first."""

    runs: list[RunEntryOut]
    living: str | None = Field(description="The one that was last begun here and lives.")
    may_act: bool
    version: str


class BeginIn(WireModel):
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


class ForkIn(WireModel):
    """A fork of a run."""

    tick: Moment
    name: Name


class DeleteIn(WireModel):
    """The name of the run that is to be deleted, once more."""

    name: Annotated[str, Field(max_length=200)]


class DifferenceOut(WireModel):
    """The first thing that is not the same in two runs."""

    tick: int
    person: str
    a: str
    b: str


class CountOut(WireModel):
    """How many of something there are in either run."""

    what: str
    a: int
    b: int


class CompareOut(WireModel):
    """Two runs side by side."""

    same_until: int = Field(description="Before this tick nothing differs.")
    compared: int = Field(description="The end of the shorter one.")
    first: DifferenceOut | None
    summary: list[CountOut]
    setup: list[str] = Field(description="What differs in how they were set up.")


class PaceIn(WireModel):
    """How the town is to go on."""

    held: bool | None = None
    speed: PaceSpeedOut | None = None


class StepIn(WireModel):
    """One step."""

    after: Moment | None = Field(
        None, description="The tick one looks at, so that the next one can be shown; else one tick more is lived."
    )


class PaceOut(WireModel):
    """How the town goes on."""

    held: bool
    speed: PaceSpeedOut
    now: int = Field(description="The tick that the town's pace clock shows.")
