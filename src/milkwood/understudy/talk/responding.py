"""Responses to the last line: to a question, an invitation, a piece of news, a greeting.

Invariant: a question is answered before anything else is said.
"""

import re

from milkwood.questions.terms import Recalled
from milkwood.understudy.language.certainty import contradicts, is_hearsay
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.names import is_kin, mentioned
from milkwood.understudy.language.orders import is_order
from milkwood.understudy.language.second import clause
from milkwood.understudy.language.sentences import asks, same, shared
from milkwood.understudy.language.shift import deed_of, is_own
from milkwood.understudy.language.tone import tone
from milkwood.understudy.language.when import when
from milkwood.understudy.talk import calendar
from milkwood.understudy.talk.hearing import GREETINGS, DatedOffer, HeardSentence, answer_to, substance
from milkwood.understudy.talk.liking import makes_peace, mood, of_feeling, of_memories, stance_of, standing, weight
from milkwood.understudy.talk.remembering import echo
from milkwood.understudy.talk.rumours import ANSWERS, answer_whether, asked_of
from milkwood.understudy.talk.telling import about, retells, secret, settled
from milkwood.understudy.talk.turn import Turn

_TO_ONE = re.compile(
    r"\b(?:you|your|who|what|when|where|why|how|which)\b|^(?:is|are|do|does|did|has|have|will|can)\b|[你您]|谁|什么|哪|几点|吗",
    re.IGNORECASE,
)
FOLLOWS = {
    "follow_ahead": "answer_ahead",
    "follow_since": "answer_since",
    "follow_help": "answer_help",
    "follow_feel": "answer_feel",
    "follow_begin": "answer_begin",
}
"""Follow-up questions, and their answers."""
_ABOUT_ME = frozenset({"ask_how", "ask_new", "ask_doing", "ask_know", "ask_told", "ask_saw", *FOLLOWS})
_RECALLED = {"recall_warm": "answer_remember", "recall_told": "answer_still", "grievance": "answer_grievance"}
"""Replies to what the other remembers."""
_EXCUSED = {
    "excuse": "excuse_taken",
    "sorry_missed": "excuse_taken",
    "excuse_none": "excuse_poor",
    "was_there": "there_taken",
}
"""Replies to excuses for not having come."""
_AGREED_WITH = frozenset({"place", "event_talk", "like_person", "dislike_person"})
"""Remarks that can be agreed with."""
FRIEND_CLOSENESS = 5
"""Minimum closeness of a friend, for whom a person changes their mind."""
OUTGOING = frozenset({"warm", "cheerful", "youthful", "theatrical", "northeastern"})
QUIET = frozenset({"shy", "gruff", "dry", "blunt"})
"""Styles of speech of people who like to be among many, and of those who do not."""
OUTGOING_CHANCE, QUIET_CHANCE = 0.15, 0.15
"""How much likelier the former accept an invitation of someone who is no friend, and how much less the latter."""
NEWS_IMPORTANCE = 5
"""Minimum weight of news; less is small talk of a person about themselves."""
_FEASTS = frozenset({"feast", "feast_host", "feast_welcome", "solemn", "solemn_welcome"})


def respond(turn: Turn) -> str:
    """Answer the last speaker; returns what was answered: `invited`, `asked`, `told`, or empty."""
    event = invitation(turn)
    if event is not None:
        _answer_invitation(turn, event)
        return "invited"
    if any(one.act == "make_peace" or (not one.act and makes_peace(one.text)) for one in turn.heard):
        _answer_apology(turn)
        return "asked"
    if any(one.act in ("ask_missed", "ask_there") for one in turn.heard):
        _excuse(turn)
        return "asked"
    asked = asked_of(turn)
    if asked and answer_whether(turn, asked):
        return "asked"
    settled_by = next((one.act for one in turn.heard if one.act in ANSWERS), None)
    if settled_by is not None and turn.say(ANSWERS[settled_by]):
        return "asked"
    excused = next((one.act for one in turn.heard if one.act in _EXCUSED), None)
    if excused is not None and turn.say(_EXCUSED[excused]):
        return "asked"
    question = next((one for one in reversed(turn.heard) if _is_question(one)), None)
    told = [one for one in turn.heard if not one.act and not asks(one.text) and substance(one.text, turn.ask)]
    if question is not None and _answer(turn, question, told):
        return "asked"
    recalled = next((one for one in turn.heard if one.act in _RECALLED), None)
    if recalled is not None and turn.say(_RECALLED[recalled.act]):
        return "asked"
    if told:
        _react(turn, told[-1].text)
        return "told"
    concern = next((one for one in turn.heard if one.act == "answer_concern"), None)
    if concern is not None:
        if not turn.hostile:
            feeling = mood(concern.text)
            turn.say(feeling if feeling == "sad" else "concern_heard")
        return "told"
    if turn.hostile:
        return ""
    if any(one.act == "later" for one in turn.heard):
        if turn.draw.happens(0.5):
            turn.say("wish_well")
    elif any(one.act in _AGREED_WITH for one in turn.heard) and turn.draw.happens(0.6):
        turn.say("mull")
    return ""


