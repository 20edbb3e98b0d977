"""Broken lines: how much of what people say nobody would say, by sort.

Invariant: a line is judged by its text and its talk alone, not by who answered; each broken line is of one sort, the
first that fits.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from milkwood.chronicle.transcript import Transcript
from milkwood.clock import TownClock
from milkwood.ids import PersonId
from milkwood.questions import debris, language_check, read_aloud, spoken
from milkwood.town.talk import Line
from milkwood.towns import Pack
from milkwood.words import Language

SORTS: Final = ("prefix", "recites", "refusal", "language", "stage", "self", "listener", "parrot")
"""A name in front, marks of the prompt, a refusal or service talk, another language, stage directions, speaking to
oneself, of oneself or the listener as if absent or to someone who is not there, and repeating, asking back or answering
oneself; the order in which they are looked for."""


_FIRST_MEMBERS: Final = 2
"""Members with whom a talk begins."""
_Said: TypeAlias = dict[tuple[int, PersonId, PersonId], list[str]]
"""Lines by day, speaker and listener."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """What the measure knows of a person."""

    names: tuple[str, ...]
    """Their full name first, then what they are called."""
    silent: bool = False


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line that is broken."""

    talk: str
    by: PersonId
    text: str
    sort: str


@dataclass(frozen=True, slots=True)
class JudgedLines:
    """All lines of a run, and those that are broken."""

    lines: int
    broken: tuple[BrokenLine, ...]

    @property
    def share(self) -> float:
        """Broken lines, in percent of all."""
        return self._percent(len(self.broken))

    @property
    def by_sort(self) -> dict[str, float]:
        """Broken lines of each sort, in percent of all lines."""
        found = Counter(each.sort for each in self.broken)
        return {sort: self._percent(found[sort]) for sort in SORTS}

    def _percent(self, count: int) -> float:
        return 100.0 * count / self.lines if self.lines else 0.0


def spoken_lines(
    talks: Sequence[Transcript], people: Mapping[PersonId, Speaker], language: str, clock: TownClock
) -> JudgedLines:
    """The lines of talks, judged."""
    broken: list[BrokenLine] = []
    said: _Said = defaultdict(list)
    for talk in talks:
        broken += _broken_in(talk, people, language, said, clock)
        for n, line in enumerate(talk.lines):
            for other in _present(talk, n):
                if other != line.speaker:
                    said[clock.day(line.tick), line.speaker, other].append(line.text)
    return JudgedLines(sum(len(talk.lines) for talk in talks), tuple(broken))


def _broken_in(
    talk: Transcript,
    people: Mapping[PersonId, Speaker],
    language: str,
    said: _Said,
    clock: TownClock,
) -> Iterator[BrokenLine]:
    names = tuple(name for each in people.values() for name in each.names)
    used = "\n".join((*names, *(line.text for line in talk.lines)))
    for n, line in enumerate(talk.lines):
        before = talk.lines[:n]
        others = [each for each in _present(talk, n) if each != line.speaker]
        told = [said.get((clock.day(line.tick), line.speaker, other), []) for other in others]
        today = [text for text in told[0] if all(text in each for each in told)] if told else []
        saying = spoken.SpokenMoment(
            me=_names([line.speaker], people),
            others=_names(others, people),
            mine=tuple(each.text for each in before if each.speaker == line.speaker),
            theirs=tuple(each.text for each in before if each.speaker != line.speaker),
            today=tuple(today),
            absent=_names([each for each in people if each not in talk.members], people),
            newcomer=len(talk.members) > _FIRST_MEMBERS,
            silent=line.speaker in people and people[line.speaker].silent,
        )
        if sort := _sort_of(line, saying, names, language, used):
            yield BrokenLine(talk.id, line.speaker, line.text, sort)


def _present(talk: Transcript, n: int) -> list[PersonId]:
    """Those who certainly heard a line: the first two members, and others once they have spoken."""
    spoke = {line.speaker for line in talk.lines[: n + 1]}
    return [each for place, each in enumerate(talk.members) if place < _FIRST_MEMBERS or each in spoke]


def _sort_of(line: Line, saying: spoken.SpokenMoment, names: Sequence[str], language: str, used: str) -> str:
    text = line.text
    category, _ = spoken.fault_of(text, saying)
    found = {
        "prefix": read_aloud.without_name(text, names) != text.strip(),
        "recites": bool(read_aloud.mark_in(text, language) or read_aloud.label_in(text, "speak", language)),
        "refusal": debris.is_service(text) or debris.is_machine(text),
        "language": language_check.is_foreign(text, language, lambda: used),
        "stage": category == spoken.STAGE,
        "self": category == spoken.SELF,
        "listener": category in (spoken.THIRD, spoken.LISTENER, spoken.ABSENT),
        "parrot": bool(category),
    }
    return next((sort for sort in SORTS if found[sort]), "")


def _names(people: Sequence[PersonId], known: Mapping[PersonId, Speaker]) -> tuple[str, ...]:
    return tuple(name for person in people if person in known for name in known[person].names)


def speakers(pack: Pack, language: Language) -> dict[PersonId, Speaker]:
    """The people of a pack, as lines name them."""
    return {
        each: Speaker(
            (person.name.in_language(language), person.called.in_language(language)), "silent" in person.manners
        )
        for each, person in pack.people.items()
    }
