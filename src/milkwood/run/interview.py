"""An interview with a person as they were at a tick; it leaves no trace (rule C5).

Invariant: the person remembers the questions of this interview only.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from milkwood.clean import clean
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import SpokenLine
from milkwood.run.interview_contents import InterviewGiven
from milkwood.town.percepts import Moment

ASKER = "you"
"""The interviewer, in the lines of an interview."""
KIND = "interview"
MAX_QUESTION_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class CitedMemory:
    """A memory that an answer rests on."""

    number: int
    tick: int
    kind: str
    text: str
    source: str
    """The id of the person who told it; `me` for own experience."""
    scores: tuple[float, ...]
    """Recency, importance, relevance and word match, each from 0 to 1, and their weighted sum."""


@dataclass(frozen=True, slots=True)
class InterviewReply:
    """A person's answer to one question."""

    person: PersonId
    tick: int
    question: str
    say: str
    knows: bool
    """False if the person does not know."""
    used: tuple[CitedMemory, ...]
    by: str
    """The model that answered, or the understudy."""
    why: str
    """Why that one, if it was not the first choice."""

    def __str__(self) -> str:
        return self.say


class InterviewSession:
    """Questions to one person in turn; each is answered with the earlier ones in mind, and nothing is remembered."""

    def __init__(
        self, head: Head, moment: Moment, model: Model, rest: Callable[[], Awaitable[None]], given: InterviewGiven
    ) -> None:
        self._given = given
        self._head = head
        self._moment = moment
        self._rest = rest
        self._model = model
        self._before: list[SpokenLine] = []
        self._asked = 0

    @property
    def person(self) -> PersonId:
        """The person interviewed."""
        return self._head.id

    def resume(self, before: Sequence[tuple[str, str]]) -> None:
        """Treat questions with their answers as asked already."""
        for question, answer in before:
            self._before += [
                SpokenLine(by=ASKER, text=_checked(question)),
                SpokenLine(by=self.person, text=clean(answer)),
            ]
            self._asked += 1

    async def ask(self, question: str) -> InterviewReply:
        """Ask a question; the reply is in character."""
        text = _checked(question)
        ask = self._given.complete(self._head, self._moment, text, self._before)
        asked = Question(QuestionId(self.person, self._moment.tick, KIND, self._asked), dict[str, Any](ask))
        reply = self._read(ask, await self._model.answer(asked))
        self._asked += 1
        self._before += [SpokenLine(by=ASKER, text=text), SpokenLine(by=self.person, text=reply.say)]
        return reply

    async def rest(self) -> None:
        """Close the connections of the models."""
        await self._rest()

    def _read(self, ask: Ask, answer: Answer) -> InterviewReply:
        content = answer.content
        met = (each for event in ask["attended"] for each in event["met"])
        offered = {each["id"]: each for each in (*ask.get("stored", ()), *met, *ask["lived"], *ask["recalled"])}
        used = []
        for number in dict.fromkeys(content.get("used", ())):
            record, recalled = self._head.memories.find(number), offered.get(number)
            if record is not None and recalled is not None:
                scores = tuple(recalled["scores"])
                used.append(CitedMemory(number, record.tick, record.kind, record.text, recalled["source"], scores))
        return InterviewReply(
            person=self.person,
            tick=self._moment.tick,
            question=ask["question"],
            say=str(content["say"]),
            knows=bool(content.get("knows", True)),
            used=tuple(used),
            by=answer.by,
            why=answer.why,
        )


def _checked(question: str) -> str:
    text = " ".join(clean(question).split())
    if not text:
        raise SetupError(t("No question is given."), remedy=t("Write a question, in quotes."))
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise SetupError(
            t("The question has {count:,} characters.", count=len(text)),
            remedy=t("Ask at most {most:,} at once.", most=MAX_QUESTION_CHARACTERS),
        )
    return text
