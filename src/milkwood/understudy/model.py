"""The understudy as a model: it answers every question with its kind's own understudy, at no cost.

Knows no vendor. Invariant (rule E3): the same question under the same seed gets the same answer.
"""

from milkwood.chance import stream
from milkwood.models.port import Answer, Content, Question
from milkwood.questions.kind import Likeness
from milkwood.understudy.answerers import answerer_of

NAME = "understudy"
"""Who answered, as the record and the screens say it."""


LANGUAGES = ("en", "zh")
"""Languages there are rules for; people of any other are spoken for in English."""


class Understudy:
    """A model that needs none."""

    def __init__(self, seed: int, likeness: Likeness) -> None:
        self._seed = seed
        self._likeness = likeness

    async def answer(self, question: Question) -> Answer:
        """The understudy's answer."""
        asked = question.id
        draw = stream(self._seed, asked.person, asked.tick, asked.kind, asked.n)
        reply = answerer_of(asked.kind)(_understood(question.content), draw, self._likeness)
        return Answer(reply.model_dump(exclude_unset=True), by=NAME)


def _understood(content: Content) -> Content:
    own = content["self"]
    return content if own["language"] in LANGUAGES else {**content, "self": {**own, "language": LANGUAGES[0]}}
