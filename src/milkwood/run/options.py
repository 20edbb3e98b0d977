"""How a run is executed this time: schedule, concurrency, durability, pace and models.

Knows the engine's schedules, no town. Invariant: nothing here changes what happens, given the same answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from milkwood.engine.life import Schedule
from milkwood.engine.pace import Pace
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.models.port import Model
from milkwood.run.model_config import Wanted

SCHEDULES: Mapping[str, Callable[[], Schedule]] = {
    "serial": Serial,
    "lockstep": Lockstep,
    "outoforder": OutOfOrder,
}
AT_ONCE = 64
"""How many questions may be with the model at a time when nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run is lived this time: none of it changes what happens, as long as the model's answers are the same."""

    schedule: str = "outoforder"
    at_once: int = AT_ONCE
    survive_power_cuts: bool = False
    model: Model | None = None
    """What answers questions instead of all that is wanted."""
    pace: Pace | None = None
    """The clock to live by; none to live as fast as possible."""
    wanted: Wanted | None = None
    """Which language models answer, and how far they may go; None for what the user's settings say."""
