"""reflect: insights from recent memories."""

from milkwood.questions.faults import Fault, Unfit
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.reflect.schema import Ask, Reply
from milkwood.questions.shape import ListBounds
from milkwood.questions.spoken import bare_of, shared_share

_MAX_SHARE = 0.6
"""Share of an insight's runs of words that one memory may have."""


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """Drops insights that only repeat one memory, and those thought before unless there is no other."""
    memories = [one["text"] for one in (*ask["recent"], *ask["recalled"])]
    own = [one for one in reply["insights"] if not any(_repeats(one["text"], each) for each in memories)]
    if not own:
        raise Unfit(Fault("copied", "insights.0.text"))
    new = [one for one in own if one["text"] not in ask["insights"]]
    left_out = [Fault("copied", "insights")] if len(own) < len(reply["insights"]) else []
    reply["insights"] = new or own[:1]
    return left_out


def _repeats(insight: str, memory: str) -> bool:
    return bare_of(insight) == bare_of(memory) or shared_share(insight, memory) >= _MAX_SHARE


def _bounds(_ask: Ask) -> ListBounds:
    return {"insights": (1, 3)}


KIND: Kind[Ask, Reply] = Kind(
    "reflect",
    Reply,
    most_prompt_tokens=1500,
    most_answer_tokens=500,
    trims=(
        Trim("others", 2, most=4),
        Trim("insights", 3),
        Trim("recalled", 3, most=3),
        Trim("recent", 8, oldest=True, most=8),
    ),
    tidy=_tidy,
    bounds=_bounds,
)
