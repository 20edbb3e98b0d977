"""The minds of a run: made for the cast and for newcomers, by the kind that the header names.

Invariant: a mind follows from the pack, the language, the seed and recorded memories alone.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from milkwood.chronicle import Chronicle
from milkwood.chronicle.glimpse import Glimpse
from milkwood.clock import TownClock
from milkwood.ids import PersonId
from milkwood.mind.character import Folk
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.head import Head, Switches
from milkwood.mind.hours import Hours
from milkwood.mind.limits import Limits
from milkwood.mind.port import Memory, Mind
from milkwood.mind.townsperson import Shelf, Townsperson
from milkwood.models.embedding import Meanings
from milkwood.models.port import Model
from milkwood.models.wording import WordOverlap
from milkwood.providers.sentences import Sentences
from milkwood.run.characters import character_of, name_of
from milkwood.run.customs import customs_of
from milkwood.run.mind_config import RULE, MindConfig
from milkwood.town.sky import Sky
from milkwood.towns import Pack, Person
from milkwood.understudy.model import Understudy
from milkwood.words import Language

_SENTENCES = Sentences()
"""Shared by all runs of a process; its weights are loaded with the first text."""


class MindFactory:
    """Makes the minds of people; they share the names of all people and places, and nothing else."""

    def __init__(
        self,
        pack: Pack,
        clock: TownClock,
        language: Language,
        seed: int,
        *,
        shelf: Shelf,
        meanings: Meanings | None = None,
        switches: Switches | None = None,
        limits: Mapping[str, int] | None = None,
        routines: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._pack = pack
        self._language = language
        self._seed = seed
        self._shelf = shelf
        self._meanings = meanings
        self._switches = switches or Switches()
        self._limits = Limits(limits or {})
        self._routines = routines or {}
        self._folk = {person.id: name_of(person, language) for person in pack.people.values()}
        self._places = Gazetteer(pack.town_map, language, pack.view_radius)
        self._customs = customs_of(pack, language)
        self._hours = Hours(clock, Sky(clock, pack.climate, seed))

    def everybody(self) -> dict[PersonId, Townsperson]:
        """A mind for each person of the cast."""
        return {person.id: self.mind(person) for person in self._pack.people.values()}

    def mind(self, person: Person) -> Townsperson:
        """The mind of a person; from now on everyone knows their name."""
        self._folk[person.id] = name_of(person, self._language)
        head = Head(
            character_of(person, self._pack, self._language),
            self._folk,
            self._places,
            self._hours,
            self._meanings,
            self._seed,
            self._switches,
            limits=self._limits,
            customs=self._customs,
        )
        head.take_along(self._routines.get(person.id, {}))
        return Townsperson(head, self._shelf)

    def introduce(self, person: PersonId, name: str) -> None:
        """Add a visitor without a mind; from now on everyone knows their name."""
        self._folk[person] = Folk(person, name, name, "they", guest=True)


def seed_memories(minds: Iterable[Townsperson], tick: int) -> list[tuple[int, PersonId, Memory]]:
    """Give people their memories and appointments from before the run; returns the memories to record."""
    written: list[tuple[int, PersonId, Memory]] = []
    for mind in minds:
        head = mind.head
        for seed in head.character.seeds:
            number = head.remember(
                tick,
                "seed",
                seed.text,
                about=seed.about,
                importance=seed.importance,
                private=seed.private,
                secret_from=seed.secret_from,
                witnesses=seed.witnesses,
                certainty=seed.certainty,
            )
            for knowing in sorted({*seed.about, *seed.witnesses} - {*seed.secret_from}):
                head.memories.told(number, knowing)
        for each in head.character.engagements:
            head.calendar.add(each.what, each.start, each.end, each.place, each.company, host=each.host)
        written += [(tick, head.id, memory) for memory in head.fresh]
        head.fresh = []
    return written


@dataclass(frozen=True, slots=True)
class RunMinds:
    """How the minds of a run are made, and the model that answers them without a language model."""

    make: Callable[[Person], Mind]
    introduce: Callable[[PersonId, str], None]
    model: Model


def minds_of(pack: Pack, chronicle: Chronicle | Glimpse) -> RunMinds:
    """Minds as the header of a run defines them."""
    header = chronicle.header
    minds, language = MindConfig.from_header(header.settings), Language(header.language)
    if minds.kind == RULE:
        return _rule_minds(pack, header.clock, language)
    meanings = Meanings(_SENTENCES, chronicle) if minds.embedding else None
    factory = MindFactory(
        pack,
        header.clock,
        language,
        header.seed,
        shelf=_shelf(chronicle),
        meanings=meanings,
        switches=minds.switches,
        limits=minds.limits,
        routines=header.routines.get("people"),
    )
    model = Understudy(header.seed, meanings or WordOverlap())
    return RunMinds(factory.mind, factory.introduce, model)


def _rule_minds(pack: Pack, clock: TownClock, language: Language) -> RunMinds:
    """Rule minds; their package is imported only here."""
    from milkwood_rule import RuleAnswers, RuleMind, routine_of

    def make(person: Person) -> Mind:
        return RuleMind(person.id, routine_of(person, pack.town_map, language), clock)

    return RunMinds(make, lambda _person, _name: None, RuleAnswers())


def _shelf(chronicle: Chronicle | Glimpse) -> Shelf:
    def of(person: PersonId) -> list[tuple[int, Memory]]:
        return [(tick, memory) for tick, _, memory in chronicle.memories(person=person)]

    return of
