"""Smooth noise over the plane."""

from milkwood_art.noise import pick, scatter, swell


def test_a_place_always_has_the_same_number() -> None:
    assert scatter(3, 5, 8) == scatter(3, 5, 8)
    assert scatter(3, 5, 8) != scatter(4, 5, 8)


def test_numbers_are_spread_evenly_between_0_and_1() -> None:
    numbers = [scatter(1, x, y) for x in range(50) for y in range(50)]
    assert all(0 <= number < 1 for number in numbers)
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.02


def test_a_swell_changes_little_from_cell_to_cell() -> None:
    steps = [abs(swell(2, x, 7, 9.0) - swell(2, x + 1, 7, 9.0)) for x in range(60)]
    assert max(steps) < 0.3


def test_a_pick_stays_in_its_range() -> None:
    assert {pick(9, x, y, 3) for x in range(20) for y in range(20)} == {0, 1, 2}
