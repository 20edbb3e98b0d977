"""after_talk: what a person keeps of a talk.

Invariant: people and places are among those offered; a failed answer keeps the earlier impression.
"""

from typing import Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import Date, DeedText, Hour, OfferedPerson, OfferedPlace, Own, Prose
from milkwood.questions.terms import (
    MAX_CLOSENESS,
    MIN_CLOSENESS,
    Card,
    DayPiece,
    Named,
    Now,
    Other,
    PromiseTerm,
    SpokenLine,
)

MAX_WARMING_CHANGE: Final = 1
MAX_COOLING_CHANGE: Final = 5
"""Maximum change of closeness by one talk: trust grows slowly and is lost at once."""


SaidCertainty: TypeAlias = Literal["told", "rumour", "denied"]
SAID_CERTAINTIES: Final = get_args(SaidCertainty)
"""How sure news can be."""


class Ask(TypedDict):
    """The whole talk."""

    self: Card
    now: Now
    others: list[Other]
    lines: list[SpokenLine]
    known: list[str]
    """News the person knew before, so that only new facts are learnt."""
    doubtful: NotRequired[list[str]]
    """Rumours the person knows, and what they hold to be false: this talk may confirm or deny it."""
    promises: list[PromiseTerm]
    usual: list[DayPiece]
    people: list[Named]
    places: list[Named]


class News(BaseModel):
    """A learnt fact that can be repeated: third person, whole sentence."""

    model_config = ConfigDict(extra="ignore")
    text: Prose = Field(min_length=2, max_length=300)
    by: OfferedPerson
    """The speaker."""
    about: list[OfferedPerson] = Field(default=[], max_length=6)
    importance: int = Field(default=4, ge=1, le=10)
    certainty: SaidCertainty = "told"
    """`rumour` for hearsay, `denied` for what is said to be false."""
    private: bool = False
    """Whether nobody must hear it."""
    secret_from: list[OfferedPerson] = Field(default=[], max_length=6)
    """Who must not hear it."""
    witnesses: list[OfferedPerson] = Field(default=[], max_length=6)
    """Who was there."""


class Commitment(BaseModel):
    """A dated agreement or offer."""

    model_config = ConfigDict(extra="ignore")
    what: DeedText = Field(min_length=2, max_length=120)
    date: Date
    start: Hour
    end: Hour
    place: OfferedPlace = Field(default="", max_length=200)
    company: list[OfferedPerson] = Field(default=[], max_length=8)
    accepted: bool = True
    reason: Prose = Field(default="", max_length=160)
    """Why the person declines, if they do."""


class NewImpression(BaseModel):
    """The changed impression of another person."""

    model_config = ConfigDict(extra="ignore")
    person: OfferedPerson
    knows: Prose = Field(default="", max_length=300)
    feeling: Prose = Field(default="", max_length=120)
    closeness: int = Field(ge=MIN_CLOSENESS, le=MAX_CLOSENESS)


class Reply(BaseModel):
    """What the person keeps."""

    model_config = ConfigDict(extra="ignore")
    news: list[News] = Field(default=[], max_length=8)
    """First, since a model that has summed up a talk holds it to be done with."""
    commitments: list[Commitment] = Field(default=[], max_length=4)
    impressions: list[NewImpression] = Field(default=[], max_length=4)
    summary: Own = Field(min_length=2, max_length=240)
    """The topic of the talk, first person, one sentence."""
    thought: Own = Field(default="", max_length=240)
    """The person's thought about it."""
