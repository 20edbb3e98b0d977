"""Interviews: three batteries of 25 questions for five people, and questions to all people about what only some of
them were told. By default in English; `MILKWOOD_PROOF=1` asks in Chinese as well, and takes three seeds.
"""

from pathlib import Path

import pytest

from tests.story.lived import PROOF, SEEDS, Wish
from tests.story.measures import failing
from tests.story.measures_interview import BATTERY, Item, battery, ignorance, measures
from tests.story.second_battery import SECOND
from tests.story.third_battery import THIRD

pytestmark = pytest.mark.slow

WISHES = [Wish("the_ville", seed, embedding=PROOF) for seed in SEEDS]
if PROOF:
    WISHES += [Wish("gull_quay", 1), Wish("the_ville", 1, "zh"), Wish("gull_quay", 1, "zh")]

BATTERIES = (BATTERY, SECOND, THIRD)


@pytest.mark.parametrize("items", BATTERIES, ids=["first", "second", "third"])
def test_a_battery_has_five_questions_of_each_kind(items: tuple[Item, ...]) -> None:
    kinds = [item.kind for item in items]
    assert {kind: kinds.count(kind) for kind in kinds} == dict.fromkeys(kinds, 5)
    assert len(kinds) == 25


def test_no_battery_asks_what_another_does() -> None:
    asked = [item.en for items in BATTERIES for item in items]
    assert len(asked) == len(set(asked))


@pytest.mark.long
@pytest.mark.parametrize("items", BATTERIES, ids=["first", "second", "third"])
@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.name)
def test_five_people_answer_a_battery_sensibly(wish: Wish, items: tuple[Item, ...], lives: Path) -> None:
    answers = battery(wish.life(lives), wish.lived_in(lives), items=items)
    assert not failing(list(measures(answers)))


@pytest.mark.long
@pytest.mark.parametrize("when", ["day 1 11:00", "day 2 12:00"])
@pytest.mark.parametrize("wish", WISHES[: 1 if not PROOF else None], ids=lambda wish: wish.name)
def test_informed_people_know_and_the_others_say_so(wish: Wish, when: str, lives: Path) -> None:
    for items in BATTERIES:
        measure = ignorance(wish.life(lives), wish.lived_in(lives), when, items)
        assert measure.ok, measure.say()
