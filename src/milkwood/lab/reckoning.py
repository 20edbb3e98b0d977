"""What days of a town take of a model: calls, tokens, money and time, as a range.

Knows measured figures, prices and speeds as numbers; no model and no town. Invariants: a range rests on days that were
lived; what nobody knows (a price, a speed) is None, never a guess that looks like a measurement.
"""

from dataclasses import dataclass
from typing import Final

from milkwood.lab.figures import TownFigures

QUIETER, BUSIER = 0.85, 1.15
"""How far days lie from the ones that were lived."""
ASKED_AGAIN = 1.1
"""How many calls a question takes at most, on the mean, of a model that sometimes must be asked again."""
MOST_LIVE = 1000
"""More people than this are not promised to anybody."""


@dataclass(frozen=True, slots=True)
class Range:
    """From this to that."""

    low: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.high + other.high)

    def times(self, factor: float) -> "Range":
        """Both ends, so many times."""
        return Range(self.low * factor, self.high * factor)


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast a model answers."""

    call_seconds: Range
    """How long one call takes besides its answer's tokens."""
    token_seconds: Range
    """How long each token of an answer takes."""
    calls_per_second: Range
    """How many calls it answers a second when it has many at a time."""
    measured: bool = False


HOSTED: Final = Speed(Range(0.4, 1.5), Range(1 / 150, 1 / 40), Range(8.0, 60.0))
"""What hosted models are usually like."""
OWN_MACHINE: Final = Speed(Range(0.3, 3.0), Range(1 / 100, 1 / 12), Range(0.1, 4.0))
"""What models on people's own machines are usually like."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What it will come to."""

    calls: Range
    prompt_tokens: Range
    answer_tokens: Range
    price: Range | None
    """In dollars; None when nobody knows the price."""
    seconds: Range | None
    """Of waiting for the model, as fast as possible; None when nobody knows its speed."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a model takes, and how it counts."""

    prompt_price: float | None
    answer_price: float | None
    """For a million tokens."""
    speed: Speed | None = None
    prompt_factor: float = 1.0
    answer_factor: float = 1.0
    """How many of its tokens one of ours is."""


def reckon(figures: TownFigures, people: int, days: int, terms: Terms) -> Reckoning:
    """What so many people's days will come to."""
    nothing = Range(0.0, 0.0)
    calls, prompt, answer = nothing, nothing, nothing
    for kind in figures.kinds.values():
        asked = Range(kind.least * QUIETER, kind.most * BUSIER * ASKED_AGAIN).times(people * days)
        calls += asked
        prompt += asked.times(kind.prompt_tokens * terms.prompt_factor)
        answer += asked.times(kind.answer_tokens * terms.answer_factor)
    price = None
    if terms.prompt_price is not None and terms.answer_price is not None:
        price = prompt.times(terms.prompt_price / 1e6) + answer.times(terms.answer_price / 1e6)
    seconds = _seconds(figures, days, calls, terms) if terms.speed else None
    return Reckoning(calls, prompt, answer, price, seconds)


def people_live(figures: TownFigures, day_seconds: float, speed: Speed) -> int:
    """How many people a model keeps up with when a day of the town takes so many seconds; 0 when not even with one."""
    alone = sum(
        kind.calls * (speed.call_seconds.high + kind.answer_tokens * speed.token_seconds.high)
        for kind in figures.kinds.values()
    )
    if alone > day_seconds:
        return 0  # one person's own questions, each after the other, take longer than the day
    a_person = sum(kind.calls for kind in figures.kinds.values()) * ASKED_AGAIN
    return min(MOST_LIVE, int(day_seconds * speed.calls_per_second.low / a_person))


def _seconds(figures: TownFigures, days: int, calls: Range, terms: Terms) -> Range:
    """The longest chain of calls, or all of them as fast as they are answered, whichever takes longer."""
    speed = terms.speed
    assert speed is not None
    tokens = figures.chain_tokens * terms.answer_factor
    low = figures.chain_calls * speed.call_seconds.low + tokens * speed.token_seconds.low
    high = (figures.chain_calls * speed.call_seconds.high + tokens * speed.token_seconds.high) * ASKED_AGAIN
    return Range(
        max(low * days, calls.low / speed.calls_per_second.high),
        max(high * days, calls.high / speed.calls_per_second.low),
    )
