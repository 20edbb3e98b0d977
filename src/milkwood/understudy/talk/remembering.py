"""What a speaker says from memory of the one they talk to: what they were told, saw, owe and hold against them.

Invariant: it is said to the other in the second person; nothing private or secret; nothing twice.
"""

import re
from collections.abc import Iterator

from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.language.names import mentioned
from milkwood.understudy.language.second import clause, is_past_tense, said_back, to_listener
from milkwood.understudy.language.sentences import split
from milkwood.understudy.language.shift import deed_of
from milkwood.understudy.language.when import past, when
from milkwood.understudy.talk.calendar import sayable
from milkwood.understudy.talk.liking import heavy, is_cold, mood
from milkwood.understudy.talk.telling import secret
from milkwood.understudy.talk.turn import TASK, Turn

ACTS = frozenset({"ask_told", "recall_told", "recall_warm", "ask_saw", "grievance"})
_SAW = {
    "en": re.compile(r"^I saw ([^,]{1,40}?) (\w+ing\b[^.]*)\.$"),
    "zh": re.compile(r"^我?看[见到](.{1,12}?)(?:在|正)(.+?)。$"),
}
_ECHOED = {"sad": "echo_sad", "hope": "echo_hope", "interest": "echo_interest", "glad": "echo_glad"}
WARM_CLOSENESS = 4
"""Minimum closeness of people who say that they do not forget a kindness."""
CONFIDING_CLOSENESS = 7
"""Minimum closeness of people who come back to a grave matter."""


def remember(turn: Turn) -> bool:
    """Say one thing from memory of the other; False if there is none."""
    other = turn.other
    if other is None or len(turn.others) > 1 or turn.acts & ACTS:
        return False
    for act, words in turn.draw.shuffled(list(_remembered(turn, other))):
        said = next(iter(words.values()))
        before = (*turn.ask["said_before"], *(line["text"] for line in turn.lines))
        if not any(said.casefold() in line.casefold() for line in before) and turn.say(act, **words):
            return True
    return False


def _remembered(turn: Turn, other: Other) -> Iterator[tuple[str, dict[str, str]]]:
    names = [name for person, name in turn.people if person not in (other["id"], turn.me)]
    for one in turn.ask["recalled"]:
        hidden = one["private"] or secret(one["text"], turn.people) or other["id"] in one.get("secret_from", ())
        hidden = hidden or one.get("certainty") in ("rumour", "denied")
        if hidden or other["id"] not in one["about"]:
            continue
        if one["kind"] == "saw" and not turn.hostile:
            yield from _seen(one, turn, other)
            continue
        if one["kind"] not in ("seed", "news") or set(mentioned(one["text"], turn.people)) - {other["id"], turn.me}:
            continue
        text = to_listener(one["text"], other["called"], other["pronoun"], turn.language, names)
        if text:
            yield from _meant(one, text, turn, other)
    yield from _known(turn, other, names)


def _seen(one: Recalled, turn: Turn, other: Other) -> Iterator[tuple[str, dict[str, str]]]:
    found = _SAW["zh" if turn.language == "zh" else "en"].match(one["text"])
    if found and found[1] in (other["called"], other["name"]) and sayable(found[2]) and TASK.search(found[2]):
        deed = deed_of(found[2], other["pronoun"], turn.language, me=False)
        if deed and deed != turn.words()["doing"]:
            yield "ask_saw", {"deed": deed}


def _meant(one: Recalled, text: str, turn: Turn, other: Other) -> Iterator[tuple[str, dict[str, str]]]:
    if one["source"] == other["id"]:
        if _dated(text, turn) or (heavy(text) and other["closeness"] < CONFIDING_CLOSENESS):
            return
        yield ("recall_told" if is_past_tense(text, turn.language) else "ask_told"), {"told": text}
    elif one["kind"] != "seed" or one["source"] not in ("me", ""):
        return
    elif turn.hostile:
        yield "grievance", {"recall": text}
    elif (
        other["closeness"] >= WARM_CLOSENESS
        and _is_theirs(text)
        and not is_cold(text)
        and not _OWED.search(text)
        and not heavy(text)
        and mood(text) != "rift"
    ):
        yield "recall_warm", {"recall": text}


_OWED = re.compile(r"\b(?:owes?|owed|owing|debts?|in debt)\b|[欠赊]", re.IGNORECASE)
"""What the other owes is no kindness."""


def _is_theirs(text: str) -> bool:
    """Whether a statement tells what the listener did, not the speaker."""
    found = re.search(r"\b(?:I|you)\b|[我你]", text, re.IGNORECASE)
    return found is not None and found[0].lower() in ("you", "你")


def _known(turn: Turn, other: Other, names: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """What the person has learnt of the other in talks."""
    if turn.hostile or not other["talks"]:
        return
    for sentence in split(other["knows"]):
        text = to_listener(sentence, other["called"], other["pronoun"], turn.language, names)
        told = text is not None and _OF_LISTENER.match(text) is not None
        if told and text and not secret(sentence, turn.people) and not heavy(sentence) and not _dated(sentence, turn):
            yield ("recall_told" if is_past_tense(text, turn.language) else "ask_told"), {"told": text}


_OF_LISTENER = re.compile(r"your?\b|你", re.IGNORECASE)
"""What begins otherwise may be what others said of the listener: `the meeting must do without you`."""


def _dated(text: str, turn: Turn) -> bool:
    """Whether a text names a time that is to come, or announces one that has come."""
    now = turn.ask["now"]
    return when(text, now["date"], now["time"]) is not None or past(text, now["date"], now["time"])


def echo(turn: Turn, text: str, feeling: str) -> bool:
    """Say back what the other said of themselves, with what one feels about it; False if it cannot be turned."""
    said = said_back(text, turn.language)
    if not said or _dated(said, turn):
        return False
    act = _ECHOED.get(feeling, "") if mood(clause(text)) == feeling else ""
    if not act or (act != "echo_sad" and turn.draw.happens(0.35)):
        act = "echo"
    return turn.say(act, echo=said)
