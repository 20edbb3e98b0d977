"""Why the town is not moving (rule O2); `milkwood.run.stillness` has the words.

Invariant: whenever a live run does nothing, there is exactly one reason; it is true when asked for and costs nothing
until then.
"""

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

from milkwood.engine.life import Life
from milkwood.models.port import QuestionId


@dataclass(frozen=True, slots=True)
class Moving:
    """Nothing holds the town."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """The run is stopping."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The user paused the town."""


@dataclass(frozen=True, slots=True)
class AwaitsAnswer:
    """A person at the lowest tick waits for an answer."""

    question: QuestionId
    seconds: float
    others: int
    """Number of other answers awaited."""


@dataclass(frozen=True, slots=True)
class AwaitsPace:
    """Everyone has lived as far as the pace clock allows; the next person continues at `tick`."""

    tick: int


Stillness: TypeAlias = Moving | Stopping | Paused | AwaitsAnswer | AwaitsPace


def stillness(life: Life) -> Stillness:
    """What holds a life now; call on its event loop."""
    pace = life.inbox.pace
    if life.stopping:
        return Stopping()
    if pace is not None and pace.held and not pace.stepping:
        return Paused()
    asked = sorted(life.waiting_for(), key=lambda each: (each[0].tick, each[1], each[0]))
    if asked:
        question, since = asked[0]
        return AwaitsAnswer(question, max(0.0, asyncio.get_running_loop().time() - since), len(asked) - 1)
    if pace is not None and pace.held:
        return Paused()
    if pace is not None and not pace.unlimited and life.lowest >= pace.now:
        return AwaitsPace(life.lowest)
    return Moving()
