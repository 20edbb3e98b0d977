"""The usual day of an invented person: work at the hours of the trade, meals, and what they like to do.

Invariant: blocks are in order from waking to bed time, apart by the time a walk takes, and only while places are open.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from milkwood.chance import Stream
from milkwood.clock import MINUTES_A_DAY
from milkwood.invention.land.places import FamilyHome, Station, TownPlace
from milkwood.invention.shifts import SHIFTS, Shift, is_open
from milkwood.invention.stock import Pair, StockTable, pairs, stock
from milkwood.invention.wording import chosen

_WALK_MINUTES = 25
_PART_MINUTES = 110
"""About how long one piece of work lasts, in minutes."""
_LUNCH_OUT_MINUTES, _PAUSE_MINUTES = 60, 90
"""A gap between spells of work from which there is time for lunch at the inn, and up to which it is spent at work."""
_WASH_MINUTES, _BREAKFAST_MINUTES, _MEAL_MINUTES, _OUTING_MINUTES, _EVENING_MINUTES = 20, 25, 35, 75, 100
_SHORTEST_MINUTES = 45
_RESTING = ("table_seats", "library_table", "bench", "desk", "student_seat")
_PEOPLE_A_HAUNT = 18
_HUNGRY_MINUTES, _AT_HOME_MINUTES = 180, 240
"""Minutes between two meals, and between two outings."""
_NOON_MINUTE, _AFTERNOON_MINUTE, _SUPPER_MINUTE = 11 * 60, 16 * 60 + 30, 17 * 60 + 45


@dataclass(frozen=True, slots=True)
class HabitBlock:
    """One part of a day."""

    start: int
    end: int
    what: Pair
    where: str
    outing: bool = False
    """Whether it is free time spent in town."""


@dataclass(frozen=True, slots=True)
class InventedDay:
    """When a person wakes and sleeps, and the blocks between."""

    wake: int
    sleep: int
    blocks: tuple[HabitBlock, ...]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a person may spend a day: home, work (none for some) and the town's places."""

    home: FamilyHome
    work: TownPlace | None
    town: dict[str, TownPlace]
    cooks: bool
    """Whether this is the one of the household who cooks."""


