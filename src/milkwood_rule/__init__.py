"""The rule mind: it follows a person's habits, to test and measure everything around minds.

Invariant: a run's history follows from the pack and the seed, with no language model.
"""

from milkwood_rule.answers import RuleAnswers
from milkwood_rule.mind import RuleMind
from milkwood_rule.routine import routine_of

__all__ = ["RuleAnswers", "RuleMind", "routine_of"]
