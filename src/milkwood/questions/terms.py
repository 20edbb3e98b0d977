"""The terms of questions: the parts of every question's content.

Invariant (rule M2): a question carries all it needs, as plain JSON, in the language of the run; model and understudy
know the same. Times are `HH:MM`, dates `YYYY-MM-DD`, people and places are ids that the question itself lists with
their names: an answer may only use ids it was given.
"""

from typing import Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

Certainty: TypeAlias = Literal["known", "told", "rumour", "denied"]
"""How sure a memory is: seen or lived, told by a named person, hearsay, or shown to be false."""
CERTAINTIES: Final[tuple[Certainty, ...]] = get_args(Certainty)
MIN_CLOSENESS: Final = -10
"""Closeness to an enemy; 0 is a stranger."""
MAX_CLOSENESS: Final = 10


class Card(TypedDict):
    """The person asked: facts that change at most once a day."""

    id: str
    name: str
    called: str
    age: int
    pronoun: str
    """`she`, `he` or `they`."""
    traits: list[str]
    biography: str
    style: str
    """Style of speech: plain, warm, shy, formal, gruff, chatty, northeastern …"""
    manner: str
    """The style in words."""
    manners: NotRequired[list[str]]
    """Words of `MANNERS` in the schema of a pack's people: silent, laconic …; missing for none."""
    work: str
    """Their job, with place and hours, in words; empty for none."""
    home: str
    concerns: list[str]
    """Current concerns; new each morning (`new_self`)."""
    goals: list[str]
    language: str
    """`en` or `zh`."""


class Now(TypedDict):
    """The moment."""

    date: str
    weekday: int
    """Monday is 0."""
    time: str
    place: str
    """The name of the place, as people call it."""
    doing: str
    season: NotRequired[str]
    """`spring`, `summer`, `autumn` or `winter`."""
    daylight: NotRequired[bool]
    """Whether the sun is up."""
    weather: NotRequired[str]
    """The weather in words; missing where the town says nothing of it."""


class Recalled(TypedDict):
    """A recalled memory, with its scores."""

    id: int
    kind: str
    """`seed`, `saw`, `talk`, `news`, `thought`, `insight`, `promise`, `plan`, `voice`, `did`."""
    text: str
    when: str
    """In words of the language: `Monday 09:10`."""
    day: NotRequired[str]
    """The date on which it was formed; left out for today."""
    about: list[str]
    """Ids of people."""
    importance: int
    source: str
    """The id of the teller; `me` for own knowledge."""
    known_to: list[str]
    """Ids of people present to whom it is no news: they told it or were told, were there, or it is about them or their
    partner."""
    private: bool
    """Not to be told."""
    secret_from: NotRequired[list[str]]
    """Ids of people who must not hear it; left out for none."""
    witnesses: NotRequired[list[str]]
    """Ids of people who were there or know it first hand; left out for none."""
    certainty: NotRequired[Certainty]
    """How sure it is; left out for `known`."""
    worn: NotRequired[bool]
    """Whether the person has passed it on often enough today."""
    over: NotRequired[bool]
    """Whether it was said before an event that is over now."""
    scores: list[float]
    """Recency, importance, relevance and word match, each from 0 to 1, and their weighted sum."""


class Other(TypedDict):
    """Another person, as far as the person knows them."""

    id: str
    name: str
    called: str
    pronoun: str
    tie: str
    """What they are to the person; empty for a stranger."""
    feeling: str
    knows: str
    """What the person knows of them, in a line or two; grows after talks."""
    closeness: int
    """-10 an enemy … 0 a stranger … 10 the closest person."""
    talks: int
    """Number of talks with them in this run."""
    doing: str
    """Their visible activity; empty when out of view."""
    work: NotRequired[str]
    """Their trade, as everyone in town knows it; empty for none."""
    today: NotRequired[bool]
    """Whether there was a talk with them today."""