_EARLY_UNTIL = {"en": 12, "zh": 10}
"""Hour until which people wish each other a good morning; the later morning of Chinese has greetings of its own."""


def greet(turn: Turn) -> None:
    """A greeting that fits the hour, the tie and a greeting received."""
    hour = int(turn.ask["now"]["time"].split(":")[0])
    noon = _EARLY_UNTIL["zh" if turn.language == "zh" else "en"]
    by_hour = "greet_morning" if 4 <= hour < noon else "greet_day" if 4 <= hour < 18 else "greet_evening"
    other = turn.other
    if len(turn.others) > 1 and turn.lines and not _was_greeted(turn):
        turn.say("greet_all")
    elif any(one.act == "greet_stranger" for one in turn.heard):
        turn.say("reply_name" if other is None or not other["tie"] else by_hour)
    elif turn.hostile:
        turn.say("greet_cool")
    elif turn.strangers and not turn.lines:
        turn.say("greet_stranger")
    elif turn.household and other is not None and other.get("today"):
        turn.say("greet_home")
    elif other is not None and other.get("today") and turn.draw.happens(0.5):
        turn.say("greet_again_back" if turn.lines else "greet_again")
    elif not turn.lines or any(one.act in GREETINGS for one in turn.heard):
        turn.say(by_hour)
    if turn.feast and (not turn.lines or any(one.act in _FEASTS for one in turn.heard)):
        if turn.sober:
            turn.say("solemn_welcome" if turn.hosts else "solemn")
        else:
            turn.say("feast_welcome" if turn.hosts else "feast_host" if turn.guest_of else "feast")


def _was_greeted(turn: Turn) -> bool:
    """Whether a person present greeted the speaker by name, so that they were not late."""
    return any(one.act in GREETINGS and turn.own["called"] in one.text for one in turn.heard)


def invitation(turn: Turn) -> DatedOffer | None:
    """Invitations that are neither answered nor promised yet."""
    for event in turn.events:
        if event.by == turn.me or event.host == turn.me or not any(one.line == event.line for one in turn.heard):
            continue
        if answer_to(event, turn.said, turn.me) == "" and (event.asked or not event.small):
            return event
    return None


def verdict(turn: Turn, event: DatedOffer) -> tuple[str, calendar.HourState]:
    """The reply to an invitation, as an act of talk, and the calendar."""
    day = calendar.at(turn.ask, event.when, event.place)
    if any(
        promise["date"] == event.when.date and _same_promise(promise["start"], promise["what"], event)
        for promise in turn.ask["promises"]
    ):
        return "accept_host", day
    if day.state == "promised":
        return "decline_promise", day
    if day.state == "busy" and day.share >= 0.6:
        return "decline_busy", day
    liking, closeness = _liking(turn, event.host)
    if liking < 0 or closeness < 0 or _is_shunned(turn, event.host):
        return "decline_dislike", day
    refused = _said_no(turn, event)
    if refused and (event.by != event.host or closeness < FRIEND_CLOSENESS):
        return _no_thanks(turn, event), day
    chance = 0.92 if closeness >= 5 else 0.8 if closeness >= 3 else 0.66
    if closeness < FRIEND_CLOSENESS:
        chance += OUTGOING_CHANCE * (turn.own["style"] in OUTGOING) - QUIET_CHANCE * (turn.own["style"] in QUIET)
    if not turn.draw.happens(chance):
        return _no_thanks(turn, event), day
    if refused:
        return "accept_after_all", day
    return ("accept_late" if day.state == "busy" and day.until < event.when.end else "accept"), day


