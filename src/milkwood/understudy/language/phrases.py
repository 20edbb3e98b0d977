"""Phrases by act of talk, language and style of speech; and the act of a given sentence.

Invariant: a phrase is used only if all its fields can be filled; `act_of` recognises what `say` makes.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from importlib import resources

from milkwood.chance import Stream
from milkwood.understudy.language.sentences import capital, split

_SLOT = re.compile(r"\{(\w+)\}")
STYLE_SHARE = 0.6
"""Probability that a phrase in the person's own style is preferred to the general ones."""


@cache
def sheet(package: str, name: str, language: str) -> dict[str, list[str]]:
    """A file of phrases in a package, in one language: phrases by key."""
    return tomllib.loads(_text(package, name, language))


@cache
def book(language: str) -> dict[str, dict[str, list[str]]]:
    """All phrases of talk in a language: act → style → phrases."""
    return tomllib.loads(_text("milkwood.understudy.language", "phrases", language))


def _text(package: str, name: str, language: str) -> str:
    file = resources.files(package) / f"{name}.{'zh' if language == 'zh' else 'en'}.toml"
    return file.read_text(encoding="utf-8")


@cache
def _slots(phrase: str) -> tuple[str, ...]:
    return tuple(_SLOT.findall(phrase))


def filled(phrase: str, words: Mapping[str, str]) -> str | None:
    """A phrase with its fields filled; None if one is missing."""
    made = phrase
    for slot in _slots(phrase):
        word = words.get(slot.lower(), "")
        if not word:
            return None
        made = made.replace(f"{{{slot}}}", capital(word) if slot[0].isupper() else word)
    return made


@cache
def _core(phrase: str) -> str:
    """The longest fixed part of a phrase, by which a listener recognises it."""
    return max(_SLOT.split(phrase)[::2], key=len).strip(" ,.;:，。；：") or phrase


class Voice:
    """A person's style of speech, with the phrases used so far."""

    def __init__(self, language: str, style: str, draw: Stream, said: Collection[str]) -> None:
        self.language = language
        self.style = style
        self.draw = draw
        self.said = "\n".join(said)

    def say(self, act: str, fits: Callable[[str], bool] = bool, **words: str) -> str:
        """An unused phrase for an act, in the person's own style if there is one; empty if none fits."""
        lists = book(self.language).get(act, {})
        own = self.draw.shuffled(lists.get(self.style, []))
        common = self.draw.shuffled(lists.get("any", []))
        order = own + common if self.draw.happens(STYLE_SHARE) else common + own
        usable = [(phrase, capital(made)) for phrase in order if (made := filled(phrase, words)) and fits(made)]
        fresh = [made for phrase, made in usable if made not in self.said and _core(phrase) not in self.said]
        again = [made for _, made in usable if made not in self.said]
        chosen = next(iter((*fresh, *again)), "")
        if chosen:
            self.said += f"\n{chosen}"
        return chosen or next((made for _, made in usable), "")


def _tellable(sentence: str) -> bool:
    """Whether a sentence has enough fixed words to be recognised."""
    own = re.sub(r"[\W_]", "", _SLOT.sub("", sentence))
    return len(own) + sentence.endswith("？") >= (3 if re.search(r"[㐀-鿿]", own) else 5)


@cache
def _patterns(language: str) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """Sentences of all phrases as patterns.

    By their first character (empty for those that begin with a field).
    """
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    spoken = {act: lists for act, lists in book(language).items() if not act.startswith("think_")}
    for act, lists in spoken.items():
        for phrase in (one for listed in lists.values() for one in listed):
            for sentence in split(phrase):
                if "{" not in sentence or not _tellable(sentence):
                    continue
                pieces = [
                    re.escape(piece) if at % 2 == 0 else "(.{1,90}?)" for at, piece in enumerate(_SLOT.split(sentence))
                ]
                pattern = re.compile("".join(pieces) + r"\Z", re.IGNORECASE)
                key = "" if sentence.startswith("{") else sentence[0].lower()
                found.setdefault(key, []).append((pattern, act))
    # The phrase with more fixed words wins: `Hello, {you}.` fits nearly anything.
    return {key: sorted(rows, key=lambda row: -len(row[0].pattern)) for key, rows in found.items()}


@cache
def _fixed(language: str) -> dict[str, str]:
    """Sentences without fields, and their acts."""
    found: dict[str, str] = {}
    for act, lists in book(language).items():
        for phrase in (one for listed in lists.values() for one in listed if not act.startswith("think_")):
            for sentence in split(phrase):
                if "{" not in sentence:
                    found.setdefault(sentence, act)
    return found


@lru_cache(maxsize=20_000)
def act_of(sentence: str, language: str) -> str:
    """The act of a sentence if it is one of our phrases; otherwise empty."""
    fixed = _fixed(language).get(sentence)
    if fixed is not None:
        return fixed
    patterns = _patterns(language)
    likely = (*patterns.get(sentence[:1].lower(), ()), *patterns.get("", ()))
    return next((act for pattern, act in likely if pattern.match(sentence)), "")
