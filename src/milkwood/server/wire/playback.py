"""What the window is told of a run and of what happens in it, as it goes over the wire.

Knows no files. Invariant: frozen; ticks are whole numbers; what happened at tick t shows from t + 1 on, and the state
of a reel is what shows at its first tick; texts of the town come in the run's language, names in every one.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from milkwood.server.wire.model import Text, TileOut, WireModel
from milkwood.server.wire.town import TownOut

StateOut = Literal["living", "resting", "elsewhere"]
"""Lived by this server, by nobody, or by another process."""


class ParentOut(WireModel):
    """Where a fork comes from."""

    run: str
    tick: int


class FolkOut(WireModel):
    """Somebody of a run; their place in the list is their number in frames of moves."""

    id: str
    name: Text
    called: Text
    arrived: int = Field(description="The first tick at which they are in town.")
    newcomer: bool = Field(description="Whether they are not of the scenario's cast.")
    avatar: bool = Field(description="Whether they do what keys say.")


class RunOut(WireModel):
    """A run, with all that stays the same while one watches it."""

    name: str
    town: TownOut
    people: list[FolkOut] = Field(description="The cast by id, then those who came, in order; it only grows.")
    language: str
    start: datetime
    seconds_per_tick: int
    begin: int
    end: int = Field(description="The last tick one can look at.")
    opens_at: int = Field(description="Where to begin watching.")
    view_radius: int = Field(description="How far people see, and are heard, in tiles.")
    state: StateOut
    seed: int
    scenario: str
    mind: str = Field(description="`town` for minds that remember, `rule` for those that live by habit.")
    off: list[str] = Field(description="What was taken from all minds, such as `routines`.")
    created: str
    parent: ParentOut | None
    fork_at: int | None = Field(
        description="The snapshot at which it has to be forked to go on under today's behaviour, if it has to be."
    )
    may_act: bool


# --- what happens


class EventDeedOut(WireModel):
    """A deed as it is written down; what is not so is left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    what: str
    emoji: str = ""
    at: str = Field("", description="The room it is done in.")
    thing: str = ""
    effect: str = ""
    asleep: bool = False


class Happened(WireModel):
    """Anything that happened; what an event says besides is not sent."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    t: int
    who: str = Field(description="A person's id; `~outside` for the hand of the user.")


class DeedBeganOut(Happened):
    """Somebody began to do something."""

    k: Literal["deed_began"]
    deed: EventDeedOut
    tile: TileOut


class DeedEndedOut(Happened):
    """Somebody is done with it."""

    k: Literal["deed_ended"]
    deed: EventDeedOut


class ThingChangedOut(Happened):
    """A thing is in another state."""

    k: Literal["thing_changed"]
    thing: str
    state: str


class TalkBeganOut(Happened):
    """Somebody began to talk to somebody."""

    k: Literal["talk_began"]
    talk: str
    partner: str


class JoinedOut(Happened):
    """Somebody joined a talk."""

    k: Literal["joined"]
    talk: str


class SaidOut(Happened):
    """Somebody said a line."""

    k: Literal["said"]
    talk: str
    text: str


class LeftOut(Happened):
    """Somebody left a talk."""

    k: Literal["left"]
    talk: str


class TalkEndedOut(Happened):
    """A talk is over."""

    k: Literal["talk_ended"]
    talk: str
    why: str


class WhisperedOut(Happened):
    """Somebody heard an inner voice."""

    k: Literal["whispered"]
    text: str


class ToldOut(Happened):
    """Somebody was told something by a visitor."""

    k: Literal["told"]
    text: str
    by: str = Field("", description="The visitor's name; empty for a notice to all.")
    place: str = Field("", description="The id of the room it will be in, if it is of something that will be.")
    start: int = Field(0, description="The tick it is for.")


class AnnouncedOut(Happened):
    """Something was announced to the town."""

    k: Literal["announced"]
    text: str
    place: str = ""
    start: int = Field(0, description="The tick it is for.")


class EnteredOut(Happened):
    """Somebody is in town from now on."""

    k: Literal["entered"]
    tile: TileOut
    deed: EventDeedOut | None = None


class DepartedOut(Happened):
    """Somebody is gone."""

    k: Literal["departed"]
    whom: str


class ReflectedOut(Happened):
    """Somebody thought about what lies behind them."""

    k: Literal["reflected"]
    insights: list[str]


class PlannedOut(Happened):
    """Somebody made a plan, or another one."""

    k: Literal["planned"]


class InputOut(Happened):
    """The user did something."""

    k: Literal["input"]
    kind: str
    person: str | None
    text: str


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
    | InputOut,
    Field(discriminator="k"),
]


# --- a stretch of a run


class DoingOut(WireModel):
    """What somebody does at a tick."""

    what: str
    emoji: str
    place: str | None = Field(description="The id of the room.")
    thing: str | None
    since: int


class BodyOut(WireModel):
    """Somebody who is in town at a tick."""

    who: str
    asleep: bool
    deed: DoingOut | None
    talk: str | None


class LineOut(WireModel):
    """Something said."""

    tick: int
    who: str
    text: str


class OpenTalkOut(WireModel):
    """A talk that goes on at a tick, with what was said before it."""

    id: str
    people: list[str]
    lines: list[LineOut]


class SceneOut(WireModel):
    """The town at a tick; where people are is told by the moves."""

    people: list[BodyOut]
    things: list[tuple[str, str]] = Field(description="Things that are not idle, with their states.")
    talks: list[OpenTalkOut]


class ReelOut(WireModel):
    """A stretch of a run: what shows at its first tick, and what happened from there on and before its end."""

    from_: int = Field(alias="from")
    until: int = Field(description="At most the run's end.")
    state: SceneOut
    happenings: list[HappeningOut]


class MarksOut(WireModel):
    """What stands out in the whole of a run."""

    talks: list[tuple[int, int, list[str]]] = Field(description="First tick, last tick, who.")
    reflections: list[tuple[int, str]]
    plans: list[tuple[int, str]]
    inputs: list[tuple[int, str, str]] = Field(description="Tick, kind, whom it is about or empty.")
