"""The list of runs on the wire: starting, forking, comparing and pacing them.

Invariant: inputs are bounded in length.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from milkwood.config import PartName
from milkwood.server.wire.model import Id, NamingModel, WireModel, WireText, WireTick
from milkwood.server.wire.playback import ParentOut, StateOut

PaceSpeedOut = Literal[1, 2, 3, 4, 5, "max"]
"""1, 2, 5, 15 or 60 ticks per second, or unlimited."""
PartOut = PartName
"""Parts of minds that can be switched off."""
Name = Annotated[str, Field(min_length=1, max_length=200)]


class RunEntryOut(WireModel):
    """A run in the list of runs."""

    name: str
    town: str
    town_name: WireText
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
    mind: str = Field(description="`town` for minds with memories, `rule` for minds with habits only.")
    fork_at: int | None = Field(description="The tick of the snapshot to fork at, if this version cannot continue it.")


class RunListOut(WireModel):
    """All runs, the newest first."""

    runs: list[RunEntryOut]
    living: str | None = Field(description="The living run that was started last.")
    may_act: bool
    version: str


class BeginIn(NamingModel):
    """A new run."""

    town: Id
    scenario: Id | None = None
    name: Name | None = None
    language: Annotated[str, Field(max_length=20)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    model: Annotated[str, Field(max_length=200)] | None = None
    budget: Annotated[str, Field(max_length=40)] | None = None
    off: Annotated[list[PartOut], Field(max_length=6)] = Field(default_factory=list)
    """Parts of all minds to switch off, besides those of the settings."""


class ForkIn(NamingModel):
    """A fork of a run."""

    tick: WireTick
    name: Name


class DeleteIn(NamingModel):
    """The name of the run to delete, repeated."""

    name: Annotated[str, Field(max_length=200)]


class DifferenceOut(WireModel):
    """The first difference between two runs."""

    tick: int
    person: str
    a: str
    b: str


class CountOut(WireModel):
    """A count in both runs."""

    what: str
    a: int
    b: int


class OwnActOut(WireModel):
    """An act of the user that only one of the runs has."""

    run: Literal["a", "b"]
    tick: int
    kind: str
    person: str | None = Field(description="The person it was done to.")
    thing: str = Field(description="The id of the thing or room, if there is one.")
    text: str


class NewsApartOut(WireModel):
    """A piece of news, and who knows it in each run."""

    text: str
    first: str | None = Field(description="Who knew it first.")
    a: list[str] = Field(description="Ids, in the order in which they learned it.")
    b: list[str]


class EventSideOut(WireModel):
    """An event in one of the runs."""

    coming: list[str] = Field(description="Ids of people who mean to come.")
    came: list[str] = Field(description="Ids of people who were there.")


class EventApartOut(WireModel):
    """An event, and who came to it in each run."""

    what: str
    place: str = Field(description="The id of the room.")
    start: int
    end: int
    a: EventSideOut | None = Field(description="None if nobody knows of it in that run.")
    b: EventSideOut | None


class TieApartOut(WireModel):
    """Two people whose tie differs; closeness of the one to the other, and back."""

    people: tuple[str, str]
    a: tuple[int, int]
    b: tuple[int, int]
    talks_a: int
    talks_b: int


class CompareOut(WireModel):
    """Two runs side by side, up to a tick that both have lived."""

    end: int = Field(description="The last tick that both have lived.")
    same_until: int = Field(description="Up to this tick, nothing differs.")
    compared: int = Field(description="Everything is compared up to this tick: the one asked for, or the end.")
    first: DifferenceOut | None
    acts: list[OwnActOut] = Field(description="What the user did in one of them only.")
    news: list[NewsApartOut] = Field(description="News whose knowers differ, those of the stories and acts first.")
    events: list[EventApartOut] = Field(description="Events that only one has, or whose guests differ.")
    ties: list[TieApartOut] = Field(description="The ties that differ most.")
    summary: list[CountOut] = Field(description="Counts up to that tick; `ticks` is the length of each run.")
    setup: list[str] = Field(description="Settings that differ.")


class PaceIn(WireModel):
    """The wanted pace."""

    held: bool | None = None
    speed: PaceSpeedOut | None = None


class StepIn(WireModel):
    """One step."""

    after: WireTick | None = Field(
        None, description="The tick shown now; the run stops when the next can be shown. Default: run one more tick."
    )


class PaceOut(WireModel):
    """The pace of a run."""

    held: bool
    speed: PaceSpeedOut
    now: int = Field(description="The tick of the pace clock.")
