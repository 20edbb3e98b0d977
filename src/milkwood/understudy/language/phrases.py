"""Phrases by act of talk, language and style of speech; and the act of a given sentence.

A phrase is a small grammar: `(a|b|)` is one of several wordings, `{you}` is filled in. Which wordings a person prefers
depends on the person alone, so that people are told apart by their words.

Invariant: a phrase is used only if all its fields can be filled; `act_of` recognises what `say` makes.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from importlib import resources
from itertools import product
from zlib import crc32

from milkwood.chance import Stream
from milkwood.understudy.language.sentences import capital, split

_SLOT = re.compile(r"\{(\w+)\}")
_GROUP = re.compile(r"\(([^()]*\|[^()]*)\)")
_GAP = re.compile(r" +(?=[?.!,;])")
STYLE_SHARE = 0.5
"""Probability that a phrase in the person's own style is preferred to the general ones."""
_PART = re.compile(r"[{.;:!?–。；：！？]")
_NEXT_BEST_SHARE = 0.45
"""Probability that a person uses the next wording in their order of preference."""
_MARKS = ".!?,:;。！？，：；"
_NAME = r"[^,.!?;:–，。！？；：]{1,40}?"
_PERSON = r"(?-i:(?:[^\W\d_]+ )?[^\W\d_a-z][^,.!?;:–，。！？；：]{0,39}?|[^\W\d_]+(?: [^\W\d_]+)?)"
"""A name begins with a capital; what people are called instead, such as `my dear`, has at most two words."""
_TO_YOU = r"(?=.{0,100}(?:\byou|你)).{1,130}?"
_FORMS = {
    **dict.fromkeys(("you", "me", "third", "source"), _PERSON),
    **dict.fromkeys(("place", "daypart", "part"), _NAME),
    **dict.fromkeys(("told", "recall", "rumour"), _TO_YOU),
    **dict.fromkeys(("doing", "yours"), r"(?:(?:[a-z]+ )?[a-z]+ing\b.{0,120}?|[㐀-鿿].{0,129}?)"),
    "echo": r"(?:your?\b|[^，。]{0,12}你).{1,90}?",
}
"""What may stand in a field: a name; a statement to the listener; anything."""
_MAX_TRIES = 3
"""Number of wordings of a phrase that are tried before another phrase."""


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


@lru_cache(maxsize=20_000)
def _slots(phrase: str) -> tuple[str, ...]:
    return tuple(_SLOT.findall(phrase))


@cache
def _pieces(phrase: str) -> tuple[tuple[str, ...], ...]:
    """Fixed text as a single option, groups as several."""
    return tuple(
        tuple(part.split("|")) if at % 2 else (part,) for at, part in enumerate(_GROUP.split(phrase)) if at % 2 or part
    )


def wordings(phrase: str) -> list[str]:
    """All wordings of a phrase, in order."""
    return ["".join(parts) for parts in product(*_pieces(phrase))]


def filled(phrase: str, words: Mapping[str, str]) -> str | None:
    """A wording with its fields filled; None if one is missing."""
    made = phrase
    for slot in _slots(phrase):
        word = words.get(slot.lower(), "")
        if not word:
            return None
        made = made.replace(f"{{{slot}}}", capital(word) if slot[0].isupper() else word)
    return _GAP.sub("", made)


@lru_cache(maxsize=20_000)
def _core(phrase: str) -> str:
    """The longest fixed part of a wording, by which a listener recognises it."""
    return max(_PART.split(_SLOT.sub("{", phrase)), key=len).strip(" ,，") or phrase


@lru_cache(maxsize=100_000)
def _rank(person: str, option: str) -> int:
    return crc32(f"{person}|{option}".encode())


