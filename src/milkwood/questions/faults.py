"""Faults of a model's answer: categories that can be counted, and a sentence for each.

Invariant (rule M3): a repair prompt may quote the model, the record of an answer never does: it has only the category
and the field, so that error text cannot become a person's words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from milkwood.i18n.phrasebook import Phrasebook


class Faults(Phrasebook, context="fault"):
    """Each category in a sentence, for the model."""

    said: Mapping[str, str] = {
        "empty": "The answer was empty.",
        "no_json": "There was no JSON object in the answer.",
        "cut_off": "The answer broke off before its end; be shorter.",
        "too_long": "{where} is too long.",
        "missing": "{where} is missing.",
        "form": "{where} has the wrong form.",
        "unknown": "{where}: “{about}” is not one of those offered.",
        "language": "{where} must be in English only.",
        "debris": "{where} holds markup or error text.",
        "refusal": "You are a person of this town, not an assistant. Say what this person would say.",
        "echo": "{where} only repeats the question or its example; write your own.",
        "copied": "{where} only repeats one memory. Write what several of them together show.",
        "person": "{where} must be in the first person: I, not you.",
        "third": "{where} must be in the first person: you are {about}, so write I, not {about}.",
        "no_deed": "{where}: “{about}” is not something to do. Write what is done.",
        "pronoun": "{where}: write names instead of I, me and you: nobody else knows who that is.",
        "marks": "“{about}” is a mark of the question. Leave it out of {where}: write only plain words.",
        "prefix": "{where} begins with a name. Write only the words that are said.",
        "stage": "“{about}” is not spoken. Write only the words that are said aloud, without gestures.",
        "self": "You are {about}, and you spoke to yourself. Speak to {to}: say “{to}” or no name.",
        "listener": "You speak to {about}, so say “you”, not “{about}”, when you mean them.",
        "absent": "{about} is not here. Speak to {to}.",
        "repeat": "That was said already. Do not say it again.",
        "parrot": "Those words were said to you. Do not say them back.",
        "asks_back": "“{about}” was asked of you. Answer it; do not ask it back.",
        "own_answer": "You answered your own question “{about}”. Only ask it: {to} will answer.",
        "secret": "Never say this to them: “{about}” Say something else.",
        "count": "{where} must have exactly {about} entries.",
        "little": "{where} covers too little of the time.",
        "past": "{where} lies in the past.",
    }


CATEGORIES: Final = tuple(Faults.said)
_QUOTE_CHARACTERS: Final = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault."""

    category: str
    where: str = "answer"
    """The field, as a path: `blocks.2.place`."""
    about: str = ""
    """What the model wrote there, or what was expected; only for the repair prompt."""
    to: str = ""
    """Whom the line is for; only for the repair prompt."""
    instead: str = ""
    """What to do instead, in a sentence of the question's language; only for the repair prompt."""

    def say(self, language: str) -> str:
        """The fault in a sentence, for the model."""
        about = self.about if len(self.about) <= _QUOTE_CHARACTERS else self.about[:_QUOTE_CHARACTERS].rstrip() + "…"
        return (
            Faults.of(language)
            .said[self.category]
            .format(where=self.where, about=about, to=self.to, instead=self.instead)
            .strip()
        )

    def brief(self) -> str:
        """The fault for the record: its category and its field."""
        return f"{self.category}: {self.where}"


class Unfit(Exception):
    """The value cannot be used."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.brief() for fault in faults))
        self.faults = faults
