"""The day of a person who hardly talked with anyone yesterday: free time and a meal where people are. For one who would
stay in their own places all day: free time, and a meal for one who lives and works alone.

Invariant: people are where it is open, at the person's own place apart; work and promises stay.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from milkwood.chance import Stream
from milkwood.clock import minutes_at
from milkwood.questions.plan_day.schema import Ask
from milkwood.questions.terms import Spot
from milkwood.understudy.plan_day.extras import Chooser
from milkwood.understudy.plan_day.slots import MIN_MINUTES, NEED, WORK, Slot, cleared, put

MAX_OUTINGS = 2
WAY_MINUTES = 10
MEAL_OUT_MINUTES = 30
MIN_AWAY_MINUTES = 60
"""A day with less time elsewhere leads nowhere else."""
FIRST_LUNCH_MINUTE, LAST_LUNCH_MINUTE, LAST_SUPPER_MINUTE = 11 * 60, 16 * 60, 21 * 60
_EATERIES = frozenset({"cafe", "inn", "pub", "taproom", "tavern", "restaurant", "bakery", "canteen"})
_SHOPS = frozenset({"store", "shop", "market", "post_office", "pharmacy"})
_MEALS = {
    "lunch": {"en": "having lunch among people", "zh": "到人多的地方吃午饭"},
    "supper": {"en": "having dinner among people", "zh": "到人多的地方吃晚饭"},
}


def keeps_apart(day: Sequence[Slot], places: Sequence[Spot]) -> bool:
    """Whether a day leads hardly anywhere but home and to the person's own place of work."""
    mine = {spot["id"] for spot in places if spot["mine"]}
    return bool(mine) and sum(slot.minutes for slot in day if _room(slot.place) not in mine) < MIN_AWAY_MINUTES


def among_people(day: list[Slot], ask: Ask, chooser: Chooser, draw: Stream) -> list[Slot]:
    """The day with free time where people are, as far as there is any; after a lonely day with a meal there too."""
    peopled = [spot for spot in chooser.spots if not spot["mine"] and "-" in spot["hours"]]
    outings = 0
    for slot in sorted((slot for slot in day if slot.is_free), key=lambda slot: -slot.minutes):
        found = _outing(slot, replace(chooser, spots=peopled), draw, [one.what for one in day])
        if found is not None and outings < MAX_OUTINGS:
            day, outings = put(day, replace(found, rank=NEED)), outings + 1
    lonely = "talks" in ask or _is_alone(ask)
    return _with_meal(day, ask, peopled, draw) if outings < MAX_OUTINGS and lonely else day


_HOUSEMATES = {
    "en": re.compile(
        r"\b(?:wife|husband|spouse|partner|son|daughter|child|mother|father|mum|mom|dad|brother|sister|twin|grand\w+"
        r"|roommate|flatmate|housemate)\b(?!-in-law)",
        re.IGNORECASE,
    ),
    "zh": re.compile("[妻夫爸妈爷奶爹娘]|老伴|爱人|[儿女]子?$|^[哥弟姐妹]|[哥弟姐妹]$|父亲|母亲|孩子|室友|同屋|同住"),
}
"""Ties of those who live together as a rule."""


def _is_alone(ask: Ask) -> bool:
    """Whether the person has nobody in town to live with, and works where no guests or customers come."""
    mine = {kind for spot in ask["places"] if spot["mine"] for kind in spot["kind"].split()}
    near = _HOUSEMATES["zh" if ask["self"]["language"] == "zh" else "en"]
    ties = [one["tie"] for one in ask["people"] if "tie" in one]
    return bool(ties) and not mine & (_EATERIES | _SHOPS) and not any(map(near.search, ties))


def _outing(slot: Slot, chooser: Chooser, draw: Stream, avoid: Sequence[str]) -> Slot | None:
    """The first that is possible in a slot, from its beginning, its middle or its end."""
    starts = (slot.start, (slot.start + slot.end) // 2, slot.end - 2 * MIN_MINUTES)
    for start in dict.fromkeys(start - start % 5 for start in starts if start >= slot.start):
        found = chooser.choose(start, slot.end - start, draw, avoid)
        if found is not None:
            return found
    return None


def _with_meal(day: list[Slot], ask: Ask, peopled: Sequence[Spot], draw: Stream) -> list[Slot]:
    """The day with one of its meals among people; work gives way as far as the walk needs it."""
    mine = {spot["id"] for spot in ask["places"] if spot["mine"]}
    for meal in [slot for slot in day if slot.meal and slot.rank <= WORK and _room(slot.place) in mine]:
        sort = "lunch" if meal.start < LAST_LUNCH_MINUTE else "supper"
        start, end = meal.start, meal.start + max(MEAL_OUT_MINUTES, meal.minutes)
        if start < FIRST_LUNCH_MINUTE or end > LAST_SUPPER_MINUTE:
            continue
        spots = [spot for spot in peopled if _serves(spot, start, end)]
        if spots:
            rest = cleared([slot for slot in day if slot is not meal], start - WAY_MINUTES, end + WAY_MINUTES)
            text, place = _MEALS[sort][ask["self"]["language"]], draw.chosen(spots)["id"]
            return put(rest, Slot(start, end, text, place, NEED, meal=True))
    return day


def _serves(spot: Spot, start: int, end: int) -> bool:
    opens, _, closes = spot["hours"].partition("-")
    return bool(_EATERIES & set(spot["kind"].split())) and minutes_at(opens) <= start and end <= minutes_at(closes)


def _room(place: str) -> str:
    return ":".join(place.split(":")[:2])
