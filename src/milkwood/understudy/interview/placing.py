"""Places that a question names by their kind: `the pub`, `教堂`.

Invariant: a kind means a place the person knows; of several, the one where they spent most of their time.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import resources

from milkwood.clock import minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Named
from milkwood.understudy.language.sentences import chinese

_HOME = {
    "en": re.compile(
        r"\b(?:at|stay(?:ed)?|go|went|come|came|were|was) home\b|\b(?:at|in) your (?:house|place)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"(?<!在)(?:在|回|待在)(?:你?自己)?家(?:里|中)?(?=[？?吗没待了]|$)|你家里"),
}  # fmt: skip
_BEFORE = r"(?:(?:the|a|an|your|any|some|that|this|our) )(?:local |village |town |old )?"


@cache
def _words() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    text = resources.files("milkwood.understudy.interview").joinpath("place_words.toml").read_text("utf-8")
    rows: dict[str, dict[str, str]] = tomllib.loads(text)
    return {
        kind: {
            "en": re.compile(rf"\b(?:{_BEFORE}|(?<=to )|(?<=at )|(?<=in ))(?:{row['en']})\b(?!['-])", re.IGNORECASE),
            "zh": re.compile(row["zh"]),
        }
        for kind, row in rows.items()
    }


def naming_places(question: str, ask: Ask) -> str:
    """A question with the name of the place whose kind it says; as it is if it names one or none is known."""
    if any(place["name"] in question for place in ask["places"]):
        return question
    language = "zh" if chinese(question) else "en"
    found = [
        (at.start(), -len(at[0]), place, at)
        for place in ask["places"]
        for kind in place.get("kind", "").split()
        if kind in _words() and (at := _words()[kind][language].search(question))
    ]
    if not found:
        home = next((place for place in ask["places"] if place["name"] == ask["self"]["home"]), None)
        at_home = _HOME[language].search(question)
        return _with(question, at_home, home, language) if home is not None and at_home is not None else question
    first = min(found, key=lambda each: each[:2])
    meant = [each[2] for each in found if each[:2] == first[:2]]
    spent = _spent(ask)
    return _with(question, first[3], max(meant, key=lambda place: spent[_sector(place["id"])]), language)


def _with(question: str, at: re.Match[str], place: Named, language: str) -> str:
    name = place["name"]
    if language == "en" and (
        verb := re.match(r"(?:at|go|went|come|came|in|stay(?:ed)?|were|was)\b", at[0], re.IGNORECASE)
    ):
        joint = "to " if verb[0].lower() in ("go", "went", "come", "came") else "" if verb[0] in ("at", "in") else "at "
        name = f"{verb[0]} {joint}{name}"
    elif language == "zh" and (verb := re.match(r"待在|在|回", at[0])):
        name = ("在" if verb[0] == "回" else verb[0]) + name
    return question[: at.start()] + name + question[at.end() :]


def _sector(place: str) -> str:
    return place.partition(":")[0]


def _spent(ask: Ask) -> Mapping[str, int]:
    """Minutes spent in each sector."""
    spent: dict[str, int] = defaultdict(int)
    for piece in ask.get("pieces", ()):
        spent[_sector(piece["place"])] += minutes_at(piece["end"]) - minutes_at(piece["start"])
    return spent
