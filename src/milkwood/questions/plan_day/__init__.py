"""plan_day: the day's blocks, asked once a day on waking."""

from collections import Counter
from collections.abc import Sequence

from milkwood.clock import minutes_at
from milkwood.models.wording import words_of
from milkwood.questions.faults import Fault
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.plan_day.schema import MAX_BED_SHIFT_MINUTES, PLANNED_WAY_MINUTES, Ask, Reply
from milkwood.questions.shape import ListBounds
from milkwood.questions.terms import DayPiece

_MAX_BLOCK_MINUTES, _MIN_BLOCK_MINUTES = 300, 120
"""Minutes of the day for each block of the plan with the fewest, and of the one with the most blocks that models are
asked for. Few, since a small model that must fill a day repeats itself; what it leaves out is lived by habit."""
_MAX_TIMES = 3
"""How much more often than on the usual day an activity may come; a model that repeats itself does so to the end."""
_LEAST_BLOCK_MINUTES = 10
_MIN_SHARE = 0.125
"""The share of the day that a plan of one block must cover."""
_MIN_ERRANDS_SHARE = 0.05
"""The same for several blocks: the rest of the day is lived as usual."""


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """Blocks in the order of the day, without loops; early hours are of the night after."""
    reply.setdefault("sleep", ask["sleep"])
    early = min(minutes_at(ask["wake"]), minutes_at(ask["now"]["time"])) - 120
    for block in reply["blocks"]:
        if minutes_at(block["start"]) < early:
            block["start"] = f"{int(block['start'][:2]) + 24}{block['start'][2:]}"
    if reply.get("idea") and minutes_at(reply["idea"]) < early:
        reply["idea"] = f"{int(reply['idea'][:2]) + 24}{reply['idea'][2:]}"
    ordered = sorted(reply["blocks"], key=lambda block: minutes_at(block["start"]))
    reply["blocks"] = _without_loops(ordered, [piece["what"] for piece in ask["usual"]])
    for block in reply["blocks"]:
        _after_meals(block, [piece for piece in ask["usual"] if piece.get("meal")])
    reply["blocks"].sort(key=lambda block: minutes_at(block["start"]))
    return [Fault("repeat", "blocks")] if len(reply["blocks"]) < len(ordered) else []


def _after_meals(block: DraftReply, meals: Sequence[DayPiece]) -> None:
    """A block in the place of a usual meal begins after it, unless it is that meal: people eat as usual."""
    for meal in meals:
        if words_of(meal["what"]) & words_of(block["what"]):
            continue
        start, begins, ends = minutes_at(block["start"]), minutes_at(meal["start"]), minutes_at(meal["end"])
        if begins <= start < ends:
            block["start"] = meal["end"]
        elif start < begins < start + block["minutes"]:
            block["minutes"] = max(begins - start, _LEAST_BLOCK_MINUTES)


def _without_loops(blocks: list[DraftReply], usual: list[str]) -> list[DraftReply]:
    """The blocks; of an activity that comes far more often than on the usual day, only the first."""
    often = Counter(words_of(what) for what in usual)
    planned = Counter(words_of(block["what"]) for block in blocks)
    kept: dict[frozenset[str], list[DraftReply]] = {}
    for block in blocks:
        activity = words_of(block["what"])
        looped = planned[activity] > often[activity] + _MAX_TIMES
        if not looped or activity not in kept:
            kept.setdefault(activity, []).append(block)
    return sorted((block for each in kept.values() for block in each), key=lambda block: minutes_at(block["start"]))


def _bounds(ask: Ask) -> ListBounds:
    left = minutes_at(ask["sleep"]) - minutes_at(ask["now"]["time"])
    return {"blocks": (max(1, left // _MAX_BLOCK_MINUTES), max(2, left // _MIN_BLOCK_MINUTES))}


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """A plan that covers next to nothing of the day is a fault."""
    left = minutes_at(ask["sleep"]) - minutes_at(ask["now"]["time"])
    filled = sum(block.minutes for block in reply.blocks)
    least = _MIN_SHARE if len(reply.blocks) < 2 else _MIN_ERRANDS_SHARE
    return [Fault("little", "blocks")] if filled < least * left else []


def _filled(ask: Ask, reply: Reply) -> str:
    """The blocks, if they and the promises leave a part of the day open that is longer than a way."""
    bed, asked = minutes_at(ask["sleep"]), minutes_at(reply.sleep)
    end = asked if abs(asked - bed) <= MAX_BED_SHIFT_MINUTES else bed
    spans = [(minutes_at(each.start), minutes_at(each.start) + each.minutes) for each in reply.blocks]
    spans += [
        (minutes_at(each["start"]), minutes_at(each["end"]))
        for each in ask["promises"]
        if each["date"] == ask["now"]["date"]
    ]
    covered = minutes_at(ask["now"]["time"])
    for start, until in sorted([*spans, (end, end)]):
        if min(start, end) - covered > PLANNED_WAY_MINUTES:
            return "blocks"
        covered = max(covered, until)
    return ""


KIND: Kind[Ask, Reply] = Kind(
    "plan_day",
    Reply,
    most_prompt_tokens=2200,
    most_answer_tokens=1400,
    trims=(
        Trim("yesterday", 4, most=8),
        Trim("recalled", 4, most=6),
        Trim("happened", 3, most=6),
        Trim("extras", 1, most=3),
        Trim("promises", 4),
        Trim("places", 12, most=30),
        Trim("usual", 8),
    ),
    tidy=_tidy,
    bounds=_bounds,
    check=_check,
    filled=_filled,
)
