"""What a speaker adds to a talk unasked: an invitation, news, a question, something personal, a remark.

Invariant: at most one addition per line, the most important first.
"""

import re
from datetime import date, timedelta

from milkwood.clock import minutes_at
from milkwood.understudy.language.hours import said_span, said_when
from milkwood.understudy.language.sentences import asks, capital, shared
from milkwood.understudy.language.shift import is_own
from milkwood.understudy.language.when import When, when
from milkwood.understudy.talk import calendar
from milkwood.understudy.talk.hearing import SMALL, DatedOffer, answer_to
from milkwood.understudy.talk.liking import mood, stance_of
from milkwood.understudy.talk.remembering import remember
from milkwood.understudy.talk.responding import FOLLOWS, concern, excuse_of
from milkwood.understudy.talk.rumours import ask_whether
from milkwood.understudy.talk.telling import Tellable
from milkwood.understudy.talk.turn import Turn

_WELCOME = re.compile(r"\b(?:every(?:one|body)\b.{0,40}\bwelcome|all (?:are )?welcome)|欢迎|谁来都", re.IGNORECASE)
_ASKING = re.compile(
    r"\b(?:asking|ask everyone|ask people|asked nearly|tell me who|nobody has yet|nobody seems to know|guess"
    r" who|bring it up)\b|逢人就|见人就|都问过|没人跟我说|没一个人能告诉|爱猜",
    re.IGNORECASE,
)
_FOLLOWED = {
    "rift": ("follow_ahead", "follow_feel"),
    "sad": ("follow_feel", "follow_help", "follow_ahead"),
    "hope": ("follow_since", "follow_ahead"),
    "interest": ("follow_begin", "follow_help", "follow_ahead"),
}
"""Follow-up questions, by the act they follow."""
_SYMPATHY = frozenset({"sad", "sad_news", "sad_third", "echo_sad"})
"""Words after which nothing else is said for the moment."""
_OUTINGS = (
    ("coffee", r"cafe|coffee|bakery|tea\b|咖啡|面包|茶", ((10, 30), (15, 30), (16, 0))),
    ("lunch", r"cafe|inn\b|pub\b|咖啡|客栈|酒吧", ((12, 30), (13, 0))),
    ("drink", r"pub\b|inn\b|bar\b|酒吧|客栈", ((19, 30), (20, 0), (20, 30))),
    ("walk", r"park|green|quay|garden|公园|草坪|码头", ((11, 0), (16, 30), (17, 0))),
)


def contribute(turn: Turn, answered: str) -> bool:
    """Add one thing; False if there is nothing left to say."""
    if turn.hostile:
        return _argue(turn)
    if _ask_missed(turn):
        return True
    if invite(turn) or ask_whether(turn) or _press(turn):
        return True
    if turn.now & {"feast", "feast_host", "feast_welcome", "solemn", "solemn_welcome"} and not turn.lines:
        return True
    if answered == "told" and not (turn.parts and asks(turn.parts[-1])) and _follow(turn):
        return True
    if turn.now & _SYMPATHY:
        return True
    if turn.tells or "answer_unknown" in turn.now:
        # One statement per line: the rest is a question, or nothing.
        return (turn.draw.happens(0.3) and _ask(turn)) or True
    if turn.draw.happens(0.14) and outing(turn):
        return True
    if turn.draw.happens(0.5) and remember(turn):
        return True
    if turn.draw.happens(0.4) and _ask(turn):
        return True
    return _tell(turn) or remember(turn) or _ask(turn) or _small(turn)


PEACE_CHANCE = 0.12
"""Chance that an enemy who is talked to says sorry instead of arguing."""


def _argue(turn: Turn) -> bool:
    """Hold against an enemy what stands between them, or offer peace."""
    settled = turn.acts & {"make_peace", "refuse_peace", "accept_peace"} or turn.now & {"refuse_peace", "accept_peace"}
    if settled:
        return False
    if not turn.now & {"cool", "doubt"} and turn.draw.happens(PEACE_CHANCE) and turn.say("make_peace"):
        return True
    return turn.draw.happens(0.7) and remember(turn)


_OF_ABSENCE = frozenset({"ask_missed", "ask_there", "excuse", "excuse_none", "sorry_missed", "was_there"})


def _ask_missed(turn: Turn) -> bool:
    """Ask a person who promised to come and did not what kept them, or be sorry for not having come; once."""
    for one in turn.ask.get("missed", ()):
        mine = one["who"] == turn.me
        if turn.acts & _OF_ABSENCE or (mine and turn.draw.happens(0.3)):
            return False
        today = turn.ask["now"]["date"]
        words = {
            "when": said_when(one["date"], minutes_at(one["start"]), today, turn.language),
            "where": one["place_name"].partition(",")[0].partition("，")[0],
            "instead": excuse_of(turn),
        }
        if turn.say("sorry_missed" if mine else "ask_missed" if one["sure"] else "ask_there", **words):
            return True
    return False


