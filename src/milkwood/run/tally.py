"""Counts what a run writes to its chronicle.

Invariant: replayed ticks are not counted again.
"""

from collections.abc import Callable, Mapping, Sequence

from milkwood.chronicle import Chronicle
from milkwood.chronicle.glimpse import Glimpse
from milkwood.engine.keeper import Reason, Remembered
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.town.events import Happening, TalkBegan
from milkwood.town.town import Scene


class Tally:
    """A chronicle that counts its writes, so that screens need not query the file."""

    def __init__(self, chronicle: Chronicle | Glimpse) -> None:
        self._chronicle = chronicle
        self.told: Callable[[], None] = lambda: None
        """Called after each write of history or of an answer."""
        kinds = chronicle.counts("events")
        total = chronicle.bill().total
        self.events = sum(kinds.values())
        self.talks = kinds.get("talk_began", 0)
        self.answers = total.answers
        self.tokens = total.prompt_tokens + total.answer_tokens
        self.price = total.price

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Record history; replayed ticks are not counted again."""
        known = self._chronicle.settled
        self._chronicle.record(up_to, happenings, memories)
        fresh = [each for each in happenings if each.tick >= known]
        self.events += len(fresh)
        self.talks += sum(isinstance(each.event, TalkBegan) for each in fresh)
        self.told()

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Record reasons."""
        self._chronicle.keep_reasons(reasons)

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Record a snapshot."""
        self._chronicle.keep_snapshot(tick, scene, minds, wakes)

    def find_answer(self, question: QuestionId) -> Answer | None:
        """The recorded answer, if any."""
        return self._chronicle.find_answer(question)

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Record an answer; it is on disk when this returns."""
        self._chronicle.keep_answer(question, answer)
        self.answers += 1
        self.tokens += answer.usage.prompt_tokens + answer.usage.answer_tokens
        self.price += answer.usage.price
        self.told()
