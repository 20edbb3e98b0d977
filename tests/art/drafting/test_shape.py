from milkwood_art.drafting import shape
from milkwood_art.drafting.noise import Noise
from milkwood_art.drafting.walking import reach

NOISE = Noise(11)


def test_a_curve_passes_through_its_points() -> None:
    points = shape.curve([(0, 0), (10, 4), (20, 0)])
    assert points[0] == (0, 0)
    assert points[-1] == (20, 0)
    assert min(abs(x - 10) + abs(y - 4) for x, y in points) < 1e-9


def test_a_way_can_be_walked_from_end_to_end() -> None:
    for number in range(8):
        cells = shape.way([(1, 2), (12, 9 + number), (30, 3)], 1.2, 0.6, 1.5, Noise(number))
        assert reach(min(cells), cells) == cells


def test_the_width_of_a_way_wavers() -> None:
    cells = shape.way([(0, 20), (60, 20)], 3, 0.8, 0, NOISE)
    widths = {sum((x, y) in cells for y in range(40)) for x in range(5, 55)}
    assert len(widths) >= 2
    assert min(widths) >= 1


def test_a_patch_is_about_as_large_as_its_radii() -> None:
    cells = shape.patch((20, 20), (8, 5), 0.2, NOISE)
    assert 0.7 < len(cells) / (3.1416 * 8 * 5) < 1.4


def test_a_bank_lies_around_a_patch_and_not_over_it() -> None:
    pond = shape.patch((20, 20), (5, 4), 0.1, NOISE)
    assert not shape.grown(pond, NOISE, 0.5) & pond
