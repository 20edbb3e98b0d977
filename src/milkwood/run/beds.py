"""Where a run begins: everyone asleep in bed.

Knows packs and events, no runs.
"""

from milkwood.ids import ThingId
from milkwood.mind.phrases import Phrases
from milkwood.town.body import Deed
from milkwood.town.events import Entered, Happening
from milkwood.town.town import BEFORE_TIME
from milkwood.towns import Pack
from milkwood.words import Language


def everybody_in_bed(pack: Pack, language: Language) -> list[Happening]:
    """Each person asleep in their bed; people who share one lie on different spots of it."""
    town_map = pack.town_map
    taken: dict[ThingId, int] = {}
    happenings = []
    for person in pack.people.values():
        spots = town_map.spots(person.bed)
        place = taken.get(person.bed, 0)
        taken[person.bed] = place + 1
        room = town_map.things[person.bed].room
        deed = Deed(Phrases.of(language).sleeping, "💤", at=room, thing=person.bed, asleep=True)
        happenings.append(Happening(BEFORE_TIME, person.id, 0, Entered(spots[place % len(spots)], deed)))
    return happenings
