"""Finds the places that a text speaks of, and the place for a deed.

Names are compared word by word, so that case, plurals, accents, small misspellings and missing words do not matter
(“Willow Market” is The Willows Market and Pharmacy). General words (“the library”) and deeds (“taking a walk”) name
kinds of places. Invariant: a returned address exists; the same words give the same place.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from milkwood.bridge.meaning import kind_named, kinds_in
from milkwood.bridge.places import Places, RoomSummary

MIN_SHARE = 0.6
"""Part of a name's words, by weight, that must be in the text."""
_MIN_WORD_SIMILARITY = 0.85
_MIN_FUZZY_CHARACTERS = 5
"""Shorter words must be equal."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_APART = re.compile(r"[,;:.!?]")
_STOP = frozenset("the and of for at a an in on to s".split())
_DULL = frozenset("the and for her his with from room main behind house family work working its their".split())
_BEFORE = frozenset("the a an at to in her his their its local this that college school town's around".split())
_HOME = re.compile(
    r"\bhome\b|\b(?:his|her|their) (?:own )?(?:bed)?(?:room|house|apartment|flat|place|desk)\b|在家|回家|家里"
)
_SLEEP = re.compile(r"sleep|in bed|going to bed|睡")
_HOME_ROOMS: tuple[tuple[str, str], ...] = (
    ("bathroom", r"\bshower|\bteeth|\bbath|\bwash|\btoilet|morning routine|\bhygiene|getting ready|洗漱|洗澡|刷牙"),
    ("kitchen", r"\bcook|\bbreakfast|\blunch|\bdinner|\bsupper|\bmeal|\bkitchen|\beat|\bsnack|\bcoffee|饭|吃"),
    ("garden", r"\bgarden|\bplants|\bwatering|浇花"),
)
_ELSEWHERE: tuple[tuple[str, str], ...] = (
    ("cafe", r"café|coffee shop"),
    ("pub", r"\bbar\b|\bbeers?\b|drinks with"),
    ("library", r"\bresearch\b"),
    ("classroom", r"\bclass(?:es)?\b|\blectur|\bteach|上课|讲课"),
    ("park", r"\bwalk\b|\bjog|\bstroll|\b(?:a|for|morning) runs?\b|散步|跑步"),
    ("market", r"grocer"),
    ("store", r"\bhardware\b"),
)
"""Kinds of rooms or sectors for deeds that name no place."""
_TAUGHT = re.compile(r"\bclass|\blectur|\bteach|\bcourse|上课|讲课")
_GENDER = {"she": re.compile(r"\bwom[ae]n"), "he": re.compile(r"\bm[ae]n\b|\bm[ae]n'")}


@dataclass(frozen=True, slots=True)
class PlaceFound:
    """A room, and the words that named it."""

    address: str
    said: str
    exact: bool = True
    """Whether the words are the place's own name."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A sector's name in a text."""

    at: int
    to: int
    sector: str
    share: float


@dataclass(frozen=True, slots=True)
class Dweller:
    """What the place of a person's deed depends on."""

    bed: str
    known: Sequence[str] = ()
    """Sectors they know."""
    pronoun: str = ""
    work: str = ""
    """The room they work in, if any."""

    @property
    def home(self) -> str:
        """Their home's sector."""
        return self.bed.split(":")[0]


def folded(text: str) -> str:
    """A text without case and accents, of the same length."""
    plain = (unicodedata.normalize("NFKD", each)[:1].lower()[:1] or each for each in text)
    return "".join(plain).replace("’", "'")


def stem(word: str) -> str:
    """A word without its plural or possessive."""
    word = word.partition("'")[0]
    if re.search(r"(?:ch|sh|ss|x|z)es$", word):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _alike(one: str, other: str) -> bool:
    if one == other or min(len(one), len(other)) < _MIN_FUZZY_CHARACTERS or one[0] != other[0]:
        return one == other
    return SequenceMatcher(None, one, other).ratio() >= _MIN_WORD_SIMILARITY


