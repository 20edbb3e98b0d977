"""All measures of an invented town, for the tests and for the proof."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.story import (
    measures_day,
    measures_deeds,
    measures_feelings,
    measures_meaning,
    measures_talk,
    measures_voice,
    measures_words,
)
from tests.story.inquiry.interviews import interviews
from tests.story.inquiry.interviews import measures as interview_measures
from tests.story.measures import Measure
from tests.story.unseen import Unseen

QUESTIONS_IN_SUITE = 120
"""Fewer questions than the proof asks."""


def measured(town: Unseen, folder: Path, questions: int) -> list[Measure]:
    """The figures of one town."""
    life = town.life(folder)
    return [
        *measures_meaning.measures(life, town.secrets()),
        *measures_day.measures(life),
        *measures_deeds.measures(life),
        *measures_talk.measures(life),
        *measures_words.measures(life),
        *measures_voice.measures(life),
        *measures_feelings.measures(life),
        *interview_measures(interviews(life, most=questions)),
    ]


@dataclass(frozen=True)
class OverTowns:
    """One measure over several towns."""

    name: str
    mean: float
    worst: float
    unit: str
    bound: str
    holds: int
    """The number of towns in which it holds."""
    towns: int
    wrong: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return self.holds == self.towns


def over_towns(towns: Sequence[Unseen], measures: Sequence[Sequence[Measure]]) -> Iterator[OverTowns]:
    """Each measure over all towns, by name; shops, which have names of their own, together."""
    by_name: dict[str, list[tuple[Unseen, Measure]]] = {}
    for town, mine in zip(towns, measures, strict=True):
        for measure in mine:
            name = (
                "open hours" + measure.name.partition(": open hours")[2]
                if ": open hours" in measure.name
                else measure.name
            )
            by_name.setdefault(_plain(name), []).append((town, measure))
    for name, found in by_name.items():
        figures = [float(measure.figure) for _, measure in found]
        bound = found[0][1].bound
        worst = min(figures) if bound.startswith("at least") else max(figures)
        wrong = [f"seed {town.seed}, {town.language}: {measure.say()}" for town, measure in found if not measure.ok]
        yield OverTowns(
            name,
            sum(figures) / len(figures),
            worst,
            found[0][1].unit,
            bound,
            sum(measure.ok for _, measure in found),
            len(found),
            tuple(wrong),
        )


def _plain(name: str) -> str:
    """A name without the counts in brackets."""
    return name.partition(" (of ")[0]
