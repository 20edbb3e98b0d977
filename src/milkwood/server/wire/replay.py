"""What people had in mind, as a recorded page carries it: by the hour and by the day, so that any moment can be shown.

Invariant: a list of `(tick, value)` holds what changed: a value counts from its tick until the next.
"""

from typing import Literal

from pydantic import Field

from milkwood.server.wire.model import Message, WireModel
from milkwood.server.wire.person import (
    DecisionOut,
    DidOut,
    LoggedOut,
    MemoryOut,
    PlanItemOut,
    PromiseOut,
    TieNowOut,
)
from milkwood.server.wire.run_town import TownEventOut

CarriedMindsIn = Literal["open", "all", "none"]
"""What a recording carries of minds: all but secrets, all, or nothing."""


class CarriedDayOut(WireModel):
    """What a person did on a day of the run."""

    since: int
    until: int
    did: list[DidOut]
    acts: list[LoggedOut]


class CarriedReasonOut(DecisionOut):
    """A decision and its reasons; memories are referred to by number."""

    recalled: list[tuple[int, float, float, float, float, float]] = Field(
        description="Number, recency, importance, relevance, words, score."
    )
    asked: list[tuple[str, int, str, str]] = Field(description="Kind, tick, who answered, and why not another.")


class CarriedPersonOut(WireModel):
    """A person over the whole run."""

    left: int | None
    missing: Message = Field(description="Why the mind cannot be shown, if so.")
    mood: list[tuple[int, str]]
    plan: list[tuple[int, list[PlanItemOut]]]
    promises: list[tuple[int, list[PromiseOut]]]
    concerns: list[tuple[int, list[str]]]
    ties: list[tuple[int, list[TieNowOut]]]
    memories: list[MemoryOut]
    days: list[CarriedDayOut]
    reasons: list[CarriedReasonOut]


class MindsOut(WireModel):
    """Everything that the minds of a run hold, as far as a recording carries it."""

    people: dict[str, CarriedPersonOut]
    ties: list[tuple[int, list[tuple[str, str, int, int]]]] = Field(description="Two people, and closeness both ways.")
    events: list[tuple[int, list[TownEventOut]]]
    came: dict[str, list[tuple[str, int]]] = Field(description="Those who came to an event, and when.")
    stories: list[str] = Field(description="The news of the scenario's stories.")
    empty_words: list[str] = Field(description="Words that do not count when two texts are compared.")
    empty_characters: str = Field(description="Chinese characters that do not count, if both of a pair are such.")
    shared_word_share: float = Field(description="The share of a piece of news that a text must have to tell it.")
