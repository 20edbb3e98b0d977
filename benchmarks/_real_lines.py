"""Broken lines of a run, by the lab's measure; nothing where this Milkwood has none."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from milkwood.ids import PersonId
from tests.story.measures import Life

_MEASURE: Final = "milkwood.lab.measures_lines"


class WrongLine(NamedTuple):
    """A line that nobody would say, and why."""

    talk: str
    by: PersonId
    text: str
    sort: str


def broken_lines(life: Life) -> list[WrongLine] | None:
    """The broken lines of a run; None where there is no measure."""
    if find_spec(_MEASURE) is None:
        return None
    lab: Any = import_module(_MEASURE)
    header = life.header
    found = lab.spoken_lines(life.talks, lab.speakers(life.pack, life.language), header.language, header.clock)
    return [WrongLine(str(each.talk), each.by, each.text, each.sort) for each in found.broken]
