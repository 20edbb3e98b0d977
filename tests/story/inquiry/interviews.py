"""Puts the questions to everyone of a run, and measures the answers."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from milkwood.chance import stream
from milkwood.run import InterviewReply, RestoredRun
from tests.story.inquiry.asking import Inquiry, inquiries
from tests.story.inquiry.grading import Grade
from tests.story.inquiry.truth import Truth
from tests.story.measures import Life, Measure, at_least, at_most, share, told

QUESTIONS = 300
WHEN = "day 2 19:00"


@dataclass(frozen=True)
class Graded:
    """A question with its answer and grade."""

    asked: Inquiry
    reply: InterviewReply
    grade: Grade

    def say(self) -> str:
        first = f"{self.asked.after} … " if self.asked.after else ""
        return f"[{self.grade}] {self.asked.person}, {self.asked.kind}: {first}{self.asked.text} – {self.reply.say}"


def interviews(life: Life, when: str = WHEN, most: int = QUESTIONS) -> list[Graded]:
    """Everyone asked, until there are so many answers."""
    return asyncio.run(_held(life, life.header.clock.parse(when), most))


async def _held(life: Life, tick: int, most: int) -> list[Graded]:
    found: list[Graded] = []
    with await RestoredRun.at(life.path, life.pack, tick) as look:
        each = -(-most // len(look.people))
        for person in look.people:
            truth = Truth(life, person, tick, look.head(person))
            for one in inquiries(truth, stream(life.header.seed, person, "inquiry"), each):
                session = look.interview(person)
                if one.after:
                    await session.ask(one.after)
                reply = await session.ask(one.text)
                found.append(Graded(one, reply, one.judge(reply)))
    return found[:most]


def measures(graded: Sequence[Graded]) -> Iterator[Measure]:
    """Shares of true and invented answers, and of true ones by kind."""
    wrong = [each.say() for each in graded if each.grade is not Grade.TRUE]
    invented = [each.say() for each in graded if each.grade is Grade.INVENTED]
    yield told("interview questions", len(graded))
    yield at_least("interview answers that are true", share(len(graded) - len(wrong), len(graded)), 85, "%", wrong)
    yield at_most("interview answers that invent something", share(len(invented), len(graded)), 1, "%", invented)


def by_kind(graded: Sequence[Graded]) -> dict[str, Counter[Grade]]:
    """Grades by kind of question."""
    kinds: dict[str, Counter[Grade]] = {}
    for each in graded:
        kinds.setdefault(each.asked.kind, Counter())[each.grade] += 1
    return kinds
