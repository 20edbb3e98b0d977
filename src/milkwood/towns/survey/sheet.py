"""The context of a survey: the map, the town's languages, and the list of problems.

Invariant: a returned name is valid in an address and exists in the town's first language.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from milkwood.clean import is_clean
from milkwood.i18n import t
from milkwood.town.address import SEPARATOR
from milkwood.towns.kinds import misspelt
from milkwood.towns.problem import Problems, meant, one_of, quoted
from milkwood.towns.tiled import MapObject, TiledMap
from milkwood.towns.tiled.value import words
from milkwood.words import Language, Words

MAX_PLACE_NAME_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map under survey."""

    drawn: TiledMap
    languages: tuple[Language, ...]
    problems: Problems

    def objects(self, layer: str) -> list[MapObject]:
        """The objects of a layer; empty if it is missing."""
        return self.drawn.objects.get(layer, [])

    def name(self, entry: MapObject, default: Words | None = None) -> Words | None:
        """The name of an object in the languages it is given in; None (with a problem) if it is missing or invalid."""
        first, *others = self.languages
        said = {first: entry.name or _in(default, first)}
        said |= {code: words(entry.properties.get(f"name_{code}")) or _in(default, code) for code in others}
        if not said[first]:
            self.problems.error(entry.where, t("It has no name."), t("Give it a name in Tiled."))
            return None
        if SEPARATOR in said[first]:
            what = t("Its name has a {mark} in it, which separates the parts of an address.", mark=quoted(SEPARATOR))
            self.problems.error(entry.where, what, t("Remove it from the name."))
            return None
        if any(len(text) > MAX_PLACE_NAME_CHARACTERS or not is_clean(text) for text in said.values()):
            self.problems.error(entry.where, t("Its name is too long or holds control characters."), t("Shorten it."))
            return None
        return Words({code: text for code, text in said.items() if text})

    def kind(self, entry: MapObject, example: str) -> str:
        """The property `kind` of a sector or room."""
        kind = words(entry.properties.get("kind"))
        if not kind or not is_clean(kind):
            self.problems.error(
                entry.where, t("It has no kind."), t("Add the property kind, such as “{example}”.", example=example)
            )
        elif advice := misspelt(kind):
            self.problems.warn(entry.where, t("The kind {kind} is not a known one.", kind=quoted(kind)), advice)
        return kind

    def flag(self, entry: MapObject, key: str) -> bool:
        """A boolean property, false by default."""
        value = entry.properties.get(key, False)
        if not isinstance(value, bool):
            what = t("Its property {name} is {value}.", name=key, value=quoted(value))
            self.problems.error(entry.where, what, t("Make it a bool in Tiled: ticked or not."))
        return value is True

    def note_strange_properties(self, entry: MapObject, known: Iterable[str]) -> None:
        """Warn of unknown properties: most are typing errors."""
        allowed = [*known, "name", *(f"name_{code}" for code in self.languages)]
        for key in entry.properties:
            if key not in allowed:
                advice = meant(key, allowed) or t("Known here: {names}.", names=one_of(allowed))
                self.problems.warn(entry.where, t("Its property {name} is ignored.", name=quoted(key)), advice)


def _in(default: Words | None, code: Language) -> str:
    return default.get(code, "") if default is not None else ""