def _follow(turn: Turn) -> bool:
    moods = [mood(one.text) for one in turn.heard if not one.act and is_own(one.text, turn.language)]
    feeling = next((one for one in reversed(moods) if one in _FOLLOWED), "")
    if not feeling or turn.acts & set(FOLLOWS) or not turn.draw.happens(0.6):
        return False
    return turn.say(turn.draw.chosen(_FOLLOWED[feeling]))


def invite(turn: Turn) -> bool:
    """Invite the people present to the person's own event if they do not know of it."""
    here = {other["id"] for other in turn.others}
    for promise in turn.ask["promises"]:
        if (
            any(stance_of(other, turn.ask["recalled"]) in ("enemy", "cold") for other in turn.others)
            or not promise["host"]
            or (promise["date"], promise["start"]) <= (turn.ask["now"]["date"], turn.ask["now"]["time"])
            or here <= set(promise["company"])
            or _was_mentioned(turn, promise["date"], promise["start"])
        ):
            continue
        memory = _memory_of(turn, promise["what"], promise["date"])
        if memory is None and any(
            _is_event(one["text"], promise["what"], promise["date"], turn) for one in turn.ask["recalled"]
        ):
            continue
        text = _announced(
            turn, promise["what"], promise["date"], promise["start"], promise["end"], promise["place_name"]
        )
        if turn.tell(memory, "lead_own") if memory else turn.add(text):
            turn.say("invite_ask")
            return True
    return False


def _was_mentioned(turn: Turn, day: str, start: str) -> bool:
    return any(event.when.date == day and event.when.start_hour == start for event in turn.events)


def _is_event(text: str, what: str, day: str, turn: Turn) -> bool:
    time = when(text, turn.ask["now"]["date"], turn.ask["now"]["time"])
    return time is not None and time.date == day and shared(text, what) >= 1


def _memory_of(turn: Turn, what: str, day: str) -> Tellable | None:
    return next((one for one in turn.options() if _is_event(one.text, what, day, turn)), None)


def _announced(turn: Turn, what: str, day: str, start: str, end: str, place: str) -> str:
    span = said_span(day, minutes_at(start), minutes_at(end), turn.ask["now"]["date"], turn.language)
    if turn.language == "zh":
        where = f"在{place}" if place else ""
        return f"{span}，我要{where}{what}，谁来都欢迎。"
    where = f" at {place.partition(',')[0]}" if place else ""
    return f"I am {what}{where} {span}, and everyone is welcome."


def _press(turn: Turn) -> bool:
    best = next((one for one in turn.options() if one.must), None)
    if best is None or not turn.draw.happens(0.93) or _informed(turn, best):
        return False
    if not turn.tell(best, _lead(best)):
        return False
    time = when(best.text, turn.ask["now"]["date"], turn.ask["now"]["time"])
    if time is not None and _WELCOME.search(best.text):
        turn.say("invite_pass")
    return True


def _informed(turn: Turn, best: Tellable) -> bool:
    """Whether the other seems to know the news already: then only events are still told."""
    return (
        best.news
        and not _WELCOME.search(best.text)
        and any(one.act == "known" for one in turn.said if one.by != turn.me)
    )


def _lead(one: Tellable) -> str:
    """The introduction of something sure."""
    return "lead_news" if one.news else "lead_own"


def _tell(turn: Turn) -> bool:
    told = sum(1 for line in turn.lines if line["by"] == turn.me)
    options = [one for one in turn.options() if not (one.must and _informed(turn, one))][:4]
    if not options or (told >= 3 and options[0].score < 6) or not turn.draw.happens(0.85):
        return False
    best = options[0] if turn.draw.happens(0.6) else turn.draw.chosen(options)
    if not turn.tell(best, _lead(best)):
        return False
    if _ASKING.search(best.text):
        turn.say("ask_know")
    return True


def _ask(turn: Turn) -> bool:
    """A question: about what the other does, how they are, what is new. A person asks for news once a talk."""
    if turn.first and not turn.acts & {"ask_doing"} and turn.words()["doing"] and turn.draw.happens(0.6):
        return turn.say("ask_doing")
    seen = turn.household and turn.other is not None and turn.other.get("today", False)
    if turn.first and not seen and not any(one.act == "ask_how" for one in turn.said) and turn.draw.happens(0.6):
        return turn.say("ask_how")
    asked = any(one.act == "ask_new" for one in turn.said)
    if not asked and turn.lines and turn.draw.happens(0.9 if turn.habits.asks else 0.6):
        return turn.say("ask_new")
    return False


