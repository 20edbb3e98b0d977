"""speak: the next line of a talk, and whether the talk is over."""

import re
from collections.abc import Mapping

from milkwood.models.wording import touched
from milkwood.questions import debris, read_aloud, spoken
from milkwood.questions.faults import Fault
from milkwood.questions.idle import without_idle
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.pieces import wording
from milkwood.questions.shape import ListBounds
from milkwood.questions.speak.schema import MAX_INVITES, MAX_TOLD_MEMORIES, Ask, Reply
from milkwood.questions.telling import given_away, told_in

_NAMED_WORD_SHARE = 0.5
"""Share of the words of an own event that a line must have to speak of it."""
_PROMPT_AGAIN = re.compile(r"[”\"']*\s*[{}｛｝].*", re.DOTALL)
"""Where a model goes on with its prompt."""
_MIN_CONTENT_WORDS = 2
"""Content words, without names, from which on a line of another talk must not come again."""


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """The line alone: no speaker's name, marks of the prompt, stage directions or quotes."""
    me, language = ask["self"], ask["self"]["language"]
    names = [name for one in (me, *ask["others"], *ask["people"]) for name in _names(one)]
    line: str = reply["say"]
    left_out: list[Fault] = []

    def leave_out(category: str, left: str) -> None:
        nonlocal line
        if left and left != line:
            left_out.append(Fault(category, "say"))
            line = left

    leave_out("prefix", read_aloud.without_name(line, names))
    if not _is_silent(ask):
        leave_out("stage", spoken.without_stage(line))
        leave_out("prefix", read_aloud.without_name(line, names))
    leave_out("marks", read_aloud.without_marks(_PROMPT_AGAIN.sub("", line), language))
    speakers = "|".join(re.escape(name) for one in (me, *ask["others"]) for name in (one["name"], one["called"]))
    # Some models write the rest of the talk; only the first line counts.
    line = re.split(rf"\s*(?:{speakers})\s*(?:[(（][^()（）]{{1,40}}[)）]\s*)?[:：]\s", line)[0] or line
    reply["say"] = line.strip('"“”「」 ') if line[:1] in '"“「' and line[-1:] in '"”」' else line
    told = [memory["id"] for memory in told_in(reply["say"], ask["recalled"])]
    doubts = [memory["id"] for memory in ask.get("doubts", ())]
    reply["tells"] = [number for number in dict.fromkeys([*reply.get("tells", ()), *told]) if number not in doubts][
        :MAX_TOLD_MEMORIES
    ]
    if asked := reply.pop("asks", ()):
        reply["asks"] = [number for number in dict.fromkeys(asked) if number in doubts]
    invited = [str(each["id"]) for each in ask["promises"] if each["host"] and _speaks_of(reply["say"], each["what"])]
    reply["invites"] = list(dict.fromkeys([*reply.get("invites", ()), *invited]))[:MAX_INVITES]
    if not _is_silent(ask) and not _unsayable(ask, reply["say"], passes_on=bool(reply["tells"])):
        reply["say"], idle = without_idle(reply["say"], _saying(ask))
        left_out += [Fault(category, "say") for category in dict.fromkeys(idle)]
    if not ask["lines"]:
        reply["over"] = False  # who begins a talk waits for an answer
    return left_out


def _speaks_of(line: str, event: str) -> bool:
    """Whether a line names an own event: models invite in words and leave the number out."""
    return bool(touched([event], [line], _NAMED_WORD_SHARE))


def _bounds(_ask: Ask) -> ListBounds:
    return {"tells": (0, 3), "invites": (0, 2)}


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """What nobody would say in this talk: see `milkwood.questions.spoken`."""
    me, line, language = ask["self"], reply.say, ask["self"]["language"]
    mark = read_aloud.mark_in(line, language) or read_aloud.label_in(line, KIND.name, language)
    if mark:
        return [Fault("marks", "say", mark)]
    if secret := given_away(line, ask["recalled"], [one["id"] for one in ask["others"]]):
        return [Fault("secret", "say", secret["text"])]
    if not read_aloud.without_name(line, (me["name"], me["called"])):
        return [Fault("prefix", "say")]
    if debris.is_service(line):
        return [Fault("refusal", "say")]
    return _unsayable(ask, line, passes_on=bool(reply.tells or reply.invites or reply.asks))


def _unsayable(ask: Ask, line: str, *, passes_on: bool) -> list[Fault]:
    """Why nobody would say a line now; news may be told to another person in the same words."""
    saying, others, bare = _saying(ask), ask["others"], spoken.bare_of(line)
    category, about = spoken.fault_of(line, saying)
    if category:
        last = next((one["called"] for one in others if ask["lines"] and one["id"] == ask["lines"][-1]["by"]), "")
        return [Fault(category, "say", about, last or "/".join(one["called"] for one in others), _instead(ask))]
    again = not passes_on and any(spoken.bare_of(each) == bare for each in ask["said_before"])
    enough = spoken.content_of(line, (*saying.me, *saying.others)) >= _MIN_CONTENT_WORDS
    return [Fault("repeat", "say", instead=_instead(ask))] if not bare or (again and enough) else []


def _instead(ask: Ask) -> str:
    """What is left to say to those who repeat themselves: a new question, or goodbye once they have spoken."""
    words = wording(ask["self"]["language"])
    spoke = any(line["by"] == ask["self"]["id"] for line in ask["lines"])
    company = words["comma"].join(one["called"] for one in ask["others"])
    return words["part" if spoke else "ask_new"].format(company=company)


def _saying(ask: Ask) -> spoken.SpokenMoment:
    me, others = ask["self"], ask["others"]
    heard, there = {each["by"] for each in ask["lines"]}, {me["id"], *(one["id"] for one in others)}
    return spoken.SpokenMoment(
        me=(me["name"], me["called"]),
        others=tuple(name for one in others for name in (one["name"], one["called"])),
        mine=tuple(each["text"] for each in ask["lines"] if each["by"] == me["id"]),
        theirs=tuple(each["text"] for each in ask["lines"] if each["by"] != me["id"]),
        today=tuple(ask.get("said_today", ())),
        absent=tuple(name for one in ask["people"] for name in _names(one) if one["id"] not in there),
        newcomer=len(others) > 1 and any(one["id"] not in heard for one in others),
        silent=_is_silent(ask),
    )


def _names(one: Mapping[str, object]) -> tuple[str, str]:
    return str(one["name"]), str(one.get("called", ""))


def _is_silent(ask: Ask) -> bool:
    return "silent" in ask["self"].get("manners", ())


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
        Trim("doubts", 1, most=2),
        Trim("others", 3),
    ),
    tidy=_tidy,
    bounds=_bounds,
    check=_check,
)
