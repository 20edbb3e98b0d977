"""Warns of memories whose words say that they are secret, but whose fields do not.

Invariant: a memory that is private, or is kept from those whom its words name, gives no warning.
"""

from collections.abc import Iterator, Mapping

from milkwood.i18n import t
from milkwood.towns.problem import Problems
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import MemoryTable, PersonFile
from milkwood.towns.schema.scenario import ScenarioFile, StoryMemoryTable
from milkwood.understudy.language.secrecy import People, secrecy
from milkwood.words import Language


def check_secrets(people: Mapping[str, PersonFile], scenarios: Mapping[str, ScenarioFile], problems: Problems) -> None:
    """Note memories of people and of stories (by file)."""
    for owner, memory, where in _memories(people, scenarios):
        if memory.private:
            continue
        for code, text in memory.text.items():
            hidden = secrecy(text, _names(people, code))
            missing = [each for each in hidden.secret_from if each not in (*memory.secret_from, owner)]
            if missing or (hidden.private and not memory.secret_from):
                fields = ", ".join(f'"{each}"' for each in missing)
                remedy = f"secret_from = [{fields}]" if missing else "private = true"
                what = t("Its words say that it is secret ({language}), and it will be kept so.", language=code)
                problems.warn(
                    place(where, "text"), what, t("Write {field}, so that everyone can see it.", field=remedy)
                )
                break


def _memories(
    people: Mapping[str, PersonFile], scenarios: Mapping[str, ScenarioFile]
) -> Iterator[tuple[str, MemoryTable | StoryMemoryTable, str]]:
    for file, person in people.items():
        for index, memory in enumerate(person.memories):
            yield person.id, memory, place(file, "memories", index)
    for file, scenario in scenarios.items():
        for number, story in enumerate(scenario.stories):
            for index, told in enumerate(story.memories):
                yield told.person, told, place(file, "stories", number, "memories", index)


def _names(people: Mapping[str, PersonFile], code: Language) -> People:
    return tuple(
        (person.id, name)
        for person in people.values()
        for name in dict.fromkeys(words[code] for words in (person.name, person.called) if code in words)
    )