def _no_thanks(turn: Turn, event: DatedOffer) -> str:
    """Only people who are not outgoing shun a crowd."""
    return "decline_small" if event.small or turn.own["style"] in OUTGOING else "decline_shy"


_NO = re.compile(r"^I will not be there\b|^我去不了")


def _said_no(turn: Turn, event: DatedOffer) -> bool:
    """Whether it was declined before: a second invitation gets the same reply."""
    return any(
        one["kind"] == "promise" and _NO.search(one["text"]) and shared(one["text"], event.text) >= 2
        for one in turn.ask["recalled"]
    )


def _same_promise(start: str, what: str, event: DatedOffer) -> bool:
    return start == event.when.start_hour or shared(what, event.text) >= 2


def _is_shunned(turn: Turn, person: str) -> bool:
    host = next((other for other in turn.others if other["id"] == person), None)
    return host is not None and stance_of(host, turn.ask["recalled"]) in ("enemy", "cold")


def _liking(turn: Turn, person: str) -> tuple[int, int]:
    for other in turn.others:
        if other["id"] == person:
            return of_feeling(other["feeling"], other["closeness"]), other["closeness"]
    remembered = of_memories(person, turn.ask["recalled"])
    return (remembered or 0), (3 if remembered is None else 4)


def _answer_invitation(turn: Turn, event: DatedOffer) -> None:
    act, day = verdict(turn, event)
    known = any(retells(event.text, one["text"], turn.people) for one in turn.ask["recalled"])
    if act.startswith("accept") and not event.small and turn.draw.happens(0.2):
        turn.say("event_talk")
    elif known and event.by != event.host and act != "accept_host" and turn.draw.happens(0.5):
        turn.say("known")
    elif event.by != event.host and act != "accept_host" and turn.draw.happens(0.3):
        turn.say("surprise")
    third = turn.name_of(event.host)
    if not turn.say(act, busy=day.what, third=third if turn.other is None or event.host != turn.other["id"] else ""):
        turn.say("accept" if act.startswith("accept") else "decline_promise")


FORGIVING_CHANCE = 0.6
"""Chance that someone makes peace with an enemy who apologises; others always do."""
UNFORGIVING_CLOSENESS = -9


def _answer_apology(turn: Turn) -> None:
    """Make peace, or refuse it."""
    bitter = turn.other is not None and standing(turn.other, turn.ask["recalled"]) <= UNFORGIVING_CLOSENESS
    chance = FORGIVING_CHANCE / 3 if bitter else FORGIVING_CHANCE
    turn.say("accept_peace" if not turn.hostile or turn.draw.happens(chance) else "refuse_peace")


def _excuse(turn: Turn) -> None:
    """Say why one did not come as promised, or that one was there; nothing is open for a person who does not know."""
    missed, reason = turn.ask.get("missed", ()), excuse_of(turn)
    came = not any(one["who"] == turn.me for one in missed)
    turn.say("was_there" if came else "excuse" if reason else "excuse_none", instead=reason)


def excuse_of(turn: Turn) -> str:
    """What the speaker did instead of coming as promised, in the first person; empty if there is no excuse."""
    mine = (one["instead"] for one in turn.ask.get("missed", ()) if one["who"] == turn.me)
    return next(
        (made for one in mine if (made := deed_of(one, turn.own["pronoun"], turn.language, me=True))), ""
    ).removeprefix("在")


def _is_question(one: HeardSentence) -> bool:
    """Whether a sentence needs an answer: not a greeting, not an opener.

    Not a question told in a story.
    """
    if one.act:
        return one.act == "ask_doing" or (one.act in _ABOUT_ME and asks(one.text))
    return asks(one.text) and 5 < len(one.text) < 140 and bool(_TO_ONE.search(one.text)) and not is_story(one.text)


def is_story(text: str) -> bool:
    """Whether a question is only quoted: `Nell asked me what a boat is, before it floats?`"""
    return bool(re.search(r"\b(?:asked me|asks me|asked us)\b|问我|问过我|问他|问她", text))


