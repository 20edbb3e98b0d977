"""The content of a step: everyone's next position, activity and talk.

Invariant: the tile of step k is the person's tile at the tick after it; people who are not in town are shown where they
will enter, or where they left.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from milkwood.bridge.export.nodes import SpokenLines
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.ids import PersonId, TalkId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.phrases import Phrases
from milkwood.plain import Json
from milkwood.town.body import Body, Walking
from milkwood.town.map import TownMap
from milkwood.town.tile import Tile
from milkwood.town.town import Town
from milkwood.words import Language

WALKING, TALKING, STANDING = "🚶", "💬", "🧍"


class Spoken(Phrasebook, context="folder"):
    """What people do of whom nothing else is known."""

    standing = "standing about"
    away = "not in town"
    visiting = "visiting the town"
    talking = "talking with {name}"


Seen: TypeAlias = Mapping[str, Json]
"""One person's entry of a step: `movement`, `pronunciatio`, `description` and `chat`."""


class Showing:
    """Produces the steps of a town; ticks must come in order."""

    def __init__(
        self,
        town_map: TownMap,
        names: Mapping[PersonId, str],
        language: str,
        talks: Mapping[str, SpokenLines],
        entrances: Mapping[PersonId, Tile],
    ) -> None:
        self._map = town_map
        self._names = names
        self._talks = talks
        self._places = Gazetteer(town_map, Language(language))
        self._going = Phrases.of(language).going
        self._standing, self._away = Spoken.of(language).standing, Spoken.of(language).away
        self._last: dict[PersonId, Seen] = {
            person: self._seen(entrances[person], STANDING, self._away, "", None) for person in names
        }
        self._bodies: dict[PersonId, tuple[Body, Seen]] = {}

    def at(self, town: Town, tick: int) -> dict[str, Seen]:
        """The visible state of everyone at a tick, by name."""
        for person in self._names:
            body = town.find_body(person, tick)
            if body is not None:
                self._last[person] = self._of(body, tick, person)
        return {name: self._last[person] for person, name in self._names.items()}

    def _of(self, body: Body, tick: int, person: PersonId) -> Seen:
        before = self._bodies.get(person)
        if before is not None and before[0] is body and not isinstance(body.motion, Walking):
            return before[1]
        seen = self._body(body, tick)
        self._bodies[person] = (body, seen)
        return seen

    def _body(self, body: Body, tick: int) -> Seen:
        tile, deed = body.tile(tick), body.deed
        chat = self._talks.get(body.talk) or None if body.talk else None
        if deed is not None:
            address = deed.thing or deed.at or self._where(tile)
            return self._seen(tile, deed.emoji or STANDING, deed.what, address, chat)
        if isinstance(body.motion, Walking) and body.walking(tick):
            goal = self._where(body.motion.route.end)
            what = self._going.format(place=self._places.name(goal) or self._map.name)
            return self._seen(tile, TALKING if chat else WALKING, what, goal, chat)
        return self._seen(tile, TALKING if chat else STANDING, self._standing, self._where(tile), chat)

    def _where(self, tile: Tile) -> str:
        room = self._map.room_at(tile)
        return room.id if room is not None else ""

    def _seen(self, tile: Tile, emoji: str, what: str, address: str, chat: SpokenLines | None) -> Seen:
        where = f"{self._map.name}:{address}" if address else self._map.name
        return {
            "movement": [tile.x, tile.y],
            "pronunciatio": emoji,
            "description": f"{what} @ {where}",
            "chat": chat,
        }


def spoken(
    talks: Iterable[tuple[TalkId, Sequence[tuple[PersonId, str]]]], names: Mapping[str, str]
) -> dict[str, SpokenLines]:
    """The lines of each talk, with speakers' names."""
    return {talk: [[names.get(by, by), text] for by, text in lines] for talk, lines in talks}