class PlaceFinder:
    """Finds places of one town in texts."""

    def __init__(self, places: Places, people: Iterable[str] = ()) -> None:
        self._places = places
        self._people = frozenset(stem(word) for name in people for word in _WORD.findall(folded(name)))
        """Words of people's names, which alone name no place."""
        self._sectors = {spot.sector: spot.public for spot in places.spots}
        names = {
            name: [stem(word) for word in _WORD.findall(folded(name)) if word not in _STOP] for name in self._sectors
        }
        counts = Counter(word for words in names.values() for word in set(words))
        self._names = {name: [(word, 1 / counts[word]) for word in words] for name, words in names.items() if words}

    # --- names

    def sectors(self, text: str) -> list[Mention]:
        """The sectors that a text names, in its order."""
        words = [
            (stem(each[0]), each.start(), each.end()) for each in _WORD.finditer(folded(text)) if each[0] not in _STOP
        ]
        found = [mention for name in self._names if (mention := self._mention(name, words, text)) is not None]
        found += [
            Mention(at, at + len(name), name, 1.0)
            for name in self._sectors
            if not name.isascii() and (at := text.find(name)) >= 0
        ]
        found.sort(key=lambda each: (-each.share, each.at - each.to, not self._sectors[each.sector]))
        kept: list[Mention] = []
        for each in found:
            if not any(each.at < other.to and other.at < each.to for other in kept):
                kept.append(each)
        return sorted(kept, key=lambda each: each.at)

    def _mention(self, name: str, words: Sequence[tuple[str, int, int]], text: str) -> Mention | None:
        """The place in a text where most of a name's words stand together."""
        wanted, whole = self._names[name], sum(weight for _, weight in self._names[name])
        best: Mention | None = None
        for first in range(len(words)):
            left, matched, last = list(wanted), list[tuple[str, float]](), first
            for at in range(first, min(len(words), first + len(wanted))):
                hit = next((place for place, (word, _) in enumerate(left) if _alike(word, words[at][0])), None)
                if hit is None or (matched and _APART.search(text[words[last][2] : words[at][1]])):
                    break
                matched.append(left[hit])
                left, last = left[hit + 1 :], at
            if not matched:
                continue
            share = sum(weight for _, weight in matched) / whole
            start, end = words[first][1], words[last][2]
            if self._is_named(name, share, [word for word, _ in matched], text[start:end]) and (
                best is None or share > best.share
            ):
                best = Mention(start, end, name, share)
        return best

    def _is_named(self, name: str, share: float, matched: Sequence[str], said: str) -> bool:
        if share >= 1 or not self._sectors[name]:
            return share >= 1  # a home is named in full: half of its name is a person's
        own = [word for word in matched if word not in self._people and kind_named(word) is None]
        if not own:
            return False
        return share >= MIN_SHARE or (
            said[:1].isupper() and any(weight == 1 and word in own for word, weight in self._names[name])
        )

    # --- rooms

    def find(self, text: str, person: Dweller, near: str = "") -> PlaceFound | None:
        """The room that a text names; `near` is the room that was spoken of before."""
        named = [each for each in self.sectors(text) if self._sectors[each.sector] or each.sector == person.home]
        if named:
            first = named[0]
            if first.sector == person.home:
                return PlaceFound(self.at_home(text, person), text[first.at : first.to], exact=first.sector in text)
            rooms = [spot for spot in self._places.spots if spot.sector == first.sector]
            said = text[first.at : first.to]
            return PlaceFound(self._room_of(rooms, text, near).address, said, exact=first.sector in text)
        return self._general(text, person, near)

    def is_home(self, text: str) -> bool:
        """Whether a text speaks of the person's home."""
        return _HOME.search(folded(text)) is not None

    def _room_of(self, rooms: Sequence[RoomSummary], text: str, near: str = "") -> RoomSummary:
        low = folded(text)
        said = {stem(word) for word in _WORD.findall(low)}
        taught, kinds = _TAUGHT.search(low) is not None, kinds_in(text)

        def fit(spot: RoomSummary) -> tuple[bool, bool, bool, int, int]:
            own = {stem(word) for word in _WORD.findall(folded(spot.room))}
            by_name = (bool(own) and own <= said and spot.kind != "hallway") or spot.kind in kinds
            by_deed = taught and spot.kind == "classroom"
            return by_name, by_deed, spot.address == near, _likeness(spot, low), -rooms.index(spot)

        return max(rooms, key=fit)

    @cached_property
    def _by_word(self) -> dict[str, list[RoomSummary]]:
        """Public rooms by the general words for them."""
        found: dict[str, list[RoomSummary]] = {}
        for spot in self._places.spots:
            if not spot.public:
                continue
            words = [stem(word) for word in _WORD.findall(folded(spot.room)) if word not in _DULL | _STOP]
            last = self._names.get(spot.sector, [("", 0.0)])[-1][0]
            for word in dict.fromkeys([*words, last, spot.kind, spot.sector_kind]):
                if word:
                    found.setdefault(word, []).append(spot)
        return found

    def _general(self, text: str, person: Dweller, near: str) -> PlaceFound | None:
        words = [(each[0], each.start(), each.end()) for each in _WORD.finditer(folded(text))]
        for place, (word, start, end) in enumerate(words):
            before = [each for each, _, _ in words[max(0, place - 2) : place]]
            kind = kind_named(stem(word)) or stem(word)
            rooms = self._by_word.get(stem(word)) or self._by_word.get(kind, [])
            if rooms and _BEFORE & set(before):
                return PlaceFound(self._nearest(rooms, person, near).address, text[start:end], exact=False)
        rooms = next((self._by_word[kind] for kind in kinds_in(text) if kind in self._by_word), [])
        return PlaceFound(self._nearest(rooms, person, near).address, "", exact=False) if rooms else None

    def _nearest(self, rooms: Sequence[RoomSummary], person: Dweller, near: str = "") -> RoomSummary:
        """Of rooms of a kind, the one spoken of before, the one of the person's work, or one they know."""

        def fit(spot: RoomSummary) -> tuple[bool, bool, bool, int]:
            at_work = spot.sector == person.work.split(":")[0]
            return spot.sector == near.split(":")[0], at_work, spot.sector in person.known, -rooms.index(spot)

        return max(rooms, key=fit)

    # --- what is done where

    def for_deed(self, what: str, person: Dweller) -> str:
        """The place for a deed: named in its words, implied by them, or at home."""
        low = folded(what)
        if _SLEEP.search(low):
            return person.bed
        at_home = self.is_home(what)
        found = None if at_home and not self.sectors(what) else self.find(what, person)
        if found is not None:
            return found.address
        if not at_home and (implied := self.implied(what, person)):
            return implied
        return self.at_home(what, person)

    def implied(self, what: str, person: Dweller) -> str:
        """The room for a deed that names no place but is done at a certain kind; empty if there is none."""
        low = folded(what)
        for kind, words in _ELSEWHERE:
            fit = [spot for spot in self._places.spots if spot.public and kind in (spot.kind, spot.sector_kind)]
            if fit and re.search(words, low):
                return self._nearest(fit, person).address
        return ""

    def at_home(self, what: str, person: Dweller) -> str:
        """The room at home for a deed: by its words, else the room with the bed."""
        low = folded(what)
        for kind, words in _HOME_ROOMS:
            rooms = [spot for spot in self._places.spots if spot.sector == person.home and spot.kind == kind]
            if rooms and re.search(words, low):
                return max(rooms, key=lambda spot: (_suits(spot, person), -rooms.index(spot))).address
        return self._places.room(person.bed)

    def thing_in(self, room: str, text: str, kinds: Iterable[str]) -> str:
        """A thing of some kinds in a room that a text fits best; empty if there is none."""
        wanted, low = frozenset(kinds), folded(text)
        spot = next(each for each in self._places.spots if each.address == room)
        things = [name for name, kind, _ in spot.things if kind in wanted]
        best = max(things, key=lambda name: (_in_common(name, low), -things.index(name)), default="")
        return f"{room}:{best}" if best else ""


def _suits(spot: RoomSummary, person: Dweller) -> int:
    """Whether a room is the person's: named for them or their like, for nobody, or for others."""
    low = folded(spot.room)
    mine = _GENDER.get(person.pronoun)
    if any(each.search(low) for each in _GENDER.values()):
        return 1 if mine is not None and mine.search(low) and not (person.pronoun == "he" and "wom" in low) else -1
    owner = "'s " in low or "s' " in low
    bedroom = folded(person.bed.split(":")[1]) if ":" in person.bed else ""
    named = owner and low.rpartition("'")[0] in bedroom
    return 2 if named else -1 if owner else 0


def _likeness(spot: RoomSummary, text: str) -> int:
    return _in_common(" ".join([spot.room, *(name for name, _, _ in spot.things)]), text)


def _in_common(name: str, text: str) -> int:
    """Number of words that a name and a text share."""
    words = (
        {stem(word) for word in _WORD.findall(folded(each)) if word not in _DULL and len(word) > 2}
        for each in (name, text)
    )
    return len(frozenset.intersection(*map(frozenset, words)))
