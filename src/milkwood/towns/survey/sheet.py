"""What every surveyor holds in hand: the drawing, the town's languages, and the list of problems.

Knows how objects say their names and properties. Invariant: a name that comes out can stand in an address
and is there in every language.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from milkwood.town.address import SEPARATOR
from milkwood.towns.problem import Problems, meant, one_of, printable, quoted
from milkwood.towns.tiled import MapObject, TiledMap
from milkwood.towns.tiled.value import words
from milkwood.words import Language, Words

LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing under survey."""

    drawn: TiledMap
    languages: tuple[Language, ...]
    problems: Problems

    def objects(self, layer: str) -> list[MapObject]:
        """The objects of a layer; none when it is missing."""
        return self.drawn.objects.get(layer, [])

    def name(self, entry: MapObject, default: Words | None = None) -> Words | None:
        """What an object is called in every language; None (and a note) when that cannot be told."""
        first, *others = self.languages
        said = {first: entry.name or _in(default, first)}
        said |= {code: words(entry.properties.get(f"name_{code}")) or _in(default, code) for code in others}
        if not said[first]:
            self.problems.error(entry.where, "It has no name.", "Give it a name in Tiled.")
            return None
        if SEPARATOR in said[first]:
            what = f"Its name has a {quoted(SEPARATOR)} in it, which separates the parts of an address."
            self.problems.error(entry.where, what, "Take it out of the name.")
            return None
        if any(len(text) > LONGEST_NAME or printable(text) != text for text in said.values()):
            self.problems.error(entry.where, "Its name is too long or holds control characters.", "Shorten it.")
            return None
        for code in others:
            if not said[code]:
                remedy = f"Add the property name_{code} in Tiled."
                self.problems.error(entry.where, f"Its name is missing in {code}.", remedy)
        return Words({code: text for code, text in said.items() if text})

    def kind(self, entry: MapObject, example: str) -> str:
        """The property `kind` of a sector or room."""
        kind = words(entry.properties.get("kind"))
        if not kind:
            self.problems.error(entry.where, "It says no kind.", f"Add the property kind, such as “{example}”.")
        return kind

    def flag(self, entry: MapObject, key: str) -> bool:
        """A property that is true or false, false when it is not there."""
        value = entry.properties.get(key, False)
        if not isinstance(value, bool):
            what = f"Its property {key} is {quoted(value)}."
            self.problems.error(entry.where, what, "Make it a bool in Tiled: ticked or not.")
        return value is True

    def note_strange_properties(self, entry: MapObject, known: Iterable[str]) -> None:
        """Warn of properties that nobody reads: most are slips of the pen."""
        allowed = [*known, "name", *(f"name_{code}" for code in self.languages)]
        for key in entry.properties:
            if key not in allowed:
                advice = meant(key, allowed) or f"Known here: {one_of(allowed)}."
                self.problems.warn(entry.where, f"Nobody reads its property {quoted(key)}.", advice)


def _in(default: Words | None, code: Language) -> str:
    return default.get(code, "") if default is not None else ""
