"""A run and what happens in it, on the wire.

Invariant: what happens at tick t shows from t + 1 on, and the state of a reel is that of its first tick; texts of the
town are in the run's language, names in every language.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import TileOut, WireModel, WireText
from milkwood.server.wire.town import PersonOut, TownOut

StateOut = Literal["living", "resting", "elsewhere"]
"""Run by this server, by nobody, or by another process."""


class ParentOut(WireModel):
    """The origin of a fork."""

    run: str
    tick: int


class FolkOut(WireModel):
    """A person of a run; their index in the list is their number in frames."""

    id: str
    name: WireText
    called: WireText
    arrived: int = Field(description="The first tick at which they are in town.")
    newcomer: bool = Field(description="Whether they are not in the scenario's cast.")
    avatar: bool = Field(description="Whether the user controls them.")
    profile: PersonOut | None = Field(description="Who they are, for a person who moved in later.")


class ImportEntryOut(WireModel):
    """One topic of the report of an import."""

    sort: Literal["read", "guessed", "changed", "dropped"]
    name: str = Field(description="The person it is about; empty for the whole simulation.")
    topic: WireText
    count: int
    details: list[str] = Field(description="Some examples.")


class ImportReportOut(WireModel):
    """What an import read, guessed, changed and dropped."""

    source: str
    read: int
    guessed: int
    changed: int
    dropped: int
    entries: list[ImportEntryOut] = Field(description="In order: the whole simulation, then each person.")
    more: int = Field(description="The number of entries that are not sent.")


class SkyOut(WireModel):
    """Season and weather from a tick on."""

    tick: int
    season: str = Field(description="winter, spring, summer or autumn.")
    weather: str = Field(description="A kind of weather, such as `rain`; empty if there is none or in other words.")
    climate: str = Field(description="Of the town; empty if its author tells the weather of each day.")


class RunOut(WireModel):
    """A run; everything but its end stays the same."""

    name: str
    town: TownOut
    people: list[FolkOut] = Field(description="The cast by id, then later arrivals in order; it only grows.")
    language: str
    start: datetime
    seconds_per_tick: int
    begin: int
    end: int = Field(description="The last tick.")
    opens_at: int = Field(description="The tick at which the page opens.")
    view_radius: int = Field(description="How far people see and hear, in tiles.")
    state: StateOut
    seed: int
    scenario: str
    mind: str = Field(description="`town` for minds with memories, `rule` for minds with habits only.")
    off: list[str] = Field(description="Parts switched off in all minds, such as `routines`.")
    created: str
    parent: ParentOut | None
    fork_at: int | None = Field(description="The tick of the snapshot to fork at, if this version cannot continue it.")
    imported: ImportReportOut | None = Field(description="The report of the import it comes from, if it was imported.")
    may_act: bool
    sky: list[SkyOut] = Field(description="Its changes, also of the days to come; empty where nothing is said of it.")


# --- events


class EventDeedOut(WireModel):
    """A deed as recorded; default values are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    what: str
    emoji: str = ""
    at: str = Field("", description="The id of the room.")
    thing: str = ""
    effect: str = Field("", description="The state of the thing meanwhile.")
    note: str = Field("", description="A few words on the thing meanwhile.")
    asleep: bool = False


