"""What a file may refer to: the people of the pack and the places of its map.

Invariant: with no map to judge by, no address is called wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.i18n import t
from milkwood.town.address import Address
from milkwood.town.places import OpeningHours, Room, Sector, Thing
from milkwood.towns.problem import Problems, meant, one_of, quoted
from milkwood.towns.survey import Land


@dataclass(frozen=True, slots=True)
class Known:
    """The people and places that exist."""

    people: tuple[str, ...]
    land: Land | None
    """None if the map could not be read; addresses are not checked then."""
    names: tuple[tuple[str, str], ...] = ()
    """The names of people in every language, after their ids."""

    def person(self, person: str, where: str, problems: Problems) -> bool:
        """Whether the person exists; notes a problem if not."""
        if person in self.people:
            return True
        advice = meant(person, self.people) or t("There are: {names}.", names=one_of(self.people, 30))
        problems.error(where, t("There is no person {name}.", name=quoted(person)), advice)
        return False

    def place(self, address: Address, where: str, problems: Problems) -> Sector | Room | Thing | None:
        """The place or thing at an address; notes a problem if there is none."""
        if self.land is None:
            return None
        found = self._find(address)
        if found is None:
            said = address.say()
            what = t("There is no place {name} on the map.", name=quoted(said))
            problems.error(where, what, self._advice(address))
        return found

    def hours(self, address: Address) -> OpeningHours | None:
        """When the sector of an address is open; None when it has no hours."""
        sector = self.land.town_map.sectors.get(address.sector_id) if self.land else None
        return sector.hours if sector else None

    def _find(self, address: Address) -> Sector | Room | Thing | None:
        if self.land is None:
            return None
        town_map = self.land.town_map
        if address.thing_id:
            return town_map.things.get(address.thing_id)
        if address.room_id:
            return town_map.rooms.get(address.room_id)
        return town_map.sectors.get(address.sector_id)

    def _advice(self, address: Address) -> str:
        """The nearest names on the first level that is wrong."""
        part, known = self._wrong_level(address)
        close = meant(part, known)
        return close or (t("There are: {names}.", names=one_of(known)) if known else t("There is nothing there."))

    def _wrong_level(self, address: Address) -> tuple[str, list[str]]:
        assert self.land is not None
        town_map = self.land.town_map
        if address.sector_id not in town_map.sectors:
            return address.sector, list(town_map.sectors)
        room = address.room_id
        if room not in town_map.rooms:
            return address.room, list(_last_names(room.id for room in town_map.rooms_of(address.sector_id)))
        inside = (thing.id for thing in town_map.things.values() if thing.room == room)
        return address.thing, list(_last_names(inside))


def _last_names(ids: Iterator[str]) -> Iterator[str]:
    return (address.rpartition(":")[2] for address in ids)