def _small(turn: Turn) -> bool:
    """A remark on a concern, the place or the day; a proverb, from those who quote them."""
    if turn.habits.proverbs and "proverb" not in turn.acts and turn.say("proverb"):
        return True
    for choice in turn.draw.shuffled(["concern", "place", "later"]):
        if choice == "concern" and not turn.acts & {"answer_concern"} and turn.closeness >= 2 and concern(turn):
            return True
        if choice in ("place", "later") and choice not in turn.acts and turn.say(choice):
            return True
    return False


def outing(turn: Turn) -> bool:
    """Ask a friend to a coffee, a lunch, a drink or a walk, with a day, an hour and a place."""
    if (
        turn.closeness < 5
        or turn.closeness >= 10
        or len(turn.others) != 1
        or len(turn.lines) < 2
        or turn.events
        or turn.acts & SMALL
    ):
        return False
    today, now = turn.ask["now"]["date"], minutes_at(turn.ask["now"]["time"])
    for kind, pattern, hours in turn.draw.shuffled(_OUTINGS):
        places = [place for place in turn.ask["places"] if re.search(pattern, place["name"], re.IGNORECASE)]
        if not places:
            continue
        place = turn.draw.chosen(places)
        hour, minute = turn.draw.chosen(hours)
        start = hour * 60 + minute
        day = (
            today
            if start > now + 120 and turn.draw.happens(0.4)
            else (date.fromisoformat(today) + timedelta(days=1)).isoformat()
        )
        time = When(day, start, start + 60)
        state = calendar.at(turn.ask, time, place["id"])
        if state.state != "free":
            continue
        if not turn.household and turn.draw.happens(0.5):
            turn.say("small_open")
        return turn.say(kind, when=said_when(day, start, today, turn.language), where=place["name"])
    return False


def part(turn: Turn, over: bool) -> None:
    """Say goodbye."""
    joint = next(
        (
            event
            for event in reversed(turn.events)
            if event.small or event.host in {turn.me, *(o["id"] for o in turn.others)}
        ),
        None,
    )
    agreed = joint is not None and _agreed(turn, joint)
    back = over and any(one.act.startswith("bye") for one in turn.heard)
    staying = _staying(turn, back)
    if turn.hostile:
        turn.say("bye_cool")
    elif staying:
        turn.say(staying)
    elif back:
        turn.say("bye_back")
    elif joint is not None and agreed and turn.draw.happens(0.7):
        soon = said_when(joint.when.date, joint.when.start, turn.ask["now"]["date"], turn.language)
        turn.say("bye_event", when=soon)
    elif not (turn.words()["soon"] and turn.draw.happens(0.6) and turn.say("bye_next")):
        turn.say("bye")
    if not turn.parts:
        turn.parts.append(
            capital(turn.name_of(turn.others[0]["id"])) + ("，再见。" if turn.language == "zh" else ", goodbye.")
            if turn.others
            else ("再见。" if turn.language == "zh" else "Goodbye.")
        )


def _agreed(turn: Turn, event: DatedOffer) -> bool:
    """Whether an invited person comes; the invited speak for themselves."""
    asked = [other["id"] for other in turn.others] if event.by == turn.me else [turn.me]
    return any(answer_to(event, turn.said, person) == "accept" for person in asked)


def _staying(turn: Turn, back: bool) -> str:
    """The end of a talk without a real goodbye (people stay, or meet again at home); empty for a real one."""
    for one in turn.heard if back else ():
        if one.act in _RETURNED:
            return _RETURNED[one.act]
    if turn.paired and len(turn.others) == 1:
        return "bye_pair_back" if back else "bye_pair"
    if turn.sober:
        return "bye_solemn"
    if turn.feast:
        return "bye_here_back" if back else "bye_here_host" if turn.hosts else "bye_here"
    if not turn.household:
        return ""
    if turn.words()["place"]:
        return "bye_kin_back" if back else "bye_kin"
    if minutes_at(turn.ask["now"]["time"]) >= _GOOD_NIGHT_MINUTE:
        return "bye_night"
    return "bye_home_back" if back else "bye_home"


_RETURNED = {
    "bye_pair": "bye_pair_back",
    "bye_solemn": "bye_solemn",
    "bye_here": "bye_here_back",
    "bye_here_host": "bye_here_back",
    "bye_home": "bye_home_back",
    "bye_kin": "bye_kin_back",
    "bye_night": "bye_night",
}
"""Replies to the end of a talk without a real goodbye."""
_GOOD_NIGHT_MINUTE = 21 * 60 + 30
"""Time from which housemates say good night."""
