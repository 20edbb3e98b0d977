"""A fake of an OpenAI-compatible server: good answers, and any fault by plan, for tests of whatever asks models.

`Fake` runs one in this process, `milkwood fake` in one of its own. Knows the protocol and our questions, no town and no
run. Invariant: what it answers follows from the seed and the prompt, what goes wrong from the plan, never from chance.
"""

from milkwood_fake.plan import FaultPlan, Strike, read
from milkwood_fake.service import Fake

__all__ = ["Fake", "FaultPlan", "Strike", "read"]
