"""Questions of one person at one tick: assigns question ids and sends them to the model.

Invariant: a question's id counts the questions of its kind that this person has asked at this tick, in the mind's
order, so it is the same under every schedule.
"""

import asyncio

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Model, Need, Question, QuestionId
from milkwood.questions.kind import AskT, Kind, ReplyT


class Desk:
    """Sends all questions of a run and holds answers that were asked for ahead of time."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._ahead: dict[QuestionId, tuple[asyncio.Task[Answer], Need]] = {}
        self.waiting: dict[QuestionId, float] = {}
        """Answers that a person waits for, each with its start time on the event loop's clock."""

    async def answer(self, question: Question, tick: int) -> Answer:
        """The answer to a question, asked ahead or now, for a person who waits at `tick`."""
        ahead = self._ahead.pop(question.id, None)
        if ahead is not None:
            ahead[1].sooner(tick)
        self.waiting[question.id] = asyncio.get_running_loop().time()
        try:
            return await (ahead[0] if ahead is not None else self._model.answer(question))
        finally:
            self.waiting.pop(question.id, None)

    def ask_ahead(self, question: Question, need: Need) -> None:
        """Ask now; the answer is collected later."""
        if question.id not in self._ahead:
            self._ahead[question.id] = asyncio.ensure_future(self._model.answer(question)), need

    async def close(self) -> None:
        """Cancel all calls that were asked ahead and not collected."""
        waiting = [call for call, _ in self._ahead.values()]
        self._ahead.clear()
        for call in waiting:
            call.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


class TickAsker:
    """The questions of one person at one tick."""

    def __init__(self, desk: Desk, person: PersonId, tick: int) -> None:
        self._desk = desk
        self._person = person
        self._tick = tick
        self._asked: dict[str, int] = {}

    def _question(self, kind: Kind[AskT, ReplyT], ask: AskT, need: Need | None = None) -> Question:
        number = self._asked.get(kind.name, 0)
        self._asked[kind.name] = number + 1
        return Question(QuestionId(self._person, self._tick, kind.name, number, need), kind.content(ask))

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        """Ask and wait for the reply."""
        return await self.collect(kind, self._question(kind, ask))

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        """Ask now for an answer that is needed at tick `due`; the inputs are fixed now."""
        need = Need(due)
        question = self._question(kind, ask, need)
        self._desk.ask_ahead(question, need)
        return question

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        """The reply to a question, now urgent; asks again if the answer was lost with an interrupted run."""
        return kind.read_back((await self._desk.answer(question, self._tick)).content)
