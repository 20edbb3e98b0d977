"""A usual day comes from a person's habits."""

from dataclasses import replace

import pytest

from milkwood import towns
from milkwood.ids import PersonId, ThingId
from milkwood.town.address import Address
from milkwood.towns import Pack
from milkwood.towns.person import DayBlock, Habits
from milkwood.words import ENGLISH, Language
from milkwood_rule import routine_of
from tests.towns.conftest import write_tiny_pack

CHINESE = Language("zh")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return towns.load(write_tiny_pack(tmp_path_factory.mktemp("towns") / "tinytown").folder)


def test_a_routine_is_in_the_language_of_the_run(pack: Pack) -> None:
    routine = routine_of(pack.people[PersonId("ada")], pack.town_map, CHINESE)
    assert (routine.sleeping, [block.what for block in routine.blocks]) == ("睡觉", ["做早饭", "除草"])


def test_a_routine_has_the_times_places_and_emoji_of_the_habits(pack: Pack) -> None:
    routine = routine_of(pack.people[PersonId("ada")], pack.town_map, ENGLISH)
    assert (routine.wake, routine.sleep, routine.bed) == (420, 1320, "House:bedroom:big bed")
    breakfast = routine.blocks[0]
    stove = pack.town_map.things[ThingId("House:kitchen:cooking area")]
    assert (breakfast.start, breakfast.end, breakfast.goal) == (420, 450, stove.id)
    assert breakfast.emoji == stove.kind.emoji
    assert breakfast.emoji


@pytest.mark.parametrize(("where", "goal"), [("Green", "Green:green"), ("House:kitchen", "House:kitchen")])
def test_a_habit_may_name_a_room_or_a_whole_sector(where: str, goal: str, pack: Pack) -> None:
    ada = pack.people[PersonId("ada")]
    block = replace(ada.habits.day[0], where=Address.parse(where))
    assert isinstance(block, DayBlock)
    person = replace(ada, habits=Habits(420, 1320, (block,)))
    (found,) = routine_of(person, pack.town_map, ENGLISH).blocks
    assert (found.goal, found.emoji) == (goal, "")