def haunts_of(places: Collection[str], people: int, chance: Stream) -> list[str]:
    """Where the people of a town spend their free time: the inn and few other places, so that they meet."""
    known = dict.fromkeys(hobby["at"] for hobby in stock("people")["hobbies"] if hobby["at"] in places)
    others = [place for place in known if place != "inn"]
    return [*(place for place in known if place == "inn"), *chance.shuffled(others)[: 1 + people // _PEOPLE_A_HAUNT]]


def hobbies_of(home_extras: list[str], haunts: list[str], adult: bool, chance: Stream) -> list[StockTable]:
    """Two things that a person likes to do: one at home, if there is something for it, and one in town."""
    known = [hobby for hobby in chance.shuffled(stock("people")["hobbies"]) if adult or not hobby.get("adult")]
    own = [hobby for hobby in known if hobby["at"] in home_extras]
    out = [hobby for hobby in known if hobby["at"] in haunts]
    return [*own[:1], *out[:1]]


def usual_day(trade: StockTable, hobbies: list[StockTable], at: Whereabouts, chance: Stream) -> InventedDay:
    """The day of a person."""
    shift = SHIFTS[trade["shift"]]
    wake = shift.wake + chance.below(3) * 5
    sleep = shift.sleep - chance.below(3) * 10
    blocks = tuple(_Day(trade, hobbies, at, chance).blocks(shift, wake, sleep))
    return InventedDay(wake, sleep % MINUTES_A_DAY, blocks)


class _Day:
    """Fills one day."""

    def __init__(self, trade: StockTable, hobbies: list[StockTable], at: Whereabouts, chance: Stream) -> None:
        self.trade, self.hobbies, self.at, self.chance = trade, hobbies, at, chance
        self.meals = stock("people")["meals"]
        self.turn = chance.below(3)
        self.eaten = 0
        self.lunched = False
        self.back = -MINUTES_A_DAY
        """When the last outing ended."""

    def blocks(self, shift: Shift, wake: int, sleep: int) -> list[HabitBlock]:
        """All blocks, in order."""
        home = self.at.home.place.stations
        up = wake + _WASH_MINUTES + _BREAKFAST_MINUTES
        blocks = [
            self._at(wake, wake + _WASH_MINUTES, "wash", home["basin"].address()),
            self._eat(wake + _WASH_MINUTES, up, "breakfast", home["table"].address()),
        ]
        spells = [(wake, up), *shift.work, (sleep - 15, sleep)]
        for number, ((start, end), (after, _)) in enumerate(pairwise(spells)):
            if number:
                blocks += self._work(start, end)
            between = 0 < number < len(spells) - 2
            if between and after - end < _PAUSE_MINUTES:
                blocks += self._pause(end, after)
            else:
                for since, until in _parts(end, after):
                    blocks += self._leisure(since, until)
        return blocks

    def _work(self, start: int, end: int) -> Iterator[HabitBlock]:
        count = max(1, round((end - start) / _PART_MINUTES))
        for part in range(count):
            what_en, what_zh, station = self.trade["work"][self.turn % len(self.trade["work"])]
            self.turn += 1
            place = self.at.work or self.at.home.place
            since, until = start + (end - start) * part // count, start + (end - start) * (part + 1) // count
            since, until = since - since % 5, until - until % 5
            yield HabitBlock(since, until, Pair(what_en, what_zh), place.stations[station].address())

    def _pause(self, start: int, end: int) -> Iterator[HabitBlock]:
        """A gap between spells of work: a meal if it is time, or a rest, where one works.

        Those who need not mind a shop have lunch at the inn, where they meet the others.
        """
        inn, work = self.at.town.get("inn"), self.at.work
        stop = min(start + 5 + _MEAL_MINUTES, end - 5)
        if start - self.eaten < _HUNGRY_MINUTES:
            yield self._at(start + 5, stop, "pause", _place_to_rest(work) if work else self._table().address())
        elif self.lunched and work:
            yield self._eat(
                start + 5, stop, "inn_supper" if work.key == "inn" else "packed_supper", _place_to_rest(work)
            )
        elif inn and work and not work.opens and end - start >= _LUNCH_OUT_MINUTES and is_open(inn.opens, start, end):
            yield self._eat(start + 10, end - 10, "inn_lunch", inn.stations["tables"].address())
        elif work:
            meal = "inn_lunch" if work.key == "inn" else "packed_lunch"
            yield self._eat(start + 5, stop, meal, _place_to_rest(work))
        else:
            yield self._eat(start + 5, stop, "lunch", self._table().address())

    def _leisure(self, start: int, end: int) -> Iterator[HabitBlock]:
        """What fills a gap: meals, something in town, and something at home."""
        now = start + (_WALK_MINUTES if start - self.eaten > 5 else 5)
        hungry = start - self.eaten >= _HUNGRY_MINUTES and not self.lunched
        if hungry and now < _AFTERNOON_MINUTE and end - now >= _MEAL_MINUTES + 5:
            yield self._lunch(now, end)
            now = self.eaten + 10
        outing = self._outing(now + _WALK_MINUTES, end - _WALK_MINUTES)
        if outing:
            yield outing
            now = self.back + _WALK_MINUTES
        supper = max(now, _SUPPER_MINUTE)
        if supper - self.eaten >= _HUNGRY_MINUTES and supper + _MEAL_MINUTES <= end:
            if supper - now >= _PAUSE_MINUTES:
                yield self._at_home(now, supper - 10)
            if self.at.cooks and supper + 2 * _MEAL_MINUTES <= end and supper < MINUTES_A_DAY - _PAUSE_MINUTES:
                yield self._at(
                    supper, supper + _MEAL_MINUTES, "cooking", self.at.home.place.stations["stove"].address()
                )
                supper += _MEAL_MINUTES
            yield self._eat(supper, supper + _MEAL_MINUTES, "supper", self._table().address())
            now = self.eaten + 10
        stop = min(end - _WALK_MINUTES, now + _EVENING_MINUTES)
        if stop - now >= 30:
            yield self._at_home(now, stop)

    def _outing(self, start: int, end: int) -> HabitBlock | None:
        """Something in town, if there is time and the place is open."""
        out = [hobby for hobby in self.hobbies if hobby["at"] in self.at.town]
        stop = min(end, start + _OUTING_MINUTES)
        if not out or stop - start < _SHORTEST_MINUTES or start - self.back < _AT_HOME_MINUTES:
            return None
        place = self.at.town[out[-1]["at"]]
        if not is_open(place.opens, start, stop):
            return None
        self.back = stop
        return HabitBlock(start, stop, chosen(out[-1]["what"], self.chance), _seat(place).address(), outing=True)

    def _at_home(self, start: int, end: int) -> HabitBlock:
        """A hobby at home, or chores."""
        home = self.at.home.place.stations
        own = [hobby for hobby in self.hobbies if hobby["at"] in home]
        if not own or end - start < _SHORTEST_MINUTES:
            return self._at(start, end, "rest", home["chair"].address())
        return HabitBlock(start, end, chosen(own[0]["what"], self.chance), home[own[0]["at"]].address())

    def _lunch(self, start: int, end: int) -> HabitBlock:
        inn = self.at.town.get("inn")
        stop = min(start + _MEAL_MINUTES, end - 5)
        if inn and start >= _NOON_MINUTE and is_open(inn.opens, start, stop) and self.chance.happens(0.4):
            return self._eat(start, stop, "inn_lunch", inn.stations["tables"].address())
        return self._eat(start, stop, "lunch", self._table().address())

    def _table(self) -> Station:
        return self.at.home.place.stations["table"]

    def _eat(self, start: int, end: int, meal: str, where: str) -> HabitBlock:
        self.eaten, self.lunched = end, self.lunched or meal.endswith("lunch")
        return self._at(start, end, meal, where)

    def _at(self, start: int, end: int, meal: str, where: str) -> HabitBlock:
        return HabitBlock(start, end, self.chance.chosen(pairs(self.meals[meal])), where)


def _parts(start: int, end: int) -> list[tuple[int, int]]:
    """A gap, cut at noon and in the afternoon if it is a whole free day."""
    cuts = [cut for cut in (12 * 60, _AFTERNOON_MINUTE) if start + _PAUSE_MINUTES < cut < end - _PAUSE_MINUTES]
    return list(pairwise([start, *(cuts if len(cuts) > 1 else []), end]))


def _place_to_rest(place: TownPlace) -> str:
    """Where one eats at work: at a table or desk, or else somewhere in the room."""
    stations = place.stations.values()
    kinds = {station.kind: station for station in reversed(stations)}
    seat = next((kinds[kind] for kind in _RESTING if kind in kinds), None)
    return seat.address() if seat else next(iter(stations)).room_address()


def _seat(place: TownPlace) -> Station:
    """Where a guest sits: one of the last seats of a place, or whatever there is."""
    if place.key == "inn":
        return place.stations["tables"]
    seats = [one for one in place.stations.values() if one.kind in ("bench", "pew", "table_seats")]
    return (seats or list(place.stations.values()))[-1]
