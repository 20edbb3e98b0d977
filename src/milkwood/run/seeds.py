"""What people remember from before the run.

Invariant: what a memory's wording says of who was there, how sure it is and who must not hear it counts as the pack's
own marks do; a mark of the pack is never taken away.
"""

from collections.abc import Iterator

from milkwood.ids import PersonId
from milkwood.mind.character import Seed
from milkwood.towns import Pack, Person
from milkwood.towns.person import SeedMemory
from milkwood.towns.story import StoryMemory
from milkwood.understudy.language.certainty import is_hearsay, said_to_be_there, without_hearsay
from milkwood.understudy.language.secrecy import People, secrecy
from milkwood.words import Language


def seeds_of(person: Person, pack: Pack, language: Language) -> Iterator[Seed]:
    """The memories of a person, those of the scenario's stories last."""
    people = tuple(
        (one.id, name)
        for one in pack.people.values()
        for name in dict.fromkeys((one.name.in_language(language), one.called.in_language(language)))
    )
    for memory in person.memories:
        yield _seed(person.id, memory, people, language)
    for story in pack.scenario.stories:
        for told in story.memories:
            if told.person == person.id:
                yield _seed(person.id, told, people, language)


def _seed(owner: PersonId, memory: SeedMemory | StoryMemory, people: People, language: Language) -> Seed:
    text = memory.text.in_language(language)
    hidden = secrecy(text, people)
    others = {PersonId(each) for each in hidden.secret_from} - {owner}
    there = {PersonId(each) for each in said_to_be_there(text, people)} - {owner, *memory.secret_from, *others}
    hearsay = memory.certainty == "known" and is_hearsay(text)
    return Seed(
        (without_hearsay(text) or text) if hearsay else text,
        memory.importance,
        memory.about,
        memory.private or hidden.private,
        tuple(sorted({*memory.secret_from, *others})),
        tuple(sorted({*memory.witnesses, *there})),
        "rumour" if hearsay else memory.certainty,
    )
