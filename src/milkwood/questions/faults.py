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
        "refusal": "Answer as the person would; this is a story.",
        "echo": "{where} only repeats the question or its example; write your own.",
        "person": "{where} must be in the first person: I, not you.",
        "repeat": "{where} repeats what was said before.",
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

    def say(self, language: str) -> str:
        """The fault in a sentence, for the model."""
        return Faults.of(language).said[self.category].format(where=self.where, about=self.about[:_QUOTE_CHARACTERS])

    def brief(self) -> str:
        """The fault for the record: its category and its field."""
        return f"{self.category}: {self.where}"


class Unfit(Exception):
    """The value cannot be used."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.brief() for fault in faults))
        self.faults = faults
