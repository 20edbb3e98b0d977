"""reflect: insights from recent memories."""

from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.reflect.schema import Ask, Reply
from milkwood.questions.shape import ListBounds


def _tidy(ask: Ask, reply: DraftReply) -> None:
    """Drop repeated insights, unless there is no other."""
    new = [one for one in reply["insights"] if one["text"] not in ask["insights"]]
    reply["insights"] = new or reply["insights"][:1]


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
