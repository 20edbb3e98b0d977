"""The share of repeated prompt text: tokens in a prefix shared with the person's previous prompt of the same kind.

Local servers cache the text they have read, so such tokens cost them almost nothing. Two days of a town are run with
the understudy, by words alone; all prompts of all kinds are counted, as a language model would see them, weighed by
their tokens. The bounds are on prompts that have a previous one: each day, the person who shares least on it, and the
median of the hours of all people. Also listed: the days including first prompts, how many of the hours share less (the
hour of a night's only question, for example), and each kind. With MILKWOOD_PROOF=1 the large town is run too.
"""

import asyncio
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from milkwood import towns
from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.models.wording import WordOverlap
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import kind_of
from milkwood.questions.tokens import TOKEN_WEIGHT, weight
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tools.proof import Row

SHARE: Final = 60.0
TOWNS: Final = ("gull_quay", "the_ville") if os.environ.get("MILKWOOD_PROOF") else ("gull_quay",)
LANGUAGES: Final = ("en", "zh")
_HOURS: Final = 41
"""From seven in the morning to the second midnight."""
_FIRST_DAY: Final = 17


@dataclass(frozen=True, slots=True)
class Read:
    """A prompt of a person, and how much of it they had asked before; in tokens."""

    id: QuestionId
    tokens: float
    shared: float
    first: bool = False
    """Whether it is their first of that kind, so that there is nothing to share with."""


class Sharing:
    """A model that stores its prompts."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._prompts: dict[QuestionId, str] = {}

    async def answer(self, question: Question) -> Answer:
        """The other model's answer."""
        content = question.content
        self._prompts[question.id] = render(kind_of(question.id.kind), content, offer(content)).text
        return await self._model.answer(question)

    def read(self) -> list[Read]:
        """All prompts, each compared with the previous one of the same person and kind."""
        before: dict[tuple[str, str], str] = {}
        found = []
        for id_, text in sorted(self._prompts.items(), key=lambda each: (each[0].tick, each[0])):
            first = (id_.person, id_.kind) not in before
            last = before.get((id_.person, id_.kind), "")
            same = next((n for n, (one, other) in enumerate(zip(last, text, strict=False)) if one != other), len(last))
            found.append(Read(id_, weight(text) / TOKEN_WEIGHT, weight(text[:same]) / TOKEN_WEIGHT, first))
            before[id_.person, id_.kind] = text
        return found


def share(prompts: Iterable[Read]) -> float:
    """The repeated share of some prompts, in percent of their tokens; 0 without prompts."""
    all_of = list(prompts)
    tokens = sum(one.tokens for one in all_of)
    return 100 * sum(one.shared for one in all_of) / tokens if tokens else 0.0


def lived(town: str, language: str, hours: int = _HOURS) -> tuple[list[Read], int]:
    """All prompts of a run, and the ticks per hour."""
    pack = towns.load(find(town).folder)
    hour = pack.clock.ticks_in_minutes(60)
    model = Sharing(Understudy(1, WordOverlap()))
    options, minds = RunOptions("lockstep", model=model), MindConfig(embedding=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "days.milkwood"
        with new_run(pack, path, "days", language=Language(language), options=options, minds=minds) as run:
            asyncio.run(run.live(hours * hour))
    return model.read(), hour


def main() -> list[Row]:
    """The figures."""
    return [row for town in TOWNS for language in LANGUAGES for row in _rows(town, language)]


def _rows(town: str, language: str) -> Iterable[Row]:
    prompts, hour = lived(town, language)
    days = {
        "first day": [one for one in prompts if one.id.tick < _FIRST_DAY * hour],
        "second day": [one for one in prompts if one.id.tick >= _FIRST_DAY * hour],
    }
    for day, asked in days.items():
        name = f"{town} ({language}), prompt tokens shared with the previous prompt of the kind: {day}"
        later = [one for one in asked if not one.first]
        hours = [share(each) for each in _by(later, lambda one: (one.id.person, one.id.tick // hour))]
        yield _bounded(name, share(later))
        least = min(map(share, _by(later, lambda one: (one.id.person, 0))))
        yield _row(f"{name}, the person with the least", least)
        yield _bounded(f"{name}, a person's hour, the median", median(hours))
        few = 100 * sum(each < SHARE for each in hours) / len(hours)
        yield _row(f"{name}, hours of a person that share less than {SHARE:g} %", few)
        yield _row(f"{name}, first prompts and all", share(asked))
    name = f"{town} ({language}), prompt tokens shared with the previous prompt of the kind: second day"
    kinds = _by(days["second day"], lambda one: (one.id.kind, 0))
    for each in sorted(kinds, key=lambda each: -sum(one.tokens for one in each)):
        yield _row(f"{name}, {each[0].id.kind}", share(each))


def _bounded(name: str, figure: float) -> Row:
    return _row(name, figure, f"at least {SHARE:g} %", figure >= SHARE)


def _by(prompts: Iterable[Read], key: Callable[[Read], tuple[str, int]]) -> list[list[Read]]:
    groups: dict[tuple[str, int], list[Read]] = defaultdict(list)
    for one in prompts:
        groups[key(one)].append(one)
    return list(groups.values())


def _row(name: str, figure: float, bound: str = "", ok: bool = True) -> Row:
    return Row(name=name, figure=figure, unit="%", bound=bound, ok=ok)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
