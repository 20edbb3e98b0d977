"""A model that counts: answers as another model does, and reports the tokens of prompt and answer.

Knows no vendor. Invariant: the answer itself is unchanged.
"""

from collections import Counter
from dataclasses import replace

from milkwood.models.port import Answer, Model, Question
from milkwood.questions.counting import counted


class Counting:
    """Another model's answers, with a count."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.calls: Counter[str] = Counter()
        self.prompt_tokens: Counter[str] = Counter()
        self.answer_tokens: Counter[str] = Counter()

    async def answer(self, question: Question) -> Answer:
        """The other model's answer, with its tokens counted."""
        answer = await self._model.answer(question)
        asked, replied = counted(question, answer)
        kind = question.id.kind
        self.calls[kind] += 1
        self.prompt_tokens[kind] += asked
        self.answer_tokens[kind] += replied
        return replace(answer, usage=replace(answer.usage, prompt_tokens=asked, answer_tokens=replied))
