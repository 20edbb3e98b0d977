"""speak: the next line of a talk, and whether the talk is over."""

import re

from milkwood.questions.faults import Fault
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.shape import ListBounds
from milkwood.questions.speak.schema import Ask, Reply

_STAGE = re.compile(r"\*[^*]{1,80}\*\s*|^[（(][^（()）]{1,60}[)）]\s*")
_LETTERS = re.compile(r"\W+")


def _tidy(ask: Ask, reply: DraftReply) -> None:
    """The line alone: no stage directions, no speaker's name."""
    me = ask["self"]
    line = _STAGE.sub("", reply["say"]).strip() or reply["say"]
    for name in (me["name"], me["called"]):
        line = re.sub(rf"^{re.escape(name)}\s*[:：]\s*", "", line)
    speakers = "|".join(re.escape(name) for one in (me, *ask["others"]) for name in (one["name"], one["called"]))
    # Some models write the rest of the talk; only the first line counts.
    line = re.split(rf"\s*(?:{speakers})\s*[:：]\s", line)[0] or line
    reply["say"] = line.strip('"“”「」 ') if line[:1] in '"“「' and line[-1:] in '"”」' else line


def _bounds(_ask: Ask) -> ListBounds:
    return {"tells": (0, 3), "invites": (0, 2)}


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """A repeated line is a fault, and so is a mere gesture."""
    said = _bare(reply.say)
    before = [line["text"] for line in ask["lines"]] + ask["said_before"]
    if reply.say.startswith("*"):
        return [Fault("form", "say")]
    if not said or any(_bare(line) == said for line in before):
        return [Fault("repeat", "say")]
    return []


def _bare(line: str) -> str:
    return _LETTERS.sub("", line).casefold()


KIND: Kind[Ask, Reply] = Kind(
    "speak",
    Reply,
    most_prompt_tokens=1300,
    most_answer_tokens=240,
    trims=(
        Trim("lines", 8, oldest=True),
        Trim("recalled", 4),
        Trim("lines", 5, oldest=True),
        Trim("recalled", 1),
        Trim("on_mind", 2),
        Trim("places", most=6),
        Trim("hours", most=5),
        Trim("promises", 1, most=4),
        Trim("events", most=3),
        Trim("others", 3),
    ),
    tidy=_tidy,
    bounds=_bounds,
    check=_check,
)
