"""`milkwood why`: why somebody did what they did: plan, percept, memories with their scores, question, who answered.

Knows how to lay it out; the reasons are the chronicle's. Invariant: reads only, also while the run goes on; a pack that
is gone costs the names, not the reasons.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from milkwood.cli.recorded import RUN_HELP
from milkwood.errors import SetupError

if TYPE_CHECKING:
    from milkwood.chronicle import Reader
    from milkwood.chronicle.names import Names
    from milkwood.chronicle.phrases import Phrases
    from milkwood.cli.labels import Labels
    from milkwood.ids import PersonId
    from milkwood.reasons import Cause, Reason

_MOST_TEXT = 100
"""How much of a memory is shown in the table."""


@dataclass(frozen=True, slots=True)
class View:
    """A run, with what is needed to tell of it."""

    reader: "Reader"
    names: "Names"
    words: "Phrases"
    labels: "Labels"

    def when(self, tick: int) -> str:
        """A tick as a time."""
        return self.labels.when(self.reader.header.clock, tick)
