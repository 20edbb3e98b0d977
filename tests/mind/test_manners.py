"""Habits of meeting: earlier decisions in similar cases, without reinforcing themselves."""

from milkwood.chance import stream
from milkwood.mind.manners import HABIT_DECISIONS, MAX_CASES, MAX_DECISIONS, Manners


def test_there_is_no_habit_before_enough_decisions() -> None:
    manners = Manners()
    for _ in range(HABIT_DECISIONS - 1):
        manners.decided("close", True)
    assert all(manners.usually("close", stream(n, "x")) is None for n in range(20))


def test_a_person_does_as_they_mostly_did_and_thinks_now_and_then() -> None:
    manners = Manners()
    for n in range(12):
        manners.decided("close", n % 4 != 0)
    told = [manners.usually("close", stream(n, "x")) for n in range(400)]
    assert 40 < told.count(None) < 140
    assert 0.6 < told.count(True) / (400 - told.count(None)) < 0.9


def test_a_thing_once_taken_care_of_is_never_ignored_by_habit() -> None:
    manners = Manners()
    for _ in range(5):
        manners.decided("piano/played", False)
        manners.decided("stove/burning", False)
    manners.decided("stove/burning", True)
    assert any(manners.lets_be("piano/played", stream(n, "x")) for n in range(20))
    assert not any(manners.lets_be("stove/burning", stream(n, "x")) for n in range(20))


def test_old_decisions_fade_and_old_cases_are_dropped() -> None:
    manners = Manners()
    for n in range(2 * MAX_CASES):
        manners.decided(f"case {n}", True)
    assert len(manners.keep()) == MAX_CASES
    for _ in range(5 * MAX_DECISIONS):
        manners.decided("close", True)
    assert manners.met("close") <= MAX_DECISIONS


def test_manners_are_restored_from_storage() -> None:
    manners, other = Manners(), Manners()
    manners.decided("close", True)
    other.restore(manners.keep())
    assert other.keep() == manners.keep()
