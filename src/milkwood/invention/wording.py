"""Filling the texts of the stock: names, pronouns and things in both languages at once.

Invariant: the same draw fills both languages with the same things.
"""

from milkwood.chance import Stream
from milkwood.invention.facts import GROWN_UP_AGE, Inhabitant
from milkwood.invention.stock import Pair, pairs, stock

_ENGLISH = {
    "she": {"he": "she", "him": "her", "his": "her", "s": "s", "has": "has", "does": "does"},
    "he": {"he": "he", "him": "him", "his": "his", "s": "s", "has": "has", "does": "does"},
    "they": {"he": "they", "him": "them", "his": "their", "s": "", "has": "have", "does": "do"},
}
"""Pronouns, and the ends and forms of verbs that go with them."""
_CHINESE = {"she": "她", "he": "他"}
"""Others go by their name."""


def fill(template: Pair, me: Inhabitant, other: Inhabitant | None = None, slots: dict[str, Pair] | None = None) -> Pair:
    """A text about a person, and perhaps another to whom the pronouns belong then."""
    them = other or me
    drawn = slots or {}
    en = {key: pair.en for key, pair in drawn.items()}
    zh = {key: pair.zh for key, pair in drawn.items()}
    my = _ENGLISH[me.pronoun]["his"]
    return Pair(
        template.en.format(me=me.called.en, b=them.called.en, my=my, **_ENGLISH[them.pronoun], **en),
        template.zh.format(me=me.called.zh, b=them.called.zh, ta=_CHINESE.get(them.pronoun, them.called.zh), **zh),
    )


def drawn_slots(chance: Stream, *people: Inhabitant) -> dict[str, Pair]:
    """One thing for each slot, such as a sum or a dish; times are those that these people lived as adults."""
    slots = stock("people")["slots"]
    lived = min((person.age for person in people), default=GROWN_UP_AGE) - GROWN_UP_AGE
    since = [number for number in slots["since"] if number <= lived] or slots["since"][:1]
    listed = {key: pairs(options) for key, options in slots.items() if key != "since"}
    listed["years"] = listed["years"][: len(since)]
    return {key: chance.chosen(options) for key, options in listed.items()}


def chosen(listed: list[list[str]], chance: Stream) -> Pair:
    """One pair of a list."""
    return chance.chosen(pairs(listed))
