"""The usual day of an invented person: work at the hours of the trade, meals, and what they like to do.

Invariant: blocks are in order, apart by the time a walk takes, inside one calendar day, and only while places are open.
"""

from dataclasses import dataclass

from milkwood.chance import Stream
from milkwood.clock import MINUTES_A_DAY
from milkwood.invention.land.places import Home, Place, Station
from milkwood.invention.stock import Pair, Table, pairs, stock
from milkwood.invention.wording import chosen

_WALK = 25
_PARTS = 110
"""About how long one piece of work lasts, in minutes."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The hours of a trade: waking, spells of work, bed time (minutes; bed may be after midnight)."""

    wake: int
    work: tuple[tuple[int, int], ...]
    sleep: int


def _h(hour: float) -> int:
    return round(hour * 60)


SHIFTS = {
    "day": Shift(_h(6.5), ((_h(8), _h(12)), (_h(13), _h(17))), _h(22.5)),
    "early": Shift(_h(4), ((_h(4.75), _h(8.5)), (_h(9), _h(12.5))), _h(20.5)),
    "early_day": Shift(_h(5.5), ((_h(6.75), _h(11.5)), (_h(13), _h(16))), _h(21.5)),
    "late_day": Shift(_h(7.5), ((_h(10), _h(13)), (_h(14), _h(18))), _h(23)),
    "late": Shift(_h(8.5), ((_h(11), _h(15)), (_h(17), _h(23))), _h(24.5)),
    "night": Shift(_h(14.5), ((0, _h(3)), (_h(3.5), _h(6)), (_h(21), _h(24))), _h(7.5)),
    "school": Shift(_h(7), ((_h(8.25), _h(12)), (_h(13), _h(15))), _h(21)),
    "free": Shift(_h(7.5), ((_h(9), _h(12.5)), (_h(14), _h(17))), _h(23)),
    "none": Shift(_h(7), (), _h(22)),
}


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a day."""

    start: int
    end: int
    what: Pair
    where: str


@dataclass(frozen=True, slots=True)
class UsualDay:
    """When a person wakes and sleeps, and the blocks between."""

    wake: int
    sleep: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a person may spend a day: home, work (none for some) and the town's places."""

    home: Home
    work: Place | None
    town: dict[str, Place]


def hobbies_of(home_extras: list[str], places: set[str], chance: Stream) -> list[Table]:
    """Two things that a person likes to do: one at home, if there is something for it, and one in town."""
    known = chance.shuffled(stock("people")["hobbies"])
    own = [hobby for hobby in known if hobby["at"] in home_extras]
    out = [hobby for hobby in known if hobby["at"] in places]
    return [*own[:1], *out[:1]]


def usual_day(trade: Table, hobbies: list[Table], at: Whereabouts, chance: Stream) -> UsualDay:
    """The day of a person."""
    shift = SHIFTS[trade["shift"]]
    late = chance.below(4) * 5
    wake = shift.wake + late
    sleep = shift.sleep - chance.below(3) * 10
    return UsualDay(wake, sleep % MINUTES_A_DAY, tuple(_Day(trade, hobbies, at, chance).blocks(shift, wake, sleep)))


