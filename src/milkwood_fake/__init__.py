"""A fake OpenAI-compatible server for tests: valid answers, and any fault by plan.

`Fake` runs one in this process, `milkwood fake` in a process of its own. Invariant: answers follow from the seed and
the prompt, faults from the plan; nothing is random.
"""

from milkwood_fake.plan import FaultPlan, Strike, read
from milkwood_fake.service import Fake

__all__ = ["Fake", "FaultPlan", "Strike", "read"]
