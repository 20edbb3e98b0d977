"""weigh without a model: the importance of a memory, by its subject.

Invariant: one number from 1 to 10 for each memory, in order; the same text weighs the same for the same person.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Card
from milkwood.questions.weigh.schema import Ask, Reply

DEFAULT_WEIGHT = 2
OWN_WEIGHT = 3
"""Weight of statements about oneself."""
MAX_SEEN_WEIGHT = 4
"""Maximum weight of an activity that was merely seen."""
MINE = {"en": re.compile(r"\b(?:I|me|my|mine|we|us|our)\b"), "zh": re.compile("我|咱")}
SEEN = {
    "en": re.compile(r"^I (?:saw|noticed) |^[\w .'-]{2,30} (?:is|was|are) \w+ing\b"),
    "zh": re.compile(r"^我?看[见到]|^[\w·]{1,8}正在"),
}
PLANNED = {"en": re.compile(r"^My plan for today"), "zh": re.compile(r"^我今天的打算")}
DATED = re.compile(
    r"\d{1,2}:\d{2}|\btomorrow\b|\btonight\b|\bnext (?:week|month)\b|\d(?:st|nd|rd|th) of|from \w+ to \w+ in the"
    r"|明天|今晚|下个?月|下周|\d月\d+[日号]|点到"
)
WORDS = re.compile(r"[a-z]{5,}")


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of memories, and its weight."""

    weight: int
    words: dict[str, re.Pattern[str]]
    but: tuple[str, ...]
    """Exceptions: similar words with another meaning."""

    def spoken_of(self, text: str, language: str) -> bool:
        """Whether a text is about it."""
        for phrase in self.but:
            text = text.replace(phrase, "")
        return self.words[language].search(text) is not None


class _Row(TypedDict):
    """A subject as in its table."""

    weight: int
    en: list[str]
    zh: list[str]
    but: NotRequired[list[str]]


@cache
def subjects() -> tuple[Subject, ...]:
    """All subjects, the most important first."""
    table: dict[str, _Row] = tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    found = [
        Subject(
            row["weight"],
            {
                "en": re.compile(r"\b(?:" + "|".join(map(re.escape, row["en"])) + ")", re.IGNORECASE),
                "zh": re.compile("|".join(map(re.escape, row["zh"]))),
            },
            tuple(row.get("but", ())),
        )
        for row in table.values()
    ]
    return tuple(sorted(found, key=lambda subject: -subject.weight))


def answer(ask: Ask, _draw: Stream, _likeness: TextSimilarity) -> Reply:
    """A number for each memory."""
    return Reply.model_construct(weights=[weight(text, ask["self"]) for text in ask["memories"]])


def weight(text: str, card: Card) -> int:
    """The importance of a memory to a person, 1 to 10."""
    language = card["language"]
    plain = OWN_WEIGHT if MINE[language].search(text) else DEFAULT_WEIGHT
    base = next((subject.weight for subject in subjects() if subject.spoken_of(text, language)), plain)
    if base == 1 or PLANNED[language].search(text):
        return min(base, DEFAULT_WEIGHT)
    if SEEN[language].search(text) and not DATED.search(text):
        return min(DEFAULT_WEIGHT if base == OWN_WEIGHT else base, MAX_SEEN_WEIGHT)
    if base in (6, 7) and DATED.search(text):
        base += 1
    if 3 <= base < 8 and _concerns(text, card):
        base += 1
    return base


def _concerns(text: str, card: Card) -> bool:
    if card["language"] == "en":
        told = set(WORDS.findall(text.lower()))
        minds = set(WORDS.findall(" ".join([*card["concerns"], *card["goals"]]).lower()))
        return len(told & minds) >= 2
    minds_text = "".join([*card["concerns"], *card["goals"]])
    pairs = {text[at : at + 2] for at in range(len(text) - 1) if "\u4e00" <= text[at] <= "\u9fff"}
    return sum(pair in minds_text for pair in pairs) >= 4
