"""Inventing a town from a seed: people, ties, happenings, days and a map, and writing them as a pack.

Invariant: the same seed and number of people give the same facts and the same files.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from milkwood.chance import Stream, stream
from milkwood.invention.company import with_visits
from milkwood.invention.days import InventedDay, Whereabouts, haunts_of, hobbies_of, usual_day
from milkwood.invention.facts import GROWN_UP_AGE, Inhabitant, TownFacts
from milkwood.invention.happenings import MARKS, Happenings, InventedMemory, happen
from milkwood.invention.land.draft import blueprint_of, map_text
from milkwood.invention.land.places import HOME_EXTRAS, OPEN_GROUNDS, FamilyHome, TownPlace, home_of, place_of
from milkwood.invention.looks import looks_of
from milkwood.invention.pack import PersonPage, person_toml, scenario_toml, town_toml
from milkwood.invention.shifts import SHIFTS, open_while_staffed
from milkwood.invention.society import Society, people_of
from milkwood.invention.stock import Pair, StockTable, pairs, stock
from milkwood.invention.ties import Ties, tie_all
from milkwood.invention.wording import chosen, drawn_slots, fill
from milkwood.towns.copy import copy_folder
from milkwood.towns.new import STARTER

MIN_INHABITANTS, MAX_INHABITANTS = 3, 40
_MEMORIES = (8, 15)
_MIDDLE_AGE = 35
_FIRST_MONDAY = datetime(2024, 1, 1, 6)
_LICENCE = "This town was invented by Milkwood. You may use it as you like.\n"


@dataclass(frozen=True, slots=True)
class InventedTown:
    """A town as facts, as the texts of its files, and as places to draw."""

    seed: int
    facts: TownFacts
    files: dict[str, str]
    places: list[TownPlace]

    def write(self, folder: Path) -> None:
        """Write the whole pack into a folder."""
        drawn = map_text(blueprint_of(self.facts.name.en, self.seed, self.places))
        folder.mkdir(parents=True, exist_ok=True)
        copy_folder(STARTER / "tiles", folder / "tiles")
        for name, text in {**self.files, "map.tmj": drawn}.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")


def invent(seed: int, people: int = 10, marks: tuple[str, ...] = MARKS) -> InventedTown:
    """Invent a town; `marks` are the ways in which its secrets are marked."""
    return _Inventor(seed, people, marks).town()


class _Inventor:
    """Invents one town."""

    def __init__(self, seed: int, people: int, marks: tuple[str, ...]) -> None:
        self.seed, self.marks = seed, marks
        self.society: Society = people_of(people, self._chance("people"))
        self.people = self.society.people
        self.trades = stock("trades")
        self.facts = TownFacts(self._name(), self._start(), dict(self.people))
        self.ties: Ties = tie_all(self.society, self._chance("ties"))
        self.facts.bonds = [side.bond for side in self.ties.sides.values()]
        self.facts.feuds = self.ties.feuds
        self.town_places = self._places()
        self.haunts = haunts_of(self.town_places, len(self.people), self._chance("haunts"))
        self.extras: dict[int, list[str]] = {}
        self.homes: list[FamilyHome] = self._homes()

    def _chance(self, *purpose: str | int) -> Stream:
        return stream(self.seed, "town", *purpose)

    def town(self) -> InventedTown:
        """The whole town."""
        happenings = happen(self.facts, self.ties, self.town_places, self._chance("happenings"), self.marks)
        files = {"town.toml": self._town_file(), "LICENSE": _LICENCE}
        hobbies = {person.id: self._hobbies(person) for person in self.people.values()}
        hours = {place.name.en: place.opens for place in self.town_places.values()}
        alone = {person.id: self._usual_day(person, hobbies[person.id]) for person in self.people.values()}
        days = with_visits(alone, self.people, self.ties, hours)
        for person in self.people.values():
            page = self._person_file(person, hobbies[person.id], days[person.id], happenings)
            files[f"people/{person.id}.toml"] = page
        files["scenarios/days.toml"] = scenario_toml(self.facts, happenings)
        places = [*self.town_places.values(), *(home.place for home in self.homes)]
        return InventedTown(self.seed, self.facts, files, places)

    def _name(self) -> Pair:
        chance, names = self._chance("name"), stock("names")["town"]
        wet = "quay" in self.society.places
        first, last = chosen(names["first"], chance), chosen(names["wet" if wet else "dry"], chance)
        return Pair(f"{first.en}{last.en}", f"{first.zh}{last.zh}")

    def _start(self) -> datetime:
        """Early on a Monday, Tuesday or Wednesday, so that the first days are days of work and school."""
        week, day = divmod(self._chance("start").below(52 * 3), 3)
        return _FIRST_MONDAY + timedelta(weeks=week, days=day)

    def _places(self) -> dict[str, TownPlace]:
        chance, table = self._chance("places"), stock("places")
        keys = [*self.society.places, *OPEN_GROUNDS]
        return {
            key: place_of(key, table[key], chosen(table[key]["names"], chance), self._opens(key, table)) for key in keys
        }

    def _opens(self, key: str, table: StockTable) -> str:
        """The hours of a place: while someone works there, or those of the stock if nobody does."""
        usual = str(table[key].get("opens", ""))
        trades = [self.trades[person.trade] for person in self.people.values()]
        staff = [SHIFTS[trade["shift"]] for trade in trades if trade["place"] == key]
        return open_while_staffed(staff) if usual and staff else usual

    def _homes(self) -> list[FamilyHome]:
        homes = []
        for number, house in enumerate(self.society.households):
            chance = self._chance("home", number)
            extras = chance.shuffled(HOME_EXTRAS[:4])[:2]
            for member in house.members:
                if self.trades[self.people[member].trade]["place"] == "home":
                    extras += [station for _, _, station in self.trades[self.people[member].trade]["work"]]
            self.extras[number] = list(dict.fromkeys(extras))
            name = Pair(f"{house.family.en} house", f"{house.family.zh}家")
            bedrooms = [[(one, self.people[one].called) for one in room] for room in house.bedrooms]
            homes.append(home_of(f"home{number}", name, bedrooms, self.extras[number], chance))
        return homes

    def _town_file(self) -> str:
        name = self.facts.name
        houses = len(self.society.households)
        about = Pair(
            f"{name.en}: {len(self.people)} people, {houses} {'house' if houses == 1 else 'houses'} and "
            f"{len(self.town_places)} places to meet.",
            f"{name.zh}：{len(self.people)}口人，{houses}户人家，还有{len(self.town_places)}处大家碰面的地方。",
        )
        return town_toml(name, about, self.facts.start)

    def _hobbies(self, person: Inhabitant) -> list[StockTable]:
        adult = person.age >= GROWN_UP_AGE
        return hobbies_of(self.extras[person.household], self.haunts, adult, self._chance("hobbies", person.id))

    def _usual_day(self, person: Inhabitant, hobbies: list[StockTable]) -> InventedDay:
        trade = self.trades[person.trade]
        cooks = person.id == self.society.households[person.household].members[0]
        at = Whereabouts(self.homes[person.household], self._work_place(trade), self.town_places, cooks)
        return usual_day(trade, hobbies, at, self._chance("day", person.id))

    def _work_place(self, trade: StockTable) -> TownPlace | None:
        return self.town_places.get(trade["place"])

    def _person_file(
        self, person: Inhabitant, hobbies: list[StockTable], day: InventedDay, happenings: Happenings
    ) -> str:
        chance = self._chance("person", person.id)
        trade = self.trades[person.trade]
        home = self.homes[person.household]
        return person_toml(
            PersonPage(
                person=person,
                traits=chance.shuffled(pairs(stock("people")["traits"]))[:3],
                biography=self._biography(person, trade, chance),
                concerns=self._concerns(person, trade, chance),
                speech=fill(chosen(stock("people")["speech"][person.style], chance), person),
                bed=home.beds[person.id].address(),
                places=[place.name.en for place in self.town_places.values()],
                work=self._work(trade, home),
                day=day,
                sides=self.ties.of(person.id),
                memories=self._memories(person, trade, hobbies, happenings, chance),
                looks=looks_of(person, chance),
            )
        )

    def _work(self, trade: StockTable, home: FamilyHome) -> tuple[Pair, str, str] | None:
        if not trade["work"]:
            return None
        place = self._work_place(trade) or home.place
        title = Pair(*trade["title"])
        station = place.stations[trade["work"][0][2]]
        return title, station.address(), SHIFTS[trade["shift"]].hours()

    def _biography(self, person: Inhabitant, trade: StockTable, chance: Stream) -> Pair:
        people, slots = stock("people"), drawn_slots(chance, person)
        parts = [chosen(trade["bio"], chance)]
        if person.age >= GROWN_UP_AGE:
            parts.append(chosen(people["origins"], chance))
        parts.append(chosen(people["quirks"], chance))
        filled = [fill(part, person, None, slots) for part in parts]
        return Pair(" ".join(part.en for part in filled), "".join(part.zh for part in filled))

    def _concerns(self, person: Inhabitant, trade: StockTable, chance: Stream) -> list[Pair]:
        own = [side.concern for side in self.ties.of(person.id) if side.concern]
        general = stock("people")["concerns" if person.age >= GROWN_UP_AGE else "concerns_young"]
        further = [chosen(trade["concern"], chance), chosen(general, chance)]
        return [*own[:1], *further][: 2 if not own else 3]

    def _memories(
        self, person: Inhabitant, trade: StockTable, hobbies: list[StockTable], happenings: Happenings, chance: Stream
    ) -> list[InventedMemory]:
        """What the person must remember, then enough of everyday things."""
        low, high = _MEMORIES
        must = list(happenings.memories.get(person.id, ()))
        kinds = ("enemy", "love", "debtor", "creditor", "spouse", "child", "parent", "friend", "sibling", "colleague")
        sides = sorted(
            (side for side in self.ties.of(person.id) if side.bond.kind in kinds),
            key=lambda side: kinds.index(side.bond.kind),
        )
        ties = [InventedMemory(side.memory, 8 if n < 2 else 6, (side.bond.other,)) for n, side in enumerate(sides[:4])]
        trades = [InventedMemory(text, 5) for text in chance.shuffled(pairs(trade["memory"]))[:2]]
        people = stock("people")
        slots = drawn_slots(chance)
        everyday = [*pairs(people["memories"]), *(pairs(people["memories_grown"]) if person.age >= _MIDDLE_AGE else [])]
        spare = [InventedMemory(fill(text, person, None, slots), 3) for text in everyday]
        wish = InventedMemory(chosen(people["wishes" if person.age >= GROWN_UP_AGE else "wishes_young"], chance), 6)
        likes = [InventedMemory(Pair(*hobby["memory"]), 4) for hobby in hobbies]
        known = [*must, *ties, *trades, wish, *likes]
        known += chance.shuffled(spare)[: max(1, low + 1 - len(known))]
        return known[:high]
