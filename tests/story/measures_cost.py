"""What a life would have cost with a language model: every question that was asked, through a port that counts."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.models.port import Answer, Question, QuestionId
from milkwood.questions.counting import Counting
from tests.story.measures import Life, Measure, at_most, told

MOST_CALLS = 100
MOST_TOKENS = 70_000


class OnFile:
    """A model that gives the answers of a run again."""

    def __init__(self, life: Life) -> None:
        self._answers: dict[QuestionId, Answer] = {each.question.id: each.answer for each in life.questions}

    async def answer(self, question: Question) -> Answer:
        return self._answers[question.id]


@dataclass(frozen=True)
class Cost:
    """Of one kind of question, a person and day."""

    kind: str
    calls: float
    prompt_tokens: float
    answer_tokens: float


def costs(life: Life, day: int | None = None) -> list[Cost]:
    """By kind, of the whole run or of one day, a person and day; the dearest first."""
    counting = asyncio.run(_counted(life, day))
    whole = len(life.tracks) * (len(life.days) if day is None else 1)
    found = [
        Cost(kind, calls / whole, counting.prompt_tokens[kind] / whole, counting.answer_tokens[kind] / whole)
        for kind, calls in counting.calls.items()
    ]
    return sorted(found, key=lambda cost: -(cost.prompt_tokens + cost.answer_tokens))


async def _counted(life: Life, day: int | None) -> Counting:
    counting = Counting(OnFile(life))
    for each in life.questions:
        if day is None or life.header.clock.day(max(0, each.question.id.tick)) == day:
            await counting.answer(each.question)
    return counting


def measures(life: Life) -> list[Measure]:
    """All of them; the dearest day counts."""
    return list(_measures({day: costs(life, day) for day in life.days}))


def _measures(days: dict[int, list[Cost]]) -> Iterator[Measure]:
    calls = {day: sum(cost.calls for cost in found) for day, found in days.items()}
    tokens = {day: sum(cost.prompt_tokens + cost.answer_tokens for cost in found) for day, found in days.items()}
    yield at_most("calls a person and day, dearest day", max(calls.values()), MOST_CALLS)
    yield at_most("tokens a person and day, prompt and answer, dearest day", max(tokens.values()), MOST_TOKENS)
    for day in days:
        yield told(f"day {day}: calls and tokens a person", f"{calls[day]:.0f} and {tokens[day]:,.0f}")


MOST_GROWTH = 1.2


def growth(life: Life) -> Iterator[Measure]:
    """What the last day costs against the second."""
    second, last = _total(costs(life, 2)), _total(costs(life, life.days[-1]))
    name = f"tokens of day {life.days[-1]} against day 2"
    yield told(f"{name}: {last:,.0f} against {second:,.0f} a person", last / second)
    yield at_most(name, last / second, MOST_GROWTH, "times")
    early = [_total(costs(life, day)) for day in life.days[1:4]]
    late = [_total(costs(life, day)) for day in life.days[-3:]]
    yield at_most("the last three days against days 2 to 4", sum(late) / sum(early), MOST_GROWTH, "times")


def _total(found: list[Cost]) -> float:
    return sum(cost.prompt_tokens + cost.answer_tokens for cost in found)