def _answer(turn: Turn, question: HeardSentence, told: list[HeardSentence]) -> bool:
    """Answer a question; False if the reaction to the news comes instead."""
    act = question.act
    if turn.hostile and (act in _ABOUT_ME or not act) and turn.say("cool"):
        return True
    if act == "ask_how":
        return turn.say("answer_how")
    if act in ("ask_doing", "ask_saw"):
        return turn.say("answer_task")
    if act == "ask_new":
        return _tell_of_oneself(turn)
    if act == "ask_told":
        return _tell_about(turn, question.text) or turn.say("answer_still")
    if act in FOLLOWS:
        return turn.say(FOLLOWS[act])
    subject = " ".join([question.text, *(one.text for one in told)])
    if act == "ask_know" and told:
        return _tell_about(turn, subject) or turn.say("answer_unknown")
    if _tell_about(turn, question.text):
        return True
    return turn.say("answer_unknown" if _WH.search(question.text) else "answer_ahead")


_WH = re.compile(
    r"\b(?:who|what|when|where|which|whose|how many|how much|have you heard|do you know)\b|谁|什么|哪|几点|多少"
    r"|听说|知道",
    re.IGNORECASE,
)


def _tell_about(turn: Turn, subject: str) -> bool:
    best = about(subject, turn.ask)
    if best is None or best.id in turn.tells:
        return False
    return turn.tell(best)


def _tell_of_oneself(turn: Turn) -> bool:
    options = [one for one in turn.options() if not one.must]
    if options and not turn.options()[0].must and turn.draw.happens(0.5):
        best = options[0]
        return turn.tell(best, "" if best.news else "lead_own")
    return concern(turn) or turn.say("answer_new")


def concern(turn: Turn) -> bool:
    """Tell a concern, if it may be told here."""
    here = [other["called"] for other in turn.others]
    fit = [
        one
        for one in turn.own["concerns"]
        if _sayable_concern(one, here, turn) and not any(same(one, line["text"]) for line in turn.lines)
    ]
    if not fit:
        return False
    said = in_a_sentence(turn.draw.chosen(fit), turn.own["pronoun"], turn.language)
    return turn.say("answer_concern", concern=said)


def _sayable_concern(text: str, here: list[str], turn: Turn) -> bool:
    if any(name in text for name in here) or len(text) > 130:
        return False
    if re.search(
        r"\b(?:love|likes?|ask \w+ out|hiding|brave|telling her|telling him|secret)\b|喜欢|瞒|勇气|秘密|信\b", text
    ):
        return False
    if re.search(r"[.!?。！？:：]", text.rstrip(".。")):
        return False
    if settled(text, turn.ask, turn.people) or _of_parent(text, turn):
        return False
    if any(_is_hidden(one, turn) and shared(one["text"], text) >= 2 for one in turn.ask["recalled"]):
        return False
    # A concern about others too (`what Ivo is not telling her`) cannot be converted safely.
    return not re.search(r"\b(?:she|he|him|they|them)\b|[他她](?!们)", text)


def _is_hidden(one: Recalled, turn: Turn) -> bool:
    return (
        one["private"] or secret(one["text"]) or any(other["id"] in one.get("secret_from", ()) for other in turn.others)
    )


def _of_parent(text: str, turn: Turn) -> bool:
    """Whether a concern is about the parent who is listening."""
    ties = " ".join(other["tie"] for other in turn.others)
    return any(re.search(kin, ties) and re.search(kin, text) for kin in (r"mother|妈|母亲", r"father|\bdad|爸|父亲"))


