"""Closed choices by likelihood: a small model scores given answers, because it cannot pick from a list reliably.

Invariants: the prompt's first part stays the same, so that it is evaluated once; scores are rounded, so that the last
bits of a sum decide nothing.
"""

import math
from collections.abc import Sequence
from typing import Final

from milkwood.providers.gguf import GgufWeights

_DIGITS: Final = tuple(str(digit) for digit in range(1, 10))
_MAX_CHARACTERS: Final = 70
"""Maximum length of a scored text: its topic comes early, and every word takes time."""
_MAX_CACHED_SCORES: Final = 20_000
"""Cached scores: people do the same things at the same places every day."""

_AT: Final = """In a small town people use things and places for what they are made for.
At the oven one is baking bread.
In the library one is reading a book.
{where} one is"""
_SUITS: Final = """What people in a small town do when they have time for themselves.
{who} likes"""
_NOBODY: Final = "A person"
_TALK: Final = """Would they stop and talk? Yes or no.

Anna meets Tom, her best friend, and has news for him. Tom is sitting on a bench. Do they talk? Yes
Peter meets Ruth, a stranger. Ruth is in the middle of a lecture. Do they talk? No
Lucy meets Ben, her neighbour. Ben is walking slowly with his dog. Do they talk? Yes
Olga meets Karl, a man she does not like. Karl is busy with his accounts. Do they talk? No
{moment} Do they talk?"""
_MATTERS: Final = """Rate how sad or moving each event is, from 1 (not at all) to 9 (very much).

Event: brushing my teeth. Rating: 1
Event: my father died. Rating: 9
Event: buying bread. Rating: 1
Event: I broke up with my girlfriend. Rating: 8
Event: {text}. Rating: """
_ANCHORS: Final = ((4.2, 2.0), (5.2, 7.0))
"""What the digits a small model expects mean: it hardly leaves the middle. Measured on eighteen events of three sorts,
of which it tells the plain ones from the others (0.95 of all pairs), but not the grave from the merely pleasant."""


class Judge:
    """Scores options."""

    def __init__(self, weights: GgufWeights) -> None:
        self._weights = weights
        self._scores: dict[tuple[str, str], float] = {}

    def choose(self, context: str, neutral: str, options: Sequence[str]) -> list[float]:
        """How much likelier each option is after a context than after a neutral one."""
        return [round(self._score(context, option) - self._score(neutral, option), 3) for option in options]

    def fits(self, activity: str, places: Sequence[str]) -> list[float]:
        """The likelihood of an activity at each place or thing."""
        contexts = [_AT.format(where=where) for where in places]
        text = f" {_short(activity)}"
        missing = [context for context in dict.fromkeys(contexts) if (context, text) not in self._scores]
        if missing:
            for context, score in zip(missing, self._weights.likelihoods(missing, text), strict=True):
                self._keep(context, text, score)
        return [round(self._scores[context, text], 3) for context in contexts]

    def suits(self, who: str, activities: Sequence[str]) -> list[float]:
        """How well each activity suits this person, relative to anyone."""
        texts = [f" {_short(activity)}" for activity in activities]
        return self.choose(_SUITS.format(who=who), _SUITS.format(who=_NOBODY), texts)

    def would_talk(self, moment: str) -> float:
        """The log odds that two people talk."""
        found = self._weights.next_words([_TALK.format(moment=moment)], (" Yes", " No"))[0]
        return round(found[" Yes"] - found[" No"], 3)

    def matter(self, texts: Sequence[str]) -> list[float]:
        """The importance of memories, from 1 to 10: the expected digit, not the likeliest one."""
        contexts = [_MATTERS.format(text=text.strip().rstrip(".")[:160]) for text in texts]
        found = []
        for begin in range(0, len(contexts), 8):
            for scores in self._weights.next_words(contexts[begin : begin + 8], _DIGITS):
                found.append(_calibrated(_expected(scores)))
        return found

    def _score(self, context: str, text: str) -> float:
        if (context, text) not in self._scores:
            self._keep(context, text, self._weights.likelihoods([context], text)[0])
        return self._scores[context, text]

    def _keep(self, context: str, text: str, score: float) -> None:
        if len(self._scores) >= _MAX_CACHED_SCORES:
            self._scores.clear()
        self._scores[context, text] = score


def _short(text: str) -> str:
    text = text.strip().rstrip(".")
    return text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS].rsplit(" ", 1)[0].rstrip(",;:")


def _expected(scores: dict[str, float]) -> float:
    weights = {int(word): math.exp(score) for word, score in scores.items()}
    return sum(digit * weight for digit, weight in weights.items()) / sum(weights.values())


def _calibrated(digit: float) -> float:
    (low, low_means), (high, high_means) = _ANCHORS
    grade = low_means + (digit - low) * (high_means - low_means) / (high - low)
    return round(min(10.0, max(1.0, grade)), 1)
