"""Who is what to whom in an invented town: kin, colleagues, friends, old loves, debts, feuds and neighbours.

Invariant: every tie has two sides, and two people are tied once.
"""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from milkwood.chance import Stream
from milkwood.invention.facts import GROWN_UP_AGE, Bond, FeudFact
from milkwood.invention.society import Society
from milkwood.invention.stock import Pair, StockTable, pairs, stock
from milkwood.invention.wording import drawn_slots, fill

_CLOSE_PEOPLE = 6
_ALL_KNOWN_PEOPLE = 10
_LOVE_PEOPLE = 6
_COURTING_YEARS, _PEER_YEARS = 12, 4
"""Years between two who were lovers, and two who were at school together, at most."""
_GENDERED = {"spouse": ("he", "she", "they"), "parent": ("she", "he", "they"), "sibling": ("she", "he", "they")}
"""The order in which the words for what someone is are listed."""


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


def tie_all(society: Society, chance: Stream) -> Ties:
    """All ties."""
    return _Tier(society, chance).all()


class _Tier:
    """Ties people one sort after another."""

    def __init__(self, society: Society, chance: Stream) -> None:
        self.society, self.chance = society, chance
        self.people = society.people
        self.table = stock("ties")
        self.trades = stock("trades")
        self.ties = Ties()
        self._rows: dict[tuple[str, int], list[int]] = {}
        """Rows of memories that no tie of a kind has yet, by the kind and the number of rows."""

    def all(self) -> Ties:
        """Everything, the closest first."""
        count = len(self.people)
        self._kin()
        feuds = self.chance.shuffled(self.table["feuds"])
        for table, (one, other) in zip(feuds[: max(1, count // 6)], self._apart(), strict=False):
            self._feud(table, one, other)
        if count >= _LOVE_PEOPLE:
            fitting = [pair for pair in self._apart() if self._years_between(*pair) <= _COURTING_YEARS]
            for one, other in fitting[: max(1, count // 12)]:
                self._shared(one, other, "love", self.table["loves"], (2, 6))
        debts = self.chance.shuffled(self.table["debts"])
        for number, (one, other) in enumerate(self._apart()[: max(1, count // 6)]):
            self._pair(one, other, "creditor", "debtor", debts[number % len(debts)], (2, 5))
        friends = [pair for pair in self._strangers() if self._grown(pair[0]) == self._grown(pair[1])]
        for one, other in friends[: max(1, count * 2 // 3)]:
            self._friends(one, other)
        for one, other in self._strangers():
            if self._place(one) == self._place(other) is not None:
                self._work_together(one, other)
        for one, other in self._strangers():
            met = min(len(self.ties.of(one)), len(self.ties.of(other)))
            if count <= _ALL_KNOWN_PEOPLE or met < _CLOSE_PEOPLE:
                self._shared(one, other, "neighbour", self.table["neighbours"], (1, 4))
        return self.ties

    def _place(self, person: str) -> str | None:
        place = self.trades[self.people[person].trade]["place"]
        return None if place in ("home", "none") else str(place)

    def _grown(self, person: str) -> bool:
        return self.people[person].age >= GROWN_UP_AGE

    def _years_between(self, one: str, other: str) -> int:
        return abs(self.people[one].age - self.people[other].age)

    def _strangers(self) -> list[tuple[str, str]]:
        """Pairs that are not tied, in random order."""
        return self.chance.shuffled([pair for pair in combinations(self.people, 2) if pair not in self.ties.sides])

    def _apart(self) -> list[tuple[str, str]]:
        """Adults of two households who are not tied, nobody twice."""
        seen: set[str] = set()
        apart = []
        for one, other in self._strangers():
            near = self.people[one].household == self.people[other].household
            if not near and not {one, other} & seen and self._grown(one) and self._grown(other):
                seen |= {one, other}
                apart.append((one, other))
        return apart

    def _kin(self) -> None:
        kin = self.table["kin"]
        for house in self.society.households:
            for one, other in combinations(house.members, 2):
                first, second = self.people[one].role, self.people[other].role
                if second == "lodger":
                    self._pair(one, other, "lodger", "host", kin["lodger"], (3, 5))
                elif second == "spouse":
                    self._shared(one, other, "spouse", kin["spouse"], (8, 10))
                elif second == "elder":
                    self._pair(other, one, "child", "parent", kin["parent"], (7, 9))
                elif second == "sibling" or first == "child":
                    self._shared(one, other, "sibling", kin["sibling"], (6, 9))
                else:
                    self._pair(one, other, "child", "parent", kin["parent"], (7, 10))

    def _feud(self, table: StockTable, one: str, other: str) -> None:
        slots = self._slots(one, other)
        self._side(one, other, "enemy", table["a"], -self.chance.between(6, 9), slots)
        self._side(other, one, "enemy", table["b"], -self.chance.between(4, 8), slots)
        self.ties.feuds.append(FeudFact(one, other, Pair(*table["cause"])))

    def _friends(self, one: str, other: str) -> None:
        if not self._grown(one):
            self._shared(one, other, "friend", self.table["playmates"], (6, 8))
            return
        table = self.table["friends"]
        if self._years_between(one, other) <= _PEER_YEARS:
            table = {**table, "tie": [*table["tie"], *table["peers"]]}
        self._shared(one, other, "friend", table, (6, 8))

    def _work_together(self, one: str, other: str) -> None:
        if self._grown(one) and self._grown(other):
            self._shared(one, other, "colleague", self.table["colleagues"], (3, 6))
        elif self._grown(one):
            self._pair(one, other, "pupil", "teacher", self.table["school"], (3, 6))
        elif self._grown(other):
            self._pair(other, one, "pupil", "teacher", self.table["school"], (3, 6))
        else:
            self._shared(one, other, "friend", self.table["playmates"], (3, 6))

    def _slots(self, *people: str) -> dict[str, Pair]:
        return drawn_slots(self.chance, *(self.people[person] for person in people))

    def _pair(self, one: str, other: str, is_to: str, is_back: str, table: StockTable, near: tuple[int, int]) -> None:
        slots = self._slots(one, other)
        self._side(one, other, is_to, table["a"], self._near(near), slots)
        self._side(other, one, is_back, table["b"], self._near(near), slots)

    def _shared(self, one: str, other: str, kind: str, table: StockTable, near: tuple[int, int]) -> None:
        """A tie of one sort from both sides: both remember the same occasion, and say alike what they are."""
        slots, turn = self._slots(one, other), self._row(kind, len(table["memory"]))
        tie = table["tie"] if kind in _GENDERED else [self.chance.chosen(table["tie"])]
        back = table["other"] if "other" in table else table["memory"]
        self._side(one, other, kind, {**table, "tie": tie, "memory": table["memory"][turn]}, self._near(near), slots)
        self._side(other, one, kind, {**table, "tie": tie, "memory": back[turn]}, self._near(near), slots)

    def _row(self, kind: str, count: int) -> int:
        """A row that no tie of the kind has yet; any, once all are used."""
        left = self._rows.setdefault((kind, count), [])
        if not left:
            left += self.chance.shuffled(list(range(count)))
        return left.pop()

    def _near(self, span: tuple[int, int]) -> int:
        return self.chance.between(*span)

    def _side(self, one: str, other: str, kind: str, table: StockTable, near: int, slots: dict[str, Pair]) -> None:
        me, them = self.people[one], self.people[other]

        def options(listed: list[list[str]] | list[str]) -> list[Pair]:
            return [Pair(*listed)] if isinstance(listed[0], str) else pairs(listed)

        def words(listed: list[list[str]] | list[str]) -> Pair:
            return fill(self.chance.chosen(options(listed)), me, them, slots)

        tie: Any = table["tie"]
        if kind in _GENDERED:
            tie = tie[_GENDERED[kind].index(them.pronoun)]
        concern = words(table["concern"]) if "concern" in table else None
        memories = options(table["memory"])
        memory = fill(
            memories[self._row(f"{kind} side", len(memories))] if len(memories) > 1 else memories[0], me, them, slots
        )
        self.ties.sides[one, other] = Side(
            Bond(one, other, kind, near), words(tie), words(table["feel"]), memory, concern
        )
