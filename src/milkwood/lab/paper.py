"""The examination paper: real questions from a day of a bundled town, of every kind, and traps.

Invariants: the paper is always the same; its questions are those that minds ask in a run, enough of each kind to decide
whether a model can answer it; questions with short answers come first, so that slow models answer some too.
"""

import asyncio
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Final

from milkwood import towns
from milkwood.ids import PersonId
from milkwood.lab.traps import Trap, traps
from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.models.wording import WordOverlap
from milkwood.questions.aptitude import ENOUGH_ANSWERS
from milkwood.questions.case import cases
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from milkwood.words import Language

TOWN: Final = "gull_quay"
UNTIL: Final = "day 2 08:00"
ORDER: Final = (
    "react",
    "weigh",
    "speak",
    "interview",
    "whisper",
    "break_down",
    "after_talk",
    "reflect",
    "new_self",
    "plan_day",
)
_DAY_QUESTIONS: Final = ENOUGH_ANSWERS - 1
"""From the day; a written case of each kind comes on top."""
PAPER_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Paper:
    """One question of the paper."""

    question: Question
    trap: Trap | None = None


def paper(language: str) -> list[Paper]:
    """All questions in a language in their order: one of each kind in turn."""
    by_kind: dict[str, list[Paper]] = {kind: [] for kind in ORDER}
    for question in _day(language):
        by_kind[question.id.kind].append(Paper(question))
    for trap in traps(language):
        by_kind[trap.kind].insert(1, Paper(_question(trap.kind, len(by_kind[trap.kind]), trap.ask), trap))
    for kind, papers in by_kind.items():
        first = next(case for case in cases(kind) if case.language == language)
        papers.append(Paper(_question(kind, len(papers), first.ask)))
    rounds = zip_longest(*by_kind.values())
    return [one for one in chain.from_iterable(rounds) if one is not None]


def sample(language: str) -> Paper:
    """A short question, to test whether a model answers at all."""
    case = next(case for case in cases("react") if case.language == language)
    return Paper(_question("react", 0, case.ask))


def _question(kind: str, number: int, ask: object) -> Question:
    assert isinstance(ask, dict)
    return Question(QuestionId(PersonId(ask["self"]["id"]), number, kind), ask)


class _Listening:
    """A model that records the questions it is asked."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.asked: dict[str, list[Question]] = defaultdict(list)

    async def answer(self, question: Question) -> Answer:
        self.asked[question.id.kind].append(question)
        return await self._model.answer(question)


def _day(language: str) -> list[Question]:
    """Questions from a day with the understudy: the first of each kind, and others spread over it."""
    pack = towns.load(find(TOWN).folder)
    heard = _Listening(Understudy(PAPER_SEED, WordOverlap()))
    options = RunOptions("lockstep", model=heard)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.milkwood"
        minds = MindConfig(embedding=False)
        with new_run(
            pack, path, "day", seed=PAPER_SEED, language=Language(language), options=options, minds=minds
        ) as run:
            asyncio.run(run.live(pack.clock.parse(UNTIL)))
    chosen: list[Question] = []
    for asked in heard.asked.values():
        wanted = min(_DAY_QUESTIONS, len(asked))
        chosen += [asked[number * len(asked) // wanted] for number in range(wanted)]
    return chosen
