"""Habits of meeting others and things, bound by bound."""

import pytest

from milkwood.chance import Stream
from milkwood.mind.manners import Manners


class Draw(Stream):
    """Chance that always gives the same value."""

    __slots__ = ("chances", "result")

    def __init__(self, result: float) -> None:
        super().__init__(0)
        self.result = result
        self.chances: list[float] = []

    def unit(self) -> float:
        return self.result

    def happens(self, probability: float) -> bool:
        self.chances.append(probability)
        return super().happens(probability)


def decided(does: int, lets: int) -> Manners:
    manners = Manners()
    for did in [True] * does + [False] * lets:
        manners.decided("a case", did)
    return manners


@pytest.mark.parametrize(("does", "lets", "chances"), [(0, 0, []), (1, 0, []), (1, 1, [0.2, 0.5]), (3, 1, [0.2, 0.75])])
def test_two_decisions_make_a_habit_as_likely_as_they_were(does: int, lets: int, chances: list[float]) -> None:
    draw = Draw(0.6)
    usual = decided(does, lets).usually("a case", draw)
    assert draw.chances == chances
    assert usual is (None if not chances else chances[1] > 0.6)


def test_a_person_still_thinks_about_it_one_time_in_five() -> None:
    assert decided(2, 0).usually("a case", Draw(0.19)) is None
    assert decided(2, 0).usually("a case", Draw(0.2)) is True
    assert not decided(0, 2).lets_be("a case", Draw(0.19))
    assert decided(0, 2).lets_be("a case", Draw(0.2))


@pytest.mark.parametrize(("does", "lets", "let_be"), [(0, 0, False), (0, 1, False), (0, 2, True), (1, 5, False)])
def test_a_thing_is_ignored_after_two_times_and_never_once_taken_care_of(does: int, lets: int, let_be: bool) -> None:
    assert decided(does, lets).lets_be("a case", Draw(0.9)) is let_be


@pytest.mark.parametrize(("does", "lets", "kept"), [(6, 6, [6, 6]), (6, 7, [5, 6]), (13, 0, [12, 0]), (0, 13, [0, 12])])
def test_older_decisions_beyond_twelve_fade(does: int, lets: int, kept: list[int]) -> None:
    manners = decided(does, lets)
    assert manners.keep() == {"a case": kept}
    assert manners.met("a case") == sum(kept)


def test_sixty_cases_are_kept_and_the_oldest_is_dropped() -> None:
    manners = Manners()
    for n in range(60):
        manners.decided(f"case {n}", True)
    manners.decided("case 0", True)
    assert len(manners.keep()) == 60
    manners.decided("another", False)
    assert "case 1" not in manners.keep()
    assert (len(manners.keep()), manners.met("case 0"), manners.met("case 1")) == (60, 2, 0)


def test_habits_are_restored_from_storage() -> None:
    manners = Manners()
    manners.restore({"a case": [3, 1]})
    assert manners.keep() == {"a case": [3, 1]}
