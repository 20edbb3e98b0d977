"""Which activities of the town belong to a block."""

from dataclasses import replace

import pytest

from milkwood.mind.customs import BlockToDo, Custom, CustomActivity, Customs
from milkwood.questions.terms import Tool, TownDeed
from milkwood.town.places import OpeningHours

HIVE = Tool(id="Farm:garden:hive", name="the old hive", kind="shelf", states={})
LIFTING = TownDeed(what="lifting the lid", emoji="🐝", things=["shelf"], state="", part="middle")
LISTENING = TownDeed(what="listening", emoji="👂", things=[], state="", part="end")
BEES = CustomActivity(
    ("tending the bees", "蜂箱"), ("beekeeper", "养蜂人"), Custom(), ((Custom(), LIFTING), (Custom(), LISTENING))
)
TENDING = BlockToDo("Tending the bees and resting", "", ("farm", "garden"), (HIVE,), "spring", 9 * 60)


def deeds(activity: CustomActivity, block: BlockToDo) -> list[str]:
    return [deed["what"] for found in Customs((activity,)).of(block) for deed in found["deeds"]]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ["tending the bees"]),
        ({"what": "照看蜂箱"}, ["蜂箱"]),
        ({"what": "working", "work": "beekeeper, Farm, from 08:00 to 17:00"}, []),
        ({"what": "干活", "work": "养蜂人，农场"}, []),
    ],
)
def test_words_of_the_plan_and_the_trade_name_an_activity(changes: dict[str, str], words: list[str]) -> None:
    (found,) = Customs((BEES,)).of(replace(TENDING, **changes))  # type: ignore[arg-type]
    assert found["words"] == words
    assert found["deeds"] == [LIFTING, LISTENING]


@pytest.mark.parametrize(
    "changes",
    [
        {"what": "attending the beesting"},
        {"what": "working", "work": "clerk, Beekeeper Street"},
        {"what": "working", "work": "beekeepers' clerk"},
    ],
)
def test_parts_of_words_and_places_do_not(changes: dict[str, str]) -> None:
    assert deeds(BEES, replace(TENDING, **changes)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("when", "fits"),
    [
        (Custom(rooms=frozenset({"garden"})), True),
        (Custom(rooms=frozenset({"kitchen"})), False),
        (Custom(seasons=frozenset({"spring", "summer"})), True),
        (Custom(seasons=frozenset({"winter"})), False),
        (Custom(hours=OpeningHours(8 * 60, 10 * 60)), True),
        (Custom(hours=OpeningHours(10 * 60, 8 * 60)), False),
    ],
)
def test_place_season_and_hours_hold_for_an_activity_and_season_and_hours_for_a_deed(when: Custom, fits: bool) -> None:
    assert bool(deeds(replace(BEES, when=when), TENDING)) is fits
    of_a_deed = replace(BEES, deeds=((replace(when, rooms=frozenset()), LIFTING), (Custom(), LISTENING)))
    assert ("lifting the lid" in deeds(of_a_deed, TENDING)) is (fits or bool(when.rooms))


def test_a_deed_needs_its_thing() -> None:
    assert deeds(BEES, replace(TENDING, tools=())) == ["listening"]


def test_an_activity_of_a_place_belongs_to_everything_there() -> None:
    place = replace(BEES, words=(), trades=(), when=Custom(rooms=frozenset({"garden"})))
    assert deeds(place, replace(TENDING, what="sitting in the sun")) == ["lifting the lid", "listening"]
