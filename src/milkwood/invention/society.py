"""Who lives in an invented town: households, names, ages, trades and the places they need.

Invariant: everyone has a name of their own in both languages, and a trade whose place stands in the town.
"""

import re
from dataclasses import dataclass, field

from milkwood.chance import Stream
from milkwood.invention.facts import Inhabitant
from milkwood.invention.stock import Pair, Table, pairs, stock

STYLES = ("warm", "shy", "formal", "blunt", "cheerful", "thoughtful", "dry", "gruff", "youthful", "theatrical")
_PUBLIC = ("hall", "temple")
_SCHOOL_AGE = range(8, 16)
_OLD = 67


@dataclass(slots=True)
class _Draft:
    """A person before they have a name."""

    role: str
    age: int
    pronoun: str
    trade: str = ""


@dataclass(slots=True)
class Household:
    """People under one roof: their ids, and who sleeps in one room."""

    family: Pair
    members: list[str] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)
    """adult, spouse, child, sibling, elder or lodger."""
    bedrooms: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class Society:
    """The people of a town by id, their households, and the keys of the places they work at."""

    people: dict[str, Inhabitant]
    households: list[Household]
    places: list[str]


def people_of(count: int, chance: Stream) -> Society:
    """A society of this many people."""
    groups = _groups(count, chance)
    places = _give_trades([person for group in groups for person in group], chance)
    society = Society({}, [], places)
    namer = _Namer(chance)
    for number, group in enumerate(groups):
        society.households.append(_household(group, number, namer, society, chance))
    return society


def _groups(count: int, chance: Stream) -> list[list[_Draft]]:
    groups: list[list[_Draft]] = []
    left = count
    while left:
        group = _group(min(left, 5), chance)
        groups.append(group)
        left -= len(group)
    return groups


def _group(most: int, chance: Stream) -> list[_Draft]:
    age = chance.between(24, 74)
    group = [_Draft("adult", age, _pronoun(chance))]
    sort = chance.unit()
    if most >= 2 and sort < 0.5:
        pronoun = _pronoun(chance) if chance.happens(0.15) else "he" if group[0].pronoun == "she" else "she"
        group.append(_Draft("spouse", max(22, age + chance.between(-6, 6)), pronoun))
        if age < 60:
            for _ in range(min(most - 2, chance.chosen((0, 0, 1, 1, 2)))):
                group.append(_child(age, chance))
        elif most >= 3 and chance.happens(0.3):
            group.append(_child(age, chance))
    elif most >= 2 and sort < 0.6:
        group.append(_child(age, chance) if age >= 32 else _Draft("sibling", age + 3, _pronoun(chance)))
    elif most >= 2 and sort < 0.68:
        group.append(_Draft("sibling", age + chance.between(1, 7), _pronoun(chance)))
    elif most >= 2 and sort < 0.75 and age < 55:
        group.append(_Draft("elder", age + chance.between(22, 30), _pronoun(chance)))
    if len(group) < min(most, 3) and chance.happens(0.2):
        group.append(_Draft("lodger", chance.between(20, 60), _pronoun(chance)))
    return group


def _child(age: int, chance: Stream) -> _Draft:
    return _Draft("child", max(8, age - chance.between(22, 36)), _pronoun(chance))


def _pronoun(chance: Stream) -> str:
    return chance.chosen(("she", "he")) if chance.happens(0.96) else "they"


def _give_trades(people: list[_Draft], chance: Stream) -> list[str]:
    """A trade for everyone; returns the places that the town needs, its inn and a public house first."""
    trades: Table = stock("trades")
    pupils = [person for person in people if person.age in _SCHOOL_AGE]
    for pupil in pupils:
        pupil.trade = "pupil"
    adults = [person for person in people if not person.trade]
    for adult in adults:
        if adult.age > _OLD and chance.happens(0.6) and len(adults) > 3:
            adult.trade = "retired"
    working = chance.shuffled([person for person in adults if not person.trade])
    first = ["inn", chance.chosen(_PUBLIC), *(["school"] if pupils else [])]
    known = sorted({entry["place"] for entry in trades.values()} - {"none", "home"})
    further = chance.shuffled([place for place in known if place not in first])
    places = [*first, *further[: max(1, min(len(working) * 2 // 3, 18) - len(first))]]
    by_place = {place: chance.shuffled(_trades_at(place, trades)) for place in places}
    home = chance.shuffled(_trades_at("home", trades))
    for person in working:
        if home and chance.happens(0.08):
            person.trade = home.pop()
            continue
        open_places = [place for place in places if by_place[place]]
        place = max(open_places, key=lambda one: (one not in _staffed(people, trades), len(by_place[one])))
        person.trade = by_place[place].pop()
    staffed = _staffed(people, trades)
    return [place for place in places if place in staffed or place in first]


def _trades_at(place: str, trades: Table) -> list[str]:
    return [key for key, entry in trades.items() if entry["place"] == place and key != "pupil"]


def _staffed(people: list[_Draft], trades: Table) -> set[str]:
    return {trades[person.trade]["place"] for person in people if person.trade}


class _Namer:
    """Gives out names, none of them twice."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.peoples = chance.shuffled(stock("names")["peoples"])
        self.used: set[str] = set()
        self.families: set[str] = set()
        self.turn = 0

    def family(self) -> tuple[Table, Pair]:
        """The next people, and a family name of theirs."""
        for _ in range(100):
            people = self.peoples[self.turn % len(self.peoples)]
            self.turn += 1
            free = [name for name in pairs(people["family"]) if name.en not in self.families]
            if free:
                name = self.chance.chosen(free)
                self.families.add(name.en)
                return people, name
        raise ValueError("no family name is left")

    def given(self, people: Table, pronoun: str) -> Pair:
        """A given name that nobody has yet."""
        lists = [pronoun] if pronoun in ("she", "he") else ["she", "he"]
        for one in [people, *self.peoples]:
            free = [name for key in lists for name in pairs(one[key]) if not {name.en, name.zh} & self.used]
            if free:
                name = self.chance.chosen(free)
                self.used |= {name.en, name.zh}
                return name
        raise ValueError("no given name is left")


def full_name(people: Table, family: Pair, given: Pair) -> Pair:
    """The whole name, in the order of its people."""
    if people["style"] == "eastern":
        return Pair(f"{family.en} {given.en}", f"{family.zh}{given.zh}")
    return Pair(f"{given.en} {family.en}", f"{given.zh}{people['joint']}{family.zh}")


def _household(group: list[_Draft], number: int, namer: _Namer, society: Society, chance: Stream) -> Household:
    people, family = namer.family()
    house = Household(family)
    for draft in group:
        own, name = namer.family() if draft.role == "lodger" else (people, family)
        given = namer.given(own, draft.pronoun)
        full = full_name(own, name, given)
        person = "_".join(re.findall("[a-z]+", full.en.lower()))
        styles = ("youthful", "cheerful", "shy") if draft.age < 20 else STYLES
        society.people[person] = Inhabitant(
            person, full, given, draft.age, draft.pronoun, draft.trade, number, chance.chosen(styles)
        )
        house.members.append(person)
        house.roles[person] = draft.role
        if draft.role == "spouse":
            house.bedrooms[0].append(person)
        elif draft.role == "child" and len(house.bedrooms) > 1 and house.roles[house.bedrooms[-1][0]] == "child":
            house.bedrooms[-1].append(person)
        else:
            house.bedrooms.append([person])
    return house