class Happened(WireModel):
    """The base of all happenings; other recorded fields are not sent."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    t: int
    who: str = Field(description="A person's id; `~outside` for the user.")


class DeedBeganOut(Happened):
    """A person began a deed."""

    k: Literal["deed_began"]
    deed: EventDeedOut
    tile: TileOut


class DeedEndedOut(Happened):
    """A person ended a deed."""

    k: Literal["deed_ended"]
    deed: EventDeedOut


class ThingChangedOut(Happened):
    """A thing changed its state."""

    k: Literal["thing_changed"]
    thing: str
    state: str
    presses: bool = Field(False, description="Whether people must act on it at once.")


class TalkBeganOut(Happened):
    """A person began a talk."""

    k: Literal["talk_began"]
    talk: str
    partner: str


class JoinedOut(Happened):
    """A person joined a talk."""

    k: Literal["joined"]
    talk: str


class SaidOut(Happened):
    """A person said a line."""

    k: Literal["said"]
    talk: str
    text: str
    small_talk: bool = Field(False, description="Whether the line carries nothing to remember.")


class LeftOut(Happened):
    """A person left a talk."""

    k: Literal["left"]
    talk: str


class TalkEndedOut(Happened):
    """A talk ended."""

    k: Literal["talk_ended"]
    talk: str
    why: str


class WhisperedOut(Happened):
    """A person heard an inner voice."""

    k: Literal["whispered"]
    text: str


class ToldOut(Happened):
    """A person was told something by a visitor or a notice."""

    k: Literal["told"]
    text: str
    by: str = Field("", description="The visitor's name; empty for a notice to all.")
    place: str = Field("", description="For an announced event, the id of its room.")
    start: int = Field(0, description="For an announced event, its tick.")


class AnnouncedOut(Happened):
    """Something was announced to the town."""

    k: Literal["announced"]
    text: str
    place: str = ""
    start: int = Field(0, description="For an announced event, its tick.")


class EnteredOut(Happened):
    """A person entered the town."""

    k: Literal["entered"]
    tile: TileOut
    deed: EventDeedOut | None = None


class DepartedOut(Happened):
    """A person left the town."""

    k: Literal["departed"]
    whom: str


class ReflectedOut(Happened):
    """A person reflected."""

    k: Literal["reflected"]
    insights: list[str]


class PlannedOut(Happened):
    """A person made or changed their plan."""

    k: Literal["planned"]
    text: str = Field("", description="The plan of a day; empty if a plan was changed.")


NoteKindOut = Literal["promise", "declined", "did", "broken", "news", "thought", "voice", "decided", "met", "quarrel"]
"""An appointment made, declined, kept or broken; news; a thought; a whisper; a change of plan; a first meeting; a
quarrel."""


class NotedOut(Happened):
    """A person noted something of consequence: an appointment, an important piece of news, a decision."""

    k: Literal["noted"]
    kind: NoteKindOut
    text: str = Field(description="In the words of the person; empty for a first meeting.")
    why: str = Field("", description="The reason of a change of plan.")
    partner: str = Field(
        "", description="The id of the other person: who told the news, with whom it is agreed, whom they met."
    )
    talk: str = ""


class FeltOut(Happened):
    """A talk has brought a person closer to another, or driven them apart."""

    k: Literal["felt"]
    partner: str
    change: int = Field(description="Of the closeness of `who` to `partner`.")


class InputOut(Happened):
    """An act of the user."""

    k: Literal["input"]
    kind: str
    person: str | None
    text: str
    about: str = Field("", description="The id of the thing or place it is about.")


HappeningOut = Annotated[
    DeedBeganOut
    | DeedEndedOut
    | ThingChangedOut
    | TalkBeganOut
    | JoinedOut
    | SaidOut
    | LeftOut
    | TalkEndedOut
    | WhisperedOut
    | ToldOut
    | AnnouncedOut
    | EnteredOut
    | DepartedOut
    | ReflectedOut
    | PlannedOut
    | NotedOut
    | FeltOut
    | InputOut,
    Field(discriminator="k"),
]


# --- ranges of ticks


class DoingOut(WireModel):
    """A person's current deed."""

    what: str
    emoji: str
    place: str | None = Field(description="The id of the room.")
    thing: str | None
    note: str = Field("", description="A few words on the thing meanwhile.")
    since: int


class BodyOut(WireModel):
    """A person in town at a tick."""

    who: str
    asleep: bool
    deed: DoingOut | None
    talk: str | None


class LineOut(WireModel):
    """A line of a talk."""

    tick: int
    who: str
    text: str


class OpenTalkOut(WireModel):
    """An open talk at a tick, with its lines so far."""

    id: str
    people: list[str]
    lines: list[LineOut]


class SceneOut(WireModel):
    """The town at a tick, without positions."""

    people: list[BodyOut]
    things: list[tuple[str, str]] = Field(description="Things that are not idle, with their states.")
    pressing: list[str] = Field(description="Those that people must act on at once.")
    talks: list[OpenTalkOut]


class ReelOut(WireModel):
    """A range of ticks: the state at the first, and what happened before the end."""

    from_: int = Field(alias="from")
    until: int = Field(description="At most the run's end.")
    state: SceneOut
    happenings: list[HappeningOut]


class MarksOut(WireModel):
    """The marks of a whole run."""

    talks: list[tuple[int, int, list[str]]] = Field(description="First tick, last tick, people.")
    reflections: list[tuple[int, str]]
    plans: list[tuple[int, str]]
    inputs: list[tuple[int, str, str]] = Field(description="Tick, kind, the person it is about or empty.")
