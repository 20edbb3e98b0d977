"""Whether a text mentions a person by name."""

import pytest

from milkwood.ids import PersonId
from milkwood.mind.character import Engagement, Folk, Seed
from tests.mind.scripted import IVO, head_of

ANN = Folk(PersonId("ann"), "Ann Lee", "Ann", "she")
WEN = Folk(PersonId("wen"), "赵雯", "雯子", "she")


@pytest.mark.parametrize(
    ("folk", "text", "named"),
    [
        (ANN, "Where is Ann?", True),
        (ANN, "Ann's boat.", True),
        (ANN, "Anna and Joann.", False),
        (ANN, "ann", False),
        (ANN, "MissAnn Lee", True),
        (WEN, "我看见雯子了", True),
        (WEN, "赵雯来了", True),
        (WEN, "来了", False),
    ],
)
def test_a_person_is_named_by_a_whole_word_or_by_chinese_characters(folk: Folk, text: str, named: bool) -> None:
    assert folk.is_named_in(text) is named


def test_a_character_has_the_id_of_its_person_and_a_guest_does_not_live_in_town() -> None:
    character = head_of().character
    assert character.id == IVO
    assert not character.folk.guest


def test_seeds_and_events_are_by_default_public_and_of_others() -> None:
    assert not Seed("I fish alone.", 6).private
    assert not Engagement("a walk", 10, 20, "quay").host


def test_a_character_can_be_a_key_whatever_its_ties() -> None:
    assert hash(head_of().character) == hash(head_of().character)
