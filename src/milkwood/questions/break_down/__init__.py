"""break_down: a block of the day as deeds of 5 to 15 minutes, asked ahead of time."""

import re

from milkwood.questions.break_down.schema import Ask, Reply
from milkwood.questions.faults import Fault
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.shape import ListBounds
from milkwood.questions.spoken import bare_of

_MAX_DEED_MINUTES, _MIN_DEED_MINUTES = 13, 6
"""Mean length of a deed in the answer with the fewest, and in the one with the most deeds that models are asked for."""
_MIN_SHARE = 0.2
"""The share of the block that its deeds must cover."""
_WHOLE_SHARE = 0.9
"""The share from which on they cover it; the mind fills what is missing below that."""

_AGAIN = re.compile(
    r"\b(?:again|once more|one (?:last|more) time|(?:a|for the) (?:second|third|fourth|fifth|last) time)\b"
    r"|再次|又一次|又|再",
    re.IGNORECASE,
)


def _bounds(ask: Ask) -> ListBounds:
    fewest = max(1, round(ask["minutes"] / _MAX_DEED_MINUTES))
    return {"deeds": (fewest, max(fewest, ask["minutes"] // _MIN_DEED_MINUTES))}


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """Drops deeds that are only a name, and those that come again, unless there is no other."""
    deeds: list[DraftReply] = []
    left_out: list[Fault] = []
    done: set[str] = set()
    for n, deed in enumerate(reply["deeds"]):
        words = bare_of(_AGAIN.sub("", deed["what"]))
        if _is_name(ask, deed["what"]):
            left_out.append(Fault("no_deed", f"deeds.{n}.what"))
        elif words in done:
            left_out.append(Fault("repeat", f"deeds.{n}.what"))
        else:
            deeds.append(deed)
        done.add(words)
    if not deeds:
        return []
    reply["deeds"] = deeds
    return left_out


def _is_name(ask: Ask, what: str) -> bool:
    """Whether a deed is the person's name, the place, or a thing of several words; “shower” may be a deed."""
    things = [tool["name"] for tool in ask["tools"] if " " in tool["name"]]
    names = (ask["self"]["name"], ask["self"]["called"], ask["place"], *things)
    return what.strip(" .").casefold() in {name.casefold() for name in names if name}


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """Deeds that are names, or that cover next to nothing of the block, do not tell it."""
    if _is_name(ask, reply.deeds[0].what):
        return [Fault("no_deed", "deeds.0.what", reply.deeds[0].what)]
    return [Fault("little", "deeds")] if _share(ask, reply) < _MIN_SHARE else []


def _filled(ask: Ask, reply: Reply) -> str:
    return "deeds" if _share(ask, reply) < _WHOLE_SHARE else ""


def _share(ask: Ask, reply: Reply) -> float:
    return sum(deed.minutes for deed in reply.deeds) / ask["minutes"]


KIND: Kind[Ask, Reply] = Kind(
    "break_down",
    Reply,
    most_prompt_tokens=800,
    most_answer_tokens=1200,
    trims=(Trim("lately", 3), Trim("customs", 2, most=8), Trim("tools", 4)),
    tidy=_tidy,
    bounds=_bounds,
    check=_check,
    filled=_filled,
)
