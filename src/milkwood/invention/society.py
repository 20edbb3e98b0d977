"""Who lives in an invented town: households, names, ages, trades and the places they need.

Invariant: everyone has a name of their own in both languages, and a trade whose place stands in the town.
"""

import re
from dataclasses import dataclass, field

from milkwood.chance import Stream
from milkwood.invention.facts import GROWN_UP_AGE, Inhabitant
from milkwood.invention.stock import Pair, StockTable, pairs, stock

STYLES = ("warm", "shy", "formal", "blunt", "cheerful", "thoughtful", "dry", "gruff", "youthful", "theatrical")
_PUBLIC = ("hall", "temple")
_YOUNGEST_AGE, _SETTLED_AGE, _OLD_AGE = 8, 25, 67
_PARENT = (20, 36)
"""How much older than a child a parent is, at least and at most."""


@dataclass(slots=True)
class _Draft:
    """A person before they have a name."""

    role: str
    age: int
    pronoun: str
    trade: str = ""


@dataclass(slots=True)
class FamilyHousehold:
    """People under one roof: their ids, and who sleeps in one room."""

    family: Pair
    members: list[str] = field(default_factory=list)
    bedrooms: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class Society:
    """The people of a town by id, their households, and the keys of the places they work at."""

    people: dict[str, Inhabitant]
    households: list[FamilyHousehold]
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
        group = _group(min(left, 5, count - 1), chance)
        groups.append(group)
        left -= len(group)
    return groups


def _group(most: int, chance: Stream) -> list[_Draft]:
    age = chance.between(_SETTLED_AGE, 74)
    group = [_Draft("adult", age, _pronoun(chance))]
    sort = chance.unit()
    if most >= 2 and sort < 0.5:
        pronoun = _pronoun(chance) if chance.happens(0.15) else "he" if group[0].pronoun == "she" else "she"
        group.append(_Draft("spouse", max(_SETTLED_AGE, age + chance.between(-6, 6)), pronoun))
        for _ in range(min(most - 2, chance.chosen((0, 0, 1, 1, 2)))):
            group += _child(group[:2], chance)
    elif most >= 2 and sort < 0.6:
        group += _child(group, chance)
    elif most >= 2 and sort < 0.68:
        group.append(_Draft("sibling", age + chance.between(1, 7), _pronoun(chance)))
    elif most >= 2 and sort < 0.75 and age < 55:
        group.append(_Draft("elder", age + chance.between(22, 30), _pronoun(chance)))
    if len(group) < min(most, 3) and chance.happens(0.2):
        group.append(_Draft("lodger", chance.between(_SETTLED_AGE, 60), _pronoun(chance)))
    return group


def _child(parents: list[_Draft], chance: Stream) -> list[_Draft]:
    """A child whom these people may have, if any."""
    least, most = _PARENT
    low = max(_YOUNGEST_AGE, max(parent.age for parent in parents) - most)
    high = min(parent.age for parent in parents) - least
    return [_Draft("child", chance.between(low, high), _pronoun(chance))] if low <= high else []


def _pronoun(chance: Stream) -> str:
    return chance.chosen(("she", "he")) if chance.happens(0.96) else "they"


