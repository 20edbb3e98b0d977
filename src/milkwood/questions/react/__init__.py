"""react: what to do about somebody or something that was noticed."""

from typing import Any

from milkwood.models.port import Content
from milkwood.questions.faults import Fault
from milkwood.questions.kind import Kind, Trim
from milkwood.questions.react.schema import Reply


def _tidy(_ask: Content, reply: dict[str, Any]) -> None:
    """What belongs to a change is nothing without one."""
    if reply["choice"] != "change":
        for key in ("what", "place", "state", "minutes"):
            reply.pop(key, None)


def _check(_ask: Content, reply: Reply) -> list[Fault]:
    """Whoever changes what they do must say to what."""
    return [Fault("missing", "what")] if reply.choice == "change" and len(reply.what) < 2 else []


KIND = Kind(
    "react",
    Reply,
    most_prompt_tokens=700,
    most_answer_tokens=200,
    trims=(Trim("recalled", 2, most=2), Trim("places", 4, most=10), Trim("promises", 1, most=3)),
    tidy=_tidy,
    check=_check,
)