class Named(TypedDict):
    """A person or place that an answer may name."""

    id: str
    name: str
    called: NotRequired[str]
    """What they are called, where it is more than the first part of the name: 雯子 for 赵雯."""
    tie: NotRequired[str]
    """What they are to the person, where they are anything."""
    kind: NotRequired[str]
    """Of a place in an interview: the kinds of its sector and main room."""
    closeness: NotRequired[int]
    """To an acquaintance, where it matters: after a talk about them, in the plan of a day."""


class Spot(TypedDict):
    """A place that may be chosen."""

    id: str
    """`sector:room`."""
    name: str
    kind: str
    """Kind of sector and room: `cafe cafe`, `house bedroom`, `park park` …"""
    hours: str
    """`08:00-20:00`, or empty when always open."""
    mine: bool
    """Home or workplace."""


class Tool(TypedDict):
    """A thing that may be used."""

    id: str
    """`sector:room:thing`."""
    name: str
    kind: str
    """Of the catalogue: `bed`, `cooking_area`, `refrigerator`, `piano` …"""
    states: dict[str, str]
    """States that a deed may bring about while it lasts, in words of the language, by key; a list of words in runs of
    behaviour 2 and earlier."""


class TownDeed(TypedDict):
    """A deed of the town's own."""

    what: str
    """With `{thing}` for its thing, and pronouns of the person in braces."""
    emoji: str
    things: list[str]
    """Kinds of things, one of which is there; empty for none."""
    state: str
    """The key of the state in which the thing is meanwhile; empty for none."""
    part: str
    """`begin`, `middle` or `end` of the activity."""


class TownActivity(TypedDict):
    """An activity of the town's own, with its deeds."""

    words: list[str]
    """Words of the block that name it; empty for one of the person's trade or of the place."""
    deeds: list[TownDeed]


class DayPiece(TypedDict):
    """A part of a day: planned, usual or promised."""

    start: str
    end: str
    """`HH:MM`; `24:00` and beyond (`25:30`) for after midnight."""
    what: str
    place: str
    """An id: `sector:room` or `sector:room:thing`."""
    meal: NotRequired[bool]
    """Whether it is a meal; left out for anything else."""


class PromiseTerm(TypedDict):
    """A dated intention."""

    id: int
    what: str
    date: str
    start: str
    end: str
    place: str
    """An id: `sector:room`; empty when none was named."""
    place_name: str
    company: list[str]
    """Ids of people."""
    host: bool
    """An own event, to which others are invited."""


class Missed(TypedDict):
    """A promise to come that was not kept, and was not talked about yet."""

    who: str
    """The id of the one who did not come: the person or another."""
    other: str
    """The id of the other of the two."""
    what: str
    date: str
    start: str
    place_name: str
    instead: str
    """What the person did instead; empty of another, and if unknown."""
    sure: bool
    """False for a person who may have come unseen."""


class Attended(TypedDict):
    """A promised event the person attended."""

    what: str
    when: str
    """In words of the language: `Monday 17:00`."""
    place_name: str
    company: list[Named]
    """People met there."""
    met: list[Recalled]
    """Memories of having met them."""


class SpokenLine(TypedDict):
    """A line of a talk."""

    by: str
    text: str


class LivedPiece(TypedDict):
    """A stretch of time as the person lived it."""

    date: str
    start: str
    end: str
    """`HH:MM`; `24:00` for midnight at the end of the date."""
    act: str
    """`deed`, `walk`, `talk` or `sleep`."""
    what: str
    plan: str
    """The block of the plan it was part of; empty for none."""
    promise: str
    """The promise that it kept; empty for none."""
    because: str
    """The person's reason, where there was one besides plan and promise."""
    place: str
    """The id of the room; of a walk, where it led."""
    place_name: str
    company: NotRequired[list[str]]
    """Ids of the people talked to."""


class PastTalk(TypedDict):
    """A talk the person had."""

    date: str
    start: str
    place_name: str
    company: list[str]
    """Ids of the others."""
    lines: list[SpokenLine]
