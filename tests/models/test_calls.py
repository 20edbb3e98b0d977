"""The last door before whatever answers."""

import asyncio

import pytest

from milkwood.ids import PersonId
from milkwood.models.calls import SPENDING_PAUSED, Calls, Unpaid
from milkwood.models.port import Answer, Question, QuestionId

QUESTION = Question(QuestionId(PersonId("ada"), 3, "speak"), {})


class Slow:
    """Answers when it is let."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.go = asyncio.Event()

    async def answer(self, question: Question) -> Answer:
        await self.go.wait()
        return Answer({"say": question.id.kind}, self.name)


def test_questions_under_way_can_be_looked_at_until_they_are_answered() -> None:
    async def ask() -> None:
        slow = Slow("slow")
        calls = Calls(slow)
        asked = asyncio.ensure_future(calls.answer(QUESTION))
        await asyncio.sleep(0)
        assert [question for question, _ in calls.under_way()] == [QUESTION.id]
        slow.go.set()
        assert (await asked).by == "slow"
        assert calls.under_way() == []

    asyncio.run(ask())


def test_a_closed_door_lets_nothing_new_pass() -> None:
    async def ask() -> None:
        calls = Calls(Slow("slow"))
        calls.closed = True
        with pytest.raises(asyncio.CancelledError):
            await calls.answer(QUESTION)

    asyncio.run(ask())


def test_while_nothing_may_be_spent_another_answers_and_says_why() -> None:
    async def ask() -> None:
        paid, free = Slow("paid"), Slow("understudy")
        paid.go.set()
        free.go.set()
        calls = Calls(paid)
        calls.instead = Unpaid(free)
        answer = await calls.answer(QUESTION)
        assert (answer.by, answer.why) == ("understudy", SPENDING_PAUSED)
        calls.instead = None
        assert (await calls.answer(QUESTION)).by == "paid"

    asyncio.run(ask())
