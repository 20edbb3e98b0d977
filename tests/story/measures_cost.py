"""The cost of a run with a language model: every question that was asked, counted as the lab counts."""

from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.lab import measures_cost as lab
from tests.story.measures import Life, Measure, at_most, told

MAX_CALLS = 100
MAX_TOKENS = 70_000


@dataclass(frozen=True)
class Cost:
    """The cost of one kind of question, per person and day."""

    kind: str
    calls: float
    prompt_tokens: float
    answer_tokens: float


def costs(life: Life, day: int | None = None) -> list[Cost]:
    """Per kind, of the whole run or of one day, per person and day; the most expensive first."""
    asked = [each for each in life.questions if day is None or _day(life, each.question.id.tick) == day]
    whole = len(life.tracks) * (len(life.days) if day is None else 1)
    found = lab.by_kind(lab.costs(asked, life.header.clock))
    return [
        Cost(kind, cost.calls / whole, cost.prompt_tokens / whole, cost.answer_tokens / whole)
        for kind, cost in found.items()
    ]


def _day(life: Life, tick: int) -> int:
    return life.header.clock.day(max(0, tick))


def measures(life: Life) -> list[Measure]:
    """All cost measures; the most expensive day counts."""
    return list(_measures({day: costs(life, day) for day in life.days}))


def _measures(days: dict[int, list[Cost]]) -> Iterator[Measure]:
    calls = {day: sum(cost.calls for cost in found) for day, found in days.items()}
    tokens = {day: sum(cost.prompt_tokens + cost.answer_tokens for cost in found) for day, found in days.items()}
    yield at_most("calls a person and day, dearest day", max(calls.values()), MAX_CALLS)
    yield at_most("tokens a person and day, prompt and answer, dearest day", max(tokens.values()), MAX_TOKENS)
    for day in days:
        yield told(f"day {day}: calls and tokens a person", f"{calls[day]:.0f} and {tokens[day]:,.0f}")


MAX_GROWTH = 1.2


def growth(life: Life) -> Iterator[Measure]:
    """The cost of the last day compared with the second."""
    second, last = _total(costs(life, 2)), _total(costs(life, life.days[-1]))
    name = f"tokens of day {life.days[-1]} against day 2"
    yield told(f"{name}: {last:,.0f} against {second:,.0f} a person", last / second)
    yield at_most(name, last / second, MAX_GROWTH, "times")
    early = [_total(costs(life, day)) for day in life.days[1:4]]
    late = [_total(costs(life, day)) for day in life.days[-3:]]
    yield at_most("the last three days against days 2 to 4", sum(late) / sum(early), MAX_GROWTH, "times")


def _total(found: list[Cost]) -> float:
    return sum(cost.prompt_tokens + cost.answer_tokens for cost in found)
