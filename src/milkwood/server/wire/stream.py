"""The messages of a live stream.

Invariant: each message names its type.
"""

from typing import Literal

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import WireModel, WireText, WireTick
from milkwood.server.wire.playback import FolkOut, StateOut
from milkwood.server.wire.runs import PaceOut


class ListenIn(WireModel):
    """A viewer's first message."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    protocol: int
    from_: WireTick | None = Field(None, alias="from")


class HelloOut(WireModel):
    """The server's first message."""

    type: Literal["hello"] = "hello"
    protocol: int
    run: str
    end: int
    state: StateOut
    pace: PaceOut | None
    may_act: bool


class RefusedOut(WireModel):
    """The stream ends with an error."""

    type: Literal["refused"] = "refused"
    what: WireText
    remedy: WireText


class ComersOut(WireModel):
    """All people of the run, sent after an arrival."""

    type: Literal["people"] = "people"
    people: list[FolkOut]


StillIs = Literal["held", "thinks", "ahead", "stopping", "over"]
"""Paused by the user; waiting for an answer; ahead of the pace clock; stopping; stopped."""


class StillOut(WireModel):
    """Why the town stands still."""

    is_: StillIs = Field(alias="is")
    words: WireText


class StatusOut(WireModel):
    """The state of the run."""

    type: Literal["state"] = "state"
    end: int
    state: StateOut
    pace: PaceOut | None
    still: StillOut | None
    notes: list[WireText]


class GapOut(WireModel):
    """Ticks were left out; a snapshot at this tick follows."""

    type: Literal["gap"] = "gap"
    from_: int = Field(alias="from")


class EndOut(WireModel):
    """The run has stopped."""

    type: Literal["end"] = "end"
    end: int
    why: WireText
