"""Information diffusion: how a piece of news spread through a town from the people who knew it at the start.

All measures and views use this definition: a person knows a piece of news from the moment they remember it, if they
remember it from before the run or from the user, or were told by a person who knew it, in a talk both were in.

Invariant: people who remember it without such a chain are listed (`unexplained`), and do not count as knowing it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from milkwood.chronicle.transcript import Transcript
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId, TalkId
from milkwood.mind.port import Memory
from milkwood.models.wording import words_of
from milkwood.town.talk import Line

MIN_SHARED_WORD_SHARE = 0.7
"""The share of a fact's words that a text must have to be the same fact."""
_FIRST_HAND = frozenset({"saw", "did", "plan"})
"""Kinds of memories (sights, deeds, plans) that do not count as knowing news."""
_OWN = frozenset({"seed", "voice"})
"""Kinds of memories that need no teller."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A piece of news, in one or more wordings."""

    wordings: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        """Whether a text says it: it has nearly all of its words."""
        words = words_of(text)
        wanted = [words_of(wording) for wording in self.wordings]
        return any(bool(each) and len(each & words) >= MIN_SHARED_WORD_SHARE * len(each) for each in wanted)


@dataclass(frozen=True, slots=True)
class Knowing:
    """The first time a person knew it."""

    person: PersonId
    tick: int
    memory: Memory
    line: Line | None = None
    """The line that told them; None for an origin, or if nothing was said."""

    @property
    def source(self) -> PersonId | None:
        """The person who told them."""
        return PersonId(self.memory.source) if self.memory.source else None

    @property
    def own(self) -> bool:
        """Whether they know it from before the run or from the user, not from a talk."""
        return self.tick < 0 or self.memory.kind in _OWN or (self.memory.kind == "news" and not self.memory.talk)


@dataclass(frozen=True, slots=True)
class Rumour:
    """A piece of news and the people who know it."""

    fact: Fact
    knowings: dict[PersonId, Knowing]
    """The first time each person remembered it, in order of time."""
    visitors: frozenset[PersonId] = frozenset()
    """Speakers without memories: the user's avatars."""

    def knowers(self, until: int | None = None) -> list[PersonId]:
        """People who knew it before a tick, in order of time."""
        return [
            person
            for person, known in self.knowings.items()
            if (until is None or known.tick < until) and self.chain(person)
        ]

    def origins(self) -> list[PersonId]:
        """People who knew it without being told."""
        return [person for person, known in self.knowings.items() if known.own]

    def told(self) -> list[PersonId]:
        """People who were told, with an unbroken chain back to an origin."""
        return [person for person in self.knowers() if not self.knowings[person].own]

    def unexplained(self) -> list[Knowing]:
        """People who remember it without a chain back to an origin."""
        return [known for person, known in self.knowings.items() if not self.chain(person)]

    def chain(self, person: PersonId) -> tuple[Knowing, ...]:
        """From an origin to a person, each told by the one before; empty if a link is missing."""
        links: list[Knowing] = []
        known = self.knowings.get(person)
        while known is not None and known not in links:
            links.append(known)
            if known.own or (known.line is not None and known.source in self.visitors):
                return tuple(reversed(links))
            known = self._teller(known)
        return ()

    def _teller(self, known: Knowing) -> Knowing | None:
        if known.source is None or known.line is None:
            return None
        teller = self.knowings.get(known.source)
        return teller if teller is not None and teller.tick <= known.line.tick <= known.tick else None


def rumour_of(fact: Fact, memories: Iterable[Remembered], talks: Sequence[Transcript]) -> Rumour:
    """How a piece of news spread: from memories, in order of time, and talks."""
    by_id = {talk.id: talk for talk in talks}
    texts: dict[str, bool] = {}
    first: dict[PersonId, Knowing] = {}
    people: set[PersonId] = set()
    for tick, person, memory in memories:
        people.add(person)
        if memory.kind in _FIRST_HAND:
            continue
        if memory.text not in texts:
            texts[memory.text] = fact.is_in(memory.text)
        if texts[memory.text]:
            known = Knowing(person, tick, memory, _line(fact, person, memory, by_id))
            first[person] = _earlier(first.get(person), known)
    ordered = sorted(first.values(), key=lambda known: (known.tick, known.person))
    sources = {known.source for known in ordered if known.source is not None}
    return Rumour(fact, {known.person: known for known in ordered}, frozenset(sources - people))


def _earlier(known: Knowing | None, other: Knowing) -> Knowing:
    """The earlier of two; at the same tick, the one with a source."""
    if known is None or other.tick < known.tick:
        return other
    explains = other.tick == known.tick and not known.own and known.line is None and other.line is not None
    return other if explains else known


def _line(fact: Fact, person: PersonId, memory: Memory, talks: dict[TalkId, Transcript]) -> Line | None:
    """The line of the talk in which the source said it to this person, if any."""
    talk = talks.get(TalkId(memory.talk))
    if talk is None or person not in talk.members or memory.source == person:
        return None
    said = [line for line in talk.lines if line.speaker == memory.source]
    for line in said:
        if fact.is_in(line.text) or memory.text in line.text:
            return line
    # Told over several lines: the last one completes it.
    return said[-1] if said and fact.is_in(" ".join(line.text for line in said)) else None
