"""A town to be lived in, as a script sees it.

Knows town packs. Invariant: a Town that exists can be lived in; what is wrong with one is said when it is loaded.
"""

from pathlib import Path

from milkwood import towns
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language


class Town:
    """A town, with the scenario that was chosen."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        """All of it, as the rooms below know it."""

    @property
    def id(self) -> str:
        """What it is called in commands."""
        return str(self.pack.id)

    @property
    def name(self) -> str:
        """Its name, in its first language."""
        return self.pack.name.in_language(self.pack.languages[0])

    @property
    def languages(self) -> list[str]:
        """The languages its people can live in."""
        return [str(language) for language in self.pack.languages]

    @property
    def scenario(self) -> str:
        """The scenario that was chosen."""
        return str(self.pack.scenario.id)

    @property
    def scenarios(self) -> list[str]:
        """The scenarios it has."""
        return [str(scenario) for scenario in self.pack.scenarios]

    def people(self, language: str | None = None) -> list[str]:
        """The names of those who live there."""
        spoken = Language(language) if language else self.pack.languages[0]
        return [person.name.in_language(spoken) for person in self.pack.people.values()]

    def __repr__(self) -> str:
        return f"<Town {self.name}: {self.scenario}, {len(self.pack.people)} people>"


def load(town: str | Path, scenario: str | None = None) -> Town:
    """A town by the id of a bundled one, another name of one of its scenarios, or the path of a pack's folder."""
    found = find(str(town))
    return Town(towns.load(found.folder, scenario or found.scenario))