class _Day:
    """Fills one day."""

    def __init__(self, trade: Table, hobbies: list[Table], at: Whereabouts, chance: Stream) -> None:
        self.trade, self.hobbies, self.at, self.chance = trade, hobbies, at, chance
        self.meals = stock("people")["meals"]
        self.turn = chance.below(3)

    def blocks(self, shift: Shift, wake: int, sleep: int) -> list[Block]:
        """All blocks, in order."""
        blocks: list[Block] = []
        for start, end in shift.work:
            blocks += self._work(start, end)
        worked = [(block.start, block.end) for block in blocks]
        home = self.at.home.place.stations
        wash = self._at(wake, wake + 20, "wash", home["basin"])
        eat = self._at(wake + 20, wake + 45, "breakfast", home["table"])
        blocks += [one for one in (wash, eat) if self._free(one, worked)]
        last = sleep if sleep > wake else sleep + MINUTES_A_DAY
        taken = sorted([*worked, (wake, wake + 45)])
        for start, end in _gaps(taken, wake + 45, min(last - 15, MINUTES_A_DAY)):
            blocks += self._leisure(start, end, early=start == wake + 45)
        return sorted(blocks, key=lambda block: block.start)

    def _work(self, start: int, end: int) -> list[Block]:
        count = max(1, round((end - start) / _PARTS))
        blocks = []
        for part in range(count):
            what_en, what_zh, station = self.trade["work"][self.turn % len(self.trade["work"])]
            self.turn += 1
            place = self.at.work or self.at.home.place
            since, until = start + (end - start) * part // count, start + (end - start) * (part + 1) // count
            since, until = since - since % 5, until - until % 5
            blocks.append(Block(since, until, Pair(what_en, what_zh), place.stations[station].address()))
        return blocks

    def _leisure(self, start: int, end: int, *, early: bool) -> list[Block]:
        """What fills a gap: a meal near noon and in the evening, and a hobby if there is time."""
        blocks: list[Block] = []
        home = self.at.home.place.stations
        now = start
        if end - now < 55:
            where, stop = (home["table"], end - _WALK) if early else (self._own_room(), end - 5)
            return [self._at(now + 5, stop, "rest", where)] if stop - now >= 20 and end - now >= 30 else []
        if _h(11) <= now <= _h(14) and end - now >= 50:
            lunch = self._lunch(now + 10, end)
            blocks.append(lunch)
            now = lunch.end + 10
        if end - now >= 90 + _WALK and self.hobbies:
            hobby = self.hobbies[-1]
            stop = min(end - _WALK, now + _WALK + 75)
            outing = self._hobby(hobby, now + _WALK, stop)
            if outing:
                blocks.append(outing)
                now = outing.end + _WALK
        supper = max(now + 5, _h(17.75))
        if supper + 75 <= end:
            blocks.append(self._at(supper, supper + 35, "cooking", home["stove"]))
            blocks.append(self._at(supper + 35, supper + 70, "supper", home["table"]))
            now = supper + 75
        if end - now >= 50 and self.hobbies:
            evening = self._hobby(
                self.hobbies[0], now + 10 + (_WALK if self._outside() else 0), min(end - 20, now + 110)
            )
            if evening and evening.end - evening.start >= 25:
                blocks.append(evening)
        return blocks

    def _outside(self) -> bool:
        return self.hobbies[0]["at"] not in self.at.home.place.stations

    def _lunch(self, start: int, end: int) -> Block:
        inn = self.at.town.get("inn")
        stop = min(start + 35, end - 10)
        if inn and self.chance.happens(0.4) and end - start >= 85:
            start, stop = start + 15, start + 55
            return self._at(start, stop, "lunch", inn.stations["tables"])
        if end - start < 75 and self.at.work:
            return self._at(start, stop, "lunch", self._own_room())
        return self._at(start + 10, stop + 10, "lunch", self.at.home.place.stations["table"])

    def _own_room(self) -> Station:
        """Where a short break is spent: at the last work place, or at home."""
        if self.at.work:
            return self.at.work.stations[self.trade["work"][0][2]]
        return self.at.home.place.stations["table"]

    def _hobby(self, hobby: Table, start: int, end: int) -> Block | None:
        station = self.at.home.place.stations.get(hobby["at"])
        if station is None:
            place = self.at.town[hobby["at"]]
            station = place.stations["tables" if place.key == "inn" else next(reversed(_seats(place)))]
            if place.opens and not _open(place.opens, start, end):
                return None
        return Block(start, end, chosen(hobby["what"], self.chance), station.address())

    def _at(self, start: int, end: int, meal: str, station: Station) -> Block:
        return Block(start, end, self.chance.chosen(pairs(self.meals[meal])), station.address())

    @staticmethod
    def _free(block: Block, taken: list[tuple[int, int]]) -> bool:
        return all(block.end <= start or block.start >= end for start, end in taken)


def _seats(place: Place) -> dict[str, Station]:
    """The stations of a place where one sits, or all of them."""
    seats = {key: one for key, one in place.stations.items() if one.kind in ("bench", "pew", "table_seats")}
    return seats or place.stations


def _gaps(taken: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    gaps = []
    for since, until in taken:
        if since > start:
            gaps.append((start, min(since, end)))
        start = max(start, until)
    if end > start:
        gaps.append((start, end))
    return gaps


def _open(span: str, start: int, end: int) -> bool:
    opens, closes = (int(time[:2]) * 60 + int(time[3:]) for time in span.split("-"))
    return opens <= start and end <= closes
