"""How a run is executed this time: schedule, concurrency, durability, pace and models.

Invariant: nothing here changes what happens, given the same answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from milkwood.engine.life import Schedule
from milkwood.engine.pace import Pace
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.models.port import Model
from milkwood.run.model_config import ModelConfig

SCHEDULES: Mapping[str, Callable[[], Schedule]] = {"serial": Serial, "lockstep": Lockstep, "outoforder": OutOfOrder}
MAX_CALLS = 64
"""Default for the maximum number of concurrent model calls."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options of one execution of a run; they never change its history, given the same answers."""

    schedule: str = "outoforder"
    at_once: int = MAX_CALLS
    survive_power_cuts: bool = False
    model: Model | None = None
    """A model that answers everything, instead of `models`."""
    pace: Pace | None = None
    """The pace clock; None for as fast as possible."""
    models: ModelConfig | None = None
    """The language models and their limits; None for the user's settings."""
