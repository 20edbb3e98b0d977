"""Rumours and the people they are about: asking them whether it is true, and answering.

Invariant: a rumour is asked about once, and only where a question (`doubts`) allows it; of what is private or secret,
the answer says neither yes nor no.
"""

import re
from collections.abc import Sequence

from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.language.certainty import contradicts, is_hearsay, what_is_asked, without_hearsay
from milkwood.understudy.language.second import to_listener
from milkwood.understudy.language.sentences import alike, bare
from milkwood.understudy.talk.liking import stance_of
from milkwood.understudy.talk.telling import secret
from milkwood.understudy.talk.turn import Turn

ASKING = frozenset({"ask_rumour", "ask_rumour_words"})
ANSWERS = {"rumour_true": "rumour_taken", "rumour_false": "rumour_taken", "rumour_kept": "rumour_left"}
"""Answers to a question whether a rumour is true, and what the asker says to them."""
ASK_CHANCE = 0.7
MIN_SHARED_WORDS = 2
"""Number of words that a memory shares with a rumour it is about."""
_OF_YOU = re.compile(r"\byour?\b|你", re.IGNORECASE)
_YOU_DO = re.compile(r"you\b|你(?!的|家|们|[爸妈爹娘哥姐弟妹])", re.IGNORECASE)
"""A statement of what the listener does or is, which they must know."""


def ask_whether(turn: Turn) -> bool:
    """Ask the other whether a rumour about them is true."""
    other = turn.other
    if other is None or len(turn.others) > 1 or turn.strangers or turn.sober or turn.habits.silent:
        return False
    if stance_of(other, turn.ask["recalled"]) == "enemy" or turn.acts & ASKING or not turn.draw.happens(ASK_CHANCE):
        return False
    return any(_ask(turn, other, one) for one in turn.ask.get("doubts", ()) if other["id"] in one["about"])


def _ask(turn: Turn, other: Other, one: Recalled) -> bool:
    text = without_hearsay(one["text"]) or one["text"] if is_hearsay(one["text"]) else one["text"]
    text = text.replace(other["name"], other["called"])
    names = [name for person, name in turn.people if person not in (other["id"], turn.me)]
    to_them = to_listener(text, other["called"], other["pronoun"], turn.language, names)
    said = turn.say("ask_rumour", rumour=to_them) if to_them else turn.say("ask_rumour_words", saying=bare(text))
    if said:
        turn.asks.append(one["id"])
    return said


def asked_of(turn: Turn) -> str:
    """The statement about the speaker of which they were asked whether it is true; empty for none."""
    mine = [at for at, line in enumerate(turn.lines) if line["by"] == turn.me]
    for line in reversed(turn.lines[mine[-1] + 1 if mine else 0 :]):
        what = what_is_asked(line["text"])
        named = turn.own["called"] in what
        if what and (named or (_OF_YOU.search(what) and (len(turn.others) == 1 or turn.own["called"] in line["text"]))):
            return what
    return ""


def answer_whether(turn: Turn, what: str) -> bool:
    """Confirm or deny what people say of the speaker, as they remember it."""
    known = sorted(_of_oneself(turn, what), key=lambda one: (-alike(what, one["text"])[0], one["id"]))
    if turn.hostile or any(_is_kept(turn, one) for one in known):
        return turn.say("rumour_kept")
    if any(one.get("certainty") == "denied" for one in known):
        return turn.say("rumour_false")
    verdict, best = next(((made, one) for one in known if (made := _verdict(one["text"], what))), ("", None))
    if best is not None:
        return turn.say(verdict) and (turn.add(best["text"], best["id"]) or True)
    theirs = turn.own["called"] in what or _YOU_DO.match(what)
    return turn.say("rumour_false" if theirs else "rumour_unknown")


def _of_oneself(turn: Turn, what: str) -> Sequence[Recalled]:
    return [
        one
        for one in turn.ask["recalled"]
        if one["source"] in ("me", "") and one["kind"] in ("seed", "news") and alike(what, one["text"])[0]
    ]


def _is_kept(turn: Turn, one: Recalled) -> bool:
    hidden = one["private"] or secret(one["text"], turn.people)
    return hidden or any(other["id"] in one.get("secret_from", ()) for other in turn.others)


def _verdict(text: str, what: str) -> str:
    """What a memory says of a rumour; empty if it is about something else. A denial needs fewer of its words."""
    common, asked = alike(what, text)
    most = common * 2 >= asked
    if contradicts(text, what):
        return "rumour_false" if most or common >= MIN_SHARED_WORDS else ""
    return "rumour_true" if common == asked or (most and common >= MIN_SHARED_WORDS) else ""
