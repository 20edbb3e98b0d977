"""How one person asks at one tick: questions get their ids here, and go to the model.

Knows nothing of what is asked. Invariant: a question's id counts the questions of its kind that this person has put at
this tick, in the order the mind puts them, so it is the same under every schedule.
"""

import asyncio

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Model, Need, Question, QuestionId
from milkwood.questions.kind import AskT, Kind, ReplyT


class Desk:
    """Where all questions of a run go out from, and where answers asked for ahead of time wait."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._ahead: dict[QuestionId, tuple[asyncio.Task[Answer], Need]] = {}
        self.waiting: dict[QuestionId, float] = {}
        """Which answers somebody waits for, and since when by the clock of the loop."""

    async def answer(self, question: Question, tick: int) -> Answer:
        """The answer to a question, asked ahead or now, for whoever waits for it at a tick."""
        ahead = self._ahead.pop(question.id, None)
        if ahead is not None:
            ahead[1].sooner(tick)
        self.waiting[question.id] = asyncio.get_running_loop().time()
        try:
            return await (ahead[0] if ahead is not None else self._model.answer(question))
        finally:
            self.waiting.pop(question.id, None)

    def ask_ahead(self, question: Question, need: Need) -> None:
        """Ask now what is collected later."""
        if question.id not in self._ahead:
            self._ahead[question.id] = asyncio.ensure_future(self._model.answer(question)), need

    async def close(self) -> None:
        """Give up on what nobody will collect."""
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
        """Ask now what will be needed at a later tick; its inputs are fixed at this one."""
        need = Need(due)
        question = self._question(kind, ask, need)
        self._desk.ask_ahead(question, need)
        return question

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        """The reply to a question, now urgent; asked again if it was lost with an interrupted run."""
        return kind.read_back((await self._desk.answer(question, self._tick)).content)
