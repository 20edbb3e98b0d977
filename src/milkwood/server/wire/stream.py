"""The messages of a live stream.

Knows no runs. Invariant: each message names its type.
"""

from typing import Literal

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import Moment, Text, WireModel
from milkwood.server.wire.playback import FolkOut, StateOut
from milkwood.server.wire.runs import PaceOut


class ListenIn(WireModel):
    """What a viewer says first."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    protocol: int
    from_: Moment | None = Field(None, alias="from")


class HelloOut(WireModel):
    """What the server says first."""

    type: Literal["hello"] = "hello"
    protocol: int
    run: str
    end: int
    state: StateOut
    pace: PaceOut | None
    may_act: bool


class RefusedOut(WireModel):
    """The stream ends, and why."""

    type: Literal["refused"] = "refused"
    what: Text
    remedy: Text


class ComersOut(WireModel):
    """All people of the run, after an arrival."""

    type: Literal["people"] = "people"
    people: list[FolkOut]


StillIs = Literal["held", "thinks", "ahead", "stopping", "over"]
"""The user holds the town; an answer is waited for; it is ahead of its clock; it is about to rest; it came to rest."""


class StillOut(WireModel):
    """Why the town stands still."""

    is_: StillIs = Field(alias="is")
    words: Text


class StatusOut(WireModel):
    """How the run goes on."""

    type: Literal["state"] = "state"
    end: int
    state: StateOut
    pace: PaceOut | None
    still: StillOut | None
    notes: list[Text]


class GapOut(WireModel):
    """Something was left out: what follows begins anew, with a snapshot, at this tick."""

    type: Literal["gap"] = "gap"
    from_: int = Field(alias="from")


class EndOut(WireModel):
    """The run rests."""

    type: Literal["end"] = "end"
    end: int
    why: Text
