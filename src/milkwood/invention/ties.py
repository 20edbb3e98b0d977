"""Who is what to whom in an invented town: kin, colleagues, friends, old loves, debts, feuds and neighbours.

Invariant: every tie has two sides, and two people are tied once.
"""

from dataclasses import dataclass, field

from milkwood.chance import Stream
from milkwood.invention.facts import Bond, FeudFact, Inhabitant
from milkwood.invention.society import Society
from milkwood.invention.stock import Pair, Table, pairs, stock
from milkwood.invention.wording import drawn_slots, fill

_FRIENDS_EACH = 6
_EVERYBODY_KNOWN = 10
_GENDERED = ("she", "he", "they")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a tie, in words."""

    bond: Bond
    tie: Pair
    feeling: Pair
    memory: Pair
    concern: Pair | None = None


@dataclass(slots=True)
class Ties:
    """All ties of a town, by person and other."""

    sides: dict[tuple[str, str], Side] = field(default_factory=dict)
    feuds: list[FeudFact] = field(default_factory=list)

    def of(self, person: str) -> list[Side]:
        """What a person is tied by."""
        return [side for (one, _), side in self.sides.items() if one == person]

    def others(self, person: str, kind: str) -> list[str]:
        """Who is this to a person."""
        return [side.bond.other for side in self.of(person) if side.bond.kind == kind]


def tie_all(society: Society, chance: Stream, lowest: int) -> Ties:
    """All ties; `lowest` is the least closeness that a pack may say."""
    return _Tier(society, chance, lowest).all()


class _Tier:
    """Ties people one sort after another."""

    def __init__(self, society: Society, chance: Stream, lowest: int) -> None:
        self.society, self.chance, self.lowest = society, chance, lowest
        self.people = society.people
        self.table = stock("ties")
        self.trades = stock("trades")
        self.ties = Ties()

    def all(self) -> Ties:
        """Everything, the closest first."""
        count = len(self.people)
        self._kin()
        feuds = self.chance.shuffled(self.table["feuds"])
        for table, (one, other) in zip(feuds[: max(1, count // 6)], self._strangers(adults=True), strict=False):
            self._feud(table, one, other)
        if count >= 6:
            for one, other in self._strangers(adults=True)[: max(1, count // 12)]:
                self._shared(one, other, "love", self.table["loves"], (2, 6))
        debts = self.chance.shuffled(self.table["debts"])
        for number, (one, other) in enumerate(self._strangers(adults=True)[: max(1, count // 6)]):
            table = debts[number % len(debts)]
            slots = drawn_slots(self.chance)
            self._side(one, other, "creditor", table["a"], self.chance.between(2, 5), slots)
            self._side(other, one, "debtor", table["b"], self.chance.between(2, 5), slots)
        for one, other in self._strangers(adults=False)[: max(1, count * 2 // 3)]:
            self._shared(one, other, "friend", self.table["friends"], (6, 8))
        for one, other in self._strangers(adults=False):
            if self._place(one) == self._place(other) is not None:
                self._shared(one, other, "colleague", self.table["colleagues"], (3, 6))
        for one, other in self._strangers(adults=False):
            met = min(len(self.ties.of(one)), len(self.ties.of(other)))
            if count <= _EVERYBODY_KNOWN or met < _FRIENDS_EACH:
                self._shared(one, other, "neighbour", self.table["neighbours"], (1, 4))
        return self.ties

    def _place(self, person: str) -> str | None:
        place = self.trades[self.people[person].trade]["place"]
        return None if place in ("home", "none") else str(place)

    def _strangers(self, *, adults: bool) -> list[tuple[str, str]]:
        """Pairs that are not tied, in random order."""
        ids = [one for one, person in self.people.items() if person.age >= 18 or not adults]
        couples = [(one, other) for number, one in enumerate(ids) for other in ids[number + 1 :]]
        free = self.chance.shuffled([pair for pair in couples if pair not in self.ties.sides])
        if not adults:
            return free
        seen: set[str] = set()
        apart = []
        for one, other in free:
            if not {one, other} & seen and self.people[one].household != self.people[other].household:
                seen |= {one, other}
                apart.append((one, other))
        return apart

    def _kin(self) -> None:
        kin = self.table["kin"]
        for house in self.society.households:
            for number, one in enumerate(house.members):
                for other in house.members[number + 1 :]:
                    first, second = house.roles[one], house.roles[other]
                    if second == "lodger":
                        self._pair(one, other, "lodger", "host", kin["lodger"], (3, 5))
                    elif second == "spouse":
                        self._shared(one, other, "spouse", kin["spouse"]["a"], (8, 10))
                    elif second == "elder":
                        self._pair(other, one, "child", "parent", kin["parent"], (7, 9))
                    elif second == "sibling" or first == "child":
                        self._shared(one, other, "sibling", kin["sibling"]["a"], (6, 9))
                    else:
                        self._pair(one, other, "child", "parent", kin["parent"], (7, 10))

    def _feud(self, table: Table, one: str, other: str) -> None:
        slots = drawn_slots(self.chance)
        self._side(one, other, "enemy", table["a"], max(self.lowest, -self.chance.between(6, 9)), slots)
        self._side(other, one, "enemy", table["b"], max(self.lowest, -self.chance.between(4, 8)), slots)
        self.ties.feuds.append(FeudFact(one, other, Pair(*table["cause"])))

    def _pair(self, one: str, other: str, is_to: str, is_back: str, table: Table, near: tuple[int, int]) -> None:
        slots = drawn_slots(self.chance)
        self._side(one, other, is_to, table["a"], self.chance.between(*near), slots)
        self._side(other, one, is_back, table["b"], self.chance.between(*near), slots)

    def _shared(self, one: str, other: str, kind: str, table: Table, near: tuple[int, int]) -> None:
        slots = drawn_slots(self.chance)
        back = {**table, "memory": table.get("other", table["memory"])}
        self._side(one, other, kind, table, self.chance.between(*near), slots)
        self._side(other, one, kind, back, self.chance.between(*near), slots)

    def _side(self, one: str, other: str, kind: str, table: Table, near: int, slots: dict[str, Pair]) -> None:
        me, them = self.people[one], self.people[other]

        def words(listed: list[list[str]] | list[str]) -> Pair:
            options = [Pair(*listed)] if isinstance(listed[0], str) else pairs(listed)
            return fill(self.chance.chosen(options), me, them, slots)

        ties = table["tie"]
        gendered = isinstance(ties[0], list) and len(ties) == len(_GENDERED) and kind in ("spouse", "parent", "sibling")
        tie = words(_of_pronoun(ties, kind, them) if gendered else ties)
        concern = words(table["concern"]) if "concern" in table else None
        self.ties.sides[one, other] = Side(
            Bond(one, other, kind, near), tie, words(table["feel"]), words(table["memory"]), concern
        )


def _of_pronoun(ties: list[list[str]], kind: str, them: Inhabitant) -> list[list[str]]:
    """The word for a man, a woman or neither: husbands are listed first, mothers and sisters too."""
    order = ("he", "she", "they") if kind == "spouse" else _GENDERED
    return [ties[order.index(them.pronoun)]]
