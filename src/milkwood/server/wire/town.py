"""A town pack on the wire: its people, places and scenarios.

Knows no packs and no files. Invariant: texts come in every language of the town, hours as `HH:MM`, tiles as
`[x, y]` and rectangles as `[x, y, width, height]`.
"""

from datetime import datetime

from pydantic import Field

from milkwood.server.wire.model import RectangleOut, Text, TileOut, WireModel


class TownEntryOut(WireModel):
    """A town in a list of towns."""

    id: str
    name: Text
    about: Text
    languages: list[str] = Field(description="The first one names places in addresses.")


class TownListOut(WireModel):
    """The towns that can be looked at here."""

    opens: str = Field(description="The town to open when the page's address names none.")
    language: str | None = Field(description="The language asked for when the server was started.")
    towns: list[TownEntryOut]


class DeedOut(WireModel):
    """A piece of a usual day."""

    start: str
    end: str
    what: Text
    where: str = Field(description="The address of a place or thing.")


class TieOut(WireModel):
    """What somebody is to a person, from that person's side alone."""

    person: str
    tie: Text
    feeling: Text
    closeness: int = Field(ge=0, le=10)


class WorkOut(WireModel):
    """What somebody does for a living."""

    title: Text
    at: str
    hours: str | None


class SpeechOut(WireModel):
    """How somebody talks."""

    style: str
    note: Text


class PersonOut(WireModel):
    """Somebody of the town, with all that their card shows."""

    id: str
    name: Text
    called: Text
    age: int
    pronoun: str
    traits: list[Text]
    biography: Text
    concerns: list[Text]
    speech: SpeechOut
    work: WorkOut | None
    bed: str
    wake: str
    sleep: str
    day: list[DeedOut]
    knows: list[TieOut]
    tile: TileOut = Field(description="Where they are when the town starts.")


class ThingOut(WireModel):
    """Something that people use."""

    id: str
    name: Text
    kind: str
    emoji: str
    tiles: list[TileOut]


class RoomOut(WireModel):
    """A room of a sector."""

    id: str
    name: Text
    kind: str
    outdoors: bool
    rectangles: list[RectangleOut]
    things: list[ThingOut]


class SectorOut(WireModel):
    """A part of the town."""

    id: str
    name: Text
    kind: str
    public: bool
    opens: str | None
    rectangles: list[RectangleOut]
    rooms: list[RoomOut]


class StoryOut(WireModel):
    """One thread of a scenario."""

    id: str
    title: Text


class ScenarioOut(WireModel):
    """A cast, a start and stories."""

    id: str
    name: Text
    about: Text
    start: datetime
    days: int
    cast: list[str]
    stories: list[StoryOut]


class TownOut(TownEntryOut):
    """A town with everything the window shows of it."""

    start: datetime
    seconds_per_tick: int
    width: int = Field(description="In tiles.")
    height: int = Field(description="In tiles.")
    scenario: str = Field(description="The scenario on show; its cast are the people.")
    people: list[PersonOut]
    places: list[SectorOut]
    scenarios: list[ScenarioOut]
