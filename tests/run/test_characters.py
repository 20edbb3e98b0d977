from dataclasses import replace
from itertools import pairwise

import pytest

from milkwood import towns
from milkwood.ids import PersonId
from milkwood.run.characters import character_of
from milkwood.town.places import OpeningHours
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language

ENGLISH = Language("en")


@pytest.fixture(scope="module")
def ville() -> Pack:
    return towns.load(find("the_ville").folder)


def test_working_hours_that_a_usual_day_leaves_out_are_spent_at_work(ville: Pack) -> None:
    baker = ville.people[PersonId("isabella_rodriguez")]
    assert baker.work is not None
    late = replace(
        baker, work=replace(baker.work, hours=OpeningHours(22 * 60, 60)), habits=replace(baker.habits, day=())
    )
    for person, hours in (
        (replace(baker, habits=replace(baker.habits, day=baker.habits.day[:2])), (480, 1200)),
        (late, (1320, 1500)),
    ):
        usual = character_of(person, ville, ENGLISH).usual
        at_work = [block for block in usual if block.place.startswith("Hobbs Cafe:")]
        assert (at_work[0].start, at_work[-1].end) == hours
        assert all(one.end <= other.start for one, other in pairwise(usual))
        assert at_work[0].what == "working at Hobbs Cafe"


def test_a_usual_day_with_work_in_it_stays_as_it_is_written(ville: Pack) -> None:
    for person in ville.people.values():
        usual = character_of(person, ville, ENGLISH).usual
        assert len(usual) == len(person.habits.day), person.id
