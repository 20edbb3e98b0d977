"""Talks: how many, how long, whether they end, and whether a person repeats a line."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from milkwood.lab.measures import same
from milkwood.town.talk import MAX_LINES
from tests.story.measures import Life, Measure, at_least, at_most, none_of, share, told

MIN_INHABITANTS = 2
"""Talks a day of the person who talks least: no person among others stays silent."""


def measures(life: Life) -> list[Measure]:
    """All measures of talks."""
    return [*_talks(life), *_lines(life)]


def _talks(life: Life) -> Iterator[Measure]:
    of_days = len(life.days)
    taken = Counter(member for talk in life.talks for member in talk.members)
    each = [taken[person] / of_days for person in life.tracks]
    open_ended = [
        f"{talk.id}, begun {life.at(talk.began)}"
        for talk in life.talks
        if talk.ended is None and life.settled - talk.began > MAX_LINES + 2
    ]
    long = [f"{talk.id}: {len(talk.lines)} lines" for talk in life.talks if len(talk.lines) > MAX_LINES]
    bare = [talk for talk in life.talks if len(talk.lines) < 2]
    yield at_least("talks a person and day, mean", float(np.mean(each)), 3)
    lonely = [
        f"{person}: {times:g}" for person, times in zip(life.tracks, each, strict=True) if times < MIN_INHABITANTS
    ]
    yield at_least("talks a day of the person with fewest", float(min(each)), MIN_INHABITANTS, "", lonely)
    yield told("talks a day of the person with most", float(max(each)))
    yield none_of("talks that do not end", open_ended)
    yield none_of(f"talks of more than {MAX_LINES} lines", long)
    yield told("lines a talk, mean", float(np.mean([len(talk.lines) for talk in life.talks] or [0])))
    yield at_most("talks of less than two lines", share(len(bare), len(life.talks)) if life.talks else 0.0, 10, "%")


def _lines(life: Life) -> Iterator[Measure]:
    twice, worst, repeated = [], 0.0, []
    for talk in life.talks:
        said = Counter(same(line.text) for line in talk.lines)
        twice += [f"{talk.id}: {text}" for text, times in said.items() if times > 1]
    for day in life.days:
        lines = [line.text for talk in life.talks for line in talk.lines if life.header.clock.day(line.tick) == day]
        counted = Counter(same(line) for line in lines)
        again = sum(times - 1 for times in counted.values())
        if lines and share(again, len(lines)) > worst:
            worst = share(again, len(lines))
            repeated = [f"{times} × {text}" for text, times in counted.most_common(6) if times > 1]
    yield none_of("lines said twice in one talk", twice)
    yield at_most("lines of a day that were said before that day, worst day", worst, 5, "%", repeated)
