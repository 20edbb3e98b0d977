"""What a head does with its own memories."""

import pytest

from milkwood.casting import Casting, MindSettings
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from tests.lived import quay

HOUR = 360


@pytest.fixture
def head() -> Head:
    casting = Casting(quay(), quay().clock, quay().languages[0], 1, settings=MindSettings(), shelf=lambda _person: ())
    found = casting.mind(quay().people[PersonId("ivo_marsh")]).head
    found.remember(0, "saw", "Somebody left a crate of oranges on the slipway.")
    found.remember(HOUR, "saw", "The bell buoy rang twice.")
    return found


def last_recalled(head: Head) -> list[int]:
    return [record.last_recalled for record in head.memories.all()][-2:]


def test_what_is_brought_to_mind_is_fresh_again_and_what_is_looked_up_is_not(head: Head) -> None:
    before = head.keep()
    looked_up = head.recall(5 * HOUR, ["crate of oranges"], n=1)
    assert head.keep() == before
    assert last_recalled(head) == [0, HOUR]
    assert head.bring_to_mind(5 * HOUR, ["crate of oranges"], n=1) == looked_up
    assert last_recalled(head) == [5 * HOUR, HOUR]