def _react(turn: Turn, text: str) -> None:
    """A reaction to what was told; often none is better than an empty one."""
    own = is_own(text, turn.language)
    known = next((one for one in turn.ask["recalled"] if retells(text, one["text"], turn.people)), None)
    if known is not None:
        if not turn.hostile and _set_right(turn, text, known):
            return
        _acknowledge(turn, known, own)
        return
    if is_order(text) and not turn.hostile:
        turn.say("heed")
        return
    feeling = mood(text)
    if is_hearsay(text) or any(one.act == "lead_rumour" for one in turn.heard):
        turn.say("hear_rumour")
        return
    if turn.hostile:
        turn.say("doubt" if weight(text) >= NEWS_IMPORTANCE else "cool")
        return
    if feeling != "sad" and when(text, turn.ask["now"]["date"], turn.ask["now"]["time"]) is not None:
        if turn.draw.happens(0.6):
            turn.say("event_talk")
        return
    third = turn.third(text)
    if third and "hostile" in tone(text) and _is_doer(turn.name_of(third), text):
        turn.say("wrong", third=turn.name_of(third))
        return
    if feeling == "rift":
        turn.say("rift_own" if own else "rift", third=turn.name_of(third))
        return
    if third and not own:
        _of_another(turn, text, third, feeling)
        return
    if feeling == "sad" and not own:
        turn.say("sad_news")
        return
    if turn.draw.happens(0.7) and echo(turn, text, feeling):
        return
    if feeling in ("sad", "hope") or weight(text) >= NEWS_IMPORTANCE or turn.draw.happens(0.5):
        turn.say("listen" if feeling == "surprise" else feeling)


def _acknowledge(turn: Turn, known: Recalled, own: bool) -> None:
    """Words on what the person knows: from the speaker, from others, or first hand, which is no news that got about."""
    if turn.other is not None and known["source"] == turn.other["id"]:
        turn.say("known_own")
    elif known["source"] not in ("me", ""):
        turn.say("mull" if own else "known", source=turn.name_of(known["source"]))
    else:
        turn.say("known" if known.get("certainty") == "rumour" else "mull")


def _set_right(turn: Turn, text: str, known: Recalled) -> bool:
    """Deny what the person knows to be false; confirm a rumour of what they know first hand."""
    if known["private"] or any(other["id"] in known.get("secret_from", ()) for other in turn.others):
        return False
    hearsay = is_hearsay(text) or any(one.act == "lead_rumour" for one in turn.heard)
    if known.get("certainty") == "denied" or (hearsay and contradicts(text, known["text"])):
        said = turn.say("deny")
    else:
        lived = known.get("certainty", "known") == "known" and known["source"] == "me" and known["kind"] in _FIRST_HAND
        said = hearsay and lived and turn.say("confirm")
    if said:
        turn.tells.append(known["id"])
    return said


_FIRST_HAND = frozenset({"seed", "saw", "did"})
"""Kinds of memories of what the person lived; a thought or an insight may be about hearsay."""
_ME = re.compile(r"\b(?:I|me|my|we|us|our)\b|我|咱")


_BOTH = re.compile(r" and I\b|[和跟与]我")


def _is_doer(name: str, text: str) -> bool:
    """Whether a text names a person before the speaker: `Ann lied to me`, not `I cannot stand Ann`."""
    before, named, after = text.partition(name)
    return bool(named) and not _ME.search(before) and not _BOTH.match(after)


def _of_another(turn: Turn, text: str, third: str, feeling: str) -> None:
    """A reaction to news of an absent person: sympathy is for the one it is about, who is named first."""
    name = "" if _is_kin(turn, third) else turn.name_of(third)
    if feeling == "sad":
        alone = len(mentioned(clause(text), turn.people)) == 1
        concerned = name and alone and text.startswith(name) and not _DEAD.search(text)
        turn.say("sad_third" if concerned else "sad_news", third=name)
        return
    weighty = weight(text) >= 6
    liking, _ = _liking(turn, third)
    remembered = of_memories(third, turn.ask["recalled"])
    if weighty or turn.draw.happens(0.4):
        turn.say("surprise" if weighty else "hear", third=name)
    if remembered and name and turn.draw.happens(0.6):
        own = next((one for one in turn.options() if third in _about(turn, one.id) and not one.news), None)
        if own is not None and turn.draw.happens(0.6) and turn.tell(own, "lead_own"):
            return
        if liking:
            turn.say("dislike_person" if liking < 0 else "like_person", third=name)


_DEAD = re.compile(r"\b(?:died|dead|death|dying|funeral|buried|grave)\b|去世|过世|死|走了|下葬|坟")


def _is_kin(turn: Turn, person: str) -> bool:
    """Whether a person is family: praise by name does not fit a mother."""
    return any(one["id"] == person and is_kin(one) for one in turn.ask["people"])


def _about(turn: Turn, number: int) -> list[str]:
    return next((list(one["about"]) for one in turn.ask["recalled"] if one["id"] == number), [])
