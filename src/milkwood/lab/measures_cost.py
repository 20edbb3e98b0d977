"""The cost of a run: calls and tokens by day and kind of question.

Invariant: tokens are those that the vendor counted; without such a count (the understudy reads no prompts) they are
estimated from the prompt and the answer of a language model by `milkwood.questions.tokens`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.clock import TownClock
from milkwood.questions.counting import counted
from milkwood.questions.why import failures
from milkwood.understudy.model import NAME


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of some questions."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    instead: int = 0
    """Number of questions the understudy answered because a model could not."""

    @property
    def tokens(self) -> int:
        """Input and output tokens."""
        return self.prompt_tokens + self.answer_tokens

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.answer_tokens + other.answer_tokens,
            self.price + other.price,
            self.instead + other.instead,
        )


def cost_of(asked: AnsweredQuestion) -> Cost:
    """The cost of one question."""
    answer, usage = asked.answer, asked.answer.usage
    known = usage.prompt_tokens + usage.answer_tokens > 0
    prompt, replied = (usage.prompt_tokens, usage.answer_tokens) if known else counted(asked.question, answer)
    return Cost(1, prompt, replied, usage.price, int(answer.by == NAME and bool(failures(answer.why))))


def costs(questions: Iterable[AnsweredQuestion], clock: TownClock) -> dict[tuple[int, str], Cost]:
    """The cost of a run by day and kind of question; questions before the first tick belong to the first day."""
    found: dict[tuple[int, str], Cost] = defaultdict(Cost)
    for asked in questions:
        found[clock.day(max(0, asked.question.id.tick)), asked.question.id.kind] += cost_of(asked)
    return dict(found)


def by_day(found: Mapping[tuple[int, str], Cost]) -> dict[int, Cost]:
    """The sum over kinds, by day."""
    days: dict[int, Cost] = defaultdict(Cost)
    for (day, _), cost in found.items():
        days[day] += cost
    return dict(days)


def by_kind(found: Mapping[tuple[int, str], Cost]) -> dict[str, Cost]:
    """The sum over days, by kind; the most expensive first."""
    kinds: dict[str, Cost] = defaultdict(Cost)
    for (_, kind), cost in found.items():
        kinds[kind] += cost
    return dict(sorted(kinds.items(), key=lambda each: (-each[1].tokens, each[0])))
