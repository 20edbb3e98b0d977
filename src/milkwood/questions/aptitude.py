"""What kinds of question a model can answer: counted answer by answer, and the rest goes to the next model.

Invariants: a call that failed for another reason (time, network, money) says nothing about a model; a decision rests on
enough answers, never on load (rule E4), and is not taken back while a run lives. Answers are recorded, so that a tape
re-lives identically whatever was decided.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from milkwood.models.port import Answer, Model, Question
from milkwood.questions.answering import MAX_ANSWER_TRIES
from milkwood.questions.why import FAILED, attempts

USABLE_SHARE: Final = 0.6
"""A kind of question of which fewer answers can be used, after asking again, is left to the next model."""
ENOUGH_ANSWERS: Final = 5
"""Answers of a kind on which a decision before a run rests."""
ENOUGH_FIRST_ANSWERS: Final = 10
"""The same for a decision during a run, which is not taken back."""
REMEMBERED_ANSWERS: Final = 40
"""About so many answers of a kind count; later ones push out earlier ones."""
ROUTED: Final = "routed"
"""The code in a why of a question that a model was not asked."""
_INABILITIES: Final = frozenset({"cut_off", "empty", "too_large", "filter"})
"""Failures of calls that are the model's own."""


@dataclass(frozen=True, slots=True)
class KindRecord:
    """How a model answered one kind of question; older answers count in part."""

    asked: float = 0.0
    usable: float = 0.0
    """Of these, after asking once more."""
    seconds: float = 0.0
    """Of all usable answers together."""

    @property
    def share(self) -> float:
        """Share of usable answers."""
        return self.usable / self.asked if self.asked else 0.0

    @property
    def mean_seconds(self) -> float:
        """Mean duration of a usable answer."""
        return self.seconds / self.usable if self.usable else 0.0

    def plus(self, other: "KindRecord") -> "KindRecord":
        """Both together."""
        return KindRecord(self.asked + other.asked, self.usable + other.usable, self.seconds + other.seconds)

    def at_most(self, answers: float) -> "KindRecord":
        """The same shares, from at most so many answers."""
        part = min(1.0, max(answers, 0.0) / self.asked) if self.asked else 1.0
        return KindRecord(self.asked * part, self.usable * part, self.seconds * part)

    def followed_by(self, later: "KindRecord") -> "KindRecord":
        """This and later answers; the later ones weigh more."""
        later = later.at_most(REMEMBERED_ANSWERS)
        return self.at_most(REMEMBERED_ANSWERS - later.asked).plus(later)

    def is_too_low(self, enough: int) -> bool:
        """Whether too few answers can be used, if there are enough of them to say so."""
        return round(self.asked, 6) >= enough and self.share < USABLE_SHARE


class Aptitude:
    """The kinds of question that a model is asked in a run, and how it answers them."""

    def __init__(self, known: Mapping[str, KindRecord] | None = None, *, trusted: bool = False) -> None:
        self._known = known or {}
        self._trusted = trusted
        self.seen: dict[str, KindRecord] = {}
        """Of this run."""
        low = {kind: record for kind, record in self._known.items() if record.is_too_low(ENOUGH_ANSWERS)}
        self.routed: dict[str, KindRecord] = {} if trusted else low
        """Kinds that it is not asked, with the answers on which that rests."""
        self.from_start = frozenset(self.routed)

    def note(self, kind: str, usable: bool, seconds: float) -> None:
        """Count an answer of this run, and decide whether the kind is left to others from now on."""
        one = KindRecord(1.0, 1.0, seconds) if usable else KindRecord(1.0)
        self.seen[kind] = self.seen.get(kind, KindRecord()).plus(one)
        record = self._known.get(kind, KindRecord()).followed_by(self.seen[kind])
        if not self._trusted and record.is_too_low(ENOUGH_FIRST_ANSWERS):
            self.routed.setdefault(kind, record)


class Referring:
    """A model that is asked what it can answer; the rest goes to the next one at once."""

    def __init__(
        self,
        model: Model,
        next_model: Model,
        name: str,
        aptitude: Aptitude,
        told: Callable[[Answer], None] = lambda _answer: None,
    ) -> None:
        self._model = model
        self._next = next_model
        self._name = name
        self._aptitude = aptitude
        self._told = told
        """Called with each usable answer of the model."""

    async def answer(self, question: Question) -> Answer:
        """The answer of the model, or of the next one, which says that it was referred."""
        kind = question.id.kind
        if kind in self._aptitude.routed:
            answer = await self._next.answer(question)
            return replace(answer, why="; ".join([ROUTED, *attempts(answer.why)]))
        answer = await self._model.answer(question)
        usable = is_usable(answer, self._name)
        if usable is not None:
            self._aptitude.note(kind, usable, answer.usage.seconds)
        if usable:
            self._told(answer)
        return answer


def is_usable(answer: Answer, name: str) -> bool | None:
    """Whether a model's own reply was used; None if it gave none for a reason that is not its own."""
    if answer.by == name:
        return True
    return False if is_inability(answer.why) else None


def is_inability(why: str) -> bool:
    """Whether the first model of a why gave replies, and none could be used."""
    tries = attempts(why)[:MAX_ANSWER_TRIES]
    failed = next((each.removeprefix(f"{FAILED}: ") for each in tries if each.startswith(f"{FAILED}: ")), None)
    return bool(tries) and (failed is None or failed in _INABILITIES)