class Voice:
    """A person's way of speaking, with the phrases used so far."""

    def __init__(self, language: str, style: str, draw: Stream, said: Collection[str], person: str = "") -> None:
        self.language = language
        self.style = style
        self.draw = draw
        self.person = person
        self.said = "\n".join(said)

    def say(self, act: str, fits: Callable[[str], bool] = bool, **words: str) -> str:
        """An unused phrase for an act, in the person's own style if there is one; empty if none fits."""
        lists = book(self.language).get(act, {})
        own = self._order(lists.get(self.style, []))
        common = self._order(lists.get("any", []))
        order = own + common if self.draw.happens(STYLE_SHARE) else common + own
        again = last = ""
        for phrase in order:
            for _ in range(_MAX_TRIES if "|" in phrase else 1):
                wording = self._worded(phrase, words)
                made = filled(wording, words)
                if made is None:
                    break
                made = capital(made)
                if not fits(made):
                    continue
                last = last or made
                if made in self.said:
                    continue
                if _core(wording) not in self.said:
                    self.said += f"\n{made}"
                    return made
                again = again or made
        if not again:
            every = (filled(wording, words) for phrase in order if "|" in phrase for wording in wordings(phrase))
            again = next((capital(one) for one in every if one and capital(one) not in self.said and fits(one)), "")
        if again:
            self.said += f"\n{again}"
        return again or last

    def _order(self, phrases: list[str]) -> list[str]:
        """Phrases by the person's preference, a little shuffled."""
        if len(phrases) < 2:
            return list(phrases)
        ranked = sorted(phrases, key=lambda phrase: _rank(self.person, phrase))
        keys = [at + len(ranked) * self.draw.unit() for at in range(len(ranked))]
        return [ranked[at] for at in sorted(range(len(ranked)), key=keys.__getitem__)]

    def _worded(self, phrase: str, words: Mapping[str, str]) -> str:
        """One wording, by the person's preference, of those whose fields are known."""
        return "".join(options[0] if len(options) == 1 else self._choice(options, words) for options in _pieces(phrase))

    def _choice(self, options: tuple[str, ...], words: Mapping[str, str]) -> str:
        known = [one for one in options if all(words.get(slot.lower()) for slot in _slots(one))] or list(options)
        ranked = sorted(known, key=lambda option: _rank(self.person, option))
        at = 0
        while at < len(ranked) - 1 and self.draw.happens(_NEXT_BEST_SHARE):
            at += 1
        return ranked[at]


def _tellable(sentence: str) -> bool:
    """Whether a sentence has enough fixed words to be recognised."""
    shortest = "".join(min(options, key=len) for options in _pieces(sentence))
    own = re.sub(r"[\W_]", "", _SLOT.sub("", shortest))
    only_names = all(_FORMS.get(field) == _PERSON for field in _SLOT.findall(sentence))
    least = 3 if re.search(r"[㐀-鿿]", own) else 4 if only_names else 5
    return len(own) + sentence.endswith("？") >= least


def _pattern(sentence: str) -> str:
    made = []
    for options in _pieces(sentence.rstrip(_MARKS)):
        worded = ["".join(_field(piece, at) for at, piece in enumerate(_SLOT.split(one))) for one in options]
        made.append(worded[0] if len(worded) == 1 else f"(?:{'|'.join(worded)})")
    return "".join(made) + rf"[{re.escape(_MARKS)}]*\Z"


def _field(piece: str, at: int) -> str:
    if at % 2 == 0:
        return re.escape(piece)
    return _FORMS.get(piece.lower(), ".{1,130}?")


_KEY_CHARACTERS = 2


def _keys(sentence: str) -> set[str]:
    """The possible beginnings of a sentence; an empty one for a field."""
    made = {""}
    for options in _pieces(sentence):
        made = {
            begun + one if len(begun) < _KEY_CHARACTERS and "{" not in begun else begun
            for begun in made
            for one in options
        }
    return {"" if "{" in one[:_KEY_CHARACTERS] else one[:_KEY_CHARACTERS].lower() for one in made}


@cache
def _patterns(language: str) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """Sentences of all phrases as patterns, by their first characters (empty for those that begin with a field)."""
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    spoken = {act: lists for act, lists in book(language).items() if not act.startswith("think_")}
    for act, lists in spoken.items():
        for phrase in (one for listed in lists.values() for one in listed):
            for sentence in split(phrase):
                if not ("{" in sentence or "|" in sentence) or not _tellable(sentence):
                    continue
                pattern = re.compile(_pattern(sentence), re.IGNORECASE)
                for key in _keys(sentence):
                    found.setdefault(key, []).append((pattern, act))
    # The phrase with more fixed words wins: `Hello, {you}.` fits nearly anything.
    return {key: sorted(rows, key=lambda row: -len(row[0].pattern)) for key, rows in found.items()}


@cache
def _fixed(language: str) -> dict[str, str]:
    """Sentences without fields or groups, and their acts."""
    found: dict[str, str] = {}
    for act, lists in book(language).items():
        for phrase in (one for listed in lists.values() for one in listed if not act.startswith("think_")):
            for sentence in split(phrase):
                if "{" not in sentence and "|" not in sentence:
                    found.setdefault(sentence.rstrip(_MARKS), act)
    return found


@lru_cache(maxsize=50_000)
def act_of(sentence: str, language: str) -> str:
    """The act of a sentence if it is one of our phrases; otherwise empty."""
    fixed = _fixed(language).get(sentence.rstrip(_MARKS))
    if fixed is not None:
        return fixed
    patterns = _patterns(language)
    likely = (*patterns.get(sentence[:_KEY_CHARACTERS].lower(), ()), *patterns.get("", ()))
    return next((act for pattern, act in likely if pattern.match(sentence)), "")
