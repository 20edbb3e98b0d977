"""The town of a run on the wire: its talks, feed, ties, news and things.

Knows no files. Invariant: ticks are whole numbers; places and people are named by id.
"""

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import TileOut, WireModel
from milkwood.server.wire.playback import EventDeedOut, LineOut


class TalkOut(WireModel):
    """A talk as a transcript."""

    id: str
    begin: int
    end: int | None = Field(description="None while it goes on.")
    place: str | None = Field(description="The id of the room.")
    people: list[str]
    lines: list[LineOut]
    why: str = Field(description="Why it ended.")


class TalksOut(WireModel):
    """A page of talks, newest first."""

    talks: list[TalkOut]
    total: int


class FeedItemOut(WireModel):
    """Something that happened, told in a sentence; which fields it has besides follows from its kind `k`."""

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


class FeedOut(WireModel):
    """What happened last, newest first."""

    items: list[FeedItemOut]
    before: int | None = Field(description="The `until` to ask with for what lies before; None at the beginning.")


class EdgeOut(WireModel):
    """What two people are to each other."""

    a: str
    b: str
    closeness: tuple[int, int] = Field(description="What a feels for b, and b for a.")
    talks: int
    last: int | None


class TiesOut(WireModel):
    """All ties between people."""

    tick: int = Field(description="The moment of the feelings; talks are counted up to the tick asked for.")
    edges: list[EdgeOut]


class KnowerOut(WireModel):
    """The first time a person knew a piece of news."""

    person: str
    tick: int
    text: str = Field(description="As they remember it.")
    source: str | None = Field(description="Who told them.")
    talk: str | None
    line: str = Field(description="What was said to them, or empty.")
    own: bool = Field(description="Whether nobody had to tell them.")


class NewsOut(WireModel):
    """How a piece of news went through the town."""

    text: str
    knowers: list[KnowerOut]
    unexplained: list[str] = Field(description="People who know it and were not told by a person who knew.")


class IdeaOut(WireModel):
    """News worth following."""

    text: str
    knowers: int


class ThingStateOut(WireModel):
    """A thing in a state, from a tick on."""

    tick: int
    state: str
    by: str | None = Field(description="Who brought it there; `~outside` for the hand of the user.")


class ThingNowOut(WireModel):
    """A thing at a tick."""

    thing: str
    state: str
    users: list[str] = Field(description="Who does something with it.")
    history: list[ThingStateOut] = Field(description="Newest first.")
