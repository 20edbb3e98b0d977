"""The minds of a run: made for the cast and for newcomers, by the kind that the header names.

Knows packs, minds and what a chronicle holds of them; no engine. Invariant: a mind follows from the pack, the language,
the seed and recorded memories alone.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from milkwood.chronicle import Chronicle
from milkwood.chronicle.glimpse import Glimpse
from milkwood.clock import TownClock
from milkwood.ids import PersonId
from milkwood.mind.character import Folk
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.head import Head, Switches
from milkwood.mind.hours import Hours
from milkwood.mind.port import Memory, Mind
from milkwood.mind.recall import Weights
from milkwood.mind.rule import RuleMind
from milkwood.mind.rule_answers import RuleAnswers
from milkwood.mind.townsperson import Shelf, Townsperson
from milkwood.models.embedding import Meanings
from milkwood.models.port import Model
from milkwood.models.wording import Wording
from milkwood.providers.sentences import Sentences
from milkwood.run.characters import character_of, folk_of, name_of, routine_of
from milkwood.run.mind_config import RULE, Minds
from milkwood.towns import Pack, Person
from milkwood.understudy.model import Understudy
from milkwood.words import Language

_SENTENCES = Sentences()
"""One for all runs of a process: its weights are read when the first text is met, and then stay."""


@dataclass(frozen=True, slots=True)
class MindSettings:
    """What minds are made with, besides who they are."""

    meanings: Meanings | None = None
    switches: Switches = field(default_factory=Switches)
    weights: Weights = field(default_factory=Weights)


class Casting:
    """The minds of a run: they share the names of everybody and of all places, and nothing else."""

    def __init__(
        self,
        pack: Pack,
        clock: TownClock,
        language: Language,
        seed: int,
        *,
        settings: MindSettings,
        shelf: Shelf,
        routines: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._pack = pack
        self._language = language
        self._seed = seed
        self._settings = settings
        self._shelf = shelf
        self._routines = routines or {}
        self._folk = folk_of(pack, language)
        self._places = Gazetteer(pack.town_map, language)
        self._hours = Hours(clock)

    def everybody(self) -> dict[PersonId, Townsperson]:
        """A mind for each of the cast."""
        return {person.id: self.mind(person) for person in self._pack.people.values()}

    def mind(self, person: Person) -> Townsperson:
        """Somebody's mind; from now on everybody can call them by their name."""
        self._folk[person.id] = name_of(person, self._language)
        settings = self._settings
        head = Head(
            character_of(person, self._pack, self._language),
            self._folk,
            self._places,
            self._hours,
            settings.meanings,
            self._seed,
            settings.switches,
            settings.weights,
        )
        head.take_along(self._routines.get(person.id, {}))
        return Townsperson(head, self._shelf)

    def introduce(self, person: PersonId, name: str) -> None:
        """Somebody without a mind of ours is in town: everybody can call them by this name."""
        self._folk[person] = Folk(person, name, name, "they", guest=True)


def seeded(minds: Iterable[Townsperson], tick: int) -> list[tuple[int, PersonId, Memory]]:
    """Let people remember what they know from before; returns it as it is to be written down."""
    written: list[tuple[int, PersonId, Memory]] = []
    for mind in minds:
        head = mind.head
        for seed in head.character.seeds:
            number = head.remember(
                tick, "seed", seed.text, about=seed.about, importance=seed.importance, private=seed.private
            )
            for about in seed.about:
                head.memories.told(number, about)
        for each in head.character.engagements:
            head.calendar.add(each.what, each.start, each.end, each.place, each.company, host=each.host)
        written += [(tick, head.id, memory) for memory in head.fresh]
        head.fresh = []
    return written


@dataclass(frozen=True, slots=True)
class Makers:
    """How the minds of a run are made, and what answers them when nothing else does."""

    make: Callable[[Person], Mind]
    introduce: Callable[[PersonId, str], None]
    model: Model


def makers(pack: Pack, chronicle: Chronicle | Glimpse) -> Makers:
    """The minds that a run's header names."""
    header = chronicle.header
    minds, language = Minds.of(header.settings), Language(header.language)
    if minds.kind == RULE:

        def by_habit(person: Person) -> Mind:
            return RuleMind(person.id, routine_of(person, pack.town_map, language), header.clock)

        return Makers(by_habit, lambda _person, _name: None, RuleAnswers())
    meanings = Meanings(_SENTENCES, chronicle) if minds.embedding else None
    casting = Casting(
        pack,
        header.clock,
        language,
        header.seed,
        settings=MindSettings(meanings, minds.switches),
        shelf=_shelf(chronicle),
        routines=header.routines.get("people"),
    )
    model = Understudy(header.seed, meanings or Wording())
    return Makers(casting.mind, casting.introduce, model)


def _shelf(chronicle: Chronicle | Glimpse) -> Shelf:
    def of(person: PersonId) -> list[tuple[int, Memory]]:
        return [(tick, memory) for tick, _, memory in chronicle.memories(person=person)]

    return of
