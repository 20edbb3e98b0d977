"""A town pack on the wire: its people, places and scenarios.

Invariant: texts are in every language of the town, hours are `HH:MM`, tiles `[x, y]` and rectangles `[x, y, width,
height]`.
"""

from datetime import datetime

from pydantic import Field

from milkwood.server.wire.model import RectangleOut, TileOut, WireModel, WireText
from milkwood.town.places import ThingLook


class TownEntryOut(WireModel):
    """A town in a list of towns."""

    id: str
    name: WireText
    about: WireText
    languages: list[str] = Field(description="Addresses use the first one.")


class TownListOut(WireModel):
    """All towns."""

    opens: str = Field(description="The default town.")
    language: str | None = Field(description="The language given when the server was started.")
    towns: list[TownEntryOut]


class DeedOut(WireModel):
    """A block of a usual day."""

    start: str
    end: str
    what: WireText
    where: str = Field(description="The address of a place or thing.")


class TieOut(WireModel):
    """A person's tie to another, from their own side."""

    person: str
    tie: WireText
    feeling: WireText
    closeness: int = Field(ge=-10, le=10, description="-10 an enemy, 0 a stranger, 10 the closest person.")


class WorkOut(WireModel):
    """A person's job."""

    title: WireText
    at: str
    hours: str | None


class SpeechOut(WireModel):
    """How a person talks."""

    style: str
    note: WireText


class PersonOut(WireModel):
    """A person of the town."""

    id: str
    name: WireText
    called: WireText
    age: int
    pronoun: str
    traits: list[WireText]
    biography: WireText
    concerns: list[WireText]
    speech: SpeechOut
    work: WorkOut | None
    bed: str
    wake: str
    sleep: str
    day: list[DeedOut]
    knows: list[TieOut]
    tile: TileOut = Field(description="Their position at the start.")


class ThingOut(WireModel):
    """A thing that people use."""

    id: str
    name: WireText
    kind: str
    emoji: str
    pose: str = Field(description="How people use it: standing, sitting or lying.")
    tiles: list[TileOut]


class RoomOut(WireModel):
    """A room of a sector."""

    id: str
    name: WireText
    kind: str
    outdoors: bool
    rectangles: list[RectangleOut]
    things: list[ThingOut]


class SectorOut(WireModel):
    """A part of the town."""

    id: str
    name: WireText
    kind: str
    public: bool
    opens: str | None
    rectangles: list[RectangleOut]
    rooms: list[RoomOut]


class StoryOut(WireModel):
    """A story of a scenario."""

    id: str
    title: WireText
    people: list[str] = Field(description="Those whom it is about: they have its memories, goals and commitments.")


class ScenarioOut(WireModel):
    """A cast, a start and stories."""

    id: str
    name: WireText
    about: WireText
    start: datetime
    days: int
    cast: list[str]
    stories: list[StoryOut]


class ThingStateKindOut(WireModel):
    """A state that a kind of thing can be in."""

    key: str
    words: WireText
    look: ThingLook = Field(description="What is seen of it; empty for nothing.")
    needs: bool = Field(description="Whether someone has to set it right.")


class TownOut(TownEntryOut):
    """A town with everything the page shows."""

    start: datetime
    seconds_per_tick: int
    width: int = Field(description="In tiles.")
    height: int = Field(description="In tiles.")
    scenario: str = Field(description="The scenario shown; its cast are the people.")
    people: list[PersonOut]
    places: list[SectorOut]
    scenarios: list[ScenarioOut]
    states: dict[str, list[ThingStateKindOut]] = Field(description="By kind of thing in the town.")
