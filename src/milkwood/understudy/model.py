"""The understudy as a model: it answers every question by rules, at no cost.

Invariants: every question has a folder with an `answer` (rule M2), imported on first use; the same question under the
same seed gets the same answer (rule E3).
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from pydantic import BaseModel

from milkwood.chance import Stream, stream
from milkwood.models.port import Answer, Content, Question
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.registry import kind_of

NAME = "understudy"
"""Name in records and on screens."""
Answerer: TypeAlias = Callable[[Any, Stream, TextSimilarity], BaseModel]
LANGUAGES = ("en", "zh")
"""Languages with rules; questions in any other are answered in English."""


class Understudy:
    """A model that works without a language model."""

    def __init__(self, seed: int, likeness: TextSimilarity) -> None:
        self._seed = seed
        self._likeness = likeness

    async def answer(self, question: Question) -> Answer:
        """The understudy's answer."""
        asked = question.id
        draw = stream(self._seed, asked.person, asked.tick, asked.kind, asked.n)
        reply = _answerer(asked.kind)(_understood(question.content), draw, self._likeness)
        return Answer(reply.model_dump(exclude_unset=True), by=NAME)


def _understood(content: Content) -> Content:
    own = content["self"]
    return content if own["language"] in LANGUAGES else {**content, "self": {**own, "language": LANGUAGES[0]}}


@cache
def _answerer(name: str) -> Answerer:
    answer: Answerer = import_module(f"milkwood.understudy.{kind_of(name).name}.answer").answer
    return answer
