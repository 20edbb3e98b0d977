"""break_down: a block of the day as deeds of 5 to 15 minutes, asked ahead of time."""

from milkwood.questions.break_down.schema import Ask, Reply
from milkwood.questions.faults import Fault
from milkwood.questions.kind import Kind, Trim

_MIN_SHARE = 0.5
"""The share of the block that its deeds must fill; the mind stretches them over the rest."""


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """Deeds that fill less than half of the block do not tell it."""
    filled = sum(deed.minutes for deed in reply.deeds)
    return [Fault("little", "deeds")] if filled < _MIN_SHARE * ask["minutes"] else []


KIND: Kind[Ask, Reply] = Kind(
    "break_down",
    Reply,
    most_prompt_tokens=800,
    most_answer_tokens=1200,
    trims=(Trim("lately", 3), Trim("customs", 2, most=8), Trim("tools", 4)),
    check=_check,
)
