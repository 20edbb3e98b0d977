"""weigh: how much a batch of new memories matters to a person, 1 to 10 each."""

from milkwood.questions.faults import Fault
from milkwood.questions.kind import Kind, Trim
from milkwood.questions.shape import ListBounds
from milkwood.questions.weigh.schema import Ask, Reply


def _bounds(ask: Ask) -> ListBounds:
    return {"weights": (len(ask["memories"]), len(ask["memories"]))}


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """One number a memory."""
    wanted = len(ask["memories"])
    return [Fault("count", "weights", str(wanted))] if len(reply.weights) != wanted else []


KIND: Kind[Ask, Reply] = Kind(
    "weigh",
    Reply,
    most_prompt_tokens=800,
    most_answer_tokens=160,
    trims=(Trim("numbered", shrink=True),),
    bounds=_bounds,
    check=_check,
)
