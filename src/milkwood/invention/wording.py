"""Filling the texts of the stock: names, pronouns and things in both languages at once.

Invariant: the same draw fills both languages with the same things.
"""

from milkwood.chance import Stream
from milkwood.invention.facts import Inhabitant
from milkwood.invention.stock import Pair, pairs, stock

_PRONOUNS = {"she": ("she", "her", "her"), "he": ("he", "him", "his")}
_TA = {"she": "她", "he": "他", "they": "TA"}


def _forms(person: Inhabitant) -> tuple[str, str, str]:
    """He, him and his; a person called “they” is named instead, so that every verb fits."""
    called = person.called.en
    return _PRONOUNS.get(person.pronoun, (called, called, f"{called}'s"))


def fill(template: Pair, me: Inhabitant, other: Inhabitant | None = None, slots: dict[str, Pair] | None = None) -> Pair:
    """A text about a person, and perhaps another to whom the pronouns belong then."""
    he, him, his = _forms(other or me)
    my = _forms(me)[2]
    drawn = slots or {}
    en = {key: pair.en for key, pair in drawn.items()}
    zh = {key: pair.zh for key, pair in drawn.items()}
    b = other.called if other else me.called
    return Pair(
        template.en.format(me=me.called.en, b=b.en, he=he, him=him, his=his, my=my, **en),
        template.zh.format(me=me.called.zh, b=b.zh, ta=_TA[(other or me).pronoun], **zh),
    )


def drawn_slots(chance: Stream) -> dict[str, Pair]:
    """One thing for each slot, such as a sum or a dish."""
    return {key: chance.chosen(pairs(listed)) for key, listed in stock("people")["slots"].items()}


def chosen(listed: list[list[str]], chance: Stream) -> Pair:
    """One pair of a list."""
    return chance.chosen(pairs(listed))
