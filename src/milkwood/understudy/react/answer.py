"""react without a model: whether to speak to a person, and what to do about a thing in an unusual state.

Invariant: the choice is one of those offered; people are not woken, spoken to in a bathroom, or pulled out of a lecture
for a chat.
"""

import re

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.react.schema import Ask, Reply
from milkwood.questions.terms import Other
from milkwood.understudy.language.sentences import cut
from milkwood.understudy.react.signs import is_exactly, reason, says
from milkwood.understudy.talk.liking import is_hostile_memory, stance_of
from milkwood.understudy.talk.voice import SILENT

OBJECT = {"she": "her", "he": "him", "they": "them"}
SOUGHT_CHANCE = 0.4
"""How much likelier a talk is if one of the two is there for the other."""
FIRST_ALONE_HOURS, CHANCE_PER_HOUR_ALONE = 2, 0.15
"""Each further hour without a talk makes one likelier."""
HURRY_MINUTES = 6
"""Minimum time before the next appointment to begin a talk."""
JUST_MINUTES = 75
"""Minimum time since the last talk."""
LONG_SINCE_TALK_MINUTES = 12 * 60
TELLING_IMPORTANCE = 6
"""Minimum importance of news that a person wants to tell."""
MAX_REASON_CHARACTERS = 240
TELLABLE = frozenset({"news", "seed", "promise", "insight", "voice"})
LIKELY = {"close": 0.57, "neighbour": 0.4, "stranger": 0.32}
"""By bond; people who know each other and first meet on a day are as likely to talk as friends."""
MENDING = {
    "fire": {"en": "putting out the fire at the {thing}", "zh": "扑灭{thing}上的火"},
    "water": {"en": "stopping the water at the {thing}", "zh": "堵住{thing}的漏水"},
    "left_on": {"en": "turning off the {thing}", "zh": "去把{thing}关掉"},
    "broken": {"en": "fixing the {thing}", "zh": "修理{thing}"},
    "pressing": {"en": "seeing to the {thing}", "zh": "处理{thing}的事"},
}
MENDING_MINUTES = {"fire": 12, "water": 15, "left_on": 5, "broken": 20, "pressing": 10}


def answer(ask: Ask, draw: Stream, _likeness: TextSimilarity) -> Reply:
    """The choice and its reason."""
    if ask["other"] is None:
        return _about_thing(ask, draw)
    kind, talks = _about_person(ask, ask["other"], draw)
    choice = "talk" if talks and "talk" in ask["options"] else "ignore"
    if kind == "avoid" and "avoid" in ask["options"]:
        return _reply(
            "avoid", cut(f"{_because(kind, ask, draw)}{_grievance(ask, ask['other'])}", MAX_REASON_CHARACTERS)
        )
    if choice not in ask["options"]:
        choice = ask["options"][0]
    return _reply(choice, _because(kind, ask, draw))


def _grievance(ask: Ask, other: Other) -> str:
    """What the person holds against another, in their own words; empty if nothing is remembered."""
    found = next((one["text"] for one in ask["recalled"] if is_hostile_memory(one, other["id"])), "")
    return found if ask["self"]["language"] == "zh" or not found else f" {found}"


def _reply(choice: str, because: str, what: str = "", minutes: int = 10) -> Reply:
    return Reply.model_construct(choice=choice, reason=because, what=what, minutes=minutes)


def _because(kind: str, ask: Ask, draw: Stream) -> str:
    other = ask["other"]
    promise = ask["promises"][0]["what"] if ask["promises"] else ask["block"]
    return reason(
        kind,
        ask["self"]["language"],
        draw,
        name=other["called"] if other else "",
        them=OBJECT.get(other["pronoun"], "them") if other else "",
        promise=promise,
        thing=ask["thing"],
    )


def _about_person(ask: Ask, other: Other, draw: Stream) -> tuple[str, bool]:
    hindered = _hindered(ask, other)
    if hindered:
        return hindered, False
    language = ask["self"]["language"]
    if says("need", f"{other['doing']} {ask['noticed']}", language):
        return "need", True
    stance = stance_of(other, ask["recalled"])
    if stance == "enemy":
        return "avoid", False
    if SILENT in ask["self"].get("manners", ()):
        return "silent", False
    errand = _errand(ask, other)
    bond = "close" if other["closeness"] >= 5 else "neighbour" if other["tie"] or other["talks"] else "stranger"
    met_today = 0 <= ask["since_talk_minutes"] < LONG_SINCE_TALK_MINUTES
    chance = LIKELY[bond if met_today or bond == "stranger" else "close"]
    chance += 0.3 * bool(errand) + _temper(ask) - 0.05 * min(other["talks"], 4)
    sought = other["called"] in ask["block"] or ask["self"]["called"] in other["doing"]
    chance += SOUGHT_CHANCE * sought
    cold = stance == "cold"
    chance -= 0.4 * cold
    longing = 0.0 if cold else CHANCE_PER_HOUR_ALONE * max(0, ask.get("alone", 0) - FIRST_ALONE_HOURS)
    chance += longing
    chance -= 0.15 * says("absorbed", ask["now"]["doing"], language)
    chance -= 0.1 * says("absorbed", other["doing"], language)
    if draw.happens(min(0.95, chance)):
        first = bond == "close" and not met_today and draw.happens(0.5)
        usual = "alone" if longing > bool(first) * 0.5 else "first_today" if first else bond
        return errand or usual, True
    if cold:
        return "cold", False
    absorbed = says("absorbed", ask["now"]["doing"], language)
    if bond == "stranger":
        return ("shy" if _temper(ask) < 0 else "stranger_not"), False
    return ("busy" if absorbed else "not_now"), False


