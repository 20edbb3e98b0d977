"""A person's knowledge and feelings about others, and how they change after a talk."""

import pytest

from milkwood.ids import PersonId
from milkwood.mind.acquaintances import MAX_KNOWN_CHARACTERS, NO_TICK, Acquaintances, Impression
from milkwood.mind.character import Folk
from tests.mind.scripted import BRAM, IVO, NELL, NEWCOMER, PETRA, VISITOR, WEN, head_of

STRANGER = PersonId("nobody_of_the_town")


def people(*, impressions: bool = True) -> Acquaintances:
    return head_of(without=[] if impressions else ["impressions"]).people


def with_petra(**fields: object) -> Acquaintances:
    known = people()
    known.take_over(PETRA, Impression(**fields))  # type: ignore[arg-type]
    return known


def test_ties_from_before_are_known_without_a_talk() -> None:
    known = people().of(PETRA)
    assert known == Impression("my wife, the baker", "hers entirely", "", 10)
    assert (known.talks, known.last_talk, known.considered, known.seen, known.noted) == (0, -1, -1, -1, -1)
    assert people().of(IVO) == Impression()


def test_ties_to_people_who_are_not_of_the_town_are_left_out() -> None:
    character = head_of().character
    folk = {PETRA: Folk(PETRA, "Petra Marsh", "Petra", "she")}
    assert Acquaintances(character, folk).acquainted() == [PETRA]


def test_seeing_a_person_is_recorded_and_a_note_only_when_made() -> None:
    known = people()
    known.see(PETRA, 10, noted=True)
    known.talk(PETRA, 11)
    known.consider(PETRA, 12)
    known.part(PETRA)
    known.update(PETRA, "She bakes.", "fond", 10)
    known.see(PETRA, 20)
    assert known.of(PETRA) == Impression("my wife, the baker", "fond", "She bakes.", 10, 1, 11, 12, 20, 10)


def test_talks_are_counted_when_they_are_over() -> None:
    known = people()
    known.talk(PETRA, 7)
    assert (known.of(PETRA).talks, known.of(PETRA).last_talk) == (0, 7)
    known.part(PETRA)
    known.part(PETRA)
    assert (known.of(PETRA).talks, known.of(PETRA).last_talk) == (2, 7)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (6, 6), (-4, -4)])
def test_a_person_known_from_the_start_is_not_a_stranger(before: int, after: int) -> None:
    known = with_petra(closeness=before)
    known.know(PETRA)
    assert known.of(PETRA).closeness == after


@pytest.mark.parametrize(
    ("known", "is_known"),
    [
        (Impression(), False),
        (Impression(seen=4, noted=4, considered=4), False),
        (Impression(closeness=1), True),
        (Impression(closeness=-6), True),
        (Impression(talks=1), True),
        (Impression(tie="a neighbour"), True),
    ],
)
def test_a_person_knows_people_with_a_tie_or_a_talk(known: Impression, is_known: bool) -> None:
    all_known = people()
    all_known.take_over(VISITOR, known)
    assert all_known.knows(VISITOR) is is_known
    assert not all_known.knows(STRANGER)
    assert (VISITOR in all_known.acquainted()) is is_known


def test_the_strongest_ties_come_first_and_equals_by_id() -> None:
    known = people()
    assert known.acquainted() == [PETRA, BRAM, NELL, NEWCOMER, WEN]
    known.take_over(WEN, Impression(closeness=-9))
    assert known.acquainted() == [PETRA, WEN, BRAM, NELL, NEWCOMER]


def test_people_are_called_by_name_and_others_by_what_they_gave() -> None:
    known = people()
    assert (known.called(PETRA), known.name(PETRA)) == ("Petra", "Petra Marsh")
    assert (known.called(STRANGER), known.name(STRANGER)) == (STRANGER, STRANGER)


def test_a_person_is_described_with_all_known_facts() -> None:
    known = with_petra(tie="my wife", feeling="fond", knows="She bakes.", closeness=9, talks=3)
    assert known.other(PETRA, "baking") == {
        "id": PETRA,
        "name": "Petra Marsh",
        "called": "Petra",
        "pronoun": "she",
        "tie": "my wife",
        "feeling": "fond",
        "knows": "She bakes.",
        "closeness": 9,
        "talks": 3,
        "doing": "baking",
    }


def test_a_visitor_is_known_by_the_name_they_gave() -> None:
    other = people().other(STRANGER)
    assert (other["name"], other["called"], other["pronoun"], other["doing"]) == (STRANGER, STRANGER, "they", "")


def test_with_impressions_switched_off_nothing_is_felt_and_nothing_is_learnt() -> None:
    known = people(impressions=False)
    known.update(PETRA, "She bakes.", "fond", 1)
    assert known.of(PETRA) == Impression("my wife, the baker", "hers entirely", "", 10)
    other = known.other(PETRA)
    assert (other["tie"], other["feeling"], other["knows"]) == ("my wife, the baker", "", "")


# --- after a talk


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        (5, 9, 6),
        (5, 6, 6),
        (5, 5, 5),
        (5, 4, 4),
        (5, 0, 0),
        (5, -8, 0),
        (10, 12, 10),
        (0, -3, -3),
        (-8, -10, -10),
        (-9, -14, -10),
        (-6, 4, -5),
    ],
)
def test_closeness_grows_by_a_step_falls_by_several_and_stays_within_bounds(before: int, said: int, after: int) -> None:
    """Rule M5."""
    known = with_petra(closeness=before)
    known.update(PETRA, "", "", said)
    assert known.of(PETRA).closeness == after


def test_unmentioned_values_stay() -> None:
    known = with_petra(tie="my wife", knows="She bakes.", feeling="fond", closeness=5, talks=2, last_talk=9)
    known.update(PETRA, "", "", 5)
    assert known.of(PETRA) == Impression("my wife", "fond", "She bakes.", 5, 2, 9)
    known.update(PETRA, "", "cross", 5)
    assert known.of(PETRA).feeling == "cross"


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ("", "She bakes.", "She bakes."),
        ("She bakes.", "She bakes.", "She bakes."),
        ("She bakes. She sings.", "She sings.", "She bakes. She sings."),
        ("She bakes.", "She bakes. She sings.", "She bakes. She sings."),
        ("She bakes.", "She sings.", "She bakes. She sings."),
    ],
)
def test_known_facts_grow_without_repetition(before: str, said: str, after: str) -> None:
    known = with_petra(knows=before)
    known.update(PETRA, said, "", 0)
    assert known.of(PETRA).knows == after


@pytest.mark.parametrize(("length", "both"), [(MAX_KNOWN_CHARACTERS - 11, True), (MAX_KNOWN_CHARACTERS - 10, False)])
def test_old_facts_give_way_to_new_ones_at_the_limit(length: int, both: bool) -> None:
    assert MAX_KNOWN_CHARACTERS == 300
    known = with_petra(knows="x" * length)
    known.update(PETRA, "She bakes.", "", 0)
    assert known.of(PETRA).knows == ("x" * length + " She bakes." if both else "She bakes.")


def test_all_of_it_is_restored_from_storage() -> None:
    known, again = with_petra(knows="She bakes.", talks=2, considered=5), people()
    again.restore(known.keep())
    assert again.of(PETRA) == known.of(PETRA)
    assert again.keep() == known.keep()
    assert NO_TICK == -1
