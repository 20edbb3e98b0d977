"""whisper: an inner voice becomes the person's own thought."""

from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.whisper.schema import Ask, Reply


def _tidy(ask: Ask, reply: DraftReply) -> None:
    """Drop a promise for a past day."""
    promise = reply.get("commitment")
    if promise and promise["date"] < ask["now"]["date"]:
        reply["commitment"] = None


KIND: Kind[Ask, Reply] = Kind(
    "whisper",
    Reply,
    most_prompt_tokens=1200,
    most_answer_tokens=400,
    trims=(Trim("people", 8), Trim("places", 8), Trim("promises", 2)),
    tidy=_tidy,
)
