"""reflect: insights from recent memories."""

from collections.abc import Sequence

from milkwood.models.wording import words_of
from milkwood.questions.faults import Fault, Unfit
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.reflect.schema import Ask, Reply
from milkwood.questions.shape import ListBounds
from milkwood.questions.spoken import bare_of, shared_share
from milkwood.questions.terms import Recalled

_MIN_SHARED_WORDS = 2
"""Words that an insight shares with a memory it rests on."""
_MAX_SHARE = 0.6
"""Share of an insight's runs of words that one memory may have."""


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """Drops insights that only repeat one memory, and those thought before unless there is no other."""
    memories = [*ask["recent"], *ask["recalled"]]
    for one in reply["insights"]:
        one["evidence"] = one.get("evidence") or _near(one["text"], memories)
    based = [one for one in reply["insights"] if one["evidence"]]
    if not based:
        raise Unfit(Fault("unknown", "insights.0.evidence.0", reply["insights"][0]["text"]))
    own = [one for one in based if not any(_repeats(one["text"], each["text"]) for each in memories)]
    if not own:
        raise Unfit(Fault("copied", "insights.0.text"))
    new = [one for one in own if one["text"] not in ask["insights"]]
    left_out = [Fault("copied", "insights")] if len(own) < len(reply["insights"]) else []
    reply["insights"] = new or own[:1]
    return left_out


def _near(text: str, memories: Sequence[Recalled]) -> list[int]:
    """The memory that shares most words with a text, if it shares enough to be what the text rests on."""
    words = words_of(text)
    shared, number = max(((len(words & words_of(each["text"])), each["id"]) for each in memories), default=(0, 0))
    return [number] if shared >= _MIN_SHARED_WORDS else []


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
