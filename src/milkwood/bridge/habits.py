"""Routines from the affordable fork's pools, in our format of routines for a new run.

Invariant: routines name existing places and have deeds of 5 to 15 minutes that add up; entries without deeds are left
out. The fork's vectors are not used: our embedder compares routines with blocks.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from milkwood.bridge.aga import AgaRecords
from milkwood.bridge.people import clean
from milkwood.bridge.persona import Persona, plain_emoji
from milkwood.bridge.places import Places
from milkwood.bridge.placing import Dweller, PlaceFinder
from milkwood.i18n import t
from milkwood.ids import RoomId
from milkwood.mind.deeds import MIN_DEED_MINUTES, Step, fitted
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.routines import MAX_ROUTINES, Piece, Routine
from milkwood.plain import Json, JsonObject, items, table
from milkwood.questions.break_down.schema import PlannedDeed
from milkwood.town.map import TownMap
from milkwood.words import Language

_PART = re.compile(r".*\(([^()]+)\)\s*")
"""The fork writes each deed after its block, in parentheses."""
_LONGEST_BLOCK_MINUTES = 24 * 60


class Pools:
    """The fork's pools, and the town that its people live in now."""

    def __init__(self, found: AgaRecords, town_map: TownMap, language: Language, day_ticks: int) -> None:
        self._policies = found.get("policies", {})
        self._deeds = found.get("sub_tasks", {})
        self._places = Places.of_map(town_map)
        self._finder = PlaceFinder(self._places)
        self._gazetteer = Gazetteer(town_map, language)
        self._language = language
        self._last = -day_ticks
        """Dated the day before the run, so that nothing counts as done today."""

    def carried(self, of: str, people: Sequence[Persona], beds: Mapping[str, str]) -> dict[str, Json]:
        """All routines as a run's header holds them; empty if there are none."""
        found = {person.id: self._blocks(of, person, beds[person.id]) for person in people}
        kept: JsonObject = {person: {"blocks": blocks, "manners": {}} for person, blocks in found.items() if blocks}
        return {"of": of, "tick": 0, "language": str(self._language), "people": kept} if kept else {}

    def _blocks(self, of: str, person: Persona, bed: str) -> Sequence[Json]:
        """The newest routines of a person, up to the limit of a mind."""
        found = []
        for what, policy in self._policies.get(person.name, {}).items():
            piece, steps = self._lived(person, clean(what), policy, bed)
            if steps:
                found.append((piece, steps))
        return [
            Routine(number, piece, steps, self._last, self._last, of=of).plain()
            for number, (piece, steps) in enumerate(found[-MAX_ROUTINES:], 1)
        ]

    def _lived(self, person: Persona, what: str, policy: JsonObject, bed: str) -> tuple[Piece, tuple[Step, ...]]:
        deeds = [self._deed(person.name, *items(step)) for step in items(policy.get("decomp"))]
        told = [deed for deed in deeds if deed.minutes > 0]
        minutes = min(_LONGEST_BLOCK_MINUTES, sum(deed.minutes for deed in told))
        rooms = Counter(room for deed in told if (room := self._gazetteer.room_of(deed.tool)) is not None)
        room = max(rooms, key=rooms.__getitem__, default=None) or self._guessed(what, bed, person)
        if room is None or minutes < MIN_DEED_MINUTES:
            return Piece(what, "", "", 0), ()
        steps = fitted(told, told[-1], minutes, room, self._gazetteer)
        return Piece(what, room, room, minutes), tuple(steps)

    def _deed(self, name: str, text: Json, minutes: Json) -> PlannedDeed:
        """A deed of a block, with its place and emoji if they are known."""
        said = str(text)
        known = self._deeds.get(name, {}).get(said, {})
        part = _PART.fullmatch(said)
        lasts = minutes if isinstance(minutes, int | float) else 0
        return PlannedDeed.model_construct(
            what=clean(part[1] if part else said),
            minutes=round(max(0.0, min(float(_LONGEST_BLOCK_MINUTES), lasts))),
            tool=self._places.address(str(known.get("new_address", ""))),
            emoji=plain_emoji(str(known.get("act_pron", ""))),
        )

    def _guessed(self, what: str, bed: str, person: Persona) -> RoomId | None:
        return self._gazetteer.room_of(self._finder.for_deed(what, Dweller(bed, person.places)))


def note_of(carried: JsonObject) -> list[str]:
    """A sentence with the number of routines."""
    count = sum(len(items(table(each).get("blocks"))) for each in table(carried.get("people")).values())
    if not count:
        return []
    return [
        t("One of these routines can be used here.")
        if count == 1
        else t("{count:,} of these routines can be used here.", count=count)
    ]
