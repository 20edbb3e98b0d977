"""The town of a run on the wire: its talks, feed, ties, news and things.

Invariant: places and people are given by id.
"""

from typing import Literal

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import TileOut, WireModel
from milkwood.server.wire.playback import EventDeedOut, LineOut


class TalkOut(WireModel):
    """A talk as a transcript."""

    id: str
    begin: int
    end: int | None = Field(description="None if it is not over.")
    place: str | None = Field(description="The id of the room.")
    people: list[str]
    lines: list[LineOut]
    why: str = Field(description="Why it ended.")


class TalksOut(WireModel):
    """A page of talks, newest first."""

    talks: list[TalkOut]
    total: int


class FeedItemOut(WireModel):
    """A happening with a sentence; its other fields depend on its kind `k`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    t: int
    who: str
    k: str
    sentence: str
    place: str | None = Field(description="The id of the room it happened in.")
    deed: EventDeedOut | None = None
    tile: TileOut | None = None
    text: str = ""
    talk: str = ""
    partner: str = ""
    thing: str = ""
    state: str = ""
    whom: str = ""
    by: str = ""
    why: str = ""
    start: int = 0
    insights: list[str] = Field([])
    kind: str = ""
    person: str | None = None
    about: str = ""


class FeedOut(WireModel):
    """The latest happenings, newest first."""

    items: list[FeedItemOut]
    before: int | None = Field(description="The `until` of the next page; None at the beginning of the run.")


class TownEventOut(WireModel):
    """An event: announced, hosted by a person, or promised by several."""

    id: str
    what: str = Field(description="In the words of its host or of the announcement.")
    place: str = Field(description="The id of the room.")
    start: int
    end: int
    host: str | None
    announced: bool
    coming: list[str] = Field(description="Ids of people who mean to come, the host too.")
    declined: list[str] = Field(description="Ids of people who said that they will not come.")


class TownEventNowOut(TownEventOut):
    """An event, with those who came to it so far."""

    came: list[str] = Field(description="Ids of people who were there, in the order in which they were first seen.")


class EdgeOut(WireModel):
    """A tie between two people."""

    a: str
    b: str
    closeness: tuple[int, int] = Field(
        description="Of a to b, and of b to a: -10 an enemy, 0 a stranger, 10 the closest person."
    )
    talks: int
    last: int | None


class TiesOut(WireModel):
    """All ties between people."""

    tick: int = Field(description="The tick of `closeness`; talks are counted up to the tick asked for.")
    edges: list[EdgeOut]


class KnowerOut(WireModel):
    """When and how a person learned a piece of news."""

    person: str
    tick: int
    text: str = Field(description="As they remember it.")
    source: str | None = Field(description="The person who told them.")
    talk: str | None
    line: str = Field(description="The line that told them, or empty.")
    own: bool = Field(description="Whether they knew it without being told.")


class NewsOut(WireModel):
    """How a piece of news spread."""

    text: str
    knowers: list[KnowerOut]
    unexplained: list[KnowerOut] = Field(
        description="People who remember it although nobody who knew told them; they do not count as knowing it."
    )


class IdeaOut(WireModel):
    """News worth following."""

    text: str
    knowers: int
    first: str | None = Field(description="Who knew it first, if anyone knows it.")


class ThingStateOut(WireModel):
    """A state of a thing, from a tick on."""

    tick: int
    state: str
    by: str | None = Field(description="The person who changed it; `~outside` for the user.")


class ThingNowOut(WireModel):
    """A thing at a tick."""

    thing: str
    state: str
    presses: bool = Field(False, description="Whether people must act on it at once.")
    users: list[str] = Field(description="The people who use it.")
    history: list[ThingStateOut] = Field(description="Newest first.")


class ConsequenceOut(WireModel):
    """One thing that came of an act of the user."""

    tick: int
    person: str
    kind: Literal["thought", "reached", "decided", "talk", "promise", "did", "insight", "state"] = Field(
        description="What the person made of it, heard of it from another, decided, went to talk, promised, did as"
        " promised or concluded; or the state in which they left the changed thing."
    )
    text: str
    why: str = Field(description="The reason of a decision; may be empty.")
    partner: str = Field(description="For `reached`, the id of the person who told them.")
    talk: str = Field(description="For `reached`, the talk.")


class ActThreadOut(WireModel):
    """What came of a whisper, a tell, a changed thing or an announcement."""

    id: str
    tick: int
    kind: Literal["whisper", "tell", "change", "announce"]
    person: str | None
    about: str = Field(description="The id of the changed thing or of the announced room.")
    text: str
    by: str = Field(description="The visitor's name, if the user told it as one.")
    event: str = Field(description="The id of the announced event.")
    reached: list[str] = Field(description="Ids of the people who know of it, in the order in which they learned it.")
    items: list[ConsequenceOut] = Field(description="In order of time; at most 200.")
