"""Estimates for days of a town: calls, tokens, money and time, as ranges.

Invariants: a range rests on measured days, and on what a model, or its class, was seen to use; it says on which; an
unknown price or speed is None, never a guess.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from milkwood.models.spec import Spec
from milkwood.models.speed import Range, Speed
from milkwood.providers.profile import ModelProfile
from milkwood.questions.aptitude import Aptitude
from milkwood.run.figures import TownFigures
from milkwood.run.model_class import class_of, measured_class

QUIETER_FACTOR, BUSIER_FACTOR = 0.85, 1.15
"""Margin around the measured days."""
MAX_CALLS_PER_QUESTION = 1.1
"""Upper estimate of calls per question, with repeats."""
MAX_PEOPLE = 1000
"""Upper limit of the estimated number of people."""

HOSTED: Final = Speed(Range(0.4, 1.5), Range(1 / 150, 1 / 40), Range(8.0, 60.0))
"""Typical for hosted models."""
OWN_MACHINE: Final = Speed(Range(0.3, 3.0), Range(1 / 100, 1 / 12), Range(0.1, 4.0))
"""Typical for models on the user's machine."""
_REPEATS: Final = Range(1.0, MAX_CALLS_PER_QUESTION)


@dataclass(frozen=True, slots=True)
class UseFactors:
    """What a model uses, as multiples of the understudy's days."""

    calls: Range = _REPEATS
    prompt_tokens: Range = _REPEATS
    answer_tokens: Range = _REPEATS
    rests_on: Literal["understudy", "runs", "class"] = "understudy"
    """On days of the understudy alone, on runs with this model, or on runs with models of its class."""


def factors_of(spec: Spec, profile: ModelProfile | None, town: str) -> UseFactors:
    """What a model was seen to use, or else its class; in this town, if it was seen there."""
    known = profile.use if profile else ()
    if records := [each for each in known if each.town == town] or [*known]:
        return UseFactors(
            _span([each.calls for each in records]),
            _span([each.prompt_tokens for each in records]),
            _span([each.answer_tokens for each in records]),
            "runs",
        )
    measured = measured_class(class_of(spec))
    if measured is not None:
        return UseFactors(measured.calls, measured.prompt_tokens, measured.answer_tokens, "class")
    return counted_use(profile.prompt_factor, profile.answer_factor) if profile else UseFactors()


def not_asked(spec: Spec, profile: ModelProfile | None, use: UseFactors, *, trusted: bool) -> frozenset[str]:
    """Kinds of question that cost nothing, since the understudy answers them; seen runs have left them out already."""
    if profile is None or spec.fallback or use.rests_on != "understudy":
        return frozenset()
    return Aptitude(profile.kinds, trusted=trusted).from_start


def counted_use(prompt_factor: float, answer_factor: float) -> UseFactors:
    """The understudy's days, in the tokens of a model: so many per token of ours."""
    return UseFactors(_REPEATS, _REPEATS.times(prompt_factor), _REPEATS.times(answer_factor))


def _span(numbers: list[float]) -> Range:
    return Range(min(numbers), max(numbers))


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate."""

    calls: Range
    prompt_tokens: Range
    answer_tokens: Range
    price: Range | None
    """In dollars; None if the price is unknown."""
    seconds: Range | None = None
    """Duration at full speed; None if the model's speed is unknown."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The prices of a model, its speed, and what it uses."""

    prompt_price: float | None
    answer_price: float | None
    """Per million tokens."""
    speed: Speed | None = None
    use: UseFactors = field(default_factory=UseFactors)
    without: frozenset[str] = frozenset()
    """Kinds of question that it is not asked."""


def estimate_days(figures: TownFigures, people: int, days: int, terms: Terms) -> Estimate:
    """Estimate days of a number of people."""
    calls = {kind: Range(one.least, one.most).times(people * days) for kind, one in figures.kinds.items()}
    found = _estimate(figures, calls, terms)
    return replace(found, seconds=_seconds(figures, days, found.calls, terms) if terms.speed else None)


def estimate_first_half_hour(figures: TownFigures, people: int, terms: Terms) -> Estimate:
    """Estimate the first half hour of a run, when most plans are made."""
    calls = {kind: Range(one.first_least, one.first_most).times(people) for kind, one in figures.kinds.items()}
    return _estimate(figures, calls, terms)


def _estimate(figures: TownFigures, measured: Mapping[str, Range], terms: Terms) -> Estimate:
    """What measured calls by kind of question mean for a model."""
    nothing = Range(0.0, 0.0)
    calls, prompt, answer = nothing, nothing, nothing
    for kind, each in measured.items():
        if kind not in terms.without:
            asked = Range(each.low * QUIETER_FACTOR, each.high * BUSIER_FACTOR)
            calls += asked
            prompt += asked.times(figures.kinds[kind].prompt_tokens)
            answer += asked.times(figures.kinds[kind].answer_tokens)
    use = terms.use
    calls, prompt, answer = (
        Range(one.low * factor.low, one.high * factor.high)
        for one, factor in ((calls, use.calls), (prompt, use.prompt_tokens), (answer, use.answer_tokens))
    )
    price = None
    if terms.prompt_price is not None and terms.answer_price is not None:
        price = prompt.times(terms.prompt_price / 1e6) + answer.times(terms.answer_price / 1e6)
    return Estimate(calls, prompt, answer, price)


def people_live(figures: TownFigures, day_seconds: float, speed: Speed) -> int:
    """The number of people a model can serve if a town day takes so many seconds; 0 if not even one."""
    alone = sum(
        kind.calls * (speed.call_seconds.high + kind.answer_tokens * speed.token_seconds.high)
        for kind in figures.kinds.values()
    )
    if alone > day_seconds:
        return 0  # the sequential questions of one person take longer than the day
    a_person = sum(kind.calls for kind in figures.kinds.values()) * MAX_CALLS_PER_QUESTION
    return min(MAX_PEOPLE, int(day_seconds * speed.calls_per_second.low / a_person))


def _seconds(figures: TownFigures, days: int, calls: Range, terms: Terms) -> Range:
    """The duration of the longest chain of calls, or of all calls at full throughput, whichever is longer."""
    speed, use = terms.speed, terms.use
    assert speed is not None
    low, high = (
        figures.chain_calls * calls_factor * call + figures.chain_tokens * tokens_factor * token
        for calls_factor, tokens_factor, call, token in (
            (use.calls.low, use.answer_tokens.low, speed.call_seconds.low, speed.token_seconds.low),
            (use.calls.high, use.answer_tokens.high, speed.call_seconds.high, speed.token_seconds.high),
        )
    )
    return Range(
        max(low * days, calls.low / speed.calls_per_second.high),
        max(high * days, calls.high / speed.calls_per_second.low),
    )
