"""react: what to do about a person or thing that was noticed."""

from milkwood.questions.faults import Fault
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.react.schema import Ask, Reply


def _tidy(_ask: Ask, reply: DraftReply) -> None:
    """Drop the fields of a change if there is none."""
    if reply["choice"] != "change":
        for key in ("what", "place", "state", "minutes"):
            reply.pop(key, None)


def _check(_ask: Ask, reply: Reply) -> list[Fault]:
    """A reply that changes the activity must name the new one."""
    return [Fault("missing", "what")] if reply.choice == "change" and len(reply.what) < 2 else []


KIND: Kind[Ask, Reply] = Kind(
    "react",
    Reply,
    most_prompt_tokens=700,
    most_answer_tokens=200,
    trims=(Trim("recalled", 2, most=2), Trim("places", 4, most=10), Trim("promises", 1, most=3)),
    tidy=_tidy,
    check=_check,
)
