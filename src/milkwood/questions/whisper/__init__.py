"""whisper: an inner voice turned into a thought of one's own."""

from typing import Any

from milkwood.models.port import Content
from milkwood.questions.kind import Kind, Trim
from milkwood.questions.whisper.schema import Reply


def _tidy(ask: Content, reply: dict[str, Any]) -> None:
    """A promise to a day that is over is none."""
    promise = reply.get("commitment")
    if promise and promise["date"] < ask["now"]["date"]:
        reply["commitment"] = None


KIND = Kind(
    "whisper",
    Reply,
    most_prompt_tokens=1200,
    most_answer_tokens=400,
    trims=(Trim("people", 8), Trim("places", 8), Trim("promises", 2)),
    tidy=_tidy,
)
