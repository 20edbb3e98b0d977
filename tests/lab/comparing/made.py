"""Outcomes made by hand."""

from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.experiment import Trial
from milkwood.lab.measures import Figures

FULL, BARE = Condition("full"), Condition("bare", ("routines",))


def trial(condition: Condition = FULL, seed: int = 1, where: str = "gull_quay") -> Trial:
    name = f"{where}-{condition.name}-{seed}"
    return Trial(where, "lanterns", "en", seed, condition, False, 14760, name, where, where, "blake2b-160:0")


def figures(tokens: float, **values: float) -> Figures:
    days = [tokens - 10, tokens + 10]
    told = {"tokens": tokens, "calls": 50.0, "price": 0.0, "activities": 90.0, **values}
    return Figures(6, 2, told, days, [50.0, 50.0], {"speak": tokens}, {"lantern_night": [1, 2, 6]})


def outcome(condition: Condition, seed: int, tokens: float, **values: float) -> TrialOutcome:
    return TrialOutcome(trial(condition, seed), figures(tokens, **values), f"hash-{condition.name}-{seed}")


def three_seeds() -> list[TrialOutcome]:
    """A condition that saves 100 tokens on average, in runs that differ far more from seed to seed."""
    full = [outcome(FULL, seed, 1000.0 * seed) for seed in (1, 2, 3)]
    return [*full, *(outcome(BARE, seed, 1000.0 * seed - 100 - seed) for seed in (1, 2, 3))]
