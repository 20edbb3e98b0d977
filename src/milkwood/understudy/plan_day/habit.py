"""The type of a block of a usual day: work, a meal, washing, or free time.

Invariant: an uncertain block counts as work, so that it stays.
"""

import re
from collections.abc import Mapping

from milkwood.clock import minutes_at
from milkwood.questions.terms import Card, DayPiece, Named, Spot
from milkwood.understudy.break_down.matching import best
from milkwood.understudy.break_down.scene import BlockScene
from milkwood.understudy.break_down.sorts import CLASSES, LEISURE, MEALS, NEEDS
from milkwood.understudy.break_down.work import hours_of, is_within, is_workplace
from milkwood.understudy.language.names import call
from milkwood.understudy.plan_day.slots import FREE, NEED, WORK, Slot

EARNEST = frozenset({"music_practice", "gardening", "accounts"})
EARNEST_MINUTES = 75
DAY_MINUTES = (8 * 60, 17 * 60)
STAFFED = ("behind", "podium")
"""Names of things that need a person to be present."""
PLAIN_THINGS = frozenset(
    {"cooking_area", "shower", "bed", "guitar", "harp", "piano", "easel", "kitchen_sink", "toaster"}
)
"""Things usually named by their kind."""


def family_of(what: str, place: str, spots: Mapping[str, Spot], language: str) -> str:
    """The activity of a text; empty if unknown."""
    room = ":".join(place.split(":")[:2])
    kinds = frozenset(spots[room]["kind"].split()) if room in spots else frozenset[str]()
    thing = place.split(":")[2].replace(" ", "_") if place.count(":") > 1 else ""
    scene = BlockScene(language, kinds, "", thing if thing in PLAIN_THINGS else "", (), mine=False, pronouns={})
    found, _ = best(what, scene)
    return found.name if found is not None else ""


def slot_of(piece: DayPiece, spots: Mapping[str, Spot], people: list[Named], card: Card) -> Slot:
    """A block of a usual day with its priority."""
    family = family_of(piece["what"], piece["place"], spots, card["language"])
    rank, meal = WORK, family in MEALS
    if any(word in piece["place"].rpartition(":")[2] for word in STAFFED):
        rank = WORK
    elif meal or family in NEEDS:
        rank = NEED
    elif _names(piece["what"], people) or _earnest(family, piece):
        rank = WORK
    elif (hours := hours_of(card)) and family not in CLASSES:
        rank = WORK if is_within(piece["start"], hours) or _is_at_work(piece, spots, card) else FREE
    elif family in LEISURE and not _is_home_work(piece, spots, card):
        rank = FREE
    return Slot(minutes_at(piece["start"]), minutes_at(piece["end"]), piece["what"], piece["place"], rank, meal)


def _is_home_work(piece: DayPiece, spots: Mapping[str, Spot], card: Card) -> bool:
    """Whether it is a long activity by day at the home of a person who works there: `reading a contract aloud`."""
    start, end = minutes_at(piece["start"]), minutes_at(piece["end"])
    at_home = card["home"] in card["work"] and card["home"] in _name(piece, spots)
    return at_home and end - start >= EARNEST_MINUTES and DAY_MINUTES[0] <= start < DAY_MINUTES[1]


def _is_at_work(piece: DayPiece, spots: Mapping[str, Spot], card: Card) -> bool:
    """Whether it is done at the person's workplace, which is not their home."""
    name = _name(piece, spots)
    return is_workplace(card, name) and card["home"] not in name


def _name(piece: DayPiece, spots: Mapping[str, Spot]) -> str:
    """The name of the room of a block."""
    room = ":".join(piece["place"].split(":")[:2])
    return spots[room]["name"] if room in spots else room


def _earnest(family: str, piece: DayPiece) -> bool:
    """Whether a leisure activity is so long that it is the person's work."""
    return family in EARNEST and minutes_at(piece["end"]) - minutes_at(piece["start"]) >= EARNEST_MINUTES


_WITH = {
    "en": r"\b(?:with|meeting|visiting|helping|joining|teaching)\s(?:\w+,?\s(?:and\s)?)?{name}\b(?!['’]s)",
    "zh": r"(?:和|跟|与|同|陪|帮|找)(?:[^，。；]{{0,6}}[和、])?{name}",
}


def company(what: str, people: list[Named], language: str) -> list[str]:
    """Ids of the people an activity names as company."""
    form = _WITH["zh" if language == "zh" else "en"]
    named = [one for one in people if call(one) in what]
    return [one["id"] for one in named if re.search(form.format(name=re.escape(call(one))), what)][:6]


def _names(text: str, people: list[Named]) -> bool:
    return any(first and first in text for one in people for first in (one["name"].replace("·", " ").split(" ")[0],))
