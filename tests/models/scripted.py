"""Models for tests of model wrappers."""

import asyncio

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId


def question(person: str = "ann", tick: int = 0, kind: str = "ponder", n: int = 0, **content: object) -> Question:
    return Question(QuestionId(PersonId(person), tick, kind, n), content)


class Patient:
    """A model that answers when told to, and records the order of its questions."""

    def __init__(self) -> None:
        self.asked: list[QuestionId] = []
        self._answers: dict[QuestionId, asyncio.Future[Answer]] = {}

    async def answer(self, question: Question) -> Answer:
        self.asked.append(question.id)
        coming: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[question.id] = coming
        return await coming

    def say(self, question: Question, said: str = "yes") -> None:
        self._answers.pop(question.id).set_result(Answer({"said": said}, by="patient"))

    def fail(self, question: Question, error: Exception) -> None:
        self._answers.pop(question.id).set_exception(error)


async def turns() -> None:
    """Let every task on the loop go as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)
