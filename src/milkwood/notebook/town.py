"""A town for scripts.

Invariant: a Town that exists can be run; loading a broken one raises an error.
"""

from pathlib import Path

from milkwood import towns
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


class Town:
    """A town with the chosen scenario."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        """The internal town pack; not part of the public API."""

    @property
    def id(self) -> str:
        """Its id, as commands take it."""
        return str(self.pack.id)

    @property
    def name(self) -> str:
        """Its name, in its first language."""
        return self.pack.name.in_language(self.pack.languages[0])

    @property
    def languages(self) -> list[str]:
        """The codes of its languages."""
        return [str(language) for language in self.pack.languages]

    @property
    def scenario(self) -> str:
        """The id of the chosen scenario."""
        return str(self.pack.scenario.id)

    @property
    def scenarios(self) -> list[str]:
        """The ids of all scenarios."""
        return [str(scenario) for scenario in self.pack.scenarios]

    def people(self, language: str | None = None) -> list[str]:
        """The names of the people of the scenario."""
        spoken = Language(language) if language else self.pack.languages[0]
        return [person.name.in_language(spoken) for person in self.pack.people.values()]

    def __repr__(self) -> str:
        return f"<Town {self.name}: {self.scenario}, {len(self.pack.people)} people>"


def load(town: str | Path, scenario: str | None = None) -> Town:
    """Load a town by id, by an alias of one of its scenarios, or by the path of a pack's folder."""
    found = find(str(town))
    return Town(towns.load(found.folder, scenario or found.scenario))