def _hindered(ask: Ask, other: Other) -> str:
    """The reason against any talk; empty for none."""
    language, doing = ask["self"]["language"], ask["now"]["doing"]
    if says("asleep", other["doing"], language):
        return "asleep"
    if says("private", other["doing"], language) or says("private", doing, language):
        return "private"
    if ask["minutes_free"] < HURRY_MINUTES:
        return "hurry"
    if 0 <= ask["since_talk_minutes"] < JUST_MINUTES:
        return "just_talked"
    if says("pressing", doing, language):
        return "busy"
    return "other_busy" if says("pressing", other["doing"], language) else ""


def _errand(ask: Ask, other: Other) -> str:
    """The purpose of a talk: an invitation, news, or nothing in particular."""
    card = ask["self"]
    hosting = [promise for promise in ask["promises"] if promise["host"] and other["id"] not in promise["company"]]
    news = [
        memory
        for memory in ask["recalled"]
        if memory["kind"] in TELLABLE
        and memory["importance"] >= TELLING_IMPORTANCE
        and not memory["private"]
        and not memory.get("worn")
        and other["id"] not in (*memory.get("secret_from", ()), *memory.get("witnesses", ()))
        and other["id"] not in (*memory["known_to"], *memory["about"], memory["source"])
    ]
    if hosting and any(says("telling", goal, card["language"]) for goal in card["goals"]):
        return "invite"
    urgent = any(memory["kind"] != "seed" or memory["importance"] > TELLING_IMPORTANCE + 1 for memory in news)
    return "tell" if urgent else ""


def _temper(ask: Ask) -> float:
    card, language = ask["self"], ask["self"]["language"]
    traits = " ".join(card["traits"])
    manners = card.get("manners", ())
    temper = 0.15 * ("talkative" in manners) - 0.1 * ("laconic" in manners)
    temper += 0.1 * says("outgoing", traits, language) - 0.12 * says("quiet", traits, language)
    return temper - 0.1 * (card["style"] == "shy") + 0.05 * (card["style"] in ("warm", "cheerful", "northeastern"))


def _about_thing(ask: Ask, draw: Stream) -> Reply:
    reply = _choice_about_thing(ask, draw)
    reply.usable = not _BAD.search(ask["state"])
    return reply


_BAD = re.compile(
    r"burn|fire|smok|flame|leak|flood|under water|broken|smash|crack|pieces|out of order|empty|gone|missing|lock|"
    r"block|dirt|filth|spoil|rotten|stuck|着火|冒烟|漏|泡水|坏|碎|裂|空|没了|不见|锁|堵|脏|烂|卡住",
    re.IGNORECASE,
)
"""Words of states in which a thing cannot be used normally."""


def _choice_about_thing(ask: Ask, draw: Stream) -> Reply:
    language, state, options = ask["self"]["language"], ask["state"], ask["options"]
    signs = [kind for kind in ("fire", "water", "broken") if says(kind, state, language)]
    if "change" in options and (signs or ask.get("presses")):
        return _mending(signs[0] if signs else "pressing", ask, draw)
    if "wait" in options and says("taken", state, language):
        return _reply("wait", _because("taken", ask, draw))
    if "change" in options and is_exactly("left_on", state, language) and _cooks_or_runs(ask):
        return _mending("left_on", ask, draw)
    choice = "ignore" if "ignore" in options else options[0]
    return _reply(choice, _because("let_be", ask, draw))


def _cooks_or_runs(ask: Ask) -> bool:
    """Whether a thing left on is dangerous: a stove or running water, not a computer or a lamp."""
    harmless = ("computer", "lamp", "console", "电脑", "灯", "游戏机")
    return not any(word in ask["thing"].lower() for word in harmless)


def _mending(kind: str, ask: Ask, draw: Stream) -> Reply:
    usual = MENDING[kind][ask["self"]["language"]].format(thing=ask["thing"])
    what = ask.get("mend") if kind == "pressing" else ""
    return _reply("change", _because(kind, ask, draw), what or usual, MENDING_MINUTES[kind])