def _give_trades(people: list[_Draft], chance: Stream) -> list[str]:
    """A trade for everyone; returns the places that the town needs, its inn and a public house first."""
    trades: StockTable = stock("trades")
    pupils = [person for person in people if person.age < GROWN_UP_AGE]
    for pupil in pupils:
        pupil.trade = "pupil"
    adults = [person for person in people if not person.trade]
    for adult in adults:
        if adult.age > _OLD_AGE and chance.happens(0.6) and len(adults) > 3:
            adult.trade = "retired"
    working = chance.shuffled([person for person in adults if not person.trade])
    first = ["inn", *(["school"] if pupils else []), chance.chosen(_PUBLIC)]
    known = sorted({entry["place"] for entry in trades.values()} - {"none", "home"})
    further = chance.shuffled([place for place in known if place not in first])
    places = [*first, *further[: max(1, min(len(working) * 2 // 3, 18) - len(first))]]
    free = {place: chance.shuffled(_trades_at(place)) for place in [*places, *further, "home"]}
    for person in sorted(working, key=lambda one: one.age < _SETTLED_AGE):
        at_home = [trade for trade in free["home"] if _may(person, trade)]
        if at_home and chance.happens(0.08):
            person.trade = at_home[0]
        else:
            person.trade = _trade_for(person, people, places, free)
        free[trades[person.trade]["place"]].remove(person.trade)
    staffed = _staffed(people)
    return [place for place in dict.fromkeys([*places, *further]) if place in staffed or place in first]


def _trade_for(person: _Draft, people: list[_Draft], places: list[str], free: dict[str, list[str]]) -> str:
    """A trade at a place that still needs someone, the first places first, or else wherever there is one."""
    trades, staffed = stock("trades"), _staffed(people, pupils=False)
    offers = [
        (
            not _may(person, trade),
            place not in staffed and bool(trades[trade].get("helper")),
            place not in places,
            place in staffed,
            -len(free[place]) if place in staffed else number,
            turn,
            trade,
        )
        for number, place in enumerate(free)
        for turn, trade in enumerate(free[place])
    ]
    return min(offers)[-1]


def _may(person: _Draft, trade: str) -> bool:
    """Whether someone is old enough."""
    return person.age >= int(stock("trades")[trade].get("youngest", _SETTLED_AGE))


def _trades_at(place: str) -> list[str]:
    return [key for key, entry in stock("trades").items() if entry["place"] == place and key != "pupil"]


def _staffed(people: list[_Draft], *, pupils: bool = True) -> set[str]:
    """The places at which someone works; pupils are no staff."""
    trades = [person.trade for person in people if person.trade and (pupils or person.trade != "pupil")]
    return {stock("trades")[trade]["place"] for trade in trades}


class _Namer:
    """Gives out names, none of them twice."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.peoples = chance.shuffled(stock("names")["peoples"])
        self.used: set[str] = set()
        self.families: set[str] = set()
        self.turn = 0

    def family(self) -> tuple[StockTable, Pair]:
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

    def given(self, people: StockTable, pronoun: str) -> Pair:
        """A given name that nobody has yet."""
        lists = [pronoun] if pronoun in ("she", "he") else ["she", "he"]
        for one in [people, *self.peoples]:
            free = [name for key in lists for name in pairs(one[key]) if not {name.en, name.zh} & self.used]
            if free:
                name = self.chance.chosen(free)
                self.used |= {name.en, name.zh}
                return name
        raise ValueError("no given name is left")


def full_name(people: StockTable, family: Pair, given: Pair) -> Pair:
    """The whole name, in the order of its people."""
    if people["style"] == "eastern":
        return Pair(f"{family.en} {given.en}", f"{family.zh}{given.zh}")
    return Pair(f"{given.en} {family.en}", f"{given.zh}{people['joint']}{family.zh}")


def _household(group: list[_Draft], number: int, namer: _Namer, society: Society, chance: Stream) -> FamilyHousehold:
    people, family = namer.family()
    house = FamilyHousehold(family)
    for draft in group:
        own, name = namer.family() if draft.role == "lodger" else (people, family)
        given = namer.given(own, draft.pronoun)
        full = full_name(own, name, given)
        person = "_".join(re.findall("[a-z]+", full.en.lower()))
        styles = ("youthful", "cheerful", "shy") if draft.age < 20 else STYLES
        society.people[person] = Inhabitant(
            person, full, given, draft.age, draft.pronoun, draft.trade, number, draft.role, chance.chosen(styles)
        )
        house.members.append(person)
        if not house.bedrooms:
            house.bedrooms.append([person])
        elif draft.role == "spouse":
            house.bedrooms[0].append(person)
        elif draft.role == society.people[house.bedrooms[-1][0]].role == "child":
            house.bedrooms[-1].append(person)
        else:
            house.bedrooms.append([person])
    return house
