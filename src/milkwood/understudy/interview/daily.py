"""Answers about daily life: meals, working hours, duties.

Invariant: hours and places come from the day's plan or the card; nothing is made up.
"""

import re

from milkwood.clock import minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import DayPiece, PromiseTerm
from milkwood.understudy.interview import plans
from milkwood.understudy.interview.oneself import place_of
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.hours import said_hour
from milkwood.understudy.language.sentences import capital, shared

MEALS = (
    (re.compile(r"breakfast|早饭|早餐|早点", re.IGNORECASE), 5 * 60, 10 * 60 + 30),
    (re.compile(r"lunch|午饭|午餐|中午", re.IGNORECASE), 11 * 60, 14 * 60 + 30),
    (re.compile(r"", re.IGNORECASE), 16 * 60 + 30, 22 * 60),
)
"""Meals by their words, and the minutes of the day in which they begin; the last is the evening meal."""
EATING = re.compile(
    r"breakfast|lunch|dinner|supper|\beat|\bmeal|\bdish\b|\bhaving (?:\w+ ){0,2}(?:soup|stew|porridge|bread"
    r"|plate|bowl|bite|snack)"
    r"|[吃饭餐]|喝粥|喝汤"
)
_PAST = re.compile(r"\bdid\b|\bwas\b|吃了|吃的什么|吃过", re.IGNORECASE)
_BEGIN = re.compile(
    r"\b(?:start|begin|open|(?:go|get|leave|set out|off) (?:to|for) (?:work|school))|上班|开门|开工|上课", re.IGNORECASE
)
_FROM_TO = re.compile(r"(\d{1,2}:\d{2})\D{1,5}(\d{1,2}:\d{2})")


def meal(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """Place and dish of a meal, as far as the day is planned."""
    first, last = next((low, high) for pattern, low, high in MEALS if pattern.search(ask["question"]))
    pieces = [piece for piece in ask["today"] if first <= minutes_at(piece["start"]) <= last]
    eating = [piece for piece in pieces if EATING.search(piece["what"])]
    promised = _promised_then(ask, first, last)
    if promised is not None and not eating:
        return plans.kept(promised, ask, wording), [], True
    if not eating:
        found = plans.plan(ask, wording)
        return found if found[2] else (wording.say("free"), [], False)
    what, place = plans.say_deed(eating[0]["what"], ask), place_of(ask, eating[0]["place"])
    if place == ask["self"]["home"]:
        place = wording.say("at_home")
    hour = said_hour(minutes_at(eating[0]["start"]), wording.language)
    if _PAST.search(ask["question"]):
        return capital(wording.say("meal_was", place=place or wording.say("at_home"), when=hour, what=what)), [], True
    if place:
        return capital(wording.say("meal_at", place=place, when=hour, what=what)), [], True
    return capital(wording.say("meal", when=hour, what=what)), [], True


def _promised_then(ask: Ask, first: int, last: int) -> PromiseTerm | None:
    today = ask["now"]["date"]
    return next(
        (one for one in ask["promises"] if one["date"] == today and first <= minutes_at(one["start"]) <= last), None
    )


def shift(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """Start or end of work: from the card, or from the plan's blocks at work."""
    begins = bool(_BEGIN.search(ask["question"]))
    if hours := _FROM_TO.search(ask["self"]["work"]):
        minute = minutes_at(hours[1] if begins else hours[2])
    else:
        pieces = _working(ask)
        if not pieces:
            return wording.say("no_hours"), [], True
        minute = minutes_at(pieces[0]["start"]) if begins else minutes_at(pieces[-1]["end"])
    return wording.say("begins" if begins else "ends", when=said_hour(minute, wording.language)), [], True


def _working(ask: Ask) -> list[DayPiece]:
    """The blocks at the workplace or with its words; the longest one if there are none."""
    work = ask["self"]["work"]
    there = [
        piece
        for piece in ask["today"]
        if (name := place_of(ask, piece["place"])) and name in work and name != ask["self"]["home"]
    ]
    by_words = [piece for piece in ask["today"] if shared(piece["what"], work)]
    longest = sorted(ask["today"], key=lambda piece: minutes_at(piece["start"]) - minutes_at(piece["end"]))[:1]
    return there or by_words or longest


def duty(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """What has to be done: a promise, and a concern."""
    own = ask["self"]
    parts = [plans.kept(one, ask, wording) for one in ask["promises"][:1]]
    concerns = [in_a_sentence(one, own["pronoun"], own["language"]) for one in own["concerns"][:1]]
    parts += [wording.say("duty", concern=concern) for concern in concerns]
    return (wording.joined(parts), [], True) if parts else plans.plan(ask, wording)
